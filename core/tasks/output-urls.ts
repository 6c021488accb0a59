import { transcriptKey } from "../storage/keys.ts";
import type { MediaLinks } from "../storage/media-links.ts";
import type { CutClip } from "./clip-task.ts";
import type { ClipView } from "./clip-view.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  mp4: "video/mp4",
  mov: "video/quicktime",
  webm: "video/webm",
  json: "application/json",
  jpg: "image/jpeg",
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

/** Returns a URL of an output, named after its source's file name (null: it has none). `expiresAt` is ISO 8601. */
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
    clips.map(async (clip, index) => {
      const { score, reason, hook, flags, transcriptKey, thumbnailKey } = clip;
      const label = `clip-${index + 1}`;
      const signed = (key: string): Promise<string> => signOutput(key, sourceName, links, expiresAt, label);
      return {
        url: await signed(clip.outputKey),
        theme: clip.theme,
        startTime: clip.startSeconds,
        endTime: clip.endSeconds,
        duration: clip.durationSeconds,
        ...(flags === undefined ? {} : { flags }),
        ...(score === undefined ? {} : { score, reason, hook }),
        ...(transcriptKey === undefined ? {} : { transcript: await signed(transcriptKey) }),
        ...(thumbnailKey === undefined ? {} : { thumbnailUrl: await signed(thumbnailKey) }),
      };
    }),
  );
