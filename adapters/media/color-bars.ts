import { runFfmpeg } from "./ffmpeg.ts";

/** Writes a video of color bars with a tone, 640x360 at 30 frames per second, which images test themselves with. */
export const writeColorBars = async (seconds: number, path: string): Promise<void> => {
  await runFfmpeg({
    args: [
      ...["-f", "lavfi", "-i", `smptebars=s=640x360:r=30:d=${seconds}`],
      ...["-f", "lavfi", "-i", `sine=d=${seconds}`],
      ...["-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
    ],
    timeoutSeconds: 60,
  });
};
