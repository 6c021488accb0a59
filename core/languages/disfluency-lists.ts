/**
 * What speakers put in while they look for words, and words that are said twice only by a false start. Conservative:
 * whatever is a word of the language, or an answer, is not in its list (German and Portuguese "um", French "bah", English
 * "mm" of millimetres) or only where marks set it off (Spanish "este", Chinese 那个), nor is a repetition that can be grammatical ("that that",
 * German "die, die", Turkish and Hindi doubled words).
 */
export interface DisfluencyList {
  /** Regular expressions of whole words, lower case; letters that are drawn out are matched at any length. */
  fillers: readonly string[];
  /** Among them those that also are an answer: a whole sentence of one ("嗯。") stays. */
  replies?: readonly string[];
  /** Words that are never said twice in a row on purpose, lower case. */
  restarts: readonly string[];
  /** Those that are not where a sentence begins, though elsewhere they may be ("it it" in "if you like it it is yours"). */
  initialRestarts?: readonly string[];
  /** Fillers when a pause mark stands behind them, and one or nothing before; otherwise words ("あの、" and "あの人"). */
  commaBounded?: readonly string[];
  /** The same, with a mark on either side only: what may begin a list ("este, ese y aquel"). */
  parenthetical?: readonly string[];
  /** Words before which the language always writes a comma: it stays when the filler behind it goes. */
  clauseWords?: readonly string[];
}

const hm = "h+m+";
const none: readonly string[] = [];

