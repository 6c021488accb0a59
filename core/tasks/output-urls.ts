import { transcriptKey } from "../storage/keys.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import type { CutClip } from "./clip-task.ts";
import type { ClipView } from "./clip-view.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
};

/** Returns a URL of a task's current transcript, valid until the task expires. */
export const signTranscript = (
  task: { id: string; transcriptRevision: number; expiresAt: string },
  links: MediaLinks,
): Promise<string> =>
  links.signDownload(
    transcriptKey(task.id, task.transcriptRevision),
    task.expiresAt,
    "transcript.json",
    "application/json",
  );

/** Returns a URL of an output video, named after its source's file name (null: it has none). `expiresAt` is ISO 8601. */
export const signOutput = (
  key: string,
  sourceName: string | null,
  links: MediaLinks,
  expiresAt: string,
  label = "captioned",
): Promise<string> => {
  const extension = key.slice(key.lastIndexOf(".") + 1);
  const stem = (sourceName ?? "video").replace(/\.[^.]{1,5}$/, "");
  const type = mediaTypes[extension] ?? "application/octet-stream";
  return links.signDownload(key, expiresAt, `${stem}.${label}.${extension}`, type);
};

/** Returns clips as clients see them, with URLs that are valid until `expiresAt` (ISO 8601). */
export const signClips = (
  clips: readonly CutClip[],
  sourceName: string | null,
  links: MediaLinks,
  expiresAt: string,
): Promise<ClipView[]> =>
  Promise.all(
    clips.map(async ({ outputKey, theme, startSeconds, endSeconds, durationSeconds }, index) => ({
      url: await signOutput(outputKey, sourceName, links, expiresAt, `clip-${index + 1}`),
      theme,
      startTime: startSeconds,
      endTime: endSeconds,
      duration: durationSeconds,
    })),
  );
