import { closeLanguages } from "../languages/close-languages.ts";
import { discourseWordsOf } from "../languages/discourse-words.ts";
import { introductionPhrasesOf } from "../languages/introduction-phrases.ts";
import { programReferencesOf } from "../languages/program-references.ts";
import type { PromotionLists } from "../languages/promotion-kinds.ts";
import { promotionLists } from "../languages/promotion-lists.ts";
import { isNameLike } from "../transcript/sentences.ts";
import { createPhraseSearch } from "./phrase-search.ts";
import { createSentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/**
 * The words of a talk that no clip should have, by word: `promotion` is advertising, farewells, and what is repeated like
 * a jingle; `housekeeping` is greetings, introductions and the like.
 */
export interface UnwantedWords {
  promotion: readonly boolean[];
  housekeeping: readonly boolean[];
}

/** Cues of advertising up to this distance belong to one passage. */
const maxCueGapSeconds = 20;
/** Different hints that identify a passage; fewer beside a web address or a price. */
const minHints = 5;
const minHintsWithPrice = 3;
const minHintsWithAddress = 1;
/** Words of a sentence on each side of a cue that belong to it; sentences without punctuation are long. */
const maxSentenceWords = 25;
/** What leads up to the first mention of a brand, unless a pause comes between. */
const leadInSeconds = 15;
const leadInPauseSeconds = 1.5;
/** How far the next mention of an advertised brand extends a passage. */
const maxBrandSeconds = 60;
/** What follows a farewell this close to the end of the video, and in this share of its words, belongs to it. */
const farewellSeconds = 75;
const lastShare = 0.3;
/** Thanks in this share of a talk at its end, and so close to it, are a farewell. */
const farewellShare = 0.15;
/** What precedes a greeting this close to the start of the video belongs to it. */
const greetingSeconds = 75;
/** What precedes an introduction in this share of the video at its start, and so close to it, belongs to it. */
const introductionShare = 0.1;
const maxIntroductionSeconds = 150;
/**
 * A sentence of this many words that is said this often is a jingle, unless the whole talk repeats itself. One that is said
 * twice, first near the start, is a teaser, of which only the first is left out.
 */
const minJingleWords = 7;
const minJingles = 3;
const minJingleSeconds = 90;
const teaserSeconds = 180;
const maxRepeatedShare = 0.2;

const webAddress =
  /^(?:https?:|www\.)|^[\p{L}\p{N}-]+\.(?:com|org|net|io|co|de|fr|es|it|nl|se|dk|no|fi|pl|cz|ru|ua|com\.\p{L}{2}|co\.\p{L}{2})(?:\/\S*)?[.,!?]?$/iu;
/** E-mail addresses, names of accounts, and where people give money. */
const contacts = /\S@\p{L}|^@\p{L}|^(?:patreon|tipeee|ko-fi|liberapay)\b/iu;
/** Where to find a speaker, when it is named at the end of a talk. */
const platforms = /^(?:twitter|facebook|instagram|youtube|spotify|tiktok|linkedin|telegram|discord|twitch)$/u;
/** Rounds of short questions and answers, in all languages. */
const rapidRounds =
  "lightning round|rapid fire|quick fire|quickfire|schnellfragerunde|schnelle fragen|ronda rápida|preguntas rápidas|questions rapides|domande (?:rapide|veloci)|perguntas rápidas|snelle vragen|snabba frågor|блиц|бліц|快问快答|一問一答";
/** Share of a talk after which such a round lasts until its end. */
const rapidRoundShare = 0.7;
/** "lighthouse dot com": hints that are the end of a spoken address. */
const spokenAddress = /\s(?:com|de|es|it|nl|se|dk|no|fi|pl|cz|ру|ком|cat)$/u;
const price = /[$€£¥]\s?\d|\d\s?€/u;

interface Cue {
  word: number;
  kind: keyof PromotionLists | "address" | "price" | "rapidRounds" | "introductions";
  text: string;
}

interface Passage {
  from: number;
  to: number;
}

/** Returns which words of a talk advertise, take leave, or greet, by phrases of its language and by repetition. */
export const unwantedWords = (speech: SpeechAnalysis): UnwantedWords => {
  const cues = cuesOf(speech);
  const sentenceOf = sentences(speech);
  const promotion = new Array<boolean>(speech.words.length).fill(false);
  const housekeeping = new Array<boolean>(speech.words.length).fill(false);
  const introductionEnd = Math.min(maxIntroductionSeconds, introductionShare * speech.durationSeconds);
  const mark = (flags: boolean[], { from, to }: Passage): void => {
    const start = Math.max(sentenceOf(from).from, from - maxSentenceWords);
    const end = Math.min(sentenceOf(Math.max(from, to - 1)).to, to + maxSentenceWords);
    flags.fill(true, start, end);
  };
  for (const passage of advertisements(speech, cues, sentenceOf)) mark(promotion, passage);
  for (const passage of jingles(speech, sentenceOf)) mark(promotion, passage);
  for (const { word, kind } of cues) {
    if (kind === "farewells") mark(promotion, farewellAt(speech, word));
    if (kind === "rapidRounds" && word >= rapidRoundShare * speech.words.length)
      mark(housekeeping, { from: word, to: speech.words.length });
    const startSeconds = speech.words[word]?.startSeconds ?? 0;
    if (kind === "housekeeping")
      mark(housekeeping, { from: startSeconds <= greetingSeconds ? 0 : word, to: word + 1 });
    if (kind === "introductions" && startSeconds <= introductionEnd)
      mark(housekeeping, { from: 0, to: word + 1 });
  }
  return { promotion, housekeeping };
};

/** Creates a function for the sentence of a word. */
const sentences = (speech: SpeechAnalysis): ((word: number) => Passage) => {
  const { startBefore, endAfter } = createSentenceLimits(speech);
  return (word) => ({ from: startBefore(word + 1), to: endAfter(word) });
};

const cuesOf = (speech: SpeechAnalysis): Cue[] => {
  const { words, language, durationSeconds } = speech;
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const lists = promotionLists[code];
  const cues: Cue[] = [];
  const { greetings } = discourseWordsOf(language);
  const isNearEnd = (word: number): boolean =>
    word >= (1 - farewellShare) * words.length &&
    durationSeconds - (words[word]?.endSeconds ?? 0) <= farewellSeconds;
  words.forEach(({ text, normalized }, word) => {
    if (greetings.has(normalized) && isNearEnd(word)) cues.push({ word, kind: "farewells", text });
    if (contacts.test(text) || (platforms.test(normalized) && isNearEnd(word)))
      cues.push({ word, kind: "farewells", text });
    if (webAddress.test(text)) cues.push({ word, kind: "address", text });
    if (price.test(text)) cues.push({ word, kind: "price", text });
  });
  if (lists) {
    const found = createPhraseSearch(speech);
    for (const kind of Object.keys(lists) as (keyof PromotionLists)[])
      for (const { word, text } of found(lists[kind]))
        cues.push({ word, kind: kind === "hints" && spokenAddress.test(text) ? "address" : kind, text });
    const phrases: [Cue["kind"], string][] = [
      ["rapidRounds", rapidRounds],
      ["housekeeping", programReferencesOf(code)],
      ["introductions", introductionPhrasesOf(code)],
    ];
    for (const [kind, alternatives] of phrases)
      if (alternatives !== "")
        for (const { word, text } of found(alternatives)) cues.push({ word, kind, text });
  }
  return cues.sort((a, b) => a.word - b.word);
};

/** Passages around cues that are close to each other, with everything that names the same brand nearby. */
const advertisements = (
  speech: SpeechAnalysis,
  cues: readonly Cue[],
  sentenceOf: (word: number) => Passage,
): Passage[] => {
  const { words, language } = speech;
  const places = stemPlacesOf(speech);
  const others: readonly Cue["kind"][] = ["farewells", "housekeeping", "rapidRounds", "introductions"];
  const relevant = cues.filter(({ kind }) => !others.includes(kind));
  const groups: Cue[][] = [];
  for (const cue of relevant) {
    const last = groups.at(-1)?.at(-1);
    const gap = (words[cue.word]?.startSeconds ?? 0) - (words[last?.word ?? 0]?.endSeconds ?? 0);
    if (last && gap <= maxCueGapSeconds) groups.at(-1)?.push(cue);
    else groups.push([cue]);
  }
  return groups.filter(isAdvertisement).map((group) => {
    const from = group[0]?.word ?? 0;
    const hosts = group.filter(({ kind }) => kind === "address").map(({ text }) => text.toLowerCase());
    const to = (group.at(-1)?.word ?? from) + 1;
    // "Our sponsors are Northwest and Acme": the sentence names what the next ones are about.
    const named = { from: sentenceOf(from).from, to: sentenceOf(to - 1).to };
    const names = words
      .slice(named.from, named.to)
      .flatMap((word) => (isNameLike(word, language) ? [word.stem] : []));
    return withLeadIn(speech, withBrand(speech, places, { from, to }, { hosts, names, to: named.to }));
  });
};

const isAdvertisement = (cues: readonly Cue[]): boolean => {
  const hints = new Set(cues.filter(({ kind }) => kind === "hints").map(({ text }) => text)).size;
  const addresses = cues.filter(({ kind }) => kind === "address");
  return (
    addresses.some(({ text }) => text.includes("/")) ||
    addresses.length > 1 ||
    cues.some(({ kind }) => kind === "offers") ||
    hints >= minHints ||
    (addresses.length > 0 && hints >= minHintsWithAddress) ||
    (cues.some(({ kind }) => kind === "price") && hints >= minHintsWithPrice)
  );
};

/** Extends a passage to its lead-in ("As your wealth grows, …"). */
const withLeadIn = ({ words, boundaries }: SpeechAnalysis, { from, to }: Passage): Passage => {
  const earliest = (words[from]?.startSeconds ?? 0) - leadInSeconds;
  let start = from;
  while (
    start > 0 &&
    (words[start - 1]?.startSeconds ?? 0) >= earliest &&
    (boundaries[start]?.pauseSeconds ?? 0) < leadInPauseSeconds
  )
    start -= 1;
  return { from: start, to };
};

/** The indices of the words with each stem, in order. */
interface StemPlaces {
  all: ReadonlyMap<string, readonly number[]>;
  /** Without stop words. */
  content: ReadonlyMap<string, readonly number[]>;
}

const stemPlacesOf = ({ words }: SpeechAnalysis): StemPlaces => {
  const indices = [...words.keys()];
  const byStem = (some: readonly number[]) => Map.groupBy(some, (word) => words[word]?.stem ?? "");
  return { all: byStem(indices), content: byStem(indices.filter((word) => !words[word]?.isStopWord)) };
};

/** Extends a passage to all mentions of what is named only in and around it, or in its web addresses. */
const withBrand = (
  { words }: SpeechAnalysis,
  places: StemPlaces,
  { from, to }: Passage,
  sentence: { hosts: readonly string[]; names: readonly string[]; to: number },
): Passage => {
  const start = (words[from]?.startSeconds ?? 0) - maxBrandSeconds;
  const end = (words[sentence.to - 1]?.endSeconds ?? 0) + maxBrandSeconds;
  const isNear = (word: number): boolean => {
    const spoken = words[word];
    return spoken !== undefined && spoken.startSeconds >= start && spoken.endSeconds <= end;
  };
  const extended = { from, to };
  const include = (word: number): void => {
    extended.from = Math.min(extended.from, word);
    extended.to = Math.max(extended.to, word + 1);
  };
  const named = new Set(sentence.names);
  for (const stem of new Set([...named, ...words.slice(from, to).map((word) => word.stem)])) {
    const at = (named.has(stem) ? places.all : places.content).get(stem) ?? [];
    const [first = -1, last = -1] = [at[0], at.at(-1)];
    // All others are between the two.
    if (at.length < 2 || !isNear(first) || !isNear(last)) continue;
    include(first);
    include(last);
  }
  const hosts = [...new Set(sentence.hosts)];
  const includeHost = (word: number): void => {
    const { normalized = "", isStopWord } = words[word] ?? {};
    if (normalized.length >= 6 && !isStopWord && hosts.some((host) => host.includes(normalized)))
      include(word);
  };
  for (let word = from - 1; isNear(word); word -= 1) includeHost(word);
  for (let word = to; isNear(word); word += 1) includeHost(word);
  return extended;
};

const farewellAt = ({ words, durationSeconds }: SpeechAnalysis, word: number): Passage => {
  const isLast =
    word >= (1 - lastShare) * words.length &&
    durationSeconds - (words[word]?.endSeconds ?? 0) <= farewellSeconds;
  return { from: word, to: isLast ? words.length : word + 1 };
};

/** Sentences that are said again much later. */
const jingles = ({ words }: SpeechAnalysis, sentenceOf: (word: number) => Passage): Passage[] => {
  const all: Passage[] = [];
  for (let at = 0; at < words.length; at = sentenceOf(at).to) all.push(sentenceOf(at));
  const places = Map.groupBy(
    all.filter(({ from, to }) => to - from >= minJingleWords),
    ({ from, to }) =>
      words
        .slice(from, to)
        .map(({ normalized }) => normalized)
        .join(" "),
  );
  const secondsBetween = (list: readonly Passage[]): number =>
    (words[list.at(-1)?.from ?? 0]?.startSeconds ?? 0) - (words[list[0]?.from ?? 0]?.startSeconds ?? 0);
  const repeated = [...places.values()].filter(
    (list) => list.length > 1 && secondsBetween(list) >= minJingleSeconds,
  );
  const count = repeated.flat().reduce((sum, { from, to }) => sum + to - from, 0);
  if (count > maxRepeatedShare * words.length) return [];
  return repeated.flatMap((list) => {
    if (list.length >= minJingles) return list;
    return list.slice(0, 1).filter(({ from }) => (words[from]?.startSeconds ?? 0) < teaserSeconds);
  });
};
