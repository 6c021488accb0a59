import { describe, expect, test } from "@jest/globals";
import { colorPlan } from "../../../../core/render-plan/color.ts";
import { renderArguments } from "../../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { exactFrameRate, frameCountOf } from "../../../../core/time/frame-rate.ts";
import type { MediaInfo } from "../../../../core/videos/media-info.ts";
import { audioStream, mediaInfo, videoStream } from "./media.ts";

const band = { x: 100, y: 700, width: 600, height: 200 };
const argumentsOf = (media: MediaInfo, settings: ExportSettings = {}, captions: typeof band | null = band) =>
  renderArguments(
    planOutput(media, settings),
    { sourcePath: "/in/source", cutAudioPath: null },
    captions,
    "/out/file",
  );
const graphOf = (
  media: MediaInfo,
  settings: ExportSettings = {},
  captions: typeof band | null = band,
): string => {
  const args = argumentsOf(media, settings, captions);
  return args[args.indexOf("-filter_complex") + 1] ?? "";
};
const optionOf = (args: readonly string[], option: string): string | undefined =>
  args[args.indexOf(option) + 1];

describe("frame rates", () => {
  test.each([
    [30, 30, 1],
    [23.976, 24_000, 1001],
    [23.98, 24_000, 1001],
    [29.97, 30_000, 1001],
    [59.94, 60_000, 1001],
    [119.88, 120_000, 1001],
    [12.5, 25, 2],
    [14.985, 15_000, 1001],
    [33.333, 33_333, 1000],
  ])("%d is %d/%d", (fps, num, den) => {
    expect(exactFrameRate(fps)).toEqual({ num, den });
  });
  test("frames cover the duration within one", () => {
    expect(frameCountOf(10.9, { num: 24_000, den: 1001 })).toBe(261);
    expect(frameCountOf(0.001, { num: 30, den: 1 })).toBe(1);
  });
});

describe("the plan of an output", () => {
  test("has 30 frames per second, the source's size and its audio by default", () => {
    const plan = planOutput(mediaInfo(), {});
    expect(plan).toMatchObject({ mode: "composited", codec: "h264", frameCount: 300 });
    const args = argumentsOf(mediaInfo());
    expect(optionOf(args, "-c:a")).toBe("copy");
    expect(args).toEqual(expect.arrayContaining(["-sn", "-dn", "-map_chapters", "-map_metadata"]));
    expect(args.at(-1)).toBe("file:/out/file");
  });

  test("repeats the last frame if the audio is longer, except for padding", () => {
    const frames = (durationSeconds: number) =>
      planOutput(mediaInfo({ audio: audioStream({ durationSeconds }) }), {}).frameCount;
    expect(frames(10.04)).toBe(300);
    expect(frames(15)).toBe(450);
  });

  test("has the same frames for an overlay as for its source", () => {
    const media = mediaInfo({
      durationSeconds: 10.04,
      audio: audioStream({ startSeconds: -0.02, durationSeconds: 10.06 }),
    });
    const modes: ExportSettings[] = [
      {},
      { outputMode: "greenScreen" },
      { outputMode: "transparent", width: 90, height: 160 },
    ];
    expect(new Set(modes.map((settings) => planOutput(media, settings).frameCount)).size).toBe(1);
    const overlay = modes[2] ?? {};
    expect(planOutput(mediaInfo({ video: null, durationSeconds: 10.04 }), overlay).frameCount).toBe(301);
  });

  test("keeps the delay of a video that starts after the audio", () => {
    const media = mediaInfo({ video: videoStream({ startSeconds: 1, durationSeconds: 9 }) });
    expect(planOutput(media, {}).frameCount).toBe(300);
    expect(graphOf(media)).toContain("start_time=0");
  });

  test("encodes other audio as AAC, and adds none", () => {
    const encoded = argumentsOf(mediaInfo({ audio: audioStream({ codec: "mp3" }) }));
    expect(optionOf(encoded, "-c:a")).toBe("aac");
    const damaged = argumentsOf(mediaInfo({ audio: audioStream({ mustBeEncoded: true }) }));
    expect(optionOf(damaged, "-c:a")).toBe("aac");
    expect(argumentsOf(mediaInfo({ audio: null }))).not.toContain("-c:a");
  });

  test("requires a transparent output for a source without video", () => {
    const audioTrack = mediaInfo({ video: null });
    expect(() => planOutput(audioTrack, {})).toThrow(
      expect.objectContaining({ name: "AudioSourceRequiresTransparent" }),
    );
    expect(() => planOutput(audioTrack, { greenScreen: true })).toThrow(
      expect.objectContaining({ name: "AudioSourceRequiresTransparent" }),
    );
    expect(
      planOutput(audioTrack, { outputMode: "transparent", width: 100, height: 101, fps: 29.97 }),
    ).toMatchObject({
      canvas: { width: 100, height: 101 },
      codec: "prores4444",
      frameCount: 300,
    });
  });

  test("has the presets of the speed and the codec", () => {
    const preset = (speed: ExportSettings["speed"]) =>
      optionOf(argumentsOf(mediaInfo(), { speed }), "-preset");
    expect([preset(undefined), preset("standard"), preset("fast"), preset("ultraFast")]).toEqual([
      "fast",
      "fast",
      "veryfast",
      "ultrafast",
    ]);
    const overlay = { outputMode: "transparent", width: 100, height: 100 } as const;
    expect(argumentsOf(mediaInfo(), overlay)).toEqual(
      expect.arrayContaining(["prores_ks", "yuva444p10le", "mov"]),
    );
    expect(argumentsOf(mediaInfo(), { ...overlay, outputCodec: "vp9" })).toEqual(
      expect.arrayContaining(["libvpx-vp9", "alpha_mode=1", "webm"]),
    );
  });

  test("has a high quality for a green canvas at every speed and size", () => {
    const crf = (settings: ExportSettings) => {
      const args = argumentsOf(mediaInfo(), settings);
      return args[args.indexOf("-crf") + 1];
    };
    for (const speed of ["standard", "fast", "ultraFast"] as const)
      for (const size of [{}, { width: 3840, height: 2160 }])
        expect(crf({ outputMode: "greenScreen", speed, ...size })).toBe("10");
    expect(crf({})).toBe("19");
  });

  test("has VP9 key frames where captions appear and disappear", () => {
    const overlay = { outputMode: "transparent", width: 100, height: 100, fps: 24 } as const;
    const args = (settings: ExportSettings, captionBoundaries?: number[]) =>
      renderArguments(
        planOutput(mediaInfo(), settings),
        { sourcePath: "/in", cutAudioPath: null, ...(captionBoundaries && { captionBoundaries }) },
        band,
        "/out",
      );
    const vp9 = args({ ...overlay, outputCodec: "vp9" }, [0, 24, 60]);
    expect(vp9[vp9.indexOf("-force_key_frames") + 1]).toBe("0.9896,2.4896");
    expect(args({ ...overlay, outputCodec: "vp9" }, [0])).not.toContain("-force_key_frames");
    expect(args(overlay, [24])).not.toContain("-force_key_frames");
    const many = args({ ...overlay, outputCodec: "vp9" }, [...Array(500_000).keys()]);
    expect(Math.max(...many.map(({ length }) => length))).toBeLessThan(128 * 1024);
  });
});

