import { type RefObject, useEffect, useState } from "react";

/**
 * Calls back with the position of the video in seconds at every frame that is shown, and after a seek. `requestVideoFrameCallback` gives
 * the time of the frame on screen, which `currentTime` is ahead of.
 */
export const onPosition = (element: HTMLVideoElement, callback: (seconds: number) => void): (() => void) => {
  let handle = 0;
  let isStopped = false;
  const next = (_: number, { mediaTime }: { mediaTime: number }) => {
    if (isStopped) return;
    callback(mediaTime);
    handle = element.requestVideoFrameCallback(next);
  };
  const update = () => callback(element.currentTime);
  handle = element.requestVideoFrameCallback(next);
  // Audio has no frames.
  for (const name of ["seeked", "timeupdate"]) element.addEventListener(name, update);
  return () => {
    isStopped = true;
    element.cancelVideoFrameCallback(handle);
    for (const name of ["seeked", "timeupdate"]) element.removeEventListener(name, update);
  };
};

/** A value that follows the position; the component is drawn again only if it changes. */
export const useAtPosition = <T>(
  video: RefObject<HTMLVideoElement | null>,
  valueAt: (seconds: number) => T,
  initial: T,
): T => {
  const [value, setValue] = useState(initial);
  useEffect(() => {
    const element = video.current;
    if (element === null) return;
    setValue(valueAt(element.currentTime));
    return onPosition(element, (seconds) => setValue(valueAt(seconds)));
  }, [video, valueAt]);
  return value;
};
