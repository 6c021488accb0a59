import { Link } from "wouter";
import type { Task } from "../../clients/typescript/src/client.ts";
import { useClient } from "../api.tsx";
import { texts } from "../texts/en.ts";

const formats = ["srt", "vtt", "txt", "json"] as const;

/** The output of a completed task and its files. */
export const Result = ({ task }: { task: Task }) => {
  const client = useClient();
  const { videoId, id, downloadUrl } = task;
  if (task.storageIds.transcript === null) return null;
  const save = async (format: (typeof formats)[number]) => {
    const content = await client.call("getTranscript", { path: { videoId, id }, query: { format } });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
    const link = Object.assign(document.createElement("a"), { href: url, download: `${id}.${format}` });
    link.click();
    URL.revokeObjectURL(url);
  };
  return (
    <section className="result">
      {downloadUrl !== null && (
        <>
          {/* biome-ignore lint/a11y/useMediaCaption: the captions are burned into the video. */}
          <video className="output" src={downloadUrl} controls preload="metadata" />
          <a className="button primary" href={downloadUrl} download>
            {texts.task.download}
          </a>
        </>
      )}
      <p className="row">
        {texts.task.subtitles}
        {formats.map((format) => (
          <button key={format} type="button" onClick={() => void save(format)}>
            {format.toUpperCase()}
          </button>
        ))}
        {task.status === "completed" && (
          <Link href={`/videos/${videoId}/new?transcript=${id}`}>{texts.task.again}</Link>
        )}
      </p>
    </section>
  );
};
