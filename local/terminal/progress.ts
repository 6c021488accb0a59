import { fitLine, formatBar, plainStep } from "./progress-format.ts";

/** Where a person reads: a terminal gets a bar that is drawn over itself, anything else gets a few plain lines. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** What is under way now. One at a time; messages between stages go through `say`. */
export class Progress {
  private readonly output: Output;
  private label: string | null = null;
  private lastStep = -1;

  constructor(output: Output = process.stdout) {
    this.output = output;
  }

  /** A whole line that stays. */
  say(line: string): void {
    this.clear();
    this.output.write(`${line}\n`);
  }

  /** `fraction` 0 to 1, null while unknown. A new label starts a new bar. */
  show(label: string, fraction: number | null, detail = ""): void {
    if (this.label !== null && this.label !== label) this.finish();
    const isNew = this.label === null;
    this.label = label;
    if (this.output.isTTY) {
      // A terminal without a known size says 0.
      this.output.write(
        `\r${fitLine(formatBar(label, fraction, detail), this.output.columns || 80)}\u001b[K`,
      );
      return;
    }
    const step = plainStep(fraction);
    if (!isNew && step <= this.lastStep) return;
    this.lastStep = step;
    const percent = fraction === null ? "" : ` ${Math.floor(fraction * 100)} %`;
    this.output.write(`${label}${percent}${detail === "" ? "" : ` (${detail})`}\n`);
  }

  /** Leaves the bar as it stands and goes to the next line. */
  finish(): void {
    if (this.label !== null && this.output.isTTY) this.output.write("\n");
    this.label = null;
    this.lastStep = -1;
  }

  /** Takes an unfinished bar off the terminal. */
  private clear(): void {
    if (this.label !== null && this.output.isTTY) this.output.write("\r\u001b[K");
    this.label = null;
    this.lastStep = -1;
  }
}
