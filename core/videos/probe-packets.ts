import { NamedError } from "../errors.ts";

/** Times of one stream's visible packets, in ticks of its time base. */
export interface StreamPackets {
  count: number;
  /** Ascending presentation times; kept for frame streams only, else empty. */
  times: Float64Array;
  firstTime: number;
  /** Of the packet that is shown first. */
  firstDuration: number;
  /** Whether an edit list hides packets before the visible ones. */
  hidesStart: boolean;
  /** Of the packet that is shown last. */
  lastTime: number;
  lastDuration: number;
  /** Whether an edit list hides packets between visible ones. */
  hidesBetween: boolean;
}

interface Collected extends Omit<StreamPackets, "times"> {
  times: Float64Array;
  isTimed: boolean;
  isLastHidden: boolean;
  /** Time of a packet without one: the end of the previous packet. */
  nextTime: number;
}

/** 5 million frames are 11 h at 120 per second. */
const maxDecodedFrames = 5_000_000;
const maxStreamIndex = 4096;

const grow = (times: Float64Array, maxFrames: number): Float64Array => {
  if (times.length >= maxFrames) {
    throw new NamedError(
      "MediaTooLarge",
      `The video has more than ${maxFrames} frames. Upload a shorter video.`,
    );
  }
  const grown = new Float64Array(Math.min(maxFrames, times.length * 2));
  grown.set(times);
  return grown;
};

const empty = (isTimed: boolean): Collected => ({
  count: 0,
  times: new Float64Array(isTimed ? 1024 : 0),
  firstTime: Number.POSITIVE_INFINITY,
  firstDuration: 0,
  hidesStart: false,
  lastTime: Number.NEGATIVE_INFINITY,
  lastDuration: 0,
  hidesBetween: false,
  isTimed,
  isLastHidden: false,
  nextTime: 0,
});

const add = (stream: Collected, time: number, duration: number, maxFrames: number): void => {
  if (stream.isTimed) {
    if (stream.count === stream.times.length) stream.times = grow(stream.times, maxFrames);
    stream.times[stream.count] = time;
  }
  if (stream.isLastHidden && stream.count > 0) stream.hidesBetween = true;
  if (stream.isLastHidden && stream.count === 0) stream.hidesStart = true;
  stream.isLastHidden = false;
  stream.count += 1;
  if (time < stream.firstTime) {
    stream.firstTime = time;
    stream.firstDuration = duration;
  }
  if (time >= stream.lastTime) {
    stream.lastTime = time;
    stream.lastDuration = duration;
  }
  stream.nextTime = time + duration;
};

/**
 * Parses the output of `ffprobe -show_entries packet=stream_index,pts,duration,flags -of csv=p=0` in chunks of any size.
 * Packets that an edit list hides (flag D) are not counted.
 *
 * @param timedStreams indexes of the video streams, whose individual times are kept
 * @param maxFrames a larger number of frames throws MediaTooLarge
 */
export const createPacketReader = (timedStreams: ReadonlySet<number>, maxFrames = maxDecodedFrames) => {
  const streams = new Map<number, Collected>();
  let pending = "";
  const take = (line: string): void => {
    const [index = "", pts = "", duration = "", flags = ""] = line.split(",");
    const streamIndex = index === "" ? Number.NaN : Number(index);
    if (!Number.isInteger(streamIndex) || streamIndex > maxStreamIndex) return;
    let stream = streams.get(streamIndex);
    if (stream === undefined) {
      stream = empty(timedStreams.has(streamIndex));
      streams.set(streamIndex, stream);
    }
    if (flags.includes("D")) {
      stream.isLastHidden = true;
      return;
    }
    const time = Number(pts);
    const length = Number(duration);
    const shownAt = Number.isFinite(time) ? time : stream.nextTime;
    add(stream, shownAt, Number.isFinite(length) ? Math.max(0, length) : 0, maxFrames);
  };
  return {
    read(text: string): void {
      const lines = (pending + text).split("\n");
      pending = lines.pop() ?? "";
      for (const line of lines) take(line);
    },
    finish(): Map<number, StreamPackets> {
      take(pending);
      pending = "";
      return new Map(
        [...streams].flatMap(
          ([index, { isTimed: _1, nextTime: _2, isLastHidden: _3, times, ...rest }]): [
            number,
            StreamPackets,
          ][] =>
            rest.count === 0
              ? []
              : // Packets arrive in decoding order.
                [[index, { ...rest, times: times.subarray(0, rest.count).sort() }]],
        ),
      );
    },
  };
};
