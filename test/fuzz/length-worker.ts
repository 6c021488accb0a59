import { parentPort } from "node:worker_threads";
import { readWithMediabunny } from "../contract/containers/render/readers/readers.ts";

export interface LengthQuestion {
  path: string;
  type: "video" | "audio";
}

/** Seconds from the first to the end of the last packet that is presented. */
const secondsOf = async ({ path, type }: LengthQuestion): Promise<number> => {
  const { tracks } = await readWithMediabunny(path);
  const packets = tracks.find((track) => track.type === type)?.packets ?? [];
  const presented = packets.filter(({ seconds }) => seconds >= 0);
  return presented.reduce((end, packet) => Math.max(end, packet.seconds + packet.durationSeconds), 0);
};

/** Measures the track of each file that it is asked about; null for a file that mediabunny cannot read. */
parentPort?.on("message", (question: LengthQuestion) => {
  secondsOf(question).then(
    (seconds) => parentPort?.postMessage(seconds),
    () => parentPort?.postMessage(null),
  );
});
