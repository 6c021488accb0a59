import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Video } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient } from "../api.tsx";
import { formatDate, formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Problem } from "./problem.tsx";

/** Milliseconds until a list of videos is read again: soon while one of them is being received or inspected. */
export const videoPollMs = (videos: readonly Video[] | undefined): number =>
  videos?.some(({ status }) => status === "todo" || status === "inProgress") ? 2_000 : 30_000;

/** A video in a list. */
export const VideoCard = ({ video }: { video: Video }) => {
  const client = useClient();
  const queries = useQueryClient();
  const removing = useMutation({
    mutationFn: () => client.call("deleteVideo", { path: { videoId: video.id } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listVideos"] }),
  });
  const name = video.filename ?? texts.videos.untitled;
  const { metadata } = video;
  return (
    <li className="card">
      <h2>{video.status === "uploaded" ? <Link href={`/videos/${video.id}`}>{name}</Link> : name}</h2>
      <p className={`status ${video.status}`}>{texts.videos.status[video.status]}</p>
      {video.error !== undefined && <p className="problem">{video.error}</p>}
      <p className="hint">
        {metadata !== null && (
          <>
            {formatDuration(metadata.duration)}
            {metadata.hasVideo ? ` · ${metadata.width} × ${metadata.height}` : ` · ${texts.videos.audioOnly}`}
            {" · "}
          </>
        )}
        {texts.videos.tasks(video.videoTasks.length + video.clipTasks.length)}
        {" · "}
        {texts.videos.expires(formatDate(video.expiresAt))}
      </p>
      <button
        type="button"
        className="quiet"
        disabled={removing.isPending}
        onClick={() => confirm(texts.videos.confirmRemove(name)) && removing.mutate()}
        aria-label={`${texts.common.remove}: ${name}`}
      >
        {texts.common.remove}
      </button>
      <Problem sentence={removing.error === null ? null : sentenceOf(removing.error)} />
    </li>
  );
};
