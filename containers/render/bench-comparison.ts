import type { CaptionTrack } from "../../core/drawing/caption-track.ts";
import type { CaptionStyle } from "../../core/render-plan/caption-style.ts";
import type { OutputPlan } from "../../core/render-plan/output-plan.ts";

/**
 * libass measures font sizes from ascender to descender. With this factor its capitals have the height of Capstack's
 * (measured with DejaVu Sans, which is `sans-serif` on Debian).
 */
const libassSize = 1.12;

/**
 * Returns the same captions for libass, in typical ASS style: the words of a page, with the spoken word in its color
 * and growing (`\t`), outline and shadow. Pages have no entrance animation, so that libass has less work.
 */
export const assSubtitles = (video: CaptionTrack, style: CaptionStyle, plan: OutputPlan): string => {
  const { width, height } = plan.canvas;
  const stroke = style.stroke?.widthPx ?? 0;
  const shadow = Math.max(0, style.shadow?.offsetYPx ?? 0);
  const events = video.pages.flatMap(({ timed }) =>
    timed.words.map((word, index) => {
      const end = timed.words[index + 1]?.startFrame ?? timed.endFrame;
      const text = timed.page.units
        .map((unit, at) =>
          at === index
            ? `{\\1c${assColor(style.highlightColor)}\\t(0,120,\\fscx108\\fscy108)}${unit.text}{\\r}`
            : unit.text,
        )
        .join(" ");
      const first = index === 0 ? timed.startFrame : word.startFrame;
      return `Dialogue: 0,${assTime(first, plan)},${assTime(end, plan)},D,,0,0,0,,{\\an5\\pos(${width / 2},${Math.round(style.centerY)})}${text}`;
    }),
  );
  return [
    "[Script Info]",
    "ScriptType: v4.00+",
    `PlayResX: ${width}`,
    `PlayResY: ${height}`,
    "YCbCr Matrix: TV.709",
    "[V4+ Styles]",
    "Format: Name,Fontname,Fontsize,PrimaryColour,OutlineColour,BackColour,Bold,BorderStyle,Outline,Shadow,Alignment,MarginL,MarginR,MarginV",
    `Style: D,sans-serif,${Math.round(style.fontSizePx * libassSize)},${assColor(style.fontColor)},&H00000000,&H80000000,-1,1,${stroke},${shadow},5,40,40,40`,
    "[Events]",
    "Format: Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text",
    ...events,
    "",
  ].join("\n");
};

// #RRGGBB → &HBBGGRR&
const assColor = (color: string): string =>
  `&H${color.slice(5, 7)}${color.slice(3, 5)}${color.slice(1, 3)}&`.toUpperCase();

/** h:mm:ss.cc, rounded down, so that a frame never misses its captions. */
const assTime = (frame: number, { fps }: OutputPlan): string => {
  const hundredths = Math.floor((frame * 100 * fps.den) / fps.num);
  const two = (value: number): string => String(value).padStart(2, "0");
  const seconds = Math.floor(hundredths / 100);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(hundredths % 100)}`;
};

/** Returns the arguments of a plain ffmpeg re-encode with the same encoder settings; `filter` burns in subtitles. */
export const comparisonArguments = (
  source: string,
  encoder: readonly string[],
  filter: string | null,
  out: string,
): string[] => [
  ...["-nostdin", "-hide_banner", "-v", "error", "-y", "-i", source],
  ...(filter === null ? [] : ["-vf", filter]),
  ...(out === "-"
    ? ["-an", "-f", "null", "-"]
    : ["-map", "0:v:0", "-map", "0:a:0?", "-c:a", "copy", ...encoder, "-f", "mp4", out]),
];
