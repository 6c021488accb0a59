import type { ClipTask } from "../../clients/typescript/src/client.ts";
import { formatDuration } from "../format.ts";
import { texts } from "../texts/en.ts";

type Clip = ClipTask["clips"][number];

/** The clips of a task, best first. */
export const ClipList = ({ clips }: { clips: readonly Clip[] }) => (
  <ul className="clips">
    {clips.map((clip) => (
      <ClipItem key={clip.url} clip={clip} />
    ))}
  </ul>
);

const ClipItem = ({ clip }: { clip: Clip }) => {
  const { url, theme, hook, startTime, endTime, duration, score, reason, flags = [], thumbnailUrl } = clip;
  return (
    <li>
      {/* biome-ignore lint/a11y/useMediaCaption: a clip has no caption track. */}
      <video src={url} poster={thumbnailUrl} controls preload="none" aria-label={theme} />
      <h3>{theme}</h3>
      {hook !== undefined && hook !== theme && <p>{hook}</p>}
      {flags.length > 0 && (
        <p className="problem">
          {texts.clips.flagged(flags.map((flag) => texts.clips.flags[flag]).join(", "))}
        </p>
      )}
      <p className="hint">
        {texts.clips.position(formatDuration(startTime), formatDuration(endTime), formatDuration(duration))}
        {score !== undefined && ` · ${texts.clips.score(score)}`}
      </p>
      {reason !== undefined && <p className="hint">{reason}</p>}
      <p className="row">
        <a className="button" href={url} download>
          {texts.common.download}
        </a>
        {thumbnailUrl !== undefined && (
          <a href={thumbnailUrl} download>
            {texts.clips.still}
          </a>
        )}
      </p>
    </li>
  );
};
