import { formatBar, progressStep, truncateLine } from "./progress-format.ts";

/** The output stream: a terminal gets a progress bar that is redrawn, anything else a few plain lines. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** Prints the progress of one stage at a time, and lines between stages. */
export class Progress {
  private readonly output: Output;
  private label: string | null = null;
  private lastStep = -1;

  constructor(output: Output = process.stdout) {
    this.output = output;
  }

  /** Prints a line. */
  print(line: string): void {
    this.clear();
    this.output.write(`${line}\n`);
  }

  /** Updates the progress bar; a new label starts a new bar. `fraction` is 0 to 1, null while unknown. */
  update(label: string, fraction: number | null, detail = ""): void {
    if (this.label !== null && this.label !== label) this.finish();
    const isNew = this.label === null;
    this.label = label;
    if (this.output.isTTY) {
      // A terminal of unknown size has 0 columns.
      this.output.write(
        `\r${truncateLine(formatBar(label, fraction, detail), this.output.columns || 80)}\u001b[K`,
      );
      return;
    }
    const step = progressStep(fraction);
    if (!isNew && step <= this.lastStep) return;
    this.lastStep = step;
    const percent = fraction === null ? "" : ` ${Math.floor(fraction * 100)} %`;
    this.output.write(`${label}${percent}${detail === "" ? "" : ` (${detail})`}\n`);
  }

  /** Keeps the progress bar and moves to the next line. */
  finish(): void {
    if (this.label !== null && this.output.isTTY) this.output.write("\n");
    this.label = null;
    this.lastStep = -1;
  }

  /** Removes an unfinished progress bar from the terminal. */
  private clear(): void {
    if (this.label !== null && this.output.isTTY) this.output.write("\r\u001b[K");
    this.label = null;
    this.lastStep = -1;
  }
}
