/**
 * Writes core/languages/abbreviations.json: words that end with a period without ending a sentence, by language. Run by
 * hand when a source has a new version: `node bin/abbreviations.ts`. It reads three packages as data:
 *
 * - cldr-segments-full (Unicode-3.0): the sentence break suppressions of CLDR,
 * - sacremoses (MIT): the nonbreaking prefixes of Moses, which also mark words that abbreviate only before a number,
 * - spacy (MIT): its tokenizer exceptions.
 *
 * bin/abbreviation-lists.ts corrects them, and the short names of months and days come from the ICU of Node.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LanguageCode, languageCodes, languageOf } from "../core/languages/languages.ts";
import { stopWordsOf } from "../core/languages/stop-words.ts";
import { addedAbbreviations, addedNumberLabels, ordinaryWords } from "./abbreviation-lists.ts";

const folder = mkdtempSync(join(tmpdir(), "abbreviations-"));
process.once("exit", () => rmSync(folder, { recursive: true }));

const npmPackage = (name: string, version: string): string => {
  execFileSync("npm", ["pack", `${name}@${version}`, "--pack-destination", folder, "--silent"]);
  execFileSync("tar", ["-xzf", join(folder, `${name}-${version}.tgz`), "-C", folder]);
  return join(folder, "package");
};

const wheel = (name: string, version: string): string => {
  const target = join(folder, name);
  const python = ["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"];
  execFileSync("python3", [...python, "--dest", target, `${name}==${version}`]);
  for (const file of readdirSync(target)) {
    execFileSync("python3", ["-m", "zipfile", "-e", join(target, file), target]);
  }
  return target;
};

const cldr = npmPackage("cldr-segments-full", "46.1.0");
const sacremoses = wheel("sacremoses", "0.2.0");
const spacy = wheel("spacy", "3.8.18");

interface Abbreviations {
  words: Set<string>;
  beforeNumber: Set<string>;
}

/** Returns every string below a key that names suppressions, at any depth: CLDR changed the nesting between releases. */
const suppressionsIn = (value: unknown, isInside = false): string[] => {
  if (typeof value === "string") return isInside ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    suppressionsIn(inner, isInside || /suppression/i.test(key)),
  );
};

const fromCldr = (code: string): string[] => {
  const file = join(cldr, "segments", code, "suppressions.json");
  return existsSync(file) ? suppressionsIn(JSON.parse(readFileSync(file, "utf8"))) : [];
};

/** The Python module holds one dictionary of file name to file text, both in literals without interpolation. */
const mosesFiles = new Map(
  [
    ...readFileSync(join(sacremoses, "sacremoses/_data_nonbreaking_prefixes.py"), "utf8").matchAll(
      /^ {4}'nonbreaking_prefix\.(\w+)': (['"])(.*)\2,$/gm,
    ),
  ].map(([, code = "", , text = ""]) => [
    code,
    text.replaceAll("\\n", "\n").replaceAll("\\t", "\t").replaceAll("\\'", "'"),
  ]),
);

const fromMoses = (code: string): Abbreviations => {
  const found: Abbreviations = { words: new Set(), beforeNumber: new Set() };
  for (const line of (mosesFiles.get(code) ?? "").split("\n")) {
    const word = line.replace(/#.*$/, "").trim();
    if (word === "") continue;
    (line.includes("#NUMERIC_ONLY#") ? found.beforeNumber : found.words).add(`${word}.`);
  }
  return found;
};

const fromSpacy = (code: string): string[] => {
  const file = join(spacy, "spacy/lang", code === "no" ? "nb" : code, "tokenizer_exceptions.py");
  if (!existsSync(file)) return [];
  return [...readFileSync(file, "utf8").matchAll(/"([^"\n]+\.)"/g)].map(([, word = ""]) => word);
};

/** Short names of months and days, which stand before a number. Source: CLDR, by the ICU of Node. */
const calendarNames = (code: string): string[] => {
  const { locale } = languageOf(code as LanguageCode);
  const names = (options: Intl.DateTimeFormatOptions, part: "month" | "weekday"): string[] => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });
    return Array.from(
      { length: 12 },
      (_, index) =>
        format.formatToParts(Date.UTC(2024, index, index + 1)).find(({ type }) => type === part)?.value ?? "",
    );
  };
  const all = [
    ...names({ month: "short" }, "month"),
    ...names({ month: "short", day: "numeric" }, "month"),
    ...names({ weekday: "short" }, "weekday"),
  ];
  return all.filter((name) => name.endsWith("."));
};

/** Whether it is one word with at least two letters; initials have a separate rule. */
const isAbbreviation = (word: string): boolean =>
  /^\p{L}[^\s]{1,15}\.$/u.test(word) && /\p{L}.*[\p{L}\p{M}]/u.test(word) && !/[\\{}<>@:/]/.test(word);

const sorted = (words: Iterable<string>): string[] => [...words].filter(isAbbreviation).sort();

/** Whether a word without its period is one of the language's own ("Test.", "So."): it abbreviates before a number at most. */
const isOrdinary = (word: string, code: string): boolean => {
  const bare = word.slice(0, -1).toLowerCase();
  return stopWordsOf(code).has(bare) || (ordinaryWords[code] ?? "").split(" ").includes(bare);
};

const lines: string[] = [];
for (const code of languageCodes) {
  const moses = fromMoses(code);
  const words = new Set((addedAbbreviations[code] ?? "").split(" "));
  const labels = (addedNumberLabels[code] ?? "").split(" ");
  const beforeNumber = new Set([...moses.beforeNumber, ...calendarNames(code), ...labels]);
  for (const word of [...moses.words, ...fromCldr(code), ...fromSpacy(code)]) {
    if (words.has(word) || beforeNumber.has(word)) continue;
    (isOrdinary(word, code) ? beforeNumber : words).add(word);
  }
  for (const word of words) beforeNumber.delete(word);
  const entry = { words: sorted(words).join(" "), beforeNumber: sorted(beforeNumber).join(" ") };
  if (entry.words + entry.beforeNumber === "") continue;
  lines.push(`  ${JSON.stringify(code)}: ${JSON.stringify(entry, null, 1).replace(/\n\s*/g, " ")}`);
}
writeFileSync("core/languages/abbreviations.json", `{\n${lines.join(",\n")}\n}\n`);
