import { describe, expect, test } from "@jest/globals";
import { checkStreams, chooseTracks, describeMedia } from "../../../../core/videos/probe.ts";
import {
  orientationOf,
  type ProbeDocument,
  parseProbeDocument,
} from "../../../../core/videos/probe-document.ts";
import type { StreamPackets } from "../../../../core/videos/probe-packets.ts";

// Output of ffprobe 5.1 for a phone's recording, reduced to the fields that are read.
const phone = `{
  "streams": [
    {
      "index": 0, "codec_name": "aac", "codec_type": "audio", "codec_tag": "0x6134706d", "codec_tag_string": "mp4a",
      "extradata_size": 2, "sample_rate": "44100", "channels": 1, "channel_layout": "mono", "r_frame_rate": "0/0", "avg_frame_rate": "0/0",
      "time_base": "1/44100", "start_time": "0.043991", "disposition": { "default": 1, "attached_pic": 0 }
    },
    {
      "index": 1, "codec_name": "hevc", "codec_type": "video", "codec_tag": "0x31637668", "codec_tag_string": "hvc1",
      "width": 1280, "height": 720, "sample_aspect_ratio": "1:1", "pix_fmt": "yuv420p10le", "color_range": "tv",
      "color_space": "bt2020nc", "color_transfer": "arib-std-b67", "color_primaries": "bt2020",
      "field_order": "progressive", "r_frame_rate": "30/1", "avg_frame_rate": "30/1", "time_base": "1/600",
      "start_time": "0.000000", "disposition": { "default": 1, "attached_pic": 0 },
      "side_data_list": [
        {
          "side_data_type": "Display Matrix",
          "displaymatrix": "\\n00000000:            0       65536           0\\n00000001:       -65536           0           0\\n00000002:            0           0  1073741824\\n",
          "rotation": -90
        }
      ]
    },
    { "index": 2, "codec_type": "data", "codec_tag": "0x7478656d", "time_base": "1/600", "disposition": { "default": 1 } }
  ],
  "format": { "format_name": "mov,mp4,m4a,3gp,3g2,mj2", "duration": "143165.643233" }
}`;

const packetsOf = (count: number, step: number, first = 0): StreamPackets => ({
  count,
  times: Float64Array.from({ length: count }, (_, index) => first + index * step),
  firstTime: first,
  firstDuration: step,
  hidesStart: false,
  lastTime: first + (count - 1) * step,
  lastDuration: step,
  hidesBetween: false,
});
const phonePackets = new Map([
  [0, { ...packetsOf(86, 1024, 1940), hidesStart: true }],
  [1, packetsOf(60, 20)],
  [2, packetsOf(3, 600)],
]);
const edited = (document: ProbeDocument, index: number, fields: object): ProbeDocument => ({
  ...document,
  streams: document.streams.map((stream) => (stream.index === index ? { ...stream, ...fields } : stream)),
});
const named = (name: string) => expect.objectContaining({ name });

