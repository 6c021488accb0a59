import { extname, join, parse } from "node:path";
import type { OutputMode } from "../../core/settings/output-mode.ts";

/** Returns `.mov` for transparent videos (ProRes 4444 by default) and `.mp4` for others. Source: specification, export settings. */
export const outputExtension = (mode: OutputMode): ".mp4" | ".mov" =>
  mode === "transparent" ? ".mov" : ".mp4";

/** `videos/clip.mp4` → `videos/clip.captioned.mp4`, beside the source. */
export function defaultOutputPath(file: string, mode: OutputMode): string {
  const { dir, base } = parse(file);
  const extension = extname(base);
  const stem = extension === "" ? base : base.slice(0, -extension.length);
  return join(dir, `${stem}.captioned${outputExtension(mode)}`);
}