describe("the filter graph", () => {
  test("does not convert frames that need no conversion", () => {
    expect(graphOf(mediaInfo())).toBe(
      "[0:0]scale=w=1920:h=1080,format=yuv420p,setsar=1,format=yuv420p,tpad=stop=1:stop_mode=clone,fps=fps=30:start_time=0:round=near:eof_action=pass," +
        "tpad=stop=-1:stop_mode=clone," +
        "trim=end_frame=300,sidedata=mode=delete," +
        "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709[base];" +
        "[1:v]setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709[captions];" +
        "[base][captions]overlay=x=100:y=700:format=yuv420:eval=init:eof_action=repeat[out]",
    );
  });

  test("blends nothing and reads no pipe without captions", () => {
    expect(graphOf(mediaInfo(), {}, null)).not.toContain("overlay");
    expect(argumentsOf(mediaInfo(), {}, null)).not.toContain("pipe:0");
  });

  test("drops frames before it scales", () => {
    const graph = graphOf(
      mediaInfo({
        video: videoStream({ frameRate: { num: 60, den: 1 }, codedWidth: 3840, codedHeight: 2160 }),
      }),
    );
    expect(graph.indexOf("fps=")).toBeLessThan(graph.indexOf(",scale="));
  });

  test("converts anamorphic frames to square pixels, and crops rotated ones", () => {
    const anamorphic = {
      ...mediaInfo({ video: videoStream({ codedWidth: 720, codedHeight: 480 }) }),
      width: 640,
      height: 480,
    };
    expect(graphOf(anamorphic)).toContain("scale=w=640:h=480:flags=lanczos,setsar=1");
    const turned = { ...mediaInfo({ video: videoStream({ rotation: 90 }) }), width: 1080, height: 1920 };
    expect(graphOf(turned)).not.toContain(",scale=");
    expect(graphOf(turned, { aspectRatio: "1:1" })).toContain("crop=w=1080:h=1080:x=0:y=420:exact=1");
  });

  test("crops odd sizes instead of scaling", () => {
    const odd = mediaInfo({
      video: videoStream({ codedWidth: 641, codedHeight: 481, pixelFormat: "yuv444p" }),
    });
    expect(graphOf(odd)).toContain("crop=w=640:h=480:x=0:y=0:exact=1");
    expect(graphOf(odd)).not.toContain(",scale=");
  });

  test("deinterlaces interlaced frames", () => {
    expect(graphOf(mediaInfo({ video: videoStream({ isInterlaced: true }) }))).toContain("deint=interlaced");
    // For uncompressed frames only the container states the field order.
    expect(graphOf(mediaInfo({ video: videoStream({ isInterlaced: true, codec: "rawvideo" }) }))).toContain(
      "deint=all",
    );
  });

  test("draws a contained frame over a blurred copy", () => {
    const graph = graphOf(mediaInfo(), { aspectRatio: "9:16", fit: "contain" });
    expect(graph).toContain("gblur");
    expect(graph).toContain("[back][front]overlay=x=0:y=658");
  });
});

