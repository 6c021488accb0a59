import { closeLanguages } from "./close-languages.ts";
import { longestFirst, phrasesIn, wordsIn } from "./word-lists.ts";

/** Words that decide what part of a sentence can be a title; normalized, and separated by spaces. */
interface TitleLists {
  /** First words without which a sentence means the same. */
  leadIns: string;
  /** First phrases without which a sentence means the same, separated by bars; longer ones before those that start them. */
  asides: string;
  /** Frequent finite verbs: a clause with one is a statement. */
  predicates: string;
  /** Words that stand for something that was said before: pronouns and demonstratives, but no articles. */
  references: string;
  /** Words that begin what is reported: "they found that". */
  complements: string;
  /** Words before which a statement may end, and with which a subordinate clause begins. */
  breaks: string;
}

const lists: Readonly<Record<string, TitleLists>> = {
  en: {
    leadIns:
      "and but so or well okay ok yeah yes right now like actually anyway also then basically obviously",
    asides:
      "i kind of think that|i kind of think|i think that|i think|i mean|i guess|i would say that|i would say|i would argue|i'd say|i would bet that|i would bet|i bet|i believe that|i believe|i feel like|it seems that|it seems like|you know|in some sense|in a sense|to be honest|the truth is that|as i said|like i said|like i mentioned earlier|we know that|so to speak",
    predicates:
      "is are was were am isn't aren't wasn't weren't has have had hasn't haven't can could can't couldn't will would won't wouldn't should shouldn't must may might do does did don't doesn't didn't makes made make needs need wants want gets get got became become becomes goes went know knows means feels felt works worked looks takes took gives gave comes came keeps says said told lost won built started stopped changed there's that's what's who's it's you're we're they're i'm you've we've i've you'll we'll",
    references:
      "it they them their he she him her his its this these those that's such also too instead otherwise",
    complements: "that",
    breaks:
      "and but or so because which who whose where when while if whether although though since until unless without by using",
  },
  de: {
    leadIns: "und aber also ja gut nun naja okay genau dann eigentlich natürlich",
    asides:
      "ich glaube|ich denke|ich finde|ich meine|ich würde sagen|meiner meinung nach|sagen wir|wie gesagt",
    predicates:
      "ist sind war waren bin bist hat haben hatte hatten kann können konnte wird werden wurde wurden würde muss müssen musste soll sollen sollte will wollen wollte darf dürfen gibt gab geht ging macht machen kommt kam braucht brauchen heißt bedeutet zeigt zeigen weiß bleibt steht liegt findet sagt",
    references:
      "er sie es ihn ihm ihnen ihr ihre ihren sein seine dies diese dieser dieses dabei dadurch damit dafür dagegen darum deshalb auch jedoch",
    complements: "",
    breaks: "und aber oder denn sondern weil wenn dass ob obwohl während damit als welche welcher wo wie",
  },
  es: {
    leadIns: "y pero pues bueno entonces así vale sí o claro",
    asides: "yo creo que|creo que|pienso que|yo pienso que|me parece que|la verdad es que|es decir|o sea",
    predicates:
      "es son era eran fue fueron está están estaba hay había tiene tienen tenía puede pueden podía va van hace hacen quiere quieren debe deben sabe dice dijo soy tengo voy ha han significa necesita existe",
    references:
      "él ella ello ellos ellas esto eso este ese esta esa estos esos estas esas aquello también además",
    complements: "que",
    breaks: "y e pero o u porque que quien cuando donde mientras si aunque como sino pues para sin ya",
  },
  fr: {
    leadIns: "et mais alors donc bon ben oui voilà ou enfin",
    asides: "je pense que|je crois que|je trouve que|je dirais que|il me semble que|c'est à dire|en fait",
    predicates:
      "est sont était étaient fut a ont avait avaient peut peuvent pouvait va vont fait font veut veulent doit doivent sait dit suis ai vais faut existe devient c'est n'est n'a j'ai qu'est",
    references: "il elle ils elles ça cela c'est celui celle ceux ceci lui leur cet cette ces aussi",
    complements: "que",
    breaks: "et mais ou car parce qui que dont où quand lorsque si comme puisque pour sans tandis",
  },
  it: {
    leadIns: "e ma allora quindi dunque insomma beh sì o",
    asides: "io penso che|penso che|credo che|io credo che|secondo me|mi sembra che|diciamo che|cioè",
    predicates:
      "è sono era erano fu ha hanno aveva avevano può possono poteva va vanno fa fanno vuole vogliono deve devono sa dice disse ho vado c'è esiste significa diventa",
    references: "lui lei loro esso essa questo questa questi queste quello quella quelli quelle ciò anche",
    complements: "che",
    breaks: "e ma o perché che chi quando dove se mentre anche come siccome per senza",
  },
  pt: {
    leadIns: "e mas então bom bem aí ou sim claramente enfim",
    asides:
      "eu acho que|acho que|eu acredito que|acredito que|eu penso que|eu sempre falo que|eu falo que|na verdade|quer dizer",
    predicates:
      "é são era eram foi foram está estão estava há havia tem têm tinha pode podem podia vai vão faz fazem quer querem deve devem sabe diz disse sou tenho vou significa precisa existe",
    references: "ele ela eles elas isso isto este esse esta essa aquele aquela aquilo também",
    complements: "que",
    breaks: "e mas ou porque que quem quando onde enquanto se embora como pois para sem",
  },
  nl: {
    leadIns: "en maar dus nou ja oké of",
    asides: "ik denk dat|ik denk|ik vind dat|ik vind|ik geloof dat|volgens mij",
    predicates:
      "is zijn was waren ben heeft hebben had hadden kan kunnen kon wordt worden werd moet moeten wil willen zal zou gaat gaan maakt maken komt komen weet betekent staat ligt",
    references: "hij zij ze hem haar hun dit deze ook daarom",
    complements: "",
    breaks: "en maar of want omdat als toen dat die wie wat waar terwijl hoewel om zonder",
  },
  sv: {
    leadIns: "och men så alltså ja okej",
    asides: "jag tror att|jag tycker att|jag menar",
    predicates:
      "är var har hade kan kunde blir blev ska skulle måste vill ville gör går kommer finns betyder vet",
    references: "han hon honom henne dem detta denna dessa också därför",
    complements: "att",
    breaks: "och men eller för eftersom som när om medan att utan",
  },
  da: {
    leadIns: "og men så altså ja okay",
    asides: "jeg tror at|jeg synes at|jeg mener at|jeg mener",
    predicates:
      "er var har havde kan kunne bliver blev skal skulle må vil ville gør går kommer findes betyder ved",
    references: "han hun ham hende dem dette denne disse også derfor",
    complements: "at",
    breaks: "og men eller fordi som når hvis mens at uden",
  },
  no: {
    leadIns: "og men så altså ja ok",
    asides: "jeg tror at|jeg synes at|jeg mener at|jeg mener",
    predicates:
      "er var har hadde kan kunne blir ble skal skulle må vil ville gjør går kommer finnes betyr vet",
    references: "han hun ham henne dem dette denne disse også derfor",
    complements: "at",
    breaks: "og men eller fordi som når hvis mens at uten",
  },
};

