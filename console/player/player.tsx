import { type CSSProperties, type ReactNode, type RefObject, useEffect, useState } from "react";
import { formatPosition } from "../format.ts";
import { texts } from "../texts/en.ts";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

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
  const { isPlaying, isMuted, position, duration } = usePlayback(video);
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
    <div className="bar">
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
      <SpeedChoice video={video} />
      <button type="button" onClick={toggleSound}>
        {isMuted ? texts.player.unmute : texts.player.mute}
      </button>
    </div>
  );
};

const SpeedChoice = ({ video }: { video: RefObject<HTMLVideoElement | null> }) => (
  <select
    aria-label={texts.player.speed}
    defaultValue={1}
    onChange={({ target }) => {
      if (video.current !== null) video.current.playbackRate = Number(target.value);
    }}
  >
    {speeds.map((speed) => (
      <option key={speed} value={speed}>
        {speed} ×
      </option>
    ))}
  </select>
);

const playbackEvents = ["play", "pause", "timeupdate", "seeked", "durationchange", "volumechange", "ended"];
const unknownPlayback = { isPlaying: false, isMuted: false, position: 0, duration: 0 };

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

export const toggle = (element: HTMLVideoElement): void => {
  if (element.paused) element.play().catch(() => {});
  else element.pause();
};

/** Plays a range of seconds, then pauses. Another seek or pause ends it. */
export const playRange = (element: HTMLVideoElement, from: number, to: number): void => {
  element.currentTime = Math.max(0, from);
  const stop = () => {
    if (element.currentTime >= to) element.pause();
    if (element.paused || element.currentTime < from - 0.5) element.removeEventListener("timeupdate", stop);
  };
  element.addEventListener("timeupdate", stop);
  element.play().catch(() => {});
};
