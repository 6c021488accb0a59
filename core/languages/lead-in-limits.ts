import { closeLanguages } from "./close-languages.ts";
import { titleWordsOf } from "./title-words.ts";
import { wordsIn } from "./word-lists.ts";

/** Lead-ins with the words directly before which they belong to the statement: "Así es como …", "So far …", "To jest …". */
const belongings: Readonly<Record<string, readonly (readonly [leadIns: string, next: string])[]>> = {
  en: [
    ["so", "is are was were can could will would had must should does did goes far long much many"],
    ["now then", "is was comes came"],
    ["right also", "is are was were"],
  ],
  es: [
    [
      "así",
      "es era fue son eran está están se me te nos lo de como funciona empieza empezó comienza comenzó nació terminó",
    ],
  ],
  pt: [
    ["aí", "é está estão"],
    ["bom", "é"],
  ],
  pl: [["to", "jest są był była było byli będzie nie"]],
};

/** Lead-ins that are one only before a mark: "Так, …". Else they mean "thus", or begin a conjunction. */
const marked: Readonly<Record<string, string>> = { pl: "tak", cs: "tak", ru: "так", uk: "так" };

/** Of a language whose finite verb is the second part of a statement, and would be the first without what precedes it. */
interface VerbSecond {
  /** Lead-ins that precede the verb; others, as conjunctions, do not count. */
  adverbs: string;
  /** Words with which a subject or another clause begins. */
  subjects: string;
}

const verbSecond: Readonly<Record<string, VerbSecond>> = {
  de: {
    adverbs: "also gut nun genau dann eigentlich natürlich",
    subjects:
      "ich du er sie es wir ihr man der die das den dem des ein eine einen einem einer dies diese dieser dieses jeder jede jedes alle alles viele einige manche mehrere wenige beide kein keine niemand nichts jemand etwas mein meine dein deine sein seine unser unsere euer eure ihre wer was warum wann",
  },
  nl: {
    adverbs: "dus nou",
    subjects:
      "ik jij je u hij zij ze het we wij jullie men er de een dit dat deze elke elk ieder iedereen alle alles veel geen niemand niets iemand mijn jouw haar ons onze hun waarom hoe wanneer",
  },
  sv: {
    adverbs: "så alltså",
    subjects:
      "jag du han hon den det vi ni de man en ett denna detta dessa alla allt många varje ingen inget inga någon något min din vår deras hans hennes varför hur vad vem",
  },
  da: {
    adverbs: "så altså",
    subjects:
      "jeg du han hun den det vi i de man en et denne dette disse alle alt mange hver ingen intet nogen noget min din vores deres hans hendes hvorfor hvordan hvad hvem",
  },
  no: {
    adverbs: "så altså",
    subjects:
      "jeg du han hun den det vi dere de man en ei et denne dette disse alle alt mange hver ingen ingenting noen noe min din vår deres hans hennes hvorfor hvordan hva hvem",
  },
};

/** Phrases of languages with the verb in the second place that precede it as those adverbs do. */
const adverbials = new Set(["meiner meinung nach", "volgens mij"]);

/** What follows a lead-in. */
export interface LeadInContext {
  /** The next word, as it is written and normalized. */
  next: { text: string; normalized: string };
  /** Whether a mark after a clause separates them. */
  isMarked: boolean;
  /** Whether the sentence asks: "So is it true?" is the question "Is it true?". */
  asks: boolean;
}

type LeadInTest = (phrase: readonly string[], context: LeadInContext) => boolean;

const known = new Map<string, LeadInTest>();

/** Returns a test for phrases at the start of a sentence that can be removed, because the rest is still a sentence. */
export const leadInTest = (language: string | null): LeadInTest => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const test = known.get(code) ?? createTest(code);
  known.set(code, test);
  return test;
};

const createTest = (code: string): LeadInTest => {
  const { breaks, leadIns, predicates } = titleWordsOf(code);
  const belongs = (text: string, next: string): boolean =>
    (belongings[code] ?? []).some(
      ([own, after]) => wordsIn(own).includes(text) && wordsIn(after).includes(next),
    );
  const ownMarked = new Set(wordsIn(marked[code] ?? ""));
  const { adverbs = "", subjects = "" } = verbSecond[code] ?? {};
  const [ownAdverbs, ownSubjects] = [new Set(wordsIn(adverbs)), new Set(wordsIn(subjects))];
  return (phrase, { next, isMarked, asks }) => {
    if (isMarked) return true;
    const text = phrase.join(" ");
    if (ownMarked.has(text)) return false;
    const isVerb = predicates.has(next.normalized);
    if (belongs(text, next.normalized)) return asks && isVerb;
    if (asks || !(ownAdverbs.has(text) || adverbials.has(text))) return true;
    const isSubject = /^\p{P}*[\p{Lu}\p{N}]/u.test(next.text) || ownSubjects.has(next.normalized);
    return isSubject || breaks.has(next.normalized) || leadIns.has(next.normalized);
  };
};
