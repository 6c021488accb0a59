import type { CommandContext } from "./commands.ts";
import { setEdge } from "./edits.ts";
import { Timeline } from "./timeline.tsx";

/** The time line of the editor: what is dragged there changes the words. */
export const EditorTimeline = ({
  context,
  peaks,
}: {
  context: CommandContext;
  peaks: Float32Array | null;
}) => {
  const { state, dispatch, video, isReadOnly, mediaSeconds, select: onSelect } = context;
  const seek = (seconds: number) => {
    if (video.current !== null) video.current.currentTime = seconds;
  };
  const moveEdge = (index: number, edge: "start" | "end", seconds: number) => {
    if (isReadOnly) return;
    dispatch({ kind: "change", change: (entries) => setEdge(entries, index, edge, seconds, mediaSeconds) });
  };
  return (
    <Timeline
      {...{ video, entries: state.history.entries, selected: state.selected, peaks, onSelect }}
      onSeek={seek}
      onEdge={moveEdge}
      onEdgeEnd={() => dispatch({ kind: "stopEditing" })}
    />
  );
};
