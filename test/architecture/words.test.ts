import { describe, expect, test } from "@jest/globals";
import { sourceFiles, textOf } from "./source-files.ts";

interface Rule {
  /** Matched against words that are separated by spaces: `filmSeconds` is read as `film Seconds`. */
  words: RegExp;
  /** What to write instead. */
  instead: string;
  /** Matched against the text as it is. */
  raw?: boolean;
}

/** Words that are not used anywhere: in documentation, messages, comments, test titles and identifiers. */
const everywhere: readonly Rule[] = [
  { words: /\bfilm(s|ed|ing)?\b/i, instead: "video, source, output" },
  { words: /\bpictures?\b/i, instead: "frame, image, video stream" },
  { words: /\bcolour\w*/i, instead: "color" },
  { words: /\brecognis\w+/i, instead: "recognize, recognizer" },
  { words: /\b(behaviour|favour|neighbour|honour)\w*/i, instead: "American spelling: -or" },
  {
    words: /\b(normalis|serialis|organis|initialis|rasteris|optimis)\w+/i,
    instead: "American spelling: -ize",
  },
  {
    words: /\b(centr(e|ed|es)|grey\w*|licences?|catalogues?|spelt)\b/i,
    instead: "center, gray, license, catalog, spelled",
  },
  { words: /\bstand-ins?\b|\b[Ss]tand In\b/, instead: "emulator, service emulator, substitute" },
  { words: /\bfront[- ]doors?\b/i, instead: "reverse proxy" },
  { words: /\bwho(so)?ever\b/i, instead: "the actor: the caller, the account owner" },
  { words: /\b(as ever|anyhow)\b/i, instead: "as usual, in any way; or nothing" },
  { words: /\b(over|un|mis)?heard\b/i, instead: "recognized, transcribed, detected" },
  { words: /\b(invention\w*|invented)\b/i, instead: "hallucinated words" },
  { words: /\bcrews?\b/i, instead: "worker pool" },
  { words: /\blanes?\b/i, instead: "delivery queue" },
  { words: /\bguests?\b/i, instead: "users of a running service" },
  { words: /\bstale writes?\b/i, instead: "write conflict" },
  { words: /\b(clings?|leans on next)\b/i, instead: "no-break before, no-break after" },
  { words: /\b(told|telling)\b/i, instead: "notified, informed, reported, returned" },
  { words: /\bgo(es)? before\b/i, instead: "takes precedence over" },
  { words: /\bgiv(e|en|es|ing) back\b/i, instead: "release, refund, return" },
  { words: /\bturn(s|ed)? away\b/i, instead: "reject" },
  {
    words:
      /\b(all done|few at once|kept alive|last words|grave words?|inside handlers?|own speech|turning frames)\b/i,
    instead: "the standard term",
  },
  { words: /\b(answer too large|on look|let transcribe in)\b/i, instead: "ResponseTooLarge, onPoll, allow…" },
  { words: /\b(least|most)[A-Z]\w*/, instead: "min…, max…", raw: true },
];

/** Words that readers of the documentation and of messages do not see, though code may use them. */
const inTexts: readonly Rule[] = [
  { words: /\b(?<!IP )(?<!e-mail )address(es)?\b(?! not allowed)/i, instead: "URL (or IP address)" },
  { words: /\banswer(s|ed|ing)?\b/i, instead: "response, returns, responds" },
  { words: /\brefus(e|es|ed|ing|al|als)\b/i, instead: "rejects, is rejected with" },
  { words: /\b(tells?|hears?)\b/i, instead: "says, names, shows, detects" },
  { words: /\bnobody\b/i, instead: "no one; or the actor" },
  { words: /\btries\b/i, instead: "attempts" },
  { words: /\b(ours|of yours|of your own)\b/i, instead: "of the service; your" },
  { words: /\b(in the making|at work|stands aside|lies in)\b/i, instead: "running, in" },
];

