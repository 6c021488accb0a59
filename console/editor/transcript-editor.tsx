import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type { Task } from "../../clients/typescript/src/client.ts";
import { exactFrameRate, framesPerSecond } from "../../core/time/frame-rate.ts";
import { sentenceOf, useApiKey, useOperation } from "../api.tsx";
import type { CaptionPage } from "../captions/caption-source.ts";
import { firstFrameFrom } from "../player/first-frame.ts";
import { usePeaks, usePlayback } from "../player/use-playback.ts";
import { useAtPosition } from "../player/use-position.ts";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";
import { ApproveDialog } from "./approval.tsx";
import { type CommandContext, type DialogName, spokenIndexAt } from "./commands.ts";
import { EmojiDialog, HelpDialog } from "./dialogs.tsx";
import { EditorNotices } from "./editor-notices.tsx";
import { EditorPlayer } from "./editor-player.tsx";
import { type Range, selectedRange } from "./editor-state.ts";
import { EditorTimeline, initialSeconds, zoomed } from "./editor-timeline.tsx";
import { setAttributes } from "./edits.ts";
import type { Entries } from "./entries.ts";
import { FontDialog } from "./font-dialog.tsx";
import { isSameStarts, type PageStarts, toPageStarts } from "./page-starts.ts";
import { TranscriptPanel } from "./transcript-panel.tsx";
import { type Editor, useEditor } from "./use-editor.ts";
import { useShortcuts } from "./use-shortcuts.ts";

/** Frames per second for steps in a source without a video stream. */
const audioFps = 25;

/** The words of a captioning task beside the video, to edit while the task waits for approval. */
export const TranscriptEditor = ({ task }: { task: Task }) => {
  const { videoId, id: taskId } = task;
  const isReadOnly = task.status !== "transcriptionCompleted";
  const editor = useEditor({ apiKey: useApiKey(), videoId, taskId }, isReadOnly);
  if (editor.loading === "loading") return <p aria-busy="true">{texts.common.loading}…</p>;
  if (editor.loading !== "loaded") return <Problem sentence={sentenceOf(editor.loading.error)} />;
  return <LoadedEditor {...{ task, editor, isReadOnly }} />;
};

interface LoadedEditorProps {
  task: Task;
  editor: Editor;
  isReadOnly: boolean;
}

const LoadedEditor = ({ task, editor, isReadOnly }: LoadedEditorProps) => {
  const { state, dispatch } = editor;
  const { entries } = state.history;
  const video = useRef<HTMLVideoElement>(null);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const [isFinding, setIsFinding] = useState(false);
  const { pageStarts, onPages } = usePageStarts();
  const [visibleSeconds, setVisibleSeconds] = useState(initialSeconds);
  const media = useOperation("getVideo", { path: { videoId: task.videoId } });
  const metadata = media.data?.metadata;
  const playback = usePlayback(task.videoId);
  const peaks = usePeaks(playback);
  const spoken = useSpoken(video, entries);
  const frameSeconds = 1 / framesPerSecond(exactFrameRate(metadata?.fps ?? audioFps));
  const select = (index: number, extend = false) => {
    dispatch({ kind: "select", index, extend });
    const word = entries[index]?.value;
    if (word !== undefined) seekWhilePaused(video.current, firstFrameFrom(word.start_time, frameSeconds));
  };
  const context: CommandContext = {
    ...{ state, dispatch, video, isReadOnly, pageStarts, select, frameSeconds, openDialog: setDialog },
    mediaSeconds: metadata?.duration ?? Number.POSITIVE_INFINITY,
    openFind: () => {
      setIsFinding(true);
      // If it is open already.
      focusOn(".find input");
    },
    save: () => void editor.autosave.flush(),
    zoom: (factor) => setVisibleSeconds((seconds) => zoomed(seconds, factor)),
  };
  useShortcuts(context);
  useFollowed(video, spoken, state.selected);
  return (
    <div className="editor">
      <EditorNotices editor={editor} isReadOnly={isReadOnly} />
      <div className="editor-columns">
        <EditorPlayer {...{ video, task, playback, entries, onPages, metadata }} autosave={editor.autosave} />
        <TranscriptPanel
          {...{ editor, context, spoken, pageStarts, isFinding }}
          onCloseFind={() => {
            setIsFinding(false);
            focusOn(".words");
          }}
        />
      </div>
      <EditorTimeline {...{ context, peaks, visibleSeconds }} />
      <EditorDialog {...{ dialog, task, editor }} onClose={() => setDialog(null)} />
    </div>
  );
};

