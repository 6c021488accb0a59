import { spawn } from "node:child_process";
import { run } from "../setup/run.ts";
import { capitalizedWords, protectNames } from "./protected-text.ts";
import type { TextEngine } from "./text-engines.ts";

/**
 * Language pairs whose quality is sufficient for captions, with the Apertium modes to run in order. Pairs with English are
 * left out for their quality; all languages are languages of Amazon Translate, which this engine emulates.
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

/** All pairs ("es>pt") that Apertium provides once its packages are installed. */
export const supportedPairs: readonly string[] = Object.keys(modesOf);

/** The Debian packages of these modes. */
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

/** Returns the pairs ("es>pt") whose modes are installed; none without Apertium. */
export async function installedPairs(command = "apertium"): Promise<string[]> {
  // Apertium exits with an error even when it lists its modes.
  const { stdout } = await run(command, ["-l"]);
  const modes = new Set(stdout.split("\n").map((line) => line.trim()));
  return Object.entries(modesOf)
    .filter(([, needed]) => needed.every((mode) => modes.has(mode)))
    .map(([pair]) => pair);
}

const timeoutMs = 60_000;

/** Apertium's marks before words that it does not have or cannot inflect. */
const unknownWordMarks = /(?<![^\s(["'“‘«¿¡])[*#@]+(?=\p{L})/gu;

/** The engine of the installed pairs. */
export const createApertiumEngine = async (): Promise<TextEngine> => ({
  name: "Apertium",
  pairs: await installedPairs(),
  roughPairs: [],
  translate: (text, pair) => apertium(text, modesOf[pair] ?? []),
});

/** Translates through the modes in order; URLs and names stay as they are. Throws Error when Apertium fails. */
export async function apertium(
  text: string,
  modes: readonly string[],
  command = "apertium",
): Promise<string> {
  const names = capitalizedWords(text);
  const known = names.length === 0 ? "" : await translate(names.join("\n"), modes[0] ?? "", command);
  const unknown = new Set(known.match(/(?<=\*)\S+/gu));
  const source = protectNames(text, (word) => !unknown.has(word));
  let result = source.text;
  for (const mode of modes) result = removeMarks(await translate(result, mode, command), result);
  return source.restore(result);
}

/** Removes Apertium's marks, unless the source text has the same character, and collapses spaces. */
const removeMarks = (output: string, text: string): string => {
  const others = ["*", "#", "@"].filter((mark) => !text.includes(mark));
  const plain = others.reduce(
    (rest, mark) => rest.replaceAll(mark, ""),
    output.replace(unknownWordMarks, ""),
  );
  return plain.trim().replace(/\s+/gu, " ");
};

async function translate(text: string, mode: string, command: string): Promise<string> {
  return await new Promise<string>((resolve, reject) => {
    // Through a shell's pipe: Apertium opens /dev/stdin, which fails for the socket that Node gives a child process.
    const child = spawn("/bin/sh", ["-c", 'cat | "$0" -f txt "$1"', command, mode], {
      stdio: ["pipe", "pipe", "pipe"],
      timeout: timeoutMs,
    });
    const chunks: Buffer[] = [];
    let stderr = "";
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => {
      stderr = (stderr + chunk.toString()).slice(-2000);
    });
    child.on("error", reject);
    child.on("close", (code) => {
      const translated = Buffer.concat(chunks).toString();
      if (code === 0 && translated.trim() !== "") resolve(translated);
      else reject(new Error(`apertium ${mode} exited with code ${code}: ${stderr.trim()}`));
    });
    // The process may exit before it has read all of its input.
    child.stdin.on("error", () => {});
    child.stdin.end(`${text}\n`);
  });
}
