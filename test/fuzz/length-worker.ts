import { readWithMediabunny } from "../contract/containers/render/readers/readers.ts";

export interface LengthQuestion {
  path: string;
  type: "video" | "audio";
}

/** Returns the end of the last presented packet in seconds; null without one. */
const secondsOf = async ({ path, type }: LengthQuestion): Promise<number | null> => {
  const { tracks } = await readWithMediabunny(path);
  const packets = tracks.find((track) => track.type === type)?.packets ?? [];
  if (packets.length === 0) return null;
  const presented = packets.filter(({ seconds }) => seconds >= 0);
  return presented.reduce((end, packet) => Math.max(end, packet.seconds + packet.durationSeconds), 0);
};

/** Measures the track of each received file; null for a file that mediabunny cannot read. */
process.on("message", (question: LengthQuestion) => {
  secondsOf(question).then(
    (seconds) => process.send?.(seconds),
    () => process.send?.(null),
  );
});