describe("color", () => {
  const of = (changes: Parameters<typeof videoStream>[0]) => colorPlan(videoStream(changes));
  const untagged = { colorSpace: "unknown", colorTransfer: "unknown", colorPrimaries: "unknown" };

  test("keeps the source's matrix", () => {
    expect(of({}).output.matrix).toBe("bt709");
    expect(of({ colorSpace: "smpte170m" }).output.matrix).toBe("smpte170m");
    expect(of({ colorSpace: "bt470bg" }).filters).toEqual([]);
  });
  test("untagged frames are BT.709 when large and BT.601 when small", () => {
    expect(of(untagged).output).toEqual({ matrix: "bt709", primaries: "bt709", transfer: "bt709" });
    expect(of({ ...untagged, codedWidth: 640, codedHeight: 360 }).output.matrix).toBe("smpte170m");
  });
  test("full range is converted to limited range", () => {
    expect(of({ pixelFormat: "yuvj420p", colorRange: "pc" }).filters).toEqual([
      "scale=in_range=pc:out_range=tv",
    ]);
  });
  test("HDR is tone-mapped to BT.709", () => {
    for (const colorTransfer of ["smpte2084", "arib-std-b67"]) {
      const plan = of({
        colorTransfer,
        colorSpace: "bt2020nc",
        colorPrimaries: "bt2020",
        pixelFormat: "yuv420p10le",
      });
      expect(plan.output).toEqual({ matrix: "bt709", primaries: "bt709", transfer: "bt709" });
      expect(plan.filters.join()).toContain("tonemap");
    }
  });
  test("conversions have no unspecified properties", () => {
    const wide = of({ ...untagged, colorSpace: "bt2020nc", pixelFormat: "yuv420p10le" });
    expect(wide.filters).toEqual([
      "setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=bt2020-10:range=tv",
      "zscale=m=bt709:t=bt709:p=bt709:r=tv",
    ]);
    expect(of({ ...untagged, colorTransfer: "smpte2084", colorRange: "pc" }).filters[0]).toBe(
      "setparams=colorspace=bt2020nc:color_primaries=bt2020:color_trc=smpte2084:range=pc",
    );
    expect(of({ colorTransfer: "smpte2084", colorSpace: "gbr", pixelFormat: "gbrp10le" }).filters[0]).toMatch(
      /colorspace=gbr:.*range=pc$/,
    );
  });
  test("an unsupported transfer is replaced with the usual one", () => {
    expect(of({ colorSpace: "bt2020nc", colorTransfer: "smpte428" }).filters[0]).toContain(
      "color_trc=bt2020-10",
    );
  });
  test("a rare matrix becomes BT.709, and the other tags are kept", () => {
    expect(of({ colorSpace: "smpte240m", colorPrimaries: "smpte240m" }).output).toEqual({
      matrix: "bt709",
      primaries: "smpte240m",
      transfer: "bt709",
    });
    expect(of({ colorSpace: "ycgco" }).filters.at(-1)).toBe("zscale=m=bt709:r=tv");
  });
  test.each([
    ["bt470bg", "gamma28"],
    ["bt470m", "gamma22"],
  ])("the encoder gets its own name for the transfer %s", (colorTransfer, encoderName) => {
    const plan = planOutput(mediaInfo({ video: videoStream({ colorTransfer }) }), {});
    const args = renderArguments(plan, { sourcePath: "/in.mp4", cutAudioPath: null }, null, "/out.mp4");
    expect(args[args.indexOf("-color_trc") + 1]).toBe(encoderName);
    expect(args.join(" ")).toContain(`color_trc=${colorTransfer}`);
  });
  test("RGB becomes BT.709", () => {
    expect(of({ pixelFormat: "gbrp", colorSpace: "gbr" }).output.matrix).toBe("bt709");
  });
});
