import type { VideoStream } from "../videos/media-info.ts";

/** ffmpeg's names of the matrices that captions can be converted to. */
export type Matrix = "bt709" | "smpte170m";

/** What the output's frame is tagged as; always limited range, 8 bits. */
export interface OutputColor {
  matrix: Matrix;
  primaries: string;
  transfer: string;
}

export interface ColorPlan {
  output: OutputColor;
  /** Filters that bring the decoded frame to it, up to and without the last `format`. */
  filters: string[];
}

/** The delivery color of everything that is made here: canvases, alpha overlays, tone-mapped videos. */
export const bt709: OutputColor = { matrix: "bt709", primaries: "bt709", transfer: "bt709" };

/** Luma weights of red and blue. Source: ITU-R BT.709-6 and BT.601-7, section 3. */
export const lumaWeights: Readonly<Record<Matrix, { red: number; blue: number }>> = {
  bt709: { red: 0.2126, blue: 0.0722 },
  smpte170m: { red: 0.299, blue: 0.114 },
};

const isRgb = (pixelFormat: string): boolean => /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8)/.test(pixelFormat);

export const isFullRange = (video: VideoStream): boolean =>
  video.colorRange === "pc" || video.pixelFormat.startsWith("yuvj");

/** An untagged frame is BT.709 from 720 lines up and BT.601 below: what players assume. */
const assumedMatrix = (video: VideoStream): Matrix =>
  Math.min(video.codedWidth, video.codedHeight) >= 720 ||
  Math.max(video.codedWidth, video.codedHeight) >= 1280
    ? "bt709"
    : "smpte170m";

const matrixOf = (video: VideoStream): Matrix | "bt2020" | "other" => {
  switch (video.colorSpace) {
    case "bt709":
      return "bt709";
    case "smpte170m":
    case "bt470bg":
      return "smpte170m";
    case "bt2020nc":
    case "bt2020c":
      return "bt2020";
    case "unknown":
    case "unspecified":
    case "reserved":
    case "":
      return assumedMatrix(video);
    default:
      return "other";
  }
};

const known = (value: string, fallback: string): string =>
  ["unknown", "unspecified", "reserved", ""].includes(value) ? fallback : value;

/** Brightness of diffuse white in HDR, and of the highlights that are still distinguished, in cd/m². Source: ITU-R BT.2408. */
const referenceWhite = 203;
const highlightPeak = 1000;

/** SDR transfers that zscale can make linear. */
const linearizable = new Set(
  "bt709 bt470m bt470bg smpte170m smpte240m linear log100 log316 iec61966-2-4 iec61966-2-1 bt2020-10 bt2020-12".split(
    " ",
  ),
);

/** Matrices that swscale takes for BT.601 without a word. */
const foreignToSwscale = new Set(["ycgco", "chroma-derived-nc", "chroma-derived-c", "ictcp"]);

/**
 * Sets the color properties that the tags of a frame leave open: zscale does not convert from or to an unspecified
 * color.
 */
const described = (
  video: VideoStream,
  { matrix, primaries, transfer }: { matrix: string; primaries: string; transfer: string },
): string =>
  [
    `setparams=colorspace=${isRgb(video.pixelFormat) ? "gbr" : known(video.colorSpace, matrix)}`,
    `color_primaries=${known(video.colorPrimaries, primaries)}`,
    `color_trc=${known(video.colorTransfer, transfer)}`,
    `range=${isFullRange(video) || isRgb(video.pixelFormat) ? "pc" : "tv"}`,
  ].join(":");

/**
 * HDR to SDR. Linear light is scaled so that reference white is 1.0; the Möbius curve leaves everything up to half of it
 * as it is (a gray card, 38 % HLG or 26 cd/m², comes out at 0.42, as BT.709 has it) and rolls what is above off to 1.0,
 * so that reference white lands at 0.9 and highlights keep their drawing.
 */
const toneMap = (video: VideoStream): string[] => [
  described(video, { matrix: "bt2020nc", primaries: "bt2020", transfer: "unknown" }),
  `zscale=t=linear:npl=${referenceWhite}`,
  // Tone mapping works on planes of floats.
  "format=gbrpf32le",
  "zscale=p=bt709",
  `tonemap=tonemap=mobius:param=0.5:desat=0:peak=${(highlightPeak / referenceWhite).toFixed(2)}`,
  "zscale=t=bt709:m=bt709:p=bt709:r=tv",
];

/** Wide-gamut SDR to BT.709. */
const narrowed = (video: VideoStream): string[] => [
  described(
    { ...video, colorTransfer: linearizable.has(video.colorTransfer) ? video.colorTransfer : "unknown" },
    { matrix: "bt2020nc", primaries: "bt2020", transfer: "bt2020-10" },
  ),
  "zscale=m=bt709:t=bt709:p=bt709:r=tv",
];

/**
 * What is done to a source's colors. 8-bit SDR keeps its matrix, so that the frame passes untouched and captions are
 * converted to that matrix; full range is brought to limited, since many players ignore the flag; RGB and rare matrices
 * become BT.709; wide-gamut SDR is converted; HLG and PQ are tone-mapped.
 */
export const colorPlan = (video: VideoStream): ColorPlan => {
  if (video.colorTransfer === "smpte2084" || video.colorTransfer === "arib-std-b67")
    return { output: bt709, filters: toneMap(video) };
  const matrix = matrixOf(video);
  if (isRgb(video.pixelFormat))
    return { output: bt709, filters: ["scale=out_color_matrix=bt709:out_range=tv"] };
  if (matrix === "bt2020") return { output: bt709, filters: narrowed(video) };
  const tags = { primaries: video.colorPrimaries, transfer: video.colorTransfer };
  if (matrix === "other")
    return {
      output: {
        matrix: "bt709",
        primaries: known(tags.primaries, "bt709"),
        transfer: known(tags.transfer, "bt709"),
      },
      filters: foreignToSwscale.has(video.colorSpace)
        ? [
            described(video, { matrix: "bt709", primaries: "bt709", transfer: "bt709" }),
            "zscale=m=bt709:r=tv",
          ]
        : ["scale=out_color_matrix=bt709:out_range=tv"],
    };
  return {
    output: { matrix, primaries: known(tags.primaries, matrix), transfer: known(tags.transfer, matrix) },
    filters: isFullRange(video) ? ["scale=in_range=pc:out_range=tv"] : [],
  };
};
