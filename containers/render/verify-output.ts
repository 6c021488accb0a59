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

/** The used part of ffprobe's output for a rendered file (`-of json -show_streams -show_format -count_packets`). */
export interface ProbedOutput {
  streams?: ProbedStream[];
  format?: { duration?: string; size?: string };
}

const expectedCodec = { h264: "h264", prores4444: "prores", vp9: "vp9" } as const;

const hasPixelFormat = (plan: OutputPlan, stream: ProbedStream): boolean => {
  if (plan.codec === "h264") return stream.pix_fmt === "yuv420p";
  if (plan.codec === "prores4444") return /^yuva444p1[02]le$/.test(stream.pix_fmt ?? "");
  // ffprobe's VP9 decoder does not report alpha; players detect it by this tag.
  return Object.entries(stream.tags ?? {}).some(([key, value]) => /^alpha_mode$/i.test(key) && value === "1");
};

/** Returns the differences between a rendered file and its plan, as sentences. */
export const outputProblems = (plan: OutputPlan, probed: ProbedOutput): string[] => {
  const problems: string[] = [];
  const streams = probed.streams ?? [];
  const videoStreams = streams.filter((stream) => stream.codec_type === "video");
  const audioStreams = streams.filter((stream) => stream.codec_type === "audio");
  const expectedAudioStreams = plan.mode === "composited" && plan.audio ? 1 : 0;
  const [stream] = videoStreams;
  if (Number(probed.format?.size ?? 0) <= 0) problems.push("the file is empty");
  if (!stream || videoStreams.length !== 1)
    return [...problems, `${videoStreams.length} video streams instead of 1`];
  if (audioStreams.length !== expectedAudioStreams)
    problems.push(`${audioStreams.length} audio streams instead of ${expectedAudioStreams}`);
  if (streams.length !== 1 + expectedAudioStreams) problems.push("there are other streams");
  if (stream.codec_name !== expectedCodec[plan.codec]) problems.push(`codec ${stream.codec_name}`);
  if (!hasPixelFormat(plan, stream)) problems.push(`pixel format ${stream.pix_fmt}`);
  if (stream.width !== plan.canvas.width || stream.height !== plan.canvas.height)
    problems.push(`size ${stream.width}x${stream.height}`);
  if (stream.side_data_list?.some(({ side_data_type }) => side_data_type === "Display Matrix"))
    problems.push("it has a rotation");
  const frames = Number(stream.nb_read_packets ?? 0);
  if (frames !== plan.frameCount) problems.push(`${frames} frames instead of ${plan.frameCount}`);
  const seconds = Number(stream.duration ?? Number.NaN);
  const expectedSeconds = plan.frameCount / framesPerSecond(plan.fps);
  // WebM streams have no duration; their frames were counted.
  if (Number.isFinite(seconds) && Math.abs(seconds - expectedSeconds) > 1 / framesPerSecond(plan.fps))
    problems.push(`${seconds} s instead of ${expectedSeconds.toFixed(3)}`);
  return problems;
};

/**
 * Probes a rendered file before it is uploaded.
 *
 * @throws NamedError RenderFailed; MediaUnreadable when no frame of the source could be decoded
 */
export const verifyOutput = async (plan: OutputPlan, path: string, signal?: AbortSignal): Promise<void> => {
  const { stdout } = await runFfprobe({
    args: ["-count_packets", "-show_streams", "-show_format", "-of", "json", `file:${path}`],
    timeoutSeconds: 300,
    signal,
  });
  const probed = JSON.parse(stdout) as ProbedOutput;
  const problems = outputProblems(plan, probed);
  if (problems.length === 0) return;
  const frames = Number(
    probed.streams?.find((stream) => stream.codec_type === "video")?.nb_read_packets ?? 0,
  );
  if (frames === 0 && plan.mode === "composited")
    throw new NamedError("MediaUnreadable", "No frame of the source can be decoded", {
      cause: problems.join("; "),
    });
  throw new NamedError("RenderFailed", "The rendered file differs from its plan", {
    cause: problems.join("; "),
  });
};
