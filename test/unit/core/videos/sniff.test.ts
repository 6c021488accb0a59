import { describe, expect, test } from "@jest/globals";
import { sniffBytes, sniffMedia } from "../../../../core/videos/sniff.ts";

/** Characters are bytes (ISO 8859-1). */
const bytes = (...pieces: (string | number[])[]): Uint8Array =>
  Uint8Array.from(
    pieces.flatMap((piece) => (typeof piece === "string" ? [...piece].map((c) => c.charCodeAt(0)) : piece)),
  );

const box = (size: number, type: string, rest = ""): Uint8Array =>
  bytes([(size >>> 24) & 255, (size >>> 16) & 255, (size >>> 8) & 255, size & 255], type, rest);

const repeated = (frame: Uint8Array, length: number, times: number): Uint8Array => {
  const whole = new Uint8Array(length * times);
  for (let at = 0; at < whole.length; at += length) whole.set(frame, at);
  return whole;
};
/** MPEG 1 layer III, 128 kbit/s, 44.1 kHz: 417 bytes a frame. */
const mp3Frames = (times: number): Uint8Array => repeated(bytes([0xff, 0xfb, 0x90, 0x00]), 417, times);
/** ADTS header of AAC LC, 44.1 kHz, stereo, 200 bytes a frame. */
const adtsFrames = (times: number): Uint8Array =>
  repeated(bytes([0xff, 0xf1, 0x50, 0x80, 200 >> 3, ((200 & 7) << 5) | 0x1f, 0xfc]), 200, times);

const join = (...parts: Uint8Array[]): Uint8Array => Uint8Array.from(parts.flatMap((part) => [...part]));
const element = (id: number[], content: Uint8Array): Uint8Array =>
  bytes(id, [0x80 | content.length], [...content]);
const webm = (...trackTypes: number[]): Uint8Array => {
  const entries = trackTypes.map((type) => element([0xae], element([0x83], bytes([type]))));
  const tracks = element([0x16, 0x54, 0xae, 0x6b], join(...entries));
  const header = element([0x1a, 0x45, 0xdf, 0xa3], bytes([0x42, 0x82, 0x84], "webm"));
  // A segment of unknown size, as browsers record, with another element before the tracks.
  return join(
    header,
    bytes([0x18, 0x53, 0x80, 0x67, 0x01, 255, 255, 255, 255, 255, 255, 255]),
    element([0xec], bytes("void")),
    tracks,
  );
};
const asfHeader = [
  0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
];
const asfVideo = [
  0xc0, 0xef, 0x19, 0xbc, 0x4d, 0x5b, 0xcf, 0x11, 0xa8, 0xfd, 0x00, 0x80, 0x5f, 0x5c, 0x44, 0x2b,
];

describe("files that are accepted by their contents", () => {
  test.each<[string, Uint8Array, string]>([
    ["MP4", box(32, "ftyp", "isom\0\0\x02\0isomiso2avc1mp41"), "video/mp4"],
    ["3GP", box(24, "ftyp", "3gp5\0\0\0\0"), "video/mp4"],
    ["QuickTime", box(20, "ftyp", "qt  \0\0\x02\0"), "video/quicktime"],
    ["M4A", box(32, "ftyp", "M4A \0\0\0\0"), "audio/mp4"],
    ["old QuickTime, moov first", box(1234, "moov", "\0\0\0\x6cmvhd"), "video/quicktime"],
    ["old QuickTime, wide first", box(8, "wide", "\0\0\0\0mdat"), "video/quicktime"],
    ["old QuickTime, a large mdat first", box(0x7fffffff, "mdat"), "video/quicktime"],
    ["old QuickTime, mdat to the end of the file", box(0, "mdat"), "video/quicktime"],
    ["old QuickTime, free first", box(40, "free"), "video/quicktime"],
    ["a fragment", box(24, "styp", "msdh"), "video/mp4"],
    ["WAV", bytes("RIFF\x24\0\0\0WAVEfmt "), "audio/wav"],
    ["WAV over 4 GB", bytes("RF64\xff\xff\xff\xffWAVEds64"), "audio/wav"],
    ["AIFF", bytes("FORM\0\0\0\x24AIFFCOMM"), "audio/aiff"],
    ["AIFF-C", bytes("FORM\0\0\0\x24AIFCFVER"), "audio/aiff"],
    ["FLAC", bytes("fLaC\0\0\0\x22"), "audio/flac"],
    ["Ogg Opus", bytes("OggS\0\x02", new Array(22).fill(0), "OpusHead"), "audio/ogg"],
    ["AMR", bytes("#!AMR\n\x3c"), "audio/amr"],
    ["AMR wide band", bytes("#!AMR-WB\n\x3c"), "audio/amr-wb"],
    ["CAF", bytes("caff\0\x01\0\0desc"), "audio/x-caf"],
    ["AU", bytes(".snd\0\0\0\x18"), "audio/basic"],
    ["WMA", bytes(asfHeader, "\0\0"), "audio/x-ms-wma"],
    ["WebM with sound only", webm(2), "audio/webm"],
    ["MP3, bare frames", mp3Frames(4), "audio/mpeg"],
    [
      "MP3 after zeros and the rest of a frame",
      join(new Uint8Array(300), bytes([1, 2, 3]), mp3Frames(12)),
      "audio/mpeg",
    ],
    ["MP3 with a tag", join(bytes("ID3\x04\0\0\0\0\0\x02\0\0"), mp3Frames(3)), "audio/mpeg"],
    ["MP3 whose cover fills the window", bytes("ID3\x03\0\0\0\x7f\x7f\x7f", "APIC"), "audio/mpeg"],
    [
      "FLAC with an ID3 tag",
      join(bytes("ID3\x04\0\0\0\0\0\x02\0\0"), bytes("fLaC\0\0\0\x22\0\0\0\0\0")),
      "audio/flac",
    ],
    ["AAC (ADTS)", adtsFrames(4), "audio/aac"],
  ])("%s", (_name, start, mediaType) => {
    expect(sniffMedia(start)).toEqual({ accepted: true, mediaType });
  });
});

