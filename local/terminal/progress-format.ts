const barWidth = 24;

/** Formats `Uploading      [████████            ]  33 %  12.0 of 36.4 MB`; `fraction` is 0 to 1, null while unknown. */
export function formatBar(label: string, fraction: number | null, detail = ""): string {
  const tail = detail === "" ? "" : `  ${detail}`;
  if (fraction === null) return `${label.padEnd(14)} …${tail}`;
  const clamped = Math.min(1, Math.max(0, fraction));
  const filled = Math.round(clamped * barWidth);
  const bar = "█".repeat(filled) + " ".repeat(barWidth - filled);
  return `${label.padEnd(14)} [${bar}] ${String(Math.floor(clamped * 100)).padStart(3)} %${tail}`;
}

/** Formats bytes as decimal megabytes with one decimal: `36.4`. */
export const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1);

/** Formats `7.4 s` below a minute, `2 min 05 s` above. */
export function formatDuration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, "0")} s`;
}

/** Truncates a line to the terminal's width: a carriage return only overwrites the last row of a wrapped line. */
export const truncateLine = (line: string, columns: number): string =>
  line.length < columns ? line : `${line.slice(0, Math.max(0, columns - 2))}…`;

/** Without a terminal, progress is printed at the start and after each of these steps. */
const plainSteps = 4;
export const progressStep = (fraction: number | null): number =>
  fraction === null ? 0 : Math.floor(Math.min(1, Math.max(0, fraction)) * plainSteps);