describe("the media of a file", () => {
  const document = parseProbeDocument(phone);

  test("AAC is copied unless a packet does not decode, an edit hides one between others, or its configuration is missing", () => {
    const mustBeEncoded = (
      isAudioDamaged: boolean,
      hidesBetween: boolean,
      codec = "aac",
      extradata_size: number | null = 2,
    ) => {
      const packets = new Map(phonePackets);
      packets.set(0, { ...packetsOf(86, 1024, 1940), hidesBetween });
      const changed = edited(document, 0, { codec_name: codec, extradata_size });
      const { video, audio } = chooseTracks(document, packets);
      const used = changed.streams.filter(({ index }) => index === audio[0]?.index);
      const tracks = { video: video[0] ?? null, audio: used, isAudioDamaged };
      return describeMedia(changed, packets, tracks, 1).audio?.mustBeEncoded;
    };
    expect(mustBeEncoded(false, false)).toBeUndefined();
    expect(mustBeEncoded(true, false)).toBe(true);
    expect(mustBeEncoded(false, true)).toBe(true);
    expect(mustBeEncoded(false, false, "aac", null)).toBe(true);
    expect(mustBeEncoded(false, false, "aac", 0)).toBe(true);
    expect(mustBeEncoded(true, true, "mp3")).toBeUndefined();
  });

  test("a phone's recording is described as a player shows it", () => {
    const { video, audio } = chooseTracks(document, phonePackets);
    const media = describeMedia(
      document,
      phonePackets,
      { video: video[0] ?? null, audio: audio.slice(0, 1) },
      1234,
    );
    expect(media).toMatchObject({
      container: "mov,mp4,m4a,3gp,3g2,mj2",
      durationSeconds: 2.041,
      width: 720,
      height: 1280,
      sizeBytes: 1234,
      video: {
        streamIndex: 1,
        codec: "hevc",
        codedWidth: 1280,
        rotation: 90,
        mirrored: false,
        frameRate: { num: 30, den: 1 },
        isVariableFrameRate: false,
        frameCount: 60,
        startSeconds: 0,
        durationSeconds: 2,
        colorTransfer: "arib-std-b67",
        colorRange: "tv",
        isInterlaced: false,
      },
      audio: { streamIndex: 0, channels: 1, sampleRate: 44_100, startSeconds: 0.043991 },
    });
  });

  test("the sample aspect scales the width, unless it is almost square or implausible", () => {
    const sizeWith = (sample_aspect_ratio: string) => {
      const changed = edited(document, 1, { sample_aspect_ratio, side_data_list: null });
      const tracks = { video: changed.streams[1] ?? null, audio: [] };
      const { width, height } = describeMedia(changed, phonePackets, tracks, 1);
      return [width, height];
    };
    expect(sizeWith("8:9")).toEqual([1138, 720]);
    expect(sizeWith("0:1")).toEqual([1280, 720]);
    expect(sizeWith("5744:5769")).toEqual([1280, 720]);
    expect(sizeWith("1:5000")).toEqual([1280, 720]);
  });

  test("video without audio and audio without video are accepted", () => {
    const [audioTrack, frame] = document.streams;
    const silent = describeMedia(document, phonePackets, { video: frame ?? null, audio: [] }, 1);
    expect(silent).toMatchObject({ audio: null, durationSeconds: 2 });
    const alone = describeMedia(
      document,
      phonePackets,
      { video: null, audio: audioTrack ? [audioTrack] : [] },
      1,
    );
    expect(alone).toMatchObject({ video: null, width: null, height: null, durationSeconds: 1.997 });
  });

  test("encoder delay is treated as silence before the audio", () => {
    const mp3 = edited(document, 0, { time_base: "1/14112000", start_time: "0.069062" });
    const packets = new Map([[0, packetsOf(100, 508_032)]]);
    const media = describeMedia(mp3, packets, { video: null, audio: mp3.streams.slice(0, 1) }, 1);
    expect(media).toMatchObject({ durationSeconds: 3.531, audio: { startSeconds: 0.069062 } });
  });

  test.each([
    ["its delay is visible in a file that starts late", 6615 - 1024, false, 0.3],
    ["an edit list hides it", 6615, true, 0.3],
    ["the file starts with it", 0, false, 0],
  ])("AAC begins after the delay of its encoder: %s", (_, firstTime, hidesStart, startSeconds) => {
    const late = edited(document, 0, { time_base: "1/22050", start_time: (firstTime / 22_050).toFixed(6) });
    const packets = new Map([[0, { ...packetsOf(50, 1024, firstTime), hidesStart }]]);
    const { audio } = describeMedia(late, packets, { video: null, audio: late.streams.slice(0, 1) }, 1);
    expect(audio?.startSeconds).toBe(startSeconds);
  });

  test("six hours are the limit", () => {
    const packets = new Map([[1, packetsOf(2, 600 * 6 * 3600)]]);
    const tracks = { video: document.streams[1] ?? null, audio: [] };
    expect(() => describeMedia(document, packets, tracks, 1)).toThrow(named("MediaTooLarge"));
  });
});