describe("files that are rejected, with their kind", () => {
  test.each<[Uint8Array, string]>([
    [bytes(), "empty"],
    [bytes("this is not a video\n"), "a text file"],
    [bytes("the freest of texts"), "a text file"],
    [bytes("MZ is how this text begins"), "a text file"],
    [bytes("\xef\xbb\xbf  <!DOCTYPE html><html>"), "an HTML page"],
    [bytes("\n<html lang=en>"), "an HTML page"],
    [bytes('<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'), "an XML document"],
    [bytes('<?xml version="1.0"?>\n<svg xmlns="x">'), "an SVG image"],
    [bytes('{"url": 1}'), "a JSON document"],
    [bytes("ffconcat version 1.0\nfile '/etc/hostname'\n"), "a playlist, not the media itself"],
    [bytes("#EXTM3U\n#EXT-X-VERSION:3\n"), "a playlist, not the media itself"],
    [bytes("version https://git-lfs.github.com/spec/v1\n"), "a Git LFS pointer, not the media itself"],
    [bytes("\xff\xfeH\0i\0"), "a text file"],
    [bytes("GIF89a\x40\0\x40\0"), "a GIF image"],
    [bytes("\x89PNG\r\n\x1a\n\0\0"), "a PNG image"],
    [bytes("\xff\xd8\xff\xe0\0\x10JFIF"), "a JPEG image"],
    [bytes("RIFF\x24\0\0\0WEBPVP8 "), "a WebP image"],
    [box(24, "ftyp", "heic\0\0\0\0"), "an image (HEIF, AVIF or RAW)"],
    [box(24, "ftyp", "avif\0\0\0\0"), "an image (HEIF, AVIF or RAW)"],
    [bytes("RIFF\x24\0\0\0AVI LIST"), "an AVI video"],
    [webm(1, 2), "a WebM video"],
    [bytes([0x1a, 0x45, 0xdf, 0xa3, 0x93, 0x42, 0x82, 0x88], "matroska"), "a Matroska (MKV) video"],
    [bytes("OggS\0\x02", new Array(22).fill(0), "\x80theora"), "an Ogg video (Theora)"],
    [bytes(asfHeader, "\0\0", asfVideo), "a Windows Media video (WMV)"],
    [bytes("FLV\x01\x05\0\0\0\x09"), "a Flash video (FLV)"],
    [bytes("\0\0\x01\xba\x44"), "an MPEG program stream"],
    [repeated(bytes([0x47, 0x40, 0, 0x10]), 188, 5), "an MPEG transport stream"],
    [bytes("%PDF-1.7\n"), "a PDF document"],
    [bytes("PK\x03\x04\x14\0"), "a ZIP archive or Office document"],
    [bytes("\x1f\x8b\x08\0"), "a gzip archive"],
    [bytes("wOF2\0\x01\0\0"), "a font"],
    [bytes("MZ\x90\0\x03\0"), "a program"],
    [new Uint8Array(1000), "filled with zeros"],
    [bytes([0, 0, 0xf6, 0xff, 3, 0, 0xf1, 0xff, 5, 0, 0xf3, 0xff]), "not a recognized media file"],
  ])("%#: %s", (start, found) => {
    expect(sniffMedia(start)).toMatchObject({ accepted: false, found });
  });

  test("the message names the kind and the accepted formats", () => {
    const sniffed = sniffMedia(bytes("GIF89a"));
    expect(sniffed).toMatchObject({
      message: expect.stringMatching(
        /^The file is a GIF image\. Upload a video as MP4 or MOV, or audio as MP3, .*WebM\.$/,
      ),
    });
  });

  test("a single sync word in other data is not MP3", () => {
    const data = new Uint8Array(sniffBytes).map((_, index) => (index * 7919) % 251);
    data.set([0xff, 0xfb, 0x90, 0x00], 1000);
    expect(sniffMedia(data)).toMatchObject({ accepted: false });
  });
});
