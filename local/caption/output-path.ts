import { extname, join, parse } from "node:path";
import type { OutputMode } from "../arguments.ts";

/** Source: specification, export settings: transparent is .mov (ProRes 4444 by default), the others are .mp4. */
export const outputExtension = (mode: OutputMode): ".mp4" | ".mov" =>
  mode === "transparent" ? ".mov" : ".mp4";

/** `films/clip.mp4` → `films/clip.captioned.mp4`, beside the source. */
export function defaultOutputPath(file: string, mode: OutputMode): string {
  const { dir, base } = parse(file);
  const extension = extname(base);
  const stem = extension === "" ? base : base.slice(0, -extension.length);
  return join(dir, `${stem}.captioned${outputExtension(mode)}`);
}