describe("the used tracks", () => {
  const document = parseProbeDocument(phone);

  test("are the container's default ones first", () => {
    const [audioTrack] = document.streams;
    const two = edited(
      { ...document, streams: [...document.streams, { ...audioTrack, index: 3 }] as never },
      0,
      {
        disposition: { default: 0 },
      },
    );
    const packets = new Map([...phonePackets, [3, packetsOf(5, 1024)] as const]);
    expect(chooseTracks(two, packets).audio.map(({ index }) => index)).toEqual([3, 0]);
  });

  test.each([
    ["marked as a cover", { codec_name: "png", disposition: { default: 0, attached_pic: 1 } }, 60],
    ["a single JPEG beside sound", { codec_name: "mjpeg", disposition: { default: 1 } }, 1],
  ])("exclude a frame %s", (_name, fields, count) => {
    const changed = edited(document, 1, fields);
    const packets = new Map([...phonePackets, [1, packetsOf(count, 20)] as const]);
    expect(chooseTracks(changed, packets).video).toEqual([]);
  });

  test("exclude a declared track without content", () => {
    const packets = new Map([[0, packetsOf(86, 1024)]]);
    expect(chooseTracks(document, packets).video).toEqual([]);
    expect(() => chooseTracks(document, new Map())).toThrow(named("NoVideoOrAudioStream"));
  });

  test("reject a file with a track without a description", () => {
    const damaged = edited(document, 0, { codec_name: undefined, codec_tag: "0x0000" });
    expect(() => chooseTracks(damaged, phonePackets)).toThrow(named("MediaUnreadable"));
    const foreign = edited(document, 0, { codec_name: undefined, codec_tag: "0x31637661" });
    expect(chooseTracks(foreign, phonePackets).audio).toHaveLength(1);
  });
});

describe("files that are rejected by their list of streams", () => {
  const document = parseProbeDocument(phone);
  const [audioTrack] = document.streams;

  test("have too many tracks, no tracks, or too large a frame", () => {
    const many = Array.from({ length: 65 }, (_, index) => ({ ...audioTrack, index }));
    expect(() => checkStreams({ ...document, streams: many as never })).toThrow(named("MediaTooLarge"));
    const data = { ...document, streams: document.streams.slice(2) };
    expect(() => checkStreams(data)).toThrow(named("NoVideoOrAudioStream"));
    expect(() => checkStreams(edited(document, 1, { width: 16_000, height: 16 }))).toThrow(
      named("MediaTooLarge"),
    );
    expect(() => checkStreams(edited(document, 1, { width: 8192, height: 8192 }))).toThrow(
      named("MediaTooLarge"),
    );
    expect(() => checkStreams(edited(document, 1, { width: 4320, height: 8192 }))).not.toThrow();
  });

  test("have no JSON of ffprobe", () => {
    for (const text of ["", "{", "[]", '{"streams":[{}]}']) {
      expect(() => parseProbeDocument(text)).toThrow(named("MediaUnreadable"));
    }
  });
});

describe("a display matrix", () => {
  const matrix = (rotation: number, [a, b, c, d]: readonly number[]) =>
    ({
      index: 0,
      side_data_list: [
        {
          side_data_type: "Display Matrix",
          displaymatrix: `\n00000000:  ${a} ${b} 0\n00000001:  ${c} ${d} 0\n00000002:  0 0 1073741824\n`,
          rotation,
        },
      ],
    }) as never;

  test.each([
    [0, [65_536, 0, 0, 65_536], 0, false],
    [-90, [0, 65_536, -65_536, 0], 90, false],
    [90, [0, -65_536, 65_536, 0], 270, false],
    [-180, [-65_536, 0, 0, -65_536], 180, false],
    [180, [-65_536, 0, 0, -65_536], 180, false],
    [-90, [0, 65_536, 65_536, 0], 90, true],
    [0, [-65_536, 0, 0, 65_536], 0, true],
  ])("has ffprobe's rotation %i with %p", (rotation, numbers, clockwise, mirrored) => {
    expect(orientationOf(matrix(rotation, numbers))).toEqual({ rotation: clockwise, mirrored });
  });

  test("means no rotation if it is absent", () => {
    expect(orientationOf({ index: 0 } as never)).toEqual({ rotation: 0, mirrored: false });
  });
});
