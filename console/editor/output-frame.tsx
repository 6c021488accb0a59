import { useMutation } from "@tanstack/react-query";
import { type RefObject, useEffect, useState } from "react";
import type { Task } from "../../clients/typescript/src/client.ts";
import { captionsAvoidFaces, outputFollowsSpeaker } from "../../core/settings/export-rules.ts";
import type { ExportSettings, RenderOptions } from "../../core/settings/render-settings.ts";
import { sentenceOf, useClient } from "../api.tsx";
import { formatPosition } from "../format.ts";
import { texts } from "../texts/en.ts";
import { Problem } from "../view/problem.tsx";
import type { Autosave } from "./autosave.ts";

/** What of a task's output only the renderer knows, because it depends on the faces in the video. */
const unknownParts = ({ renderOptions, exportSettings }: Task): string[] => {
  const settings = exportSettings as ExportSettings;
  return [
    ...(captionsAvoidFaces(renderOptions as RenderOptions, settings) ? [texts.player.keepsOffFaces] : []),
    ...(outputFollowsSpeaker(settings) ? [texts.player.followsSpeaker] : []),
  ];
};

interface DrawnFrame {
  url: string;
  seconds: number;
}

/** The frame at the position of the video as the renderer draws it. It is gone as soon as the video moves. */
export const useOutputFrame = (
  video: RefObject<HTMLVideoElement | null>,
  { videoId, id }: Task,
  autosave: Autosave,
) => {
  const client = useClient();
  const [frame, setFrame] = useState<DrawnFrame | null>(null);
  const drawing = useMutation({
    mutationFn: async () => {
      // The service draws the words that it has.
      if (!(await autosave.saveAll())) throw new Error(texts.player.frameNotSaved);
      const seconds = Number((video.current?.currentTime ?? 0).toFixed(3));
      const image = await client.call("getFrame", { path: { videoId, id }, query: { at: seconds } });
      setFrame({ url: URL.createObjectURL(image), seconds });
    },
  });
  useEffect(() => {
    if (frame === null) return;
    const element = video.current;
    const hide = () => setFrame(null);
    for (const name of ["seeking", "play"]) element?.addEventListener(name, hide);
    return () => {
      for (const name of ["seeking", "play"]) element?.removeEventListener(name, hide);
      URL.revokeObjectURL(frame.url);
    };
  }, [frame, video]);
  return { frame, hide: () => setFrame(null), drawing };
};

/** States what the player does not show, and offers the frame that shows it. Nothing if the player shows all. */
export const OutputFrameNote = ({
  task,
  shown: { frame, hide, drawing },
}: {
  task: Task;
  shown: ReturnType<typeof useOutputFrame>;
}) => {
  const parts = unknownParts(task);
  if (parts.length === 0) return null;
  return (
    <div className="frame-note">
      <p className="hint">{parts.join(" ")}</p>
      <p className="row">
        <button
          type="button"
          disabled={drawing.isPending}
          onClick={frame === null ? () => drawing.mutate() : hide}
        >
          {frame === null ? texts.player.drawFrame : texts.player.hideFrame}
        </button>
        <output aria-live="polite" className="hint">
          {drawing.isPending && `${texts.player.drawingFrame}…`}
          {frame !== null && texts.player.frameShown(formatPosition(frame.seconds))}
        </output>
      </p>
      <Problem sentence={drawing.error === null ? null : sentenceOf(drawing.error)} />
    </div>
  );
};
