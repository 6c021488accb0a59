import { Link } from "wouter";
import type { Video } from "../../clients/typescript/src/client.ts";
import { useOperation } from "../api.tsx";
import { formatDate, formatDuration } from "../format.ts";
import { useChosenFile, usePlayback } from "../player/use-playback.ts";
import { isMoving, TaskStatus } from "../tasks/task-status.tsx";
import { texts } from "../texts/en.ts";
import { Facts } from "../view/facts.tsx";
import { QueryProblem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { ClipList } from "./clip-list.tsx";
import { NewClips } from "./new-clips.tsx";

type Metadata = NonNullable<Video["metadata"]>;

/** One video with its tasks. */
export const VideoScreen = ({ videoId }: { videoId: string }) => {
  const query = useOperation("getVideo", { path: { videoId } }, { poll: () => 10_000 });
  const video = query.data;
  if (video === undefined) return <QueryProblem query={query} />;
  const { metadata } = video;
  return (
    <>
      <ScreenTitle title={video.filename ?? texts.videos.untitled} />
      {metadata !== null && <SourcePlayer videoId={videoId} metadata={metadata} />}
      {metadata !== null && <MediaFacts metadata={metadata} />}
      <p>
        <Link className="button primary" href={`/videos/${videoId}/new`}>
          {texts.video.newTask}
        </Link>
      </p>
      <h2>{texts.video.tasks}</h2>
      {video.videoTasks.length === 0 && <p>{texts.video.noTasks}</p>}
      <ul className="cards">
        {video.videoTasks.toReversed().map((taskId) => (
          <TaskCard key={taskId} videoId={videoId} taskId={taskId} />
        ))}
      </ul>
      <h2>{texts.video.clipTasks}</h2>
      <NewClips videoId={videoId} />
      {video.clipTasks.toReversed().map((taskId) => (
        <ClipTaskCard key={taskId} videoId={videoId} taskId={taskId} />
      ))}
    </>
  );
};

/** The source, in a frame that has its shape before anything is loaded. */
const SourcePlayer = ({ videoId, metadata }: { videoId: string; metadata: Metadata }) => {
  const playback = usePlayback(videoId);
  const { url, isUnplayable, onUnplayable } = useChosenFile(playback);
  const { hasVideo, width, height } = metadata;
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a source has no caption track. */}
      <video
        className={hasVideo ? "source" : "source audio"}
        style={hasVideo ? { aspectRatio: `${width} / ${height}` } : undefined}
        src={url}
        poster={playback?.posterUrl ?? undefined}
        // Without a poster, the first frame of the video is shown.
        preload={playback?.posterUrl ? "none" : "metadata"}
        controls
        aria-label={texts.player.label}
        onError={onUnplayable}
      />
      {isUnplayable && playback !== undefined && (
        <p className="hint" role="status">
          {texts.player.unplayable[playback.proxyStatus === "preparing" ? "preparing" : "never"]}
        </p>
      )}
    </>
  );
};

const MediaFacts = ({ metadata: { duration, hasVideo, width, height, fps } }: { metadata: Metadata }) => (
  <Facts
    facts={[
      [texts.video.duration, formatDuration(duration)],
      [texts.video.size, hasVideo ? `${width} × ${height}` : null],
      [texts.video.fps, hasVideo ? Number(fps?.toFixed(3)) : null],
    ]}
  />
);

/** Milliseconds between requests while a task is in progress. */
const pollMs = 2_000;

export const useTask = (videoId: string, taskId: string) =>
  useOperation(
    "getTask",
    { path: { videoId, id: taskId } },
    // Signed URLs are valid for an hour: an open page reads them again before they expire.
    { poll: (task) => (isMoving(task?.status) ? pollMs : 30 * 60_000) },
  );

const TaskCard = ({ videoId, taskId }: { videoId: string; taskId: string }) => {
  const query = useTask(videoId, taskId);
  const templates = useOperation("listTemplates", {});
  if (query.data === undefined) {
    return (
      <li className="card">
        <QueryProblem query={query} />
      </li>
    );
  }
  const task = query.data;
  const template = templates.data?.find(({ id }) => id === task.templateId);
  return (
    <li className="card">
      <h3>
        <Link href={`/videos/${videoId}/tasks/${taskId}`}>{template?.name ?? texts.newTask.template}</Link>
      </h3>
      <TaskStatus task={task} />
      <p className="hint">
        {formatDate(task.createdAt)}
        {task.cost !== null && ` · ${texts.task.cost(task.cost)}`}
      </p>
      {task.downloadUrl !== null && (
        <a className="button" href={task.downloadUrl} download>
          {texts.task.download}
        </a>
      )}
    </li>
  );
};

const ClipTaskCard = ({ videoId, taskId }: { videoId: string; taskId: string }) => {
  const query = useOperation(
    "getClipTask",
    { path: { videoId, id: taskId } },
    { poll: (task) => (isMoving(task?.status) ? pollMs : 30 * 60_000) },
  );
  if (query.data === undefined) return <QueryProblem query={query} />;
  const task = query.data;
  return (
    <section className="card">
      <TaskStatus task={task} />
      <p className="hint">
        {formatDate(task.createdAt)}
        {task.cost !== null && ` · ${texts.task.cost(task.cost)}`}
      </p>
      <ClipList clips={task.clips} />
    </section>
  );
};
