import { type CSSProperties, type ReactNode, type RefObject, useEffect, useState } from "react";
import { formatPosition } from "../format.ts";
import { texts } from "../texts/en.ts";

const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

interface PlayerProps {
  video: RefObject<HTMLVideoElement | null>;
  src: string | undefined;
  poster?: string | undefined;
  /** Shape of the output, and how the video fills it; null: the video as it is. */
  frame?: { width: number; height: number; fit: "cover" | "contain"; position: number } | null;
  /** Drawn over the picture. */
  children?: ReactNode;
}

/** A video with a bar of its own, which screen readers and keys can use. */
export const Player = ({ video, src, poster, frame = null, children }: PlayerProps) => {
  const [isPlaying, setIsPlaying] = useState(false);
  const [position, setPosition] = useState(0);
  const [duration, setDuration] = useState(0);
  const [isMuted, setIsMuted] = useState(false);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    const update = () => {
      setIsPlaying(!element.paused);
      setPosition(element.currentTime);
      setDuration(Number.isFinite(element.duration) ? element.duration : 0);
      setIsMuted(element.muted);
    };
    const events = ["play", "pause", "timeupdate", "seeked", "durationchange", "volumechange", "ended"];
    for (const name of events) element.addEventListener(name, update);
    return () => {
      for (const name of events) element.removeEventListener(name, update);
    };
  }, [video]);
  const element = () => video.current as HTMLVideoElement;
  return (
    <section className="player" aria-label={texts.player.label}>
      <div
        className={frame ? "video-frame framed" : "video-frame"}
        style={frame ? ({ "--ratio": frame.width / frame.height } as CSSProperties) : undefined}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: the words are beside the video and drawn over it. */}
        <video
          ref={video}
          src={src}
          poster={poster}
          style={
            frame
              ? { objectFit: frame.fit, objectPosition: `${frame.position}% ${frame.position}%` }
              : undefined
          }
          playsInline
          preload="auto"
          onClick={() => toggle(element())}
        />
        {children}
      </div>
      <div className="bar">
        <button type="button" onClick={() => toggle(element())}>
          {isPlaying ? texts.player.pause : texts.player.play}
        </button>
        <input
          type="range"
          aria-label={texts.player.position}
          aria-valuetext={formatPosition(position)}
          min={0}
          max={duration}
          step={0.01}
          value={position}
          onChange={({ target }) => {
            element().currentTime = target.valueAsNumber;
          }}
        />
        <span className="time">
          {formatPosition(position)} / {formatPosition(duration)}
        </span>
        <select
          aria-label={texts.player.speed}
          defaultValue={1}
          onChange={({ target }) => {
            element().playbackRate = Number(target.value);
          }}
        >
          {speeds.map((speed) => (
            <option key={speed} value={speed}>
              {speed} ×
            </option>
          ))}
        </select>
        <button
          type="button"
          onClick={() => {
            element().muted = !isMuted;
          }}
        >
          {isMuted ? texts.player.unmute : texts.player.mute}
        </button>
      </div>
    </section>
  );
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
