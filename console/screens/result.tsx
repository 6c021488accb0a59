import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { Link } from "wouter";
import type { Task } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";

const formats = ["srt", "vtt", "txt", "json"] as const;

const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  URL.revokeObjectURL(url);
};

/** The transcript as files, and the way to another output of it. */
export const TranscriptFiles = ({ task }: { task: Task }) => {
  const client = useClient();
  const { videoId, id } = task;
  const video = useOperation("getVideo", { path: { videoId } });
  // The name of the source without its extension, as the output has it.
  const name = video.data?.filename?.replace(/\.[^.]+$/, "") || id;
  const saving = useMutation({
    mutationFn: async (format: (typeof formats)[number]) => {
      const content = await client.call("getTranscript", { path: { videoId, id }, query: { format } });
      const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
      saveFile(new Blob([text], { type: "text/plain" }), `${name}.${format}`);
    },
  });
  if (task.storageIds.transcript === null) return null;
  return (
    <>
      <p className="row">
        {texts.task.subtitles}
        {formats.map((format) => (
          <button key={format} type="button" onClick={() => saving.mutate(format)}>
            {format.toUpperCase()}
          </button>
        ))}
        <Link href={`/videos/${videoId}/new?transcript=${id}`}>{texts.task.again}</Link>
      </p>
      <Problem sentence={saving.error === null ? null : sentenceOf(saving.error)} />
    </>
  );
};

/** The output video; the frame that it shows can be saved as an image, to share it or to show it before the video. */
export const Output = ({ task: { videoId, id, downloadUrl } }: { task: Task }) => {
  const client = useClient();
  const video = useRef<HTMLVideoElement>(null);
  const frame = useMutation({
    mutationFn: async () => {
      const element = video.current;
      // At its end, a video shows its last frame.
      const last = Math.max(0, (element?.duration || 0) - 0.05);
      const at = Number(Math.min(element?.currentTime ?? 0, last).toFixed(3));
      const image = await client.call("getFrame", { path: { videoId, id }, query: { at } });
      saveFile(image, `${id}-${at}.${image.type === "image/png" ? "png" : "jpg"}`);
    },
  });
  if (downloadUrl === null) return null;
  return (
    <section className="result">
      {/* biome-ignore lint/a11y/useMediaCaption: the captions are burned into the video. */}
      <video className="output" ref={video} src={downloadUrl} controls preload="metadata" />
      <p className="row">
        <a className="button primary" href={downloadUrl} download>
          {texts.task.download}
        </a>
        <button type="button" disabled={frame.isPending} onClick={() => frame.mutate()}>
          {texts.task.saveFrame}
        </button>
      </p>
      <Problem sentence={frame.error === null ? null : sentenceOf(frame.error)} />
    </section>
  );
};
