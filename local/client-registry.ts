import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { identityOf, isSameProcess, type ProcessIdentity } from "./processes/process-identity.ts";

/**
 * Tracks the command lines that use a service of another process, one file each, so that a command line that started the
 * service for its own video does not stop it while others use it.
 */
export class ClientRegistry {
  private readonly folder: string;
  private readonly own: string;

  constructor(folder: string) {
    this.folder = folder;
    this.own = join(folder, `${process.pid}.json`);
  }

  register(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeJsonFile(this.own, identityOf(process.pid));
    process.once("exit", this.unregister);
  }

  readonly unregister = (): void => {
    rmSync(this.own, { force: true });
    process.off("exit", this.unregister);
  };

  /** Whether other command lines use the service. Removes the files of killed ones. */
  hasOthers(): boolean {
    return this.files().filter((file) => this.isAlive(file)).length > 0;
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(this.folder, name))
        .filter((file) => file !== this.own);
    } catch {
      // The folder does not exist before the first registration.
      return [];
    }
  }

  private isAlive(file: string): boolean {
    const client = readJsonFile<ProcessIdentity>(file);
    if (client !== null && isSameProcess(client)) return true;
    rmSync(file, { force: true });
    return false;
  }
}
