import { join } from "node:path";
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input, type InputTrack } from "mediabunny";
import { runPyav } from "../../../pyav.ts";

export interface PacketTime {
  /** Of the presentation. */
  seconds: number;
  durationSeconds: number;
  isKey: boolean;
  /** Alpha data of the frame. */
  alphaBytes: number;
}

/** A track as mediabunny reads it, which shares no code with FFmpeg. */
export interface ReadTrack {
  type: string;
  codec: string | null;
  parameterString: string | null;
  isDefault: boolean;
  packets: PacketTime[];
  video: {
    width: number;
    height: number;
    rotation: number;
    color: unknown;
    canBeTransparent: boolean;
  } | null;
}

export interface ReadFile {
  mimeType: string;
  durationSeconds: number;
  tracks: ReadTrack[];
  tags: Record<string, unknown>;
}

const packetsOf = async (track: InputTrack): Promise<PacketTime[]> => {
  const packets: PacketTime[] = [];
  // A packet is a key frame if its bytes show it, regardless of the index.
  const options = { verifyKeyPackets: true };
  for await (const packet of new EncodedPacketSink(track).packets(undefined, undefined, options))
    packets.push({
      seconds: packet.timestamp,
      durationSeconds: packet.duration,
      isKey: packet.type === "key",
      alphaBytes: packet.sideData.alphaByteLength ?? 0,
    });
  return packets;
};

const readTrack = async (track: InputTrack): Promise<ReadTrack> => ({
  type: track.type,
  codec: track.codec,
  parameterString: await track.getCodecParameterString(),
  isDefault: track.disposition.default,
  packets: await packetsOf(track),
  video: track.isVideoTrack()
    ? {
        width: track.codedWidth,
        height: track.codedHeight,
        rotation: track.rotation,
        color: await track.getColorSpace(),
        canBeTransparent: await track.canBeTransparent(),
      }
    : null,
});

/** Reads every packet of every track with mediabunny. */
export const readWithMediabunny = async (path: string): Promise<ReadFile> => {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const tracks: ReadTrack[] = [];
  for (const track of await input.getTracks()) tracks.push(await readTrack(track));
  const { raw = {} } = await input.getMetadataTags();
  return {
    mimeType: await input.getMimeType(),
    durationSeconds: await input.computeDuration(),
    tracks,
    tags: raw,
  };
};

/** A file as PyAV decodes it (pyav.py). */
export interface DecodedFile {
  streams: {
    type: string;
    codec: string | null;
    times?: number[];
    sizes?: [number, number][];
    sideData?: string[];
    samples?: number;
    sampleRate?: number;
  }[];
  metadata: Record<string, string>;
  chapters: number;
}

/** Decodes every frame of every stream with PyAV, which brings FFmpeg libraries of another release. */
export const readWithPyav = async (path: string): Promise<DecodedFile> => {
  const output = await runPyav([join(import.meta.dirname, "pyav.py"), path]);
  return JSON.parse(output) as DecodedFile;
};
