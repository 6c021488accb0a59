import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Task } from "../../clients/typescript/src/client.ts";
import { sentenceOf, useApiKey, useClient, useOperation } from "../api.tsx";
import type { CaptionPage } from "../captions/caption-source.ts";
import { type DialogName, perform, spokenIndexAt, wordEditing } from "../editor/commands.ts";
import { EmojiDialog, HelpDialog } from "../editor/dialogs.tsx";
import { EditorNotices, SaveStatus } from "../editor/editor-notices.tsx";
import { EditorPlayer } from "../editor/editor-player.tsx";
import { setAttributes, setEdge } from "../editor/edits.ts";
import { FindBar } from "../editor/find-bar.tsx";
import { commandOf } from "../editor/keys.ts";
import { type PageStarts, toPageStarts } from "../editor/page-starts.ts";
import { type Paragraph, toParagraphs } from "../editor/paragraphs.ts";
import { Timeline } from "../editor/timeline.tsx";
import { Toolbar } from "../editor/toolbar.tsx";
import { useEditor } from "../editor/use-editor.ts";
import { WordList } from "../editor/word-list.tsx";
import { useAtPosition } from "../player/use-position.ts";
import { TaskStatus } from "../tasks/task-status.tsx";
import { texts } from "../texts/en.ts";
import { Dialog } from "../view/dialog.tsx";
import { Problem, QueryProblem } from "../view/problem.tsx";
import { directionOf } from "../view/text-direction.ts";
import { Result } from "./result.tsx";
import { useTask } from "./video-screen.tsx";

/** One captioning task: its progress, its transcript to edit and approve, and its output. */
export const EditorScreen = ({ videoId, taskId }: { videoId: string; taskId: string }) => {
  const task = useTask(videoId, taskId);
  if (task.data === undefined) return <QueryProblem query={task} />;
  const hasTranscript = task.data.storageIds.transcript !== null;
  return (
    <>
      <h1>{texts.editor.title}</h1>
      <TaskStatus task={task.data} />
      <Result task={task.data} />
      {hasTranscript && (
        <TranscriptEditor
          videoId={videoId}
          taskId={taskId}
          task={task.data}
          isReadOnly={task.data.status !== "transcriptionCompleted"}
        />
      )}
    </>
  );
};

interface TranscriptEditorProps {
  videoId: string;
  taskId: string;
  task: Task;
  isReadOnly: boolean;
}