export const disfluencyLists: Readonly<Record<string, DisfluencyList>> = {
  en: {
    fillers: ["u+h*m+", "u+h+", "e+r+m*", "e+h+m+", "m{3,}", hm],
    restarts: words(
      "i the a an and but to we they she my your our their this these i'm i've i'll i'd we're we've they're it's " +
        "because if or with from some what's there's",
    ),
    initialRestarts: words(
      "you he it is was are do does what who how when where why can will in on at for of",
    ),
  },
  de: {
    fillers: ["ä+h*m*", "ö+h+m*", "e+h+m+", hm],
    clauseWords: words("dass weil wenn ob obwohl damit sondern denn"),
    restarts: words(
      "ich wir und aber ein eine einen einem einer zu mit von weil wenn also mein meine kein keine",
    ),
    initialRestarts: words("er es ist war was wie wo wer kann in auf für im"),
  },
  es: {
    fillers: ["e+h*m+", "m{3,}", "e+h+", "e{2,}", hm],
    restarts: words("yo el la los las un una y pero de en con por nosotros mi porque cuando es"),
    initialRestarts: words("él ella tú qué cómo dónde se"),
    parenthetical: ["este+"],
  },
  fr: {
    fillers: ["e+u+h+", "h+e+u+", "h+e+m+", hm],
    restarts: words(
      "je le la les un une et mais de on il elle ils c'est j'ai pour dans avec mon ma parce quand",
    ),
    initialRestarts: words("tu est qui où comment en"),
  },
  it: {
    fillers: ["e+h*m+", "u+h+m*", "m{3,}", hm],
    restarts: words("io il lo la i gli le un una e ma di con per noi mio mia perché quando è"),
    initialRestarts: words("lui lei tu chi dove in"),
    parenthetical: ["e+h+"],
  },
  pt: {
    fillers: ["a+h+[nm]+", "ã+h*n*", "u+h+n*", "e+h*m{2,}", "e+h+m+", "h+u+m+", "é{2,}", hm],
    restarts: words("eu o a os um uma e mas de com por em nós meu minha porque quando"),
    initialRestarts: words("ele ela você quem onde se"),
    commaBounded: ["h+ã+", "e+h+"],
  },
  nl: {
    fillers: ["u+h+m*", "e+h+m*", "e+u+h+m*", hm],
    restarts: words("ik de het een en maar van wij we met als mijn omdat"),
  },
  ru: {
    fillers: ["э+", "э+м+", "[хг]+м+", "м{2,}"],
    clauseWords: words("что чтобы который которая которые если но когда"),
    restarts: words("я и но в на мы он она они это по к для мой моя потому"),
  },
  uk: {
    fillers: ["е{2,}", "е+м+", "[хг]+м+", "м{2,}"],
    clauseWords: words("що щоб який яка які якщо але коли"),
    restarts: words("я і й але в у на ми він вона вони це для"),
  },
  pl: {
    fillers: ["y{2,}", "e{2,}", "y+m+", "e+m{2,}", hm],
    clauseWords: words("że żeby który która które jeśli ale"),
    restarts: words("ja i ale w na my on ona oni to dla że"),
  },
  cs: {
    fillers: ["e{2,}", "e+h+m*", "é{2,}", "e+m{2,}", hm],
    clauseWords: words("že aby který která které jestli ale když protože"),
    restarts: words("já a ale v na my on ona oni to pro že"),
  },
  sv: {
    fillers: ["ö+h+m*", "e+h+m*", "ä+h+m*", hm],
    restarts: words("jag och men en ett vi de hon på med att min"),
  },
  da: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("jeg og men en et vi de hun på med at min"),
  },
  no: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("jeg og men en et vi de hun på med at min"),
  },
  nn: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("eg og men ein eit vi dei ho på med at min"),
  },
  fi: {
    fillers: ["ö{2,}h*", "ö+h+", "e+h+m+", hm],
    restarts: words("minä mä ja mutta me he hän tämä että koska"),
  },
  hu: { fillers: ["ö{2,}", "ö+h*m+", hm], restarts: words("én a az egy és de mi ők hogy mert") },
  ro: { fillers: ["ă{2,}", "î{2,}", "ă+m+", hm], restarts: words("eu și dar un o noi ei ea pe cu că") },
  ca: {
    fillers: ["e+h+m+", "m{3,}", "e{2,}h*", hm],
    restarts: words("jo el la els les un una i però de en amb"),
  },
  el: {
    fillers: ["ε{2,}", "ε+μ+", "χ+μ+", "μ{2,}"],
    restarts: words("εγώ το η ο και αλλά ένα μια εμείς να στο"),
  },
  tr: {
    fillers: ["ı{2,}", "e{2,}", "ı+h*m+", "h[ıi]*m{2,}"],
    restarts: words("ben ve ama bu biz çünkü onlar"),
  },
  id: { fillers: ["e{3,}", "e+h*m+", hm], restarts: words("saya aku dan tapi yang kami ini karena") },
  vi: { fillers: ["ờ{2,}", "ờ+m+", "ừ+m+", "ậ+m+"], restarts: words("tôi và nhưng mình chúng vì") },
  hi: {
    fillers: ["उ+म(?:्म?)*", "उ+ह", "अं+", "ह+म्+म*", "ए+र"],
    restarts: words("मैं और लेकिन हम मेरा मेरी क्योंकि ने"),
  },
  ar: {
    fillers: ["ا{3,}", "[إأا]+م{2,}م*", "ه+م{2,}"],
    restarts: words("أنا في من على هذا هذه لكن نحن هو هي لأن"),
  },
  fa: { fillers: ["ا{3,}", "اِ?م{2,}", "ه+م{2,}"], restarts: words("من و اما این ما در از به که چون") },
  he: {
    fillers: ["א{2,}ה*", "א+ה*מ{2,}", "אה+מ+", "ה+מ{2,}"],
    restarts: words("אני את אבל אנחנו הוא היא של על כי"),
  },
  ja: {
    fillers: [
      "えー*っ*と[ーぉお]*",
      "ええっ*と[ーぉお]*",
      "え[ーえ]+",
      "あのー+",
      "あのう",
      "そのー+",
      "うー+んと?",
      "んー+",
    ],
    restarts: words("私 僕 俺 でも そして だから"),
    commaBounded: ["あの+", "その", "え"],
  },
  ko: {
    fillers: ["으*음+", "어+", "으{2,}", "에{2,}", "흠+"],
    replies: ["으*음+", "어+"],
    restarts: words("나는 내가 저는 제가 그리고 근데 우리 우리는 그래서"),
    commaBounded: ["그", "저기"],
  },
  zh: {
    fillers: ["嗯+", "呃+", "唔+", "额{2,}"],
    replies: ["嗯+"],
    restarts: words("我 我们 但是 因为 所以 如果 而且"),
    commaBounded: ["那个", "那個", "这个", "這個"],
  },
  yue: {
    fillers: ["嗯+", "呃+", "唔{2,}"],
    replies: ["嗯+"],
    restarts: words("我 我哋 但係 因為 所以 如果"),
  },
  th: { fillers: ["เอ่*อ+", "อื*ม+", "เอิ่*ม+"], restarts: words("ผม ฉัน และ แต่ เรา") },
};

/** In every language, and all that is safe where it is unknown. */
export const anyLanguage: DisfluencyList = { fillers: ["u+h+m+", "h+m{2,}"], restarts: none };

function words(text: string): readonly string[] {
  return text.split(" ");
}
