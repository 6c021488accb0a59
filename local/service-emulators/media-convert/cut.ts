import { createReadStream, createWriteStream } from "node:fs";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GetObjectCommand, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { type CommandDeps, commandOutput } from "../command-output.ts";
import type { ClipSettings } from "./settings.ts";

export interface CutDeps extends CommandDeps {
  /** With the rights of the job's role. */
  s3: S3Client;
  scratch: string;
  signal: AbortSignal;
}

/** What GetJob returns of an output, as it is sent. */
export interface OutputDetail {
  durationInMs: number;
  videoDetails: { widthInPx: number; heightInPx: number };
}

interface Probed {
  fps: number;
  detail: OutputDetail;
}

const locationOf = (url: string): { Bucket: string; Key: string } => {
  const [, Bucket = "", Key = ""] = /^s3:\/\/([^/]+)\/(.*)$/.exec(url) ?? [];
  return { Bucket, Key };
};

/** Returns the number of a frame, counted from 0, by the nominal frames of a second. */
const frameAt = (timecode: string, fps: number): number => {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = timecode.split(":").map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * Math.round(fps) + frames;
};

const probe = async (path: string, folder: string, deps: CutDeps): Promise<Probed> => {
  const entries = "stream=r_frame_rate,width,height,duration";
  const args = ["-v", "error", "-of", "json", "-select_streams", "v:0", "-protocol_whitelist", "file"];
  const text = await commandOutput(
    "ffprobe",
    [...args, "-show_entries", entries, path],
    folder,
    deps,
    deps.signal,
  );
  const [stream] = (JSON.parse(text) as { streams: Record<string, string | number>[] }).streams;
  const [num = 0, den = 1] = String(stream?.r_frame_rate).split("/").map(Number);
  return {
    fps: num / den,
    detail: {
      durationInMs: Math.round(Number(stream?.duration) * 1000),
      videoDetails: { widthInPx: Number(stream?.width), heightInPx: Number(stream?.height) },
    },
  };
};

/** Quality levels 1 to 10 as constant rate factors of x264. */
const crfOf = (qualityLevel: number): number => 33 - 1.6 * qualityLevel;

/** Quality 1 to 100 as the quantizer of FFmpeg's JPEG encoder, 31 to 2. */
const quantizerOf = (quality: number): number => Math.round(31 - (quality * 29) / 100);

/** FFmpeg's arguments for both outputs of a job: the clip, and its captured frames as `still.NNNNNNN.jpg`. */
const cutArguments = (settings: ClipSettings, source: string, fps: number, folder: string): string[] => {
  const [{ inputClippings, audioSelectors }] = settings.inputs;
  const [clip, captures] = settings.outputGroups;
  const [{ startTimecode, endTimecode }] = inputClippings;
  const [start, end] = [frameAt(startTimecode, fps), frameAt(endTimecode, fps) + 1];
  const [track] = audioSelectors["Audio Selector 1"].tracks;
  const { h264Settings: video } = clip.outputs[0].videoDescription.codecSettings;
  const { aacSettings: audio } = clip.outputs[0].audioDescriptions[0].codecSettings;
  const { frameCaptureSettings: capture } = captures.outputs[0].videoDescription.codecSettings;
  const every = Math.round(capture.framerateDenominator * fps);
  const rate = `${video.framerateNumerator}/${video.framerateDenominator}`;
  const graph = [
    `[0:v:0]trim=start_frame=${start}:end_frame=${end},setpts=PTS-STARTPTS,split[v][f]`,
    `[f]select=not(mod(n\\,${every}))[stills]`,
    `[0:a:${track - 1}]atrim=${start / fps}:${end / fps},asetpts=PTS-STARTPTS[a]`,
  ];
  return [
    ...["-v", "error", "-y", "-protocol_whitelist", "file", "-i", source, "-filter_complex", graph.join(";")],
    ...["-map", "[v]", "-map", "[a]", "-r", rate, "-c:v", "libx264", "-preset", "veryfast"],
    ...["-crf", crfOf(video.qvbrSettings.qvbrQualityLevel).toFixed(1), "-maxrate", String(video.maxBitrate)],
    ...["-bufsize", String(2 * video.maxBitrate), "-pix_fmt", "yuv420p", "-c:a", "aac"],
    ...["-b:a", String(audio.bitrate), "-ac", audio.codingMode === "CODING_MODE_1_0" ? "1" : "2"],
    ...["-ar", String(audio.sampleRate), "-movflags", "+faststart", join(folder, "clip.mp4")],
    ...["-map", "[stills]", "-fps_mode", "passthrough", "-frames:v", String(capture.maxCaptures)],
    ...["-q:v", String(quantizerOf(capture.quality)), "-start_number", "0", join(folder, "still.%07d.jpg")],
  ];
};

const upload = async (path: string, url: string, contentType: string, s3: S3Client): Promise<void> => {
  const Body = createReadStream(path);
  const { size: ContentLength } = await stat(path);
  await s3.send(new PutObjectCommand({ ...locationOf(url), Body, ContentLength, ContentType: contentType }));
};

/** Runs a job: cuts the clip exactly to the frame and captures stills. Returns the details of its outputs, one per group. */
export const runCut = async (settings: ClipSettings, deps: CutDeps): Promise<OutputDetail[]> => {
  const folder = await mkdtemp(join(deps.scratch, "media-convert-"));
  try {
    const source = join(folder, "source");
    const { Body } = await deps.s3.send(new GetObjectCommand(locationOf(settings.inputs[0].fileInput)));
    await pipeline(Body as Readable, createWriteStream(source));
    const { fps } = await probe(source, folder, deps);
    await commandOutput("ffmpeg", cutArguments(settings, source, fps, folder), folder, deps, deps.signal);
    const clip = join(folder, "clip.mp4");
    const { detail } = await probe(clip, folder, deps);
    const [clipUrl, stillUrl] = settings.outputGroups.map(
      ({ outputGroupSettings }) => outputGroupSettings.fileGroupSettings.destination,
    );
    await upload(clip, `${clipUrl}.mp4`, "video/mp4", deps.s3);
    for (const name of (await readdir(folder)).filter((file) => file.startsWith("still."))) {
      await upload(join(folder, name), `${stillUrl}${name.slice("still".length)}`, "image/jpeg", deps.s3);
    }
    return [detail, detail];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
