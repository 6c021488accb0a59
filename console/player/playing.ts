import { onPosition } from "./use-position.ts";

/** Playback speeds that can be chosen. */
export const speeds: readonly number[] = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Plays or pauses. */
export const toggle = (element: HTMLVideoElement): void => {
  if (element.paused) element.play().catch(() => {});
  else element.pause();
};

/** Sets the next slower or faster speed, if there is one. */
export const changeSpeed = (element: HTMLVideoElement, direction: "slower" | "faster"): void => {
  const next =
    direction === "faster"
      ? speeds.find((speed) => speed > element.playbackRate)
      : speeds.findLast((speed) => speed < element.playbackRate);
  element.playbackRate = next ?? element.playbackRate;
};

/** Seconds outside its range at which a position comes from a seek of the user. */
const toleranceSeconds = 0.5;

/** Plays a range of seconds, once or until the user pauses. Another seek or pause ends it. */
export const playRange = (element: HTMLVideoElement, from: number, to: number, isRepeated: boolean): void => {
  const start = Math.max(0, from);
  const end = Math.min(to, element.duration || to);
  element.currentTime = start;
  const finish = () => {
    stop();
    element.removeEventListener("pause", paused);
  };
  const stop = onPosition(element, (seconds) => {
    if (seconds < start - toleranceSeconds || seconds > end + toleranceSeconds) finish();
    else if (seconds >= end && isRepeated) element.currentTime = start;
    else if (seconds >= end) element.pause();
  });
  const paused = () => {
    // The end of the file pauses too.
    if (isRepeated && element.ended) {
      element.currentTime = start;
      element.play().catch(() => {});
    } else finish();
  };
  element.addEventListener("pause", paused);
  element.play().catch(() => {});
};