const focusOn = (selector: string): void =>
  document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });

/** Where the pages of captions begin, as they were laid out last. */
const usePageStarts = () => {
  const [pageStarts, setPageStarts] = useState<PageStarts>(new Set());
  const onPages = useCallback((pages: readonly CaptionPage[]) => {
    const starts = toPageStarts(pages);
    // Keys that are typed meanwhile are shown first.
    startTransition(() => setPageStarts((before) => (isSameStarts(before, starts) ? before : starts)));
  }, []);
  return { pageStarts, onPages };
};

const seekWhilePaused = (element: HTMLVideoElement | null, seconds: number): void => {
  if (element?.paused) element.currentTime = seconds;
};

/** Index of the word that is spoken at the position of the video; -1 in a pause. */
const useSpoken = (video: RefObject<HTMLVideoElement | null>, entries: Entries): number =>
  useAtPosition(
    video,
    useCallback((seconds: number) => spokenIndexAt(entries, seconds), [entries]),
    -1,
  );

/** Milliseconds after a scroll by the user in which playback does not scroll the list. */
const scrolledMs = 5_000;

/** Scrolls to a word. Returns nothing: browsers differ in what a scroll returns, and effects use it as their clean-up. */
const showWord = (index: number): void => {
  document.getElementById(`word-${index}`)?.scrollIntoView({ block: "nearest" });
};

/** Shows a word that is selected, and the spoken word while the video plays unless the user has just scrolled. */
const useFollowed = (video: RefObject<HTMLVideoElement | null>, spoken: number, selected: number): void => {
  const scrolledAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof Element && target.closest(".words") !== null)
        scrolledAt.current = performance.now();
    };
    const names = ["wheel", "touchmove"] as const;
    for (const name of names) addEventListener(name, note, { passive: true });
    return () => {
      for (const name of names) removeEventListener(name, note);
    };
  }, []);
  // Before the mark is painted: an effect after the paint would show a frame without the spoken word at each new line.
  useLayoutEffect(() => {
    const isPlaying = spoken >= 0 && video.current?.paused === false;
    if (isPlaying && performance.now() > scrolledAt.current + scrolledMs) showWord(spoken);
  }, [video, spoken]);
  useEffect(() => {
    showWord(selected);
  }, [selected]);
};

interface EditorDialogProps {
  dialog: DialogName | null;
  task: Task;
  editor: Editor;
  onClose: () => void;
}

const EditorDialog = ({ dialog, task, editor, onClose }: EditorDialogProps) => {
  const { state, dispatch, autosave } = editor;
  if (dialog === "help") return <HelpDialog onClose={onClose} />;
  if (dialog === "approve")
    return <ApproveDialog {...{ videoId: task.videoId, taskId: task.id, autosave, onClose }} />;
  if (dialog === null) return null;
  const { selected } = state;
  const set = (attributes: Parameters<typeof setAttributes>[3], { from, to }: Range) => {
    dispatch({ kind: "change", change: (now) => setAttributes(now, from, to, attributes) });
    onClose();
  };
  if (dialog === "font") {
    // The service knows family and weight of a file.
    const others = { fontId: undefined, fontFamily: undefined, fontWeight: undefined };
    const choose = (fileKey: string | null) =>
      set({ ...others, fontFileKey: fileKey ?? undefined }, selectedRange(state));
    return <FontDialog onClose={onClose} onChoose={choose} />;
  }
  const one = { from: selected, to: selected + 1 };
  return <EmojiDialog onClose={onClose} onChoose={(emoji) => set({ emoji: emoji ?? undefined }, one)} />;
};