/** For languages whose clauses are not taken apart. */
const leadInsAlone: Readonly<Record<string, string>> = {
  pl: "i a ale więc no tak dobra to",
  cs: "a ale takže no tak jo ano",
  ru: "и а но ну так вот да значит",
  uk: "і й а але ну так от",
  tr: "ve ama yani evet tamam peki",
  id: "dan tapi jadi nah ya oke",
  vi: "và nhưng thì vâng",
  ja: "そして でも だから それで また では じゃあ はい えっと まあ",
  zh: "然后 那 那么 所以 但是 而且 对 就是 其实",
  ko: "그리고 그런데 근데 하지만 그래서 네 자 그럼",
};

/** References of the languages whose clauses are not taken apart. */
const referencesAlone: Readonly<Record<string, string>> = {
  pl: "on ona ono oni one jego jej ich to ten ta te tego tej tym tych też",
  cs: "on ona ono oni jeho její jejich to ten ta tento tato toto tohle tomto také",
  ru: "он она оно они его её их ему ей им это этот эта эти этого этой этом этому тот та те такой такая такие тоже также",
  uk: "він вона воно вони його її їх йому їй їм це цей ця ці цього цієї цьому той та ті такий така такі також",
  tr: "o onlar onu ona onun bu bunu buna bunun bunlar şu böyle de da",
  id: "dia mereka ini itu tersebut begitu juga",
  vi: "nó họ này đó vậy thế",
  ja: "それ これ その この あの そう こう そこ ここ こちら そんな こんな 彼 彼女 彼ら",
  zh: "他 她 它 他们 她们 它们 这 那 这个 那个 这些 那些 这样 那样 这里 那里 这种 那种 此",
  ko: "그 이 저 그것 이것 그는 그녀는 그들은 그게 이게 그런 이런 그렇게 이렇게",
};