const TranscriptEditor = ({ videoId, taskId, task, isReadOnly }: TranscriptEditorProps) => {
  const apiKey = useApiKey();
  const client = useClient();
  const queries = useQueryClient();
  const media = useOperation("getVideo", { path: { videoId } });
  const editor = useEditor({ apiKey, videoId, taskId }, isReadOnly);
  const { state, dispatch, autosave, loading } = editor;
  const { entries } = state.history;
  const video = useRef<HTMLVideoElement>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const [pageStarts, setPageStarts] = useState<PageStarts>(new Set());
  const onPages = useCallback((pages: readonly CaptionPage[]) => setPageStarts(toPageStarts(pages)), []);
  const mediaSeconds = media.data?.metadata?.duration ?? Number.POSITIVE_INFINITY;
  const frameSeconds = 1 / (media.data?.metadata?.fps ?? 25);

  const before = useRef<Paragraph[]>([]);
  before.current = useMemo(() => toParagraphs(entries, before.current), [entries]);
  const spoken = useAtPosition(
    video,
    useCallback((seconds: number) => spokenIndexAt(entries, seconds), [entries]),
    -1,
  );
  const editing = useMemo(() => wordEditing(dispatch), [dispatch]);
  const direction = useMemo(() => directionOf(entries.map(({ value }) => value.text)), [entries]);

  const select = (index: number) => {
    dispatch({ kind: "select", index });
    const start = entries[index]?.value.start_time;
    if (video.current !== null && start !== undefined && video.current.paused)
      video.current.currentTime = start;
  };
  const context = {
    ...{ state, dispatch, video, isReadOnly, mediaSeconds, frameSeconds, openDialog: setDialog },
    openFind: () => setIsFinding(true),
    save: () => void autosave.flush(),
  };
  const approving = useMutation({
    mutationFn: async () => {
      // The approval takes what is stored: everything has to be stored before.
      if (!(await autosave.saveAll())) throw new Error(texts.editor.notSaved);
      await client.call("approveTranscript", { path: { videoId, id: taskId } });
    },
    onSuccess: () => {
      setDialog(null);
      return queries.invalidateQueries({ queryKey: ["getTask"] });
    },
  });

  useEffect(() => {
    const keyDown = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isField =
        target.matches("input, textarea, select, [contenteditable], button, a") && target.tabIndex >= 0;
      if (target.closest("dialog") !== null) return;
      const command = commandOf(event, isField);
      if (command === null) return;
      event.preventDefault();
      perform(command, context);
    };
    addEventListener("keydown", keyDown);
    return () => removeEventListener("keydown", keyDown);
  });

  useEffect(() => {
    const followed = spoken >= 0 && video.current?.paused === false ? spoken : state.selected;
    document.getElementById(`word-${followed}`)?.scrollIntoView({ block: "nearest" });
  }, [spoken, state.selected]);

  if (loading === "loading") return <p aria-busy="true">{texts.common.loading}…</p>;
  if (loading !== "loaded") return <Problem sentence={sentenceOf(loading.error)} />;
  return (
    <div className="editor">
      <EditorNotices editor={editor} isReadOnly={isReadOnly} />
      <div className="editor-columns">
        <EditorPlayer {...{ video, task, entries, onPages }} metadata={media.data?.metadata} />
        <div className="transcript">
          <Toolbar context={context} />
          {isFinding && (
            <FindBar
              entries={entries}
              isReadOnly={isReadOnly}
              onSelect={select}
              onChange={(change) => dispatch({ kind: "change", change })}
              onClose={() => setIsFinding(false)}
            />
          )}
          <WordList
            {...{
              paragraphs: before.current,
              selected: state.selected,
              isEditing: state.isEditing,
              spoken,
              direction,
              pageStarts,
            }}
            onSelect={select}
            onEdit={(index) => {
              select(index);
              if (!isReadOnly) dispatch({ kind: "startEditing" });
            }}
            editing={editing}
          />
          <p className="save-row">
            <SaveStatus state={editor.save} />
            {!isReadOnly && (
              <button type="button" className="primary" onClick={() => setDialog("approve")}>
                {texts.editor.approve}
              </button>
            )}
          </p>
        </div>
      </div>
      <Timeline
        {...{ video, entries, selected: state.selected, peaks: null }}
        onSeek={(seconds) => {
          if (video.current !== null) video.current.currentTime = seconds;
        }}
        onSelect={select}
        onEdge={(index, edge, seconds) =>
          isReadOnly ||
          dispatch({
            kind: "change",
            change: (current) => setEdge(current, index, edge, seconds, mediaSeconds),
          })
        }
        onEdgeEnd={() => dispatch({ kind: "stopEditing" })}
      />
      {dialog === "help" && <HelpDialog onClose={() => setDialog(null)} />}
      {dialog === "emoji" && (
        <EmojiDialog
          onClose={() => setDialog(null)}
          onChoose={(emoji) => {
            const { selected } = state;
            const attributes = { emoji: emoji ?? undefined };
            dispatch({
              kind: "change",
              change: (now) => setAttributes(now, selected, selected + 1, attributes),
            });
            setDialog(null);
          }}
        />
      )}
      {dialog === "approve" && (
        <Dialog title={texts.editor.approve} onClose={() => setDialog(null)}>
          <p>{texts.editor.approveQuestion}</p>
          <Problem sentence={approving.error === null ? null : sentenceOf(approving.error)} />
          <button
            type="button"
            className="primary"
            disabled={approving.isPending}
            onClick={() => approving.mutate()}
          >
            {texts.editor.approve}
          </button>
        </Dialog>
      )}
    </div>
  );
};
