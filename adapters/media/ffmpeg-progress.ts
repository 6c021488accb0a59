/** One report of `ffmpeg -progress`. */
export interface FfmpegProgress {
  frames: number;
  /** Time of the last written packet in seconds, null before the first. */
  outSeconds: number | null;
  outBytes: number | null;
  /** Times real time, null while unknown. */
  speed: number | null;
  isLast: boolean;
}

const number = (text: string | undefined): number | null => {
  const value = Number.parseFloat(text ?? "");
  return Number.isFinite(value) ? value : null;
};

/**
 * Reads the `key=value` lines that ffmpeg writes to its progress pipe; a line `progress=continue|end` closes a report.
 * Accepts text in chunks that may be split anywhere.
 */
export const createProgressParser = (onProgress: (progress: FfmpegProgress) => void) => {
  let pending = "";
  let fields = new Map<string, string>();
  const take = (line: string): void => {
    const cut = line.indexOf("=");
    if (cut < 1) return;
    const key = line.slice(0, cut).trim();
    const value = line.slice(cut + 1).trim();
    fields.set(key, value);
    if (key !== "progress") return;
    // out_time_us, since out_time_ms is in microseconds too (a mistake that ffmpeg keeps for compatibility).
    const outMicroseconds = number(fields.get("out_time_us"));
    onProgress({
      frames: number(fields.get("frame")) ?? 0,
      outSeconds: outMicroseconds === null ? null : outMicroseconds / 1e6,
      outBytes: number(fields.get("total_size")),
      speed: number(fields.get("speed")),
      isLast: value === "end",
    });
    fields = new Map();
  };
  return (text: string): void => {
    const lines = (pending + text).split("\n");
    pending = lines.pop() ?? "";
    for (const line of lines) take(line);
  };
};
