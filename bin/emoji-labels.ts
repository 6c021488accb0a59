/**
 * Writes core/annotation/emoji-labels.json from Unicode's CLDR: for each of the interface's languages the one-word names of
 * emoji that show one plain thing. Run by hand when CLDR has a new version: `node bin/emoji-labels.ts`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import stopWords from "stopwords-iso/stopwords-iso.json" with { type: "json" };
import { languageCodes } from "../core/languages/languages.ts";

const cldr = "cldr-annotations-full@48.2.0";

/**
 * Things that mean nothing else to anybody: no weapons, no bodies, no religion, no flags, no drink or drugs, nothing that
 * is an insult somewhere. Their names are taken; their tags ("bull" for a dart board) are not.
 */
const emoji =
  "🚀🏆🔥🎁👑💎🔋📅🏠🏫🏥🏭🏨🏰🌈🌋🌪️🌱🌵🌹🌻🌷🍄🍎🍐🍊🍋🍌🍉🍇🍓🍒🥭🍍🥥🥝🍅🥑🥦🥕🧄🧅🥔🍞🥐🧀🥚🍔🍟🍕🥪🌮🌯🍝🍣🎂🍪🍫🍭🍯🍿🥛☕🧂🍰🥗🍜🍚" +
  "🐕🐈🐁🐇🦊🐼🐨🐅🦁🐸🐧🦅🦉🦄🐝🦋🐌🐜🕷️🦂🐢🐙🦐🐬🐋🦈🐊🐘🦒🦘🐑🐐🦌🐟🐎🐄🐺🐫🦓🐿️🦇🦩🦚🦜🐞🚗🚕🚌🚑🚒🚜🚲🛵🏍️🚂🚆✈️🚁⛵🚢🛰️🚦🧭⛰️🏜️🏟️🎡🎢🏕️" +
  "🌴❄️☀️⭐☁️🪐⚽🏀⚾🎾🏐🏉🏓🏸🎮🎲♟️🧩🎤🎧🎹🥁🎷🎺🎸🎻🎫📷📺📻🪂🎳🛹📱💻🖨️⌨️🔦🕯️🧯🔨⚙️🧲🔬🔭🧬🩺🧹🚿🛁🛏️🪑🧸🎈📦✏️📚📰📎✂️🧮🎒👓👗" +
  "☂️🧣🧤👔👖🪜🪣🧼🪥🪙🪞🧱🎃🎄🔔👶🤖👻🧠🦷🪶🌰🥜🥒🫑🍠🥨🥞🧇🥟🍩🥧🧁";

/** Names that are also something else, by language. */
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
/** Whose names have been read; elsewhere only longer ones are taken, which are rarely two things at once. */
const readLanguages = new Set(Object.keys(ambiguous).concat("zh"));
const shortestUnread = 5;

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
  const refused = new Set([
    ...(ambiguous[code]?.split(" ") ?? []),
    ...((stopWords as Record<string, string[]>)[code] ?? []),
  ]);
  const shortest = readLanguages.has(code) ? 2 : shortestUnread;
  return [...new Intl.Segmenter("en", { granularity: "grapheme" }).segment(emoji)]
    .flatMap(({ segment }) => {
      const { tts } = annotations[segment] ?? annotations[segment.replace("\uFE0F", "")] ?? {};
      const label = tts?.[0]?.toLocaleLowerCase(code) ?? "";
      const isWord = /^[\p{L}\p{M}]+$/u.test(label) && label.length >= shortest;
      return isWord && !refused.has(label) ? [`${segment} ${label}`] : [];
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
