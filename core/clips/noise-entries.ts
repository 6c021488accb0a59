import type { Transcript, WordEntry } from "../transcript/word-entry.ts";

/** Names of sounds in parentheses, beginnings of words. */
const sounds =
  /^(?:music|musi[kc]|musique|música|muzyk|hudba|музык|музик|موسيق|音乐|音樂|音楽|음악|applau|beifall|aplauso|applaudissement|oklask|potlesk|аплодис|оплес|تصفيق|掌声|掌聲|拍手|박수|laugh|chuckl|gelächter|lach|rire|risas?$|risat|śmiech|smích|смех|сміх|ضحك|笑|웃음|cough|sigh|silence|stille|noise|cheer|jingle|sound|sonido|inaudible|unverständlich|foreign|speaking|blank_audio)/iu;
const openers: Readonly<Record<string, string>> = {
  "[": "]",
  "【": "】",
  "(": ")",
  "（": "）",
  "*": "*",
  "♪": "♪",
};
/** A parenthesis of more words is speech. */
const maxWords = 4;

/** Returns a transcript without what stands for sounds: "[Music]", "(applause)", "*laughs*", "♪ … ♪". */
export const withoutNoises = (transcript: Transcript): WordEntry[] => {
  const kept: WordEntry[] = [];
  for (let at = 0; at < transcript.length; ) {
    const length = noiseLength(transcript, at);
    if (length === 0) kept.push(...transcript.slice(at, at + 1));
    at += Math.max(1, length);
  }
  return kept;
};

/** Number of entries of the noise that starts at an entry; 0 for none. */
const noiseLength = (transcript: Transcript, at: number): number => {
  const opener = transcript[at]?.text.charAt(0) ?? "";
  const closer = openers[opener];
  if (closer === undefined) return 0;
  let text = "";
  for (let end = at; end <= at + maxWords + 1 && end < transcript.length; end += 1) {
    text += ` ${transcript[end]?.text ?? ""}`;
    const bare = text.trim().replace(/[.,!?]+$/u, "");
    if (bare.length > 1 && bare.endsWith(closer)) return isNoise(bare, opener) ? end - at + 1 : 0;
  }
  return 0;
};

const isNoise = (text: string, opener: string): boolean =>
  opener === "[" || opener === "【" || opener === "♪" || sounds.test(text.slice(1).trim());
