import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type DragEvent, type FormEvent, useId, useState } from "react";
import { Link } from "wouter";
import type { Video } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useClient, useOperation } from "../api.tsx";
import { formatDate, formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";
import { UploadList } from "../upload/upload-list.tsx";
import { useUploads } from "../upload/uploads.tsx";
import { Problem, QueryProblem } from "../view/problem.tsx";

const pageSize = 20;
const isMoving = ({ status }: Video): boolean => status === "todo" || status === "inProgress";

export const VideosScreen = () => {
  const [page, setPage] = useState(1);
  const videos = useOperation(
    "listVideos",
    { query: { page, limit: pageSize } },
    { poll: (result) => (result?.data.some(isMoving) ? 2_000 : 30_000) },
  );
  const pages = Math.max(1, Math.ceil((videos.data?.totalCount ?? 0) / pageSize));
  return (
    <>
      <h1>{texts.videos.title}</h1>
      <AddVideos />
      <UploadList />
      <QueryProblem query={videos} />
      {videos.data?.totalCount === 0 && <p>{texts.videos.empty}</p>}
      <ul className="cards">
        {videos.data?.data.map((video) => (
          <VideoCard key={video.id} video={video} />
        ))}
      </ul>
      {pages > 1 && (
        <nav className="pages" aria-label={texts.videos.title}>
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {texts.common.previous}
          </button>
          <span>{texts.common.of(page, pages)}</span>
          <button type="button" disabled={page === pages} onClick={() => setPage(page + 1)}>
            {texts.common.next}
          </button>
        </nav>
      )}
    </>
  );
};

const AddVideos = () => {
  const { start } = useUploads();
  const [isOver, setIsOver] = useState(false);
  const id = useId();
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    for (const file of event.dataTransfer.files) start(file);
  };
  return (
    <section
      aria-label={texts.upload.title}
      className={isOver ? "drop over" : "drop"}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <p>
        <strong>{texts.videos.dropTitle}</strong>
        <br />
        <span className="hint">{texts.videos.dropHint}</span>
      </p>
      <label className="button" htmlFor={id}>
        {texts.videos.choose}
        <input
          id={id}
          className="hidden-input"
          type="file"
          multiple
          accept="video/*,audio/*,.mov,.mp4,.m4a"
          onChange={({ target }) => {
            for (const file of target.files ?? []) start(file);
            target.value = "";
          }}
        />
      </label>
      <ImportForm />
    </section>
  );
};

const ImportForm = () => {
  const client = useClient();
  const queries = useQueryClient();
  const id = useId();
  const importing = useMutation({
    mutationFn: (url: string) => client.call("createVideoFromUrl", { body: { url } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["listVideos"] }),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const url = String(new FormData(form).get("url") ?? "").trim();
    importing.mutate(url, { onSuccess: () => form.reset() });
  };
  return (
    <form className="row" onSubmit={submit}>
      <label htmlFor={id}>{texts.videos.urlLabel}</label>
      <input id={id} name="url" type="url" required placeholder={texts.videos.urlPlaceholder} />
      <button type="submit" disabled={importing.isPending}>
        {texts.videos.urlSubmit}
      </button>
      <Problem sentence={importing.error === null ? null : sentenceOf(importing.error)} />
    </form>
  );
};

const VideoCard = ({ video }: { video: Video }) => {
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
