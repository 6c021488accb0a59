import { appendFileSync, existsSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";

const maxBytes = 10 * 1024 * 1024;
const keptFiles = 3;

/** An append-only log file that is rotated to `.1`, `.2`, `.3` at 10 MiB. */
export class RotatingLog {
  private sizeBytes: number;
  private readonly path: string;

  constructor(path: string) {
    this.path = path;
    mkdirSync(dirname(path), { recursive: true });
    this.sizeBytes = existsSync(path) ? statSync(path).size : 0;
  }

  write(chunk: string | Uint8Array): void {
    try {
      if (this.sizeBytes > maxBytes) this.rotate();
      appendFileSync(this.path, chunk);
      this.sizeBytes += chunk.length;
    } catch (error) {
      // A full disk must not stop the service because of its log; whatever needs the disk reports the error.
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }

  line(text: string): void {
    this.write(`${new Date().toISOString()} ${text}\n`);
  }

  private rotate(): void {
    for (let index = keptFiles - 1; index >= 0; index -= 1) {
      const from = index === 0 ? this.path : `${this.path}.${index}`;
      if (existsSync(from)) renameSync(from, `${this.path}.${index + 1}`);
    }
    this.sizeBytes = 0;
  }
}
