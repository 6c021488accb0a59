import { type RefObject, useDeferredValue, useMemo } from "react";
import type { ResponseOf, Task } from "../../clients/typescript/src/client.ts";
import { fitPositionOf } from "../../core/render-plan/output-geometry.ts";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { type CaptionPage, captionSource } from "../captions/caption-source.ts";
import { LiveCaptions } from "../captions/live-captions.tsx";
import { useSourceFonts } from "../captions/use-source-fonts.ts";
import { Player } from "../player/player.tsx";
import { useChosenFile } from "../player/use-playback.ts";
import { texts } from "../texts/en.ts";
import type { Autosave } from "./autosave.ts";
import { type Entries, toTranscript } from "./entries.ts";
import { OutputFrameNote, useOutputFrame } from "./output-frame.tsx";

interface EditorPlayerProps {
  video: RefObject<HTMLVideoElement | null>;
  task: Task;
  playback: ResponseOf<"getPlayback"> | undefined;
  metadata: ResponseOf<"getVideo">["metadata"] | undefined;
  entries: Entries;
  onPages: (pages: readonly CaptionPage[]) => void;
  autosave: Autosave;
}

const noEntries: Entries = [];

/** The source video, framed as the output, with the captions that the words have at this moment. */
export const EditorPlayer = (props: EditorPlayerProps) => {
  const { video, task, playback, metadata, entries, onPages, autosave } = props;
  const { url, isUnplayable, onUnplayable } = useChosenFile(playback);
  const shown = useOutputFrame(video, task, autosave);
  // Words are shown before captions are laid out again.
  const settled = useDeferredValue(entries, noEntries);
  const words = useMemo(() => toTranscript(settled), [settled]);
  const fonts = useSourceFonts(words, task.renderOptions);
  const source = useMemo(
    () => (metadata == null ? null : captionSource(words, task, metadata, fonts)),
    [words, task, metadata, fonts],
  );
  const settings = task.exportSettings as ExportSettings;
  // Where the speaker is, is known when the video is rendered: OutputFrameNote says so.
  const frame = source && {
    ...source.canvas,
    fit: settings.fit ?? "cover",
    position: fitPositionOf(settings),
  };
  return (
    <div>
      <Player
        {...{ video, src: url, frame, onUnplayable, hasVideo: metadata?.hasVideo }}
        poster={playback?.posterUrl ?? undefined}
      >
        <LiveCaptions video={video} source={source} onPages={onPages} />
        {shown.frame !== null && <img className="output-frame" src={shown.frame.url} alt="" />}
        {isUnplayable && playback !== undefined && (
          <p className="video-note" role="status">
            {texts.player.unplayable[playback.proxyStatus === "preparing" ? "preparing" : "never"]}
          </p>
        )}
      </Player>
      <OutputFrameNote task={task} shown={shown} />
    </div>
  );
};
