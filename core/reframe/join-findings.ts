import type { FrameRange } from "../time/frame-range.ts";
import type { FacesAt } from "./face.ts";

/** What a part of a survey shows: of every frame its difference from the one before, and the faces of some. */
export interface PartFindings {
  changes: readonly number[];
  /** In order of time. */
  samples: readonly FacesAt[];
}

/**
 * Joins the findings of the parts of a survey. A part begins with frames of the one before: they count once, and the first
 * own frame of a part has its difference from the last one before.
 */
export const joinFindings = (
  parts: readonly (PartFindings & Pick<FrameRange, "startFrame">)[],
): PartFindings => {
  const changes: number[] = [];
  const samples: FacesAt[] = [];
  for (const part of parts) {
    for (const change of part.changes.slice(changes.length - part.startFrame)) changes.push(change);
    const known = samples.at(-1)?.frame ?? -1;
    for (const { frame, faces } of part.samples)
      if (frame + part.startFrame > known) samples.push({ frame: frame + part.startFrame, faces });
  }
  return { changes, samples };
};

/** Replaces the findings of a range of frames by those of another survey of the range. */
export const withFindingsOf = (
  { changes, samples }: PartFindings,
  { startFrame, endFrame }: FrameRange,
  own: PartFindings,
): PartFindings => ({
  // The first frame of the range differs from one that is not in its survey.
  changes: changes.map((change, frame) =>
    frame > startFrame && frame < endFrame ? (own.changes[frame - startFrame] ?? change) : change,
  ),
  samples: [
    ...samples.filter(({ frame }) => frame < startFrame),
    ...own.samples.map(({ frame, faces }) => ({ frame: frame + startFrame, faces })),
    ...samples.filter(({ frame }) => frame >= endFrame),
  ],
});
