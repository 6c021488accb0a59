import { closeLanguages } from "./close-languages.ts";
import { wordsIn } from "./word-lists.ts";

/** Words that decide whether what is reported is denied; normalized, and separated by spaces. A star stands for the rest of a word. */
interface DenialLists {
  /** Words with which another clause begins: "It is not big, but they say that …". */
  contrasts: string;
  /** A response that is a negation elsewhere, before subjects: "No, it turns out that …". */
  response: string;
  subjects: string;
  /** Words of which the denial affirms what is reported: "Don't forget that …", "There is no doubt that …". */
  affirmed: string;
}

const lists: Readonly<Record<string, DenialLists>> = {
  en: {
    contrasts: "but because",
    response: "no",
    subjects:
      "i you he she it we they there that this these those the i'm you're he's she's it's we're they're there's that's",
    affirmed: "forget* doubt* deny* denied question* disput* wonder surpris* only",
  },
  es: {
    contrasts: "pero sino porque",
    response: "no",
    subjects: "yo tú él ella ello nosotros ellos ellas usted ustedes esto eso",
    affirmed: "olvid* dud* negar niega niego solo sólo solamente sorprend* ignor*",
  },
  fr: {
    contrasts: "mais car parce",
    response: "non",
    subjects: "je j'ai tu il elle on nous vous ils elles ce c'est ça cela le la les un une seulement",
    affirmed: "oubli* dout* nier seulement étonn* ignor*",
  },
  it: {
    contrasts: "ma perché",
    response: "",
    subjects: "",
    affirmed: "dimentic* scord* dubbi* negare solo soltanto sorpren* ignor*",
  },
  pt: {
    contrasts: "mas porque",
    response: "não",
    subjects: "eu ele ela nós eles elas você vocês isso isto",
    affirmed: "esque* duvid* dúvid* negar só somente apenas surpre* ignor*",
  },
  sv: { contrasts: "men eftersom", response: "", subjects: "", affirmed: "glöm* tvivel* tvivl* bara" },
  da: { contrasts: "men fordi", response: "", subjects: "", affirmed: "glem* tvivl* kun bare" },
  no: { contrasts: "men fordi", response: "", subjects: "", affirmed: "glem* tvil* bare" },
};

export interface DenialWords {
  contrasts: ReadonlySet<string>;
  isResponse: (word: string, next: string) => boolean;
  isAffirmed: (word: string) => boolean;
}

const known = new Map<string, DenialWords>();

/** Returns the words that decide what is denied in a language; the lists of a language without any are empty. */
export const denialWordsOf = (language: string | null): DenialWords => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const words = known.get(code) ?? createWords(lists[code]);
  known.set(code, words);
  return words;
};

const createWords = (own: DenialLists | undefined): DenialWords => {
  const subjects = new Set(wordsIn(own?.subjects ?? ""));
  const affirmed = wordsIn(own?.affirmed ?? "");
  return {
    contrasts: new Set(wordsIn(own?.contrasts ?? "")),
    isResponse: (word, next) => word === own?.response && subjects.has(next),
    // "n'oublions": what is elided is no part of the word.
    isAffirmed: (word) => {
      const bare = word.replace(/^n'/u, "");
      return affirmed.some((one) => (one.endsWith("*") ? bare.startsWith(one.slice(0, -1)) : bare === one));
    },
  };
};
