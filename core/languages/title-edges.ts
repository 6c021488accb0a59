import { closeLanguages } from "./close-languages.ts";
import { longestFirst, phrasesIn, wordsIn } from "./word-lists.ts";

/** What a speaker adds to a statement, and what keeps it from being a title; normalized. Phrases are separated by bars. */
interface EdgeLists {
  /** Phrases before a comma at the start, without which a sentence means the same: "for example, …". */
  openers: string;
  /** Phrases after a comma at the end that ask for agreement: "…, right?". */
  tags: string;
  /** Words that deny, separated by spaces. Without what precedes or follows, a denial may say the opposite. */
  negations: string;
  /** Further words that stand for something that was said before, separated by spaces. */
  references: string;
}

const lists: Readonly<Record<string, EdgeLists>> = {
  en: {
    openers:
      "for example|for instance|from a different perspective|from my perspective|in other words|on the other hand|at the end of the day|first of all|first|second|secondly|third|thirdly|firstly|finally|number one|number two|in fact|of course|again|look|listen|see|hey|man|dude|guys|folks|wait|sorry|by the way|in general|oftentimes|honestly|frankly|that being said|having said that|as a result|as you know|as you can see|remember|today|really|yep|however|nevertheless|therefore|thus|hence|sadly|fortunately|unfortunately|no|oh|ah|wow|sure",
    tags: "right|ok|okay|you know|you see|huh|yeah|yes|no|correct|eh|isn't it|aren't they|don't they|doesn't it|you know what i mean|see|got it|and everything|and so on|and stuff|or something|or whatever|too|though|man|guys|folks|look|listen",
    negations:
      "no not never nothing nobody none neither nor isn't aren't don't doesn't didn't can't won't wasn't",
    references: "there here one ones former latter",
  },
  de: {
    openers:
      "zum beispiel|beispielsweise|erstens|zweitens|drittens|wie gesagt|schau|schaut|schauen sie|pass auf|hör mal|leute|moment|nein|doch|klar|gut|nun|sprich|das heißt|übrigens|ehrlich gesagt|sehen sie|wissen sie|weißt du|entschuldigung|ach|oh|na",
    tags: "oder|oder nicht|nicht wahr|nicht|ne|nä|gell|gelle|ja|okay|ok|richtig|weißt du|wissen sie|verstehst du|verstehen sie|wa|genau|und so weiter|oder so",
    negations: "nicht kein keine keinen keinem keiner nie niemals nichts niemand weder nein",
    references:
      "diesem diesen jene jener jenes solche solcher solches dort da hier dazu davon daran darauf darin darüber dies dessen deren seiner seinen seinem ihrer ihrem",
  },
  es: {
    openers:
      "por ejemplo|en primer lugar|en segundo lugar|primero|segundo|tercero|por otro lado|por otra parte|en otras palabras|desde otra perspectiva|mira|miren|oye|oigan|escucha|amigos|chicos|gente|hermano|hermanos|tío|hombre|ahora|ahora bien|al final|en realidad|de hecho|por supuesto|obviamente|evidentemente|no|ay|ah|eh|además|finalmente|sin embargo|no obstante|por lo tanto",
    tags: "no|verdad|eh|vale|sabes|ok|okay|cierto|sí|verdad que sí|no es así|no es cierto|entiendes|me entiendes|ves|viste|escucha|mira|oye|hermano|amigos|etcétera",
    negations: "no nunca nada nadie ninguno ninguna ningún jamás tampoco ni",
    references: "ahí allí allá acá aquí aquel aquella aquellos aquellas les su sus suyo suya así lo le",
  },
  fr: {
    openers:
      "par exemple|premièrement|deuxièmement|d'abord|tout d'abord|d'une part|d'autre part|par ailleurs|autrement dit|en effet|écoutez|écoute|regardez|regarde|attendez|bien sûr|évidemment|effectivement|finalement|au final|bref|non|si|ah|oh|eh bien|mes amis|les amis|maintenant|c'est-à-dire|du coup|cependant|toutefois|ainsi|encore une fois|en passant",
    tags: "non|hein|n'est-ce pas|quoi|voilà|d'accord|ok|okay|oui|tu vois|vous voyez|tu sais|vous savez|pas vrai|si vous voulez|etc",
    negations: "ne pas jamais rien personne aucun aucune ni n'est n'a non",
    references: "y en là ici son sa ses leurs ceux-ci celui-ci celle-ci cela",
  },
  it: {
    openers:
      "per esempio|ad esempio|innanzitutto|in primo luogo|primo|secondo|terzo|d'altra parte|in altre parole|da un altro punto di vista|guarda|guardate|ascolta|ascoltate|ragazzi|amici|ecco|infatti|in realtà|ovviamente|adesso|ora|alla fine|no|ah|oh|bene|senti|cioè|tuttavia|però|pertanto|ancora una volta",
    tags: "no|vero|giusto|eh|ok|okay|capito|sai|sapete|sì|non è vero|non è così|ecco|diciamo|e così via|eccetera",
    negations: "non mai niente nulla nessuno nessuna nessun né",
    references: "lì là qui qua suo sua suoi sue ne gli",
  },
  pt: {
    openers:
      "por exemplo|em primeiro lugar|em segundo lugar|primeiro|segundo|terceiro|por outro lado|em outras palavras|de outra perspectiva|olha|olhe|escuta|veja|irmão|irmãos|gente|pessoal|cara|amigos|meu amigo|agora|no final|na verdade|de fato|claro|obviamente|aliás|não|ah|oh|ué|poxa|novamente|mais uma vez|no entanto|porém|portanto",
    tags: "né|não é|certo|tá|ok|okay|sabe|sabia|entendeu|entende|viu|sim|não|tá bom|não é verdade|cara|gente|irmão|e tal|etc|etcétera",
    negations: "não nunca nada ninguém nenhum nenhuma jamais nem",
    references:
      "dele dela deles delas disso disto daquilo nisso nisto nele nela neles nelas desse dessa desses dessas deste desta nesse nessa neste nesta daquele daquela naquele naquela esses essas estes estas aqueles aquelas ali lá aí aqui seu sua seus suas lhe",
  },
  nl: {
    openers:
      "bijvoorbeeld|ten eerste|ten tweede|met andere woorden|kijk|luister|jongens|mensen|trouwens|natuurlijk|nee|oh",
    tags: "toch|hè|hoor|weet je|oké|ok|ja|nee|niet|niet waar|snap je|enzovoort",
    negations: "niet geen nooit niets niemand noch",
    references: "daar hier daarvan daarmee",
  },
  sv: {
    openers: "till exempel|för det första|för det andra|med andra ord|titta|lyssna|förresten|nej|oj",
    tags: "eller hur|va|eller|inte sant|ja|okej|ok|visst|du vet|liksom|och så vidare",
    negations: "inte aldrig ingen inget inga ingenting",
    references: "där här dess deras hans hennes sådan",
  },
  da: {
    openers: "for eksempel|for det første|for det andet|med andre ord|se|hør|forresten|nej|åh",
    tags: "ikke|ikke sandt|vel|ikke også|hva|ja|okay|ok|du ved|og så videre",
    negations: "ikke aldrig ingen intet ingenting",
    references: "der her dens deres hans hendes sådan",
  },
  no: {
    openers: "for eksempel|for det første|for det andre|med andre ord|se|hør|forresten|nei|å",
    tags: "ikke sant|ikke|hva|vel|ja|ok|okei|vet du|skjønner du|og så videre",
    negations: "ikke aldri ingen ingenting",
    references: "der her dens deres hans hennes sånn",
  },
  pl: {
    openers: "na przykład|po pierwsze|po drugie|innymi słowy|z drugiej strony|słuchaj|słuchajcie|patrz|nie",
    tags: "prawda|nie|tak|co nie|co|wiesz|wiecie|nieprawdaż|i tak dalej",
    negations: "nie nigdy nic nikt żaden żadna ani",
    references: "tam tu tutaj taki taka takie",
  },
  cs: {
    openers: "například|za prvé|za druhé|jinými slovy|na druhou stranu|podívejte|poslouchejte|ne",
    tags: "že|že jo|že ano|ne|viď|jo|ano|víte|a tak dále",
    negations: "ne nikdy nic nikdo žádný žádná ani není",
    references: "tam tady zde takový taková takové",
  },
  ru: {
    openers:
      "например|во-первых|во-вторых|в-третьих|другими словами|с другой стороны|смотрите|слушайте|послушайте|друзья|ребята|нет|кстати|конечно|в общем|короче|то есть|наконец",
    tags: "да|правда|так|верно|не так ли|понимаете|понимаешь|знаете|нет|ладно|хорошо|и так далее",
    negations: "не нет никогда ничего никто ни нельзя",
    references: "там тут здесь туда оттуда",
  },
  uk: {
    openers: "наприклад|по-перше|по-друге|іншими словами|з іншого боку|дивіться|слухайте|друзі|ні|до речі",
    tags: "так|правда|чи не так|розумієте|знаєте|ні|добре|і так далі",
    negations: "не ні ніколи нічого ніхто",
    references: "там тут туди",
  },
  tr: {
    openers: "örneğin|mesela|birincisi|ikincisi|başka bir deyişle|öte yandan|bakın|bak|arkadaşlar|hayır",
    tags: "değil mi|tamam mı|biliyorsunuz|yani|öyle mi|ve saire",
    negations: "değil yok asla hiç hiçbir",
    references: "orada burada oraya buraya onların",
  },
  id: {
    openers: "misalnya|contohnya|pertama|kedua|dengan kata lain|di sisi lain|lihat|dengar|teman-teman|tidak",
    tags: "kan|ya|bukan|benar|oke|betul|dan sebagainya",
    negations: "tidak bukan jangan belum",
    references: "sana sini situ nya",
  },
  zh: {
    openers: "例如|比如|比如 说|首先|其次|第一|第二|换句话说|另一方面|你 看|大家|朋友 们|不",
    tags: "对吧|对 吧|是吧|是 吧|对不对|对 不 对|是不是|是 不 是|好吗|好 吗|好吧|对|知道吧",
    negations: "不 没 没有 不是 从不 别",
    references: "",
  },
};

export interface TitleEdges {
  /** As lists of words, longer ones first. */
  openers: readonly (readonly string[])[];
  /** As lists of words, longer ones first. */
  tags: readonly (readonly string[])[];
  negations: ReadonlySet<string>;
  references: ReadonlySet<string>;
}

const known = new Map<string, TitleEdges>();

/** Returns the words at the edges of titles in a language; the lists of a language without any are empty. */
export const titleEdgesOf = (language: string | null): TitleEdges => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const found = known.get(code);
  if (found) return found;
  const own = lists[code];
  const edges: TitleEdges = {
    openers: longestFirst(phrasesIn(own?.openers ?? "")),
    tags: longestFirst(phrasesIn(own?.tags ?? "")),
    negations: new Set(wordsIn(own?.negations ?? "")),
    references: new Set(wordsIn(own?.references ?? "")),
  };
  known.set(code, edges);
  return edges;
};
