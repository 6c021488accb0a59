import { transcriptKey } from "../storage/keys.ts";
import type { MediaBucket } from "../storage/media-bucket.ts";
import type { CutClip } from "./clip-task.ts";
import type { ClipView } from "./clip-view.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};

type Signer = Pick<MediaBucket, "signDownload">;

/** Returns a signed URL of a task's current transcript, valid for `seconds`. */
export const signTranscript = (
  task: { id: string; transcriptRevision: number },
  bucket: Signer,
  seconds: number,
): Promise<string> =>
  bucket.signDownload(
    transcriptKey(task.id, task.transcriptRevision),
    seconds,
    "transcript.json",
    "application/json",
  );

/** Returns a signed URL of an output video, named after its source's file name (null: it has none). */
export const signOutput = (
  key: string,
  sourceName: string | null,
  bucket: Signer,
  seconds: number,
  label = "captioned",
): Promise<string> => {
  const extension = key.slice(key.lastIndexOf(".") + 1);
  const stem = (sourceName ?? "video").replace(/\.[^.]{1,5}$/, "");
  const type = mediaTypes[extension] ?? "application/octet-stream";
  return bucket.signDownload(key, seconds, `${stem}.${label}.${extension}`, type);
};

/** Returns clips as clients see them, with signed URLs. */
export const signClips = (
  clips: readonly CutClip[],
  sourceName: string | null,
  bucket: Signer,
  seconds: number,
): Promise<ClipView[]> =>
  Promise.all(
    clips.map(async ({ outputKey, theme, startSeconds, endSeconds, durationSeconds }, index) => ({
      url: await signOutput(outputKey, sourceName, bucket, seconds, `clip-${index + 1}`),
      theme,
      startTime: startSeconds,
      endTime: endSeconds,
      duration: durationSeconds,
    })),
  );