/** Words with which a subordinate clause begins, of the same languages. */
const breaksAlone: Readonly<Record<string, string>> = {
  pl: "i a ale lub albo bo ponieważ który która które którzy których którą którym że żeby jeśli gdy gdzie jak czy choć",
  cs: "a ale nebo protože který která které kteří kterou kterých že aby jestli když kde jak pokud i",
  ru: "и а но или потому который которая которое которые которого которой которому которую которых которым которыми котором что чтобы если когда где как хотя поскольку так",
  uk: "і й а але або тому який яка яке які якого якої якому яку яких яким що щоб якщо коли де як хоча",
  tr: "ve ama veya çünkü ki eğer",
  id: "dan tapi tetapi atau karena yang bahwa jika kalau ketika",
  vi: "và nhưng hoặc vì mà rằng nếu khi",
};

/** Phrases within a sentence without which it means the same, separated by bars. */
const interjectionLists: Readonly<Record<string, string>> = {
  en: "you know|i mean|sort of|kind of|basically|actually|literally|obviously|in a sense|so to speak",
  de: "glaube ich|denke ich|sage ich mal|sagen wir mal|ich sage mal|sozusagen|quasi|irgendwie",
  es: "o sea|es decir|digamos|por cierto|como vemos|de hecho",
  fr: "en fait|du coup|disons|quand même",
  it: "diciamo|in realtà|praticamente|insomma|tra l'altro|cioè",
  pt: "na verdade|digamos|quer dizer|né|basicamente|aliás|sei lá",
  nl: "zeg maar|denk ik",
  ru: "в общем|как бы|скажем|собственно|на самом деле|грубо говоря|по сути",
};

export interface TitleWords {
  leadIns: ReadonlySet<string>;
  /** As lists of words, longer ones first. */
  asides: readonly (readonly string[])[];
  /** As lists of words. */
  interjections: readonly (readonly string[])[];
  /** Empty for a language without a list. */
  predicates: ReadonlySet<string>;
  references: ReadonlySet<string>;
  complements: ReadonlySet<string>;
  breaks: ReadonlySet<string>;
}

const known = new Map<string, TitleWords>();

/** Returns the words by which titles are taken from sentences; the lists of a language without any are empty. */
export const titleWordsOf = (language: string | null): TitleWords => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const found = known.get(code);
  if (found) return found;
  const own = lists[code];
  const words: TitleWords = {
    leadIns: new Set(wordsIn(own?.leadIns ?? leadInsAlone[code] ?? "")),
    asides: longestFirst(phrasesIn(own?.asides ?? "")),
    interjections: phrasesIn(interjectionLists[code] ?? ""),
    predicates: new Set(wordsIn(own?.predicates ?? "")),
    references: new Set(wordsIn(own?.references ?? referencesAlone[code] ?? "")),
    complements: new Set(wordsIn(own?.complements ?? "")),
    breaks: new Set(wordsIn(own?.breaks ?? breaksAlone[code] ?? "")),
  };
  known.set(code, words);
  return words;
};

/** Whether a normalized word stands for something that was said before; "it's" too. */
export const isReference = (word: string, language: string | null): boolean => {
  const { references } = titleWordsOf(language);
  return references.has(word) || references.has(word.split("'")[0] ?? "");
};
