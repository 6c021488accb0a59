import { useEffect } from "react";
import { useApiKey } from "../api.tsx";
import { beginTranscript } from "../editor/transcript-api.ts";
import { TranscriptEditor } from "../editor/transcript-editor.tsx";
import { TaskStatus } from "../tasks/task-status.tsx";
import { texts } from "../texts/en.ts";
import { QueryProblem } from "../view/problem.tsx";
import { ScreenTitle } from "../view/screen-title.tsx";
import { VideoLink } from "../view/video-link.tsx";
import { Output, TranscriptFiles } from "./result.tsx";
import { useTask } from "./video-screen.tsx";

/** One captioning task: its progress, its transcript to edit and approve, and its output. */
export const EditorScreen = ({ videoId, taskId }: { videoId: string; taskId: string }) => {
  const apiKey = useApiKey();
  const task = useTask(videoId, taskId);
  useEffect(() => {
    beginTranscript({ apiKey, videoId, taskId });
  }, [apiKey, videoId, taskId]);
  if (task.data === undefined) return <QueryProblem query={task} />;
  return (
    <>
      <VideoLink videoId={videoId} />
      <div className="title-row">
        <ScreenTitle title={texts.editor.title} />
        <TaskStatus task={task.data} isMain />
      </div>
      <Output task={task.data} />
      {task.data.storageIds.transcript !== null && <TranscriptEditor task={task.data} />}
      <TranscriptFiles task={task.data} />
    </>
  );
};