/** Legitimate uses, with the reason. */
const allowed: readonly { file: RegExp; words: RegExp; reason: string }[] = [
  { file: /./, words: /random Colour (One|Two|Three)/gi, reason: "wire names of the API" },
  { file: /./, words: /No Picture/g, reason: "an error name of the API" },
  {
    file: /^test\//,
    words: /\w*[ -]pictures?(?= sbix|\.flac|\/)|only pictures/g,
    reason: "names of test files and an error of their fonts",
  },
  { file: /prores-frame\.ts$/, words: /picture/g, reason: "a part of a frame in the bitstream of ProRes" },
  { file: /interface\.test\.ts$/, words: /\.colour\b/g, reason: "a field that the API does not know" },
  { file: /bench-comparison/, words: /(Primary|Outline|Back) Colour/g, reason: "fields of the ASS format" },
  {
    file: /^test\/architecture\/words\.test\.ts$/,
    words: /./g,
    reason: "the list of words",
  },
];

/** camelCase and snake_case as separate words. */
const separated = (text: string): string => text.replace(/([a-z0-9])([A-Z])/g, "$1 $2").replace(/_/g, " ");

const withoutAllowed = (file: string, text: string): string =>
  allowed.filter((each) => each.file.test(file)).reduce((left, { words }) => left.replace(words, ""), text);

const findings = (file: string, text: string, rules: readonly Rule[]): string[] => {
  const raw = withoutAllowed(file, text).split("\n");
  const separate = withoutAllowed(file, separated(text)).split("\n");
  return rules.flatMap(({ words, instead, raw: isRaw }) =>
    (isRaw ? raw : separate).flatMap((line, index) => {
      const found = words.exec(line);
      return found === null ? [] : [`${file}:${index + 1} "${found[0]}": write ${instead}`];
    }),
  );
};

/** Sentences in quotes: literals with a space between letters. Others are names and data. */
const sentencesOf = (text: string): string => {
  const lines = text.split("\n").map(() => "");
  for (const { 1: quoted, 2: template, index } of text.matchAll(
    /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g,
  )) {
    const literal = (quoted ?? template ?? "").replace(/\$\{[^}]*\}/g, "").replaceAll("\n", " ");
    const line = text.slice(0, index).split("\n").length - 1;
    if (/\p{L} \p{L}/u.test(literal)) lines[line] = `${lines[line]} ${literal}`.trim();
  }
  return lines.join("\n");
};

const isProse = (file: string): boolean => file.endsWith(".md");
const isCode = (file: string): boolean => /\.(ts|mts|mjs|py|sh|yml|json)$/.test(file);
/** Texts that users and operators read: responses, documentation of the API, command lines. */
const hasMessages = (file: string): boolean =>
  /^(core|adapters|lambdas|containers|bin|local|clients)\/.*\.(ts|mjs)$/.test(file) &&
  !/^core\/(languages|text|annotation)\//.test(file);

describe("the vocabulary", () => {
  test("is used in documentation, messages, comments, titles and identifiers", () => {
    const files = sourceFiles().filter((file) => isProse(file) || isCode(file));
    expect(files.length).toBeGreaterThan(500);
    expect(
      files.flatMap((file) => [
        ...findings(file, file, everywhere),
        ...findings(file, textOf(file), everywhere),
      ]),
    ).toEqual([]);
  });

  test("keeps further words out of documentation and messages", () => {
    const prose = sourceFiles().filter(isProse);
    const messages = sourceFiles().filter(hasMessages);
    expect(prose.length).toBeGreaterThan(20);
    expect([
      ...prose.flatMap((file) => findings(file, textOf(file), inTexts)),
      ...messages.flatMap((file) => findings(file, sentencesOf(textOf(file)), inTexts)),
    ]).toEqual([]);
  });

  test("is checked in identifiers and messages", () => {
    expect(findings("a.ts", "const filmSeconds = 1; // told", everywhere)).toHaveLength(2);
    expect(findings("a.ts", 'randomColourOne: "NoPicture"', everywhere)).toEqual([]);
    expect(sentencesOf('fail("X", "Give another address"); const a = "address";')).toBe(
      "Give another address",
    );
    expect(findings("a.md", "an IP address, a URL", inTexts)).toEqual([]);
  });
});
