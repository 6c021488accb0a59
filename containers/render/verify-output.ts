import { runFfprobe } from "../../adapters/media/ffmpeg.ts";
import { NamedError } from "../../core/errors.ts";
import type { OutputPlan } from "../../core/render-plan/output-plan.ts";
import { framesPerSecond } from "../../core/time/frame-rate.ts";

interface ProbedStream {
  codec_type?: string;
  codec_name?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  nb_read_packets?: string;
  duration?: string;
  tags?: Record<string, string>;
  side_data_list?: { side_data_type?: string }[];
}

/** What a probe says of a finished file (`ffprobe -of json -show_streams -show_format -count_packets`). */
export interface ProbedOutput {
  streams?: ProbedStream[];
  format?: { duration?: string; size?: string };
}

const expectedCodec = { h264: "h264", prores4444: "prores", vp9: "vp9" } as const;

const pixelFormatIsRight = (plan: OutputPlan, stream: ProbedStream): boolean => {
  if (plan.codec === "h264") return stream.pix_fmt === "yuv420p";
  if (plan.codec === "prores4444") return /^yuva444p1[02]le$/.test(stream.pix_fmt ?? "");
  // ffprobe's own VP9 decoder does not see the alpha; the tag tells players that it is there.
  return Object.entries(stream.tags ?? {}).some(([key, value]) => /^alpha_mode$/i.test(key) && value === "1");
};

/** What is wrong with a finished file, as sentences; empty when it is what was planned. */
export const outputFaults = (plan: OutputPlan, probed: ProbedOutput): string[] => {
  const faults: string[] = [];
  const streams = probed.streams ?? [];
  const images = streams.filter((stream) => stream.codec_type === "video");
  const audioSpans = streams.filter((stream) => stream.codec_type === "audio");
  const expectedAudioSpans = plan.mode === "composited" && plan.audio ? 1 : 0;
  const [frame] = images;
  if (Number(probed.format?.size ?? 0) <= 0) faults.push("the file is empty");
  if (!frame || images.length !== 1) return [...faults, `${images.length} video streams instead of 1`];
  if (audioSpans.length !== expectedAudioSpans)
    faults.push(`${audioSpans.length} sounds instead of ${expectedAudioSpans}`);
  if (streams.length !== 1 + expectedAudioSpans) faults.push("there are other streams");
  if (frame.codec_name !== expectedCodec[plan.codec]) faults.push(`codec ${frame.codec_name}`);
  if (!pixelFormatIsRight(plan, frame)) faults.push(`pixel format ${frame.pix_fmt}`);
  if (frame.width !== plan.canvas.width || frame.height !== plan.canvas.height)
    faults.push(`size ${frame.width}x${frame.height}`);
  if (frame.side_data_list?.some(({ side_data_type }) => side_data_type === "Display Matrix"))
    faults.push("players would turn it");
  const frames = Number(frame.nb_read_packets ?? 0);
  if (frames !== plan.frameCount) faults.push(`${frames} frames instead of ${plan.frameCount}`);
  const seconds = Number(frame.duration ?? Number.NaN);
  const wanted = plan.frameCount / framesPerSecond(plan.fps);
  // WebM streams have no duration of their own; their frames were counted.
  if (Number.isFinite(seconds) && Math.abs(seconds - wanted) > 1 / framesPerSecond(plan.fps))
    faults.push(`${seconds} s instead of ${wanted.toFixed(3)}`);
  return faults;
};

/**
 * Probes a finished output before it is published.
 *
 * @throws NamedError RenderFailed; MediaUnreadable when not one frame could be decoded from the source
 */
export const verifyOutput = async (plan: OutputPlan, path: string, signal?: AbortSignal): Promise<void> => {
  const { stdout } = await runFfprobe({
    args: ["-count_packets", "-show_streams", "-show_format", "-of", "json", `file:${path}`],
    timeoutSeconds: 300,
    signal,
  });
  const probed = JSON.parse(stdout) as ProbedOutput;
  const faults = outputFaults(plan, probed);
  if (faults.length === 0) return;
  const frames = Number(
    probed.streams?.find((stream) => stream.codec_type === "video")?.nb_read_packets ?? 0,
  );
  if (frames === 0 && plan.mode === "composited")
    throw new NamedError("MediaUnreadable", "Not one frame of the source can be decoded", {
      cause: faults.join("; "),
    });
  throw new NamedError("RenderFailed", "The rendered file is not what was planned", {
    cause: faults.join("; "),
  });
};
