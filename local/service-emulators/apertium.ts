import { spawn } from "node:child_process";
import type { LanguageCode } from "../../core/languages/languages.ts";
import { run } from "../setup/run.ts";
import { withKeptNames, wordsOfNames } from "./kept-names.ts";

/**
 * Pairs whose translations read well enough to be shown, and the modes of Apertium, one after the other, that make them.
 * Those from and to English do not. Only languages that Amazon Translate knows, in whose place this stands.
 */
const modesOf: Readonly<Record<string, readonly string[]>> = {
  "es>pt": ["es-pt_BR"],
  "es>ca": ["spa-cat"],
  "pt>es": ["pt-es"],
  "pt>ca": ["por-cat"],
  "ca>es": ["cat-spa"],
  "ca>pt": ["cat-spa", "es-pt_BR"],
  "fr>es": ["fr-es"],
  "fr>ca": ["fra-cat"],
  "it>es": ["ita-spa"],
  "it>ca": ["ita-cat"],
  "it>pt": ["ita-spa", "es-pt_BR"],
  "sv>da": ["swe-dan"],
};

/** Debian's packages of these modes. */
export const apertiumPackages = [
  "apertium",
  "apertium-es-pt",
  "apertium-spa-cat",
  "apertium-por-cat",
  "apertium-fr-es",
  "apertium-fra-cat",
  "apertium-spa-ita",
  "apertium-cat-ita",
  "apertium-swe-dan",
] as const;

export const modesFor = (from: LanguageCode, to: LanguageCode): readonly string[] | null =>
  modesOf[`${from}>${to}`] ?? null;

/** The pairs ("es>pt") of the modes that are installed here; none without Apertium. */
export async function installedPairs(command = "apertium"): Promise<string[]> {
  // It ends with an error even when it lists.
  const { stdout } = await run(command, ["-l"]);
  const modes = new Set(stdout.split("\n").map((line) => line.trim()));
  return Object.entries(modesOf)
    .filter(([, needed]) => needed.every((mode) => modes.has(mode)))
    .map(([pair]) => pair);
}

const timeoutMs = 60_000;

/** What Apertium puts before a word that it does not know or cannot inflect. */
const marksAtWords = /(?<![^\s(["'“‘«¿¡])[*#@]+(?=\p{L})/gu;

/** Throws Error when Apertium fails. */
export async function apertium(
  text: string,
  modes: readonly string[],
  command = "apertium",
): Promise<string> {
  const names = wordsOfNames(text);
  const known = names.length === 0 ? "" : await translate(names.join("\n"), modes[0] ?? "", command);
  const unknown = new Set(known.match(/(?<=\*)\S+/gu));
  const hidden = withKeptNames(text, (word) => !unknown.has(word));
  let result = hidden.text;
  for (const mode of modes) result = withoutMarks(await translate(result, mode, command), result);
  return hidden.restored(result);
}

/** Apertium's own marks taken away, and spaces made single. What the text itself has of them stays. */
const withoutMarks = (output: string, text: string): string => {
  const others = ["*", "#", "@"].filter((mark) => !text.includes(mark));
  const plain = others.reduce((rest, mark) => rest.replaceAll(mark, ""), output.replace(marksAtWords, ""));
  return plain.trim().replace(/\s+/gu, " ");
};

async function translate(text: string, mode: string, command: string): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    // Through a shell's pipe: Apertium opens /dev/stdin, which cannot be done with the socket that Node gives a child.
    const child = spawn("/bin/sh", ["-c", 'cat | "$0" -f txt "$1"', command, mode], {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    const chunks: Buffer[] = [];
    let problem = "";
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      problem = (problem + chunk.toString()).slice(-2000);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const translated = Buffer.concat(chunks).toString();
      if (code === 0 && translated.trim() !== "") resolve(translated);
      else reject(new Error(`apertium ${mode} ended with ${code}: ${problem.trim()}`));
    });
    // It may have ended before it has read everything.
    child.stdin.on("error", () => {});
    child.stdin.end(`${text}\n`);
  });
}
