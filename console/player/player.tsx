import { type CSSProperties, type ReactNode, type RefObject, useEffect, useState } from "react";
import { formatPosition } from "../format.ts";
import { texts } from "../texts/en.ts";
import { speeds, toggle } from "./playing.ts";

interface Frame {
  width: number;
  height: number;
  fit: "cover" | "contain";
  /** Position along the cropped axis in percent. */
  position: number;
}

interface PlayerProps {
  video: RefObject<HTMLVideoElement | null>;
  src: string | undefined;
  poster?: string | undefined;
  /** Shape of the output, and how the video fills it; null: the video as it is. */
  frame?: Frame | null;
  /** Whether the file has a video stream; undefined: not known. */
  hasVideo?: boolean | undefined;
  /** Called when the browser cannot play the file, or only its audio. The same function each time. */
  onUnplayable?: () => void;
  /** Drawn over the video. */
  children?: ReactNode;
}

/** A video with controls that screen readers and the keyboard can use. */
export const Player = ({ video, frame = null, children, ...file }: PlayerProps) => {
  const { src, poster, hasVideo = false, onUnplayable } = file;
  const [isAudioOnly, setAudioOnly] = useState(false);
  useEffect(() => {
    if (isAudioOnly && hasVideo) onUnplayable?.();
  }, [isAudioOnly, hasVideo, onUnplayable]);
  const style = frame
    ? { objectFit: frame.fit, objectPosition: `${frame.position}% ${frame.position}%` }
    : undefined;
  return (
    <section className="player" aria-label={texts.player.label}>
      <div
        className={frame ? "video-frame framed" : "video-frame"}
        style={frame ? ({ "--ratio": frame.width / frame.height } as CSSProperties) : undefined}
      >
        <video
          {...{ ref: video, src, poster, style }}
          playsInline
          preload="auto"
          onClick={({ currentTarget }) => toggle(currentTarget)}
          onError={onUnplayable}
          onLoadedMetadata={({ currentTarget }) => setAudioOnly(currentTarget.videoWidth === 0)}
        />
        {children}
      </div>
      <Bar video={video} />
    </section>
  );
};

/** The buttons below a video. */
const Bar = ({ video }: { video: RefObject<HTMLVideoElement | null> }) => {
  const { isPlaying, isMuted, speed, position, duration } = usePlayback(video);
  const withElement = (change: (element: HTMLVideoElement) => void) => () => {
    if (video.current !== null) change(video.current);
  };
  const seek = (seconds: number) =>
    withElement((element) => {
      element.currentTime = seconds;
    })();
  const toggleSound = withElement((element) => {
    element.muted = !element.muted;
  });
  return (
    // A click leaves the focus where it is: Space still plays and pauses.
    // biome-ignore lint/a11y/noStaticElementInteractions: the controls in it are interactive.
    <div
      className="bar"
      onMouseDown={(event) => {
        if ((event.target as Element).matches("button")) event.preventDefault();
      }}
    >
      <button type="button" onClick={withElement(toggle)}>
        {isPlaying ? texts.player.pause : texts.player.play}
      </button>
      <input
        type="range"
        aria-label={texts.player.position}
        aria-valuetext={formatPosition(position)}
        {...{ min: 0, max: duration, step: 0.01, value: position }}
        onChange={({ target }) => seek(target.valueAsNumber)}
      />
      <span className="time">
        {formatPosition(position)} / {formatPosition(duration)}
      </span>
      <SpeedChoice video={video} speed={speed} />
      <button type="button" onClick={toggleSound}>
        {isMuted ? texts.player.unmute : texts.player.mute}
      </button>
    </div>
  );
};

const SpeedChoice = ({ video, speed }: { video: RefObject<HTMLVideoElement | null>; speed: number }) => (
  <select
    aria-label={texts.player.speed}
    value={speed}
    onChange={({ target }) => {
      if (video.current !== null) video.current.playbackRate = Number(target.value);
    }}
  >
    {speeds.map((one) => (
      <option key={one} value={one}>
        {one} ×
      </option>
    ))}
  </select>
);

const playbackEvents = [
  "play",
  "pause",
  "timeupdate",
  "seeked",
  "durationchange",
  "volumechange",
  "ratechange",
];
const unknownPlayback = { isPlaying: false, isMuted: false, speed: 1, position: 0, duration: 0 };

/** What the video element is doing. */
const usePlayback = (video: RefObject<HTMLVideoElement | null>) => {
  const [playback, setPlayback] = useState(unknownPlayback);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const update = () =>
      setPlayback({
        isPlaying: !element.paused,
        isMuted: element.muted,
        speed: element.playbackRate,
        position: element.currentTime,
        duration: Number.isFinite(element.duration) ? element.duration : 0,
      });
    for (const name of playbackEvents) element.addEventListener(name, update);
    return () => {
      for (const name of playbackEvents) element.removeEventListener(name, update);
    };
  }, [video]);
  return playback;
};
