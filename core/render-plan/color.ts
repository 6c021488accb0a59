import type { VideoStream } from "../videos/media-info.ts";

/** ffmpeg's names of the matrices to which captions can be converted. */
export type Matrix = "bt709" | "smpte170m";

/** Color tags of the output, which always has limited range and 8 bits. */
export interface OutputColor {
  matrix: Matrix;
  primaries: string;
  transfer: string;
}

export interface ColorPlan {
  output: OutputColor;
  /** Filters that convert the decoded frame, without the final `format`. */
  filters: string[];
}

/** Colors of canvases, overlays and tone-mapped videos. */
export const bt709: OutputColor = { matrix: "bt709", primaries: "bt709", transfer: "bt709" };

/** Luma weights of red and blue. Source: ITU-R BT.709-6 and BT.601-7, section 3. */
export const lumaWeights: Readonly<Record<Matrix, { red: number; blue: number }>> = {
  bt709: { red: 0.2126, blue: 0.0722 },
  smpte170m: { red: 0.299, blue: 0.114 },
};

const isRgb = (pixelFormat: string): boolean => /^(gbr|rgb|bgr|argb|abgr|0rgb|0bgr|pal8)/.test(pixelFormat);

export const isFullRange = (video: VideoStream): boolean =>
  video.colorRange === "pc" || video.pixelFormat.startsWith("yuvj");

/** Returns the matrix that players assume for an untagged frame: BT.709 from 720 lines, else BT.601. */
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

/**
 * Luminance of diffuse white in HDR, and maximum luminance that tone mapping preserves, in cd/m². Source: ITU-R
 * BT.2408.
 */
const referenceWhite = 203;
const highlightPeak = 1000;

/** SDR transfer functions that zscale can linearize. */
const linearizable = new Set(
  "bt709 bt470m bt470bg smpte170m smpte240m linear log100 log316 iec61966-2-4 iec61966-2-1 bt2020-10 bt2020-12".split(
    " ",
  ),
);

/** Matrices that swscale silently treats as BT.601. */
const unknownToSwscale = new Set(["ycgco", "chroma-derived-nc", "chroma-derived-c", "ictcp"]);

/** Returns a filter that sets unspecified color properties, which zscale does not convert. */
const withAssumedTags = (
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
 * Converts HDR to SDR. Linear light is scaled so that reference white is 1.0. The Möbius curve keeps values up to 0.5
 * (a gray card, 38 % HLG or 26 cd/m², becomes 0.42, as in BT.709) and compresses higher ones to 1.0, so that reference
 * white becomes 0.9 and highlights keep their detail.
 */
const toneMap = (video: VideoStream): string[] => [
  withAssumedTags(video, { matrix: "bt2020nc", primaries: "bt2020", transfer: "unknown" }),
  `zscale=t=linear:npl=${referenceWhite}`,
  // Tone mapping requires planar floating-point RGB.
  "format=gbrpf32le",
  "zscale=p=bt709",
  `tonemap=tonemap=mobius:param=0.5:desat=0:peak=${(highlightPeak / referenceWhite).toFixed(2)}`,
  "zscale=t=bt709:m=bt709:p=bt709:r=tv",
];

/** Converts wide-gamut SDR to BT.709. */
const wideGamutToBt709 = (video: VideoStream): string[] => [
  withAssumedTags(
    { ...video, colorTransfer: linearizable.has(video.colorTransfer) ? video.colorTransfer : "unknown" },
    { matrix: "bt2020nc", primaries: "bt2020", transfer: "bt2020-10" },
  ),
  "zscale=m=bt709:t=bt709:p=bt709:r=tv",
];

/**
 * Plans the color conversion of a source. 8-bit SDR keeps its matrix, so that frames pass unchanged and captions are
 * converted instead. Full range becomes limited range, because many players ignore the flag. RGB and rare matrices
 * become BT.709, wide-gamut SDR is converted, and HLG and PQ are tone-mapped.
 */
export const colorPlan = (video: VideoStream): ColorPlan => {
  if (video.colorTransfer === "smpte2084" || video.colorTransfer === "arib-std-b67")
    return { output: bt709, filters: toneMap(video) };
  const matrix = matrixOf(video);
  if (isRgb(video.pixelFormat))
    return { output: bt709, filters: ["scale=out_color_matrix=bt709:out_range=tv"] };
  if (matrix === "bt2020") return { output: bt709, filters: wideGamutToBt709(video) };
  const tags = { primaries: video.colorPrimaries, transfer: video.colorTransfer };
  if (matrix === "other")
    return {
      output: {
        matrix: "bt709",
        primaries: known(tags.primaries, "bt709"),
        transfer: known(tags.transfer, "bt709"),
      },
      filters: unknownToSwscale.has(video.colorSpace)
        ? [
            withAssumedTags(video, { matrix: "bt709", primaries: "bt709", transfer: "bt709" }),
            "zscale=m=bt709:r=tv",
          ]
        : ["scale=out_color_matrix=bt709:out_range=tv"],
    };
  return {
    output: { matrix, primaries: known(tags.primaries, matrix), transfer: known(tags.transfer, matrix) },
    filters: isFullRange(video) ? ["scale=in_range=pc:out_range=tv"] : [],
  };
};
