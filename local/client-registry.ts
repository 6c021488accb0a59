import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "./json-file.ts";
import { identityOf, isSameProcess, type ProcessIdentity } from "./processes/process-identity.ts";

/**
 * Command lines that caption with a service which another process runs: one file each, so that whoever runs the service
 * for a film of its own does not stop it under their hands.
 */
export class Guests {
  private readonly folder: string;
  private readonly own: string;

  constructor(folder: string) {
    this.folder = folder;
    this.own = join(folder, `${process.pid}.json`);
  }

  join(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    writeJsonFile(this.own, identityOf(process.pid));
    process.once("exit", this.leave);
  }

  readonly leave = (): void => {
    rmSync(this.own, { force: true });
    process.off("exit", this.leave);
  };

  /** Whether others are at work. What killed ones left behind is cleared away. */
  areThere(): boolean {
    return this.files().filter((file) => this.isAlive(file)).length > 0;
  }

  private files(): string[] {
    try {
      return readdirSync(this.folder)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(this.folder, name))
        .filter((file) => file !== this.own);
    } catch {
      // No folder: nobody has come yet.
      return [];
    }
  }

  private isAlive(file: string): boolean {
    const guest = readJsonFile<ProcessIdentity>(file);
    if (guest !== null && isSameProcess(guest)) return true;
    rmSync(file, { force: true });
    return false;
  }
}
