import { readFileSync } from "node:fs";
import { media, sharedClient, type Word } from "../integration/client.ts";

const sentence = "We choose to go to the moon in this decade .";

/** Words of a tenth of a second each, with a full stop at the end. */
export const transcriptOf = (text: string): Word[] =>
  text.split(" ").map((word, index) => ({
    text: word,
    type: word === "." ? "punctuation" : "word",
    start_time: index / 10,
    end_time: (index + 1) / 10,
  }));

export const transcript = transcriptOf(sentence);

export interface WaitingTask {
  videoId: string;
  taskId: string;
  /** Path of its screen. */
  path: string;
}

/** Creates a task that waits for approval of these words. */
export const waitingTask = async (
  words: readonly Word[] = transcript,
  settings: Record<string, unknown> = {},
  file = media("video/sy_noaudio.mp4"),
): Promise<WaitingTask> => {
  const client = sharedClient();
  const { body: video } = await client.upload(file);
  const taskId = await client.createTask(video.id, { ...settings, transcript: words });
  await client.waitForTask(video.id, taskId, ["transcriptionCompleted"]);
  return { videoId: video.id, taskId, path: `/videos/${video.id}/tasks/${taskId}` };
};

export const transcriptPath = ({ videoId, taskId }: WaitingTask): string =>
  `/videos/${videoId}/task/${taskId}/transcript`;

export const storedWords = async (task: WaitingTask): Promise<Word[]> =>
  (await sharedClient().get<Word[]>(transcriptPath(task))).body;

/** A file to choose, with a name of its own: other tests add videos to the same account, which the first screen lists. */
export const chosenSpeech = (name: string): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: "video/mp4",
  buffer: readFileSync(media("video/sy_base.mp4")),
});
