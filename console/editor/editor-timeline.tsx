import { texts } from "../texts/en.ts";
import { type CommandContext, perform } from "./commands.ts";
import { setEdge } from "./edits.ts";
import { shortcutsOf } from "./keys.ts";
import { Timeline } from "./timeline.tsx";

/** Seconds that the time line shows at first, at least and at most. */
export const initialSeconds = 8;
const [minSeconds, maxSeconds] = [1, 64];

export const zoomed = (seconds: number, factor: number): number =>
  Math.min(Math.max(seconds * factor, minSeconds), maxSeconds);

interface EditorTimelineProps {
  context: CommandContext;
  peaks: Float32Array | null;
  visibleSeconds: number;
}

/** The time line of the editor: what is dragged there changes the words. */
export const EditorTimeline = ({ context, peaks, visibleSeconds }: EditorTimelineProps) => {
  const { state, dispatch, video, isReadOnly, mediaSeconds, select: onSelect } = context;
  const seek = (seconds: number) => {
    if (video.current !== null) video.current.currentTime = seconds;
  };
  const moveEdge = (index: number, edge: "start" | "end", seconds: number) => {
    if (isReadOnly) return;
    dispatch({ kind: "change", change: (entries) => setEdge(entries, index, edge, seconds, mediaSeconds) });
  };
  return (
    <>
      <Timeline
        {...{
          video,
          entries: state.history.entries,
          selected: state.selected,
          peaks,
          visibleSeconds,
          onSelect,
        }}
        onSeek={seek}
        onEdge={moveEdge}
        onEdgeEnd={() => dispatch({ kind: "stopEditing" })}
      />
      <ZoomButtons {...{ context, visibleSeconds }} />
    </>
  );
};

const ZoomButtons = ({ context, visibleSeconds }: Omit<EditorTimelineProps, "peaks">) => {
  const button = (command: "zoomIn" | "zoomOut", limit: number) => (
    <button
      type="button"
      disabled={visibleSeconds === limit}
      title={shortcutsOf(command)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => perform(command, context)}
    >
      {texts.editor[command]}
    </button>
  );
  return (
    <p className="row zoom">
      {button("zoomOut", maxSeconds)}
      {button("zoomIn", minSeconds)}
      <span className="hint">{texts.editor.visible(visibleSeconds)}</span>
    </p>
  );
};
