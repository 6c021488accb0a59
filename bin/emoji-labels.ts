/**
 * Generates core/annotation/emoji-labels.json from Unicode CLDR: one-word names of emoji that depict an object, in each
 * supported language. Run manually after a CLDR release: `node bin/emoji-labels.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import stopWords from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { languageCodes } from "../core/languages/languages.ts";

const cldr = "cldr-annotations-full@48.2.0";

/**
 * Unambiguous objects: no weapons, body parts, religion, flags, alcohol or drugs, and nothing offensive in some culture.
 * Only their names are used, not their tags ("bull" for a dart board).
 */
const emoji =
  "🚀🏆🔥🎁👑💎🔋📅🏠🏫🏥🏭🏨🏰🌈🌋🌪️🌱🌵🌹🌻🌷🍄🍎🍐🍊🍋🍌🍉🍇🍓🍒🥭🍍🥥🥝🍅🥑🥦🥕🧄🧅🥔🍞🥐🧀🥚🍔🍟🍕🥪🌮🌯🍝🍣🎂🍪🍫🍭🍯🍿🥛☕🧂🍰🥗🍜🍚" +
  "🐕🐈🐁🐇🦊🐼🐨🐅🦁🐸🐧🦅🦉🦄🐝🦋🐌🐜🕷️🦂🐢🐙🦐🐬🐋🦈🐊🐘🦒🦘🐑🐐🦌🐟🐎🐄🐺🐫🦓🐿️🦇🦩🦚🦜🐞🚗🚕🚌🚑🚒🚜🚲🛵🏍️🚂🚆✈️🚁⛵🚢🛰️🚦🧭⛰️🏜️🏟️🎡🎢🏕️" +
  "🌴❄️☀️⭐☁️🪐⚽🏀⚾🎾🏐🏉🏓🏸🎮🎲♟️🧩🎤🎧🎹🥁🎷🎺🎸🎻🎫📷📺📻🪂🎳🛹📱💻🖨️⌨️🔦🕯️🧯🔨⚙️🧲🔬🔭🧬🩺🧹🚿🛁🛏️🪑🧸🎈📦✏️📚📰📎✂️🧮🎒👓👗" +
  "☂️🧣🧤👔👖🪜🪣🧼🪥🪙🪞🧱🎃🎄🔔👶🤖👻🧠🦷🪶🌰🥜🥒🫑🍠🥨🥞🧇🥟🍩🥧🧁";

/** Ambiguous names by language. */
const ambiguous: Readonly<Record<string, string>> = {
  en: "dress package train bat chipmunk ewe",
  de: "schloss",
  es: "diana pila rosa mono cubo flamenco metro clip",
  fr: "rose pile feu batterie avocat jean réveil casque billet stade",
  it: "sale borsa letto batteria pila metropolitana scala ape",
  pt: "presente tênis rosa manga pilha",
  ja: "ナス",
  ko: "공작 기린",
  ru: "лук труба вилка замок очки рис мед спутник гора",
  hi: "बस आम शेर मोर",
  ar: "طرد جزر خيار نمر كأس سن",
};
/** Languages whose names were reviewed; in others only longer names are used, which are rarely ambiguous. */
const reviewedLanguages = new Set(Object.keys(ambiguous).concat("zh"));
const minUnreviewedLength = 5;

const folder = mkdtempSync(join(tmpdir(), "cldr-"));
try {
  execFileSync("npm", ["pack", cldr, "--pack-destination", folder, "--silent"]);
  execFileSync("tar", ["-xzf", join(folder, `${cldr.replace("@", "-")}.tgz`), "-C", folder]);
  const labels = Object.fromEntries(
    languageCodes.flatMap((code) => {
      const found = labelsOf(code);
      return found === "" ? [] : [[code, found]];
    }),
  );
  writeFileSync("core/annotation/emoji-labels.json", `${JSON.stringify(labels, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}

function labelsOf(code: string): string {
  const annotations = annotationsOf(code);
  const excluded = new Set([
    ...(ambiguous[code]?.split(" ") ?? []),
    ...((stopWords as Record<string, string[]>)[code] ?? []),
  ]);
  const minLength = reviewedLanguages.has(code) ? 2 : minUnreviewedLength;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(emoji)]
    .flatMap(({ segment }) => {
      const { tts } = annotations[segment] ?? annotations[segment.replace("\uFE0F", "")] ?? {};
      const label = tts?.[0]?.toLocaleLowerCase(code) ?? "";
      const isWord = /^[\p{L}\p{M}]+$/u.test(label) && label.length >= minLength;
      return isWord && !excluded.has(label) ? [`${segment} ${label}`] : [];
    })
    .join(" ");
}

function annotationsOf(code: string): Record<string, { tts?: string[] }> {
  const cldrCode = { jw: "jv", tl: "fil", zh: "zh", yue: "yue" }[code] ?? code;
  const file = join(folder, "package", "annotations", cldrCode, "annotations.json");
  try {
    return JSON.parse(readFileSync(file, "utf8")).annotations.annotations;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    throw error;
  }
}
