import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { spoken, word } from "../../../unit/core/captions/words.ts";

export interface HardText {
  name: string;
  language: string | null;
  template: string;
  transcript: readonly WordEntry[];
  seconds: number;
}

/** Texts whose fonts, direction or length are difficult to render; `seconds`: the time of the frame. */
export const hardTexts: readonly HardText[] = [
  {
    name: "arabic-digits-brackets",
    language: "ar",
    template: "Karaoke",
    transcript: spoken("وُلد", "(في", "١٩٨٧)", "بمدينة", "ABC"),
    seconds: 1,
  },
  {
    name: "arabic-word-by-word",
    language: "ar",
    template: "Typewriter",
    transcript: spoken("مرحبا", "بالعالم"),
    seconds: 0.4334,
  },
  {
    name: "arabic-hollow",
    language: "ar",
    template: "Outline",
    transcript: spoken("السلام", "عليكم"),
    seconds: 0.7,
  },
  {
    name: "hebrew-letter-by-letter",
    language: "he",
    template: "Handwritten",
    transcript: spoken("שלום", "עולם!"),
    seconds: 0.4667,
  },
  {
    name: "hebrew",
    language: "he",
    template: "Pop",
    transcript: spoken("בשנת", "2026", "(ABC)"),
    seconds: 0.6,
  },
  {
    name: "hebrew-latin-in-brackets",
    language: "he",
    template: "Boxed",
    transcript: spoken("גם", "(to", "be),", "כן"),
    seconds: 0.6,
  },
  {
    name: "arabic-latin-and-percent",
    language: "ar",
    template: "Karaoke",
    transcript: spoken("في", "5%", "A", "B,", "ثم"),
    seconds: 0.6,
  },
  {
    name: "hindi",
    language: "hi",
    template: "Boxed",
    transcript: spoken("क्षत्रिय", "विद्यार्थी", "श्री"),
    seconds: 0.6,
  },
  {
    name: "thai",
    language: "th",
    template: "Karaoke",
    transcript: spoken("สวัสดี", "ชาวโลก", "น้ำ", "ที่นี่"),
    seconds: 0.6,
  },
  {
    name: "japanese",
    language: "ja",
    template: "Boxed",
    transcript: spoken("今日は", "「とても」", "いい", "天気。"),
    seconds: 0.6,
  },
  {
    name: "korean",
    language: "ko",
    template: "Headline",
    transcript: spoken("안녕하세요", "여러분"),
    seconds: 0.6,
  },
  {
    name: "emoji-joined",
    language: "en",
    template: "Typewriter",
    transcript: spoken("👨‍👩‍👧🇫🇷", "🤷🏻‍♂️1️⃣", "❤️"),
    seconds: 1.1,
  },
  {
    name: "emoji-joined-to-text-signs",
    language: "en",
    template: "Pop",
    transcript: spoken("pride🏳️‍🌈", "❤️‍🔥❤️‍🩹", "⛓️‍💥👁️‍🗨️"),
    seconds: 1.1,
  },
  {
    name: "emoji-joined-over-caption",
    language: "en",
    template: "Podcast",
    transcript: [word("burning", 0, 0.6, { emoji: "❤️‍🔥" }), word("love", 0.6, 1.2)],
    seconds: 0.4,
  },
  {
    name: "emoji-over-caption",
    language: "en",
    template: "Podcast",
    transcript: [word("family", 0, 0.6, { emoji: "👨‍👩‍👧" }), word("time", 0.6, 1.2)],
    seconds: 0.4,
  },
  {
    name: "long-address",
    language: "en",
    template: "Neon",
    transcript: spoken("https://www.example.com/some/very-long/path?with=query#fragment"),
    seconds: 0.2,
  },
  {
    name: "long-word",
    language: "de",
    template: "Karaoke",
    transcript: spoken("Donaudampfschifffahrtsgesellschaftskapitän"),
    seconds: 0.2,
  },
  {
    name: "several-words-in-one-entry",
    language: "ja",
    template: "Marker",
    transcript: spoken("今日はとてもいい天気ですね「そうですか」と言った。"),
    seconds: 0.1,
  },
  {
    name: "marks-of-no-subset",
    language: "yo",
    template: "Plain",
    transcript: spoken("Z\u0351\u036b\u0334a\u0351lgo", "ṣọ̀rọ̀", "a\u20ddb\u0001c\u0378d", "x\u1dc4"),
    seconds: 0.2,
  },
  {
    name: "capitals-german",
    language: "de",
    template: "Comic",
    transcript: spoken("große", "Straße", "ÄÖÜ"),
    seconds: 0.6,
  },
  {
    name: "capitals-turkish",
    language: "tr",
    template: "Pop",
    transcript: spoken("istanbul", "ılık", "çığ"),
    seconds: 0.6,
  },
  {
    name: "capitals-of-a-single-weight-face",
    language: "vi",
    template: "One Word",
    transcript: spoken("Thưởng"),
    seconds: 0.3,
  },
  {
    name: "cyrillic-greek",
    language: "uk",
    template: "Gamer",
    transcript: spoken("Київ", "Αθήνα"),
    seconds: 0.2,
  },
];
