import { type RefObject, useDeferredValue, useMemo } from "react";
import type { ResponseOf, Task } from "../../clients/typescript/src/client.ts";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { useOperation } from "../api.tsx";
import { type CaptionPage, captionSource } from "../captions/caption-source.ts";
import { LiveCaptions } from "../captions/live-captions.tsx";
import { useSourceFonts } from "../captions/use-source-fonts.ts";
import { Player } from "../player/player.tsx";
import { type Entries, toTranscript } from "./entries.ts";

interface EditorPlayerProps {
  video: RefObject<HTMLVideoElement | null>;
  task: Task;
  metadata: ResponseOf<"getVideo">["metadata"] | undefined;
  entries: Entries;
  onPages: (pages: readonly CaptionPage[]) => void;
}

const noEntries: Entries = [];

/** The source video, framed as the output, with the captions that the words have at this moment. */
export const EditorPlayer = ({ video, task, metadata, entries, onPages }: EditorPlayerProps) => {
  const { videoId } = task;
  const playback = useOperation("getPlayback", { path: { videoId } });
  // Words are shown before captions are laid out again.
  const settled = useDeferredValue(entries, noEntries);
  const words = useMemo(() => toTranscript(settled), [settled]);
  const fonts = useSourceFonts(words, task.renderOptions);
  const source = useMemo(
    () => (metadata == null ? null : captionSource(words, task, metadata, fonts)),
    [words, task, metadata, fonts],
  );
  const { fit = "cover", fitPosition = 50 } = task.exportSettings as ExportSettings;
  const frame = source && { ...source.canvas, fit, position: fitPosition };
  return (
    <Player video={video} src={playback.data?.url} frame={frame}>
      <LiveCaptions video={video} source={source} onPages={onPages} />
    </Player>
  );
};
