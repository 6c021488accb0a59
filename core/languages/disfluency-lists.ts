/**
 * Fillers, and words whose repetition is always a false start. Conservative: words of the language and responses are not in
 * its list (German and Portuguese "um", French "bah", English "mm" for millimeters), or only where punctuation sets them
 * off (Spanish "este", Chinese 那个). Repetitions that can be grammatical are left out ("that that", German "die, die",
 * Turkish and Hindi reduplication).
 */
export interface DisfluencyList {
  /** Regular expressions of whole words, lower case; prolonged letters match at any length. */
  fillers: readonly string[];
  /** Fillers that are also responses: one that is a whole sentence ("嗯。") is kept. */
  replies?: readonly string[];
  /** Words whose immediate repetition is always a false start, lower case. */
  restarts: readonly string[];
  /** Words that start a phrase that is repeated ("to the, to the store"); alone they repeat in correct sentences. */
  phraseRestarts?: readonly string[];
  /** Words whose repetition is a false start only at the start of a sentence ("it it", but "if you like it it is yours"). */
  initialRestarts?: readonly string[];
  /** Words that are fillers before a comma and after a comma or a sentence start ("あの、", but "あの人"). */
  commaBounded?: readonly string[];
  /** Words that are fillers between two commas only, because they can start a list ("este, ese y aquel"). */
  parenthetical?: readonly string[];
  /** Words after a mandatory comma, which is kept when a filler before the word is removed. */
  clauseWords?: readonly string[];
}

const hm = "h+m+";
const none: readonly string[] = [];

export const disfluencyLists: Readonly<Record<string, DisfluencyList>> = {
  en: {
    fillers: ["u+h*m+", "u+h+", "e+r+m*", "e+h+m+", "m{3,}", hm],
    restarts: words(
      "i the a an and but we they she your our their these i'm i've i'll i'd we're we've they're it's " +
        "because if or some what's there's",
    ),
    phraseRestarts: words("to with from my this"),
    initialRestarts: words("you he it is was are do does what who how when where why in on at for of"),
  },
  de: {
    fillers: ["ä+h*m*", "ö+h+m*", "e+h+m+", hm],
    clauseWords: words("dass weil wenn ob obwohl damit sondern denn"),
    restarts: words("ich wir und aber ein eine einen einem einer mit weil wenn also mein meine kein keine"),
    phraseRestarts: words("zu von"),
    initialRestarts: words("er es ist war was wie wo wer kann in für im"),
  },
  es: {
    fillers: ["e+h*m+", "m{3,}", "e+h+", "e{2,}", hm],
    restarts: words("yo el los las un una y pero de en con por nosotros porque cuando"),
    phraseRestarts: words("la es mi"),
    initialRestarts: words("él ella tú qué cómo dónde se"),
    parenthetical: ["este+"],
  },
  fr: {
    fillers: ["e+u+h+", "h+e+u+", "h+e+m+", hm],
    restarts: words("je le les et mais de on il elle ils c'est j'ai pour dans avec mon parce quand"),
    phraseRestarts: words("la un une ma"),
    initialRestarts: words("tu est qui où comment"),
  },
  it: {
    fillers: ["e+h*m+", "u+h+m*", "m{3,}", hm],
    restarts: words("io il lo i gli un una e di con per noi mio mia perché quando"),
    phraseRestarts: words("la le ma è"),
    initialRestarts: words("lui lei tu chi dove in"),
    parenthetical: ["e+h+"],
  },
  pt: {
    fillers: ["a+h+[nm]+", "ã+h*n*", "u+h+n*", "e+h*m{2,}", "e+h+m+", "h+u+m+", "é{2,}", hm],
    restarts: words("eu o os e mas de com por em nós meu minha porque quando"),
    phraseRestarts: words("a um uma"),
    initialRestarts: words("ele ela você quem onde"),
    commaBounded: ["h+ã+", "e+h+"],
  },
  nl: {
    fillers: ["u+h+m*", "e+h+m*", "e+u+h+m*", hm],
    restarts: words("ik de en maar wij we met als mijn omdat"),
    phraseRestarts: words("het een van"),
  },
  ru: {
    fillers: ["э{2,}", "э+м+", "[хг]+м+", "м{2,}"],
    clauseWords: words("что чтобы который которая которые если но когда"),
    restarts: words("я и но в на мы он она они по к для мой моя потому"),
    phraseRestarts: words("это"),
    commaBounded: ["э"],
  },
  uk: {
    fillers: ["е{2,}", "е+м+", "[хг]+м+", "м{2,}"],
    clauseWords: words("що щоб який яка які якщо але коли"),
    restarts: words("я і й але в у на ми він вона вони для"),
    phraseRestarts: words("це"),
  },
  pl: {
    fillers: ["y{2,}", "e{3,}", "y+m+", "e+m{2,}", hm],
    clauseWords: words("że żeby który która które jeśli ale"),
    restarts: words("ja i ale w na my on ona oni dla że"),
    phraseRestarts: words("to"),
  },
  cs: {
    fillers: ["e{2,}", "e+h+m*", "é{2,}", "e+m{2,}", hm],
    clauseWords: words("že aby který která které jestli ale když protože"),
    restarts: words("já a ale v na my on ona oni pro že"),
    phraseRestarts: words("to"),
  },
  sv: {
    fillers: ["ö+h+m*", "e+h+m*", "ä+h+m+", hm],
    parenthetical: ["ä+h+"],
    restarts: words("jag och vi hon på med min"),
    phraseRestarts: words("en ett de att men"),
  },
  da: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("jeg og vi hun på med min"),
    phraseRestarts: words("en et de at men"),
  },
  no: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("jeg og vi hun på med min"),
    phraseRestarts: words("en et de at men"),
  },
  nn: {
    fillers: ["ø+h+m*", "e+h+m*", "ø+m+", hm],
    restarts: words("eg og vi ho på med min"),
    phraseRestarts: words("ein eit dei at men"),
  },
  fi: {
    fillers: ["ö{2,}h*", "ö+h+", "e+h+m+", hm],
    restarts: words("minä mä mutta me hän tämä että koska"),
    phraseRestarts: words("ja he"),
  },
  hu: {
    fillers: ["ö{2,}", "ö+h*m+", hm],
    restarts: words("én a és mi ők mert"),
    phraseRestarts: words("az egy de hogy"),
  },
  ro: {
    fillers: ["ă{2,}", "î{2,}", "ă+m+", hm],
    restarts: words("eu și dar un noi ea pe cu că"),
    phraseRestarts: words("o ei"),
  },
  ca: {
    fillers: ["e+h+m+", "m{3,}", "e{2,}h*", hm],
    restarts: words("jo el els les i però de en amb"),
    phraseRestarts: words("la un una"),
  },
  el: {
    fillers: ["ε{2,}", "ε+μ+", "χ+μ+", "μ{2,}"],
    restarts: words("εγώ το η ο και αλλά εμείς στο"),
    phraseRestarts: words("ένα μια να"),
  },
  tr: {
    fillers: ["ı{2,}", "e{3,}", "ı+h*m+", "h[ıi]*m{2,}"],
    restarts: words("ben ve ama bu biz çünkü onlar"),
  },
  id: { fillers: ["e{3,}", "e+h*m+", hm], restarts: words("saya aku dan tapi yang kami karena") },
  vi: {
    fillers: ["ờ{2,}", "ờ+m+", "ừ+m+", "ậ+m+"],
    replies: ["ờ{2,}", "ờ+m+", "ừ+m+"],
    restarts: words("tôi và nhưng mình chúng vì"),
  },
  hi: {
    fillers: ["उ+म(?:्म?)*", "उ+ह", "अं+", "ह+म्+म*", "ए+र"],
    restarts: words("मैं लेकिन हम मेरा मेरी क्योंकि ने"),
    phraseRestarts: words("और"),
  },
  ar: {
    fillers: ["ا{3,}", "[إأا]+م{2,}م*", "ه+م{2,}"],
    restarts: words("أنا في على هذا هذه لكن نحن لأن"),
    phraseRestarts: words("من هو هي"),
  },
  fa: {
    fillers: ["ا{3,}", "اِ?م{2,}", "ه+م{2,}"],
    restarts: words("و اما این ما از که چون"),
    phraseRestarts: words("من در به"),
  },
  he: {
    fillers: ["א{2,}ה*", "א+ה*מ{2,}", "אה+מ+", "ה+מ{2,}"],
    restarts: words("אני אבל אנחנו של על כי"),
    phraseRestarts: words("את הוא היא"),
  },
  ja: {
    fillers: [
      "えー*っ*と[ーぉお]*",
      "ええっ*と[ーぉお]*",
      "えー+",
      "あのー+",
      "あのう",
      "そのー+",
      "うー+んと?",
      "んー+",
    ],
    restarts: words("私 僕 俺 でも そして だから"),
    commaBounded: ["あの+", "その"],
  },
  ko: {
    fillers: ["으*음", "어", "으{2,}", "에{2,}", "흠+"],
    replies: ["으*음", "어"],
    restarts: words("나는 내가 저는 제가 그리고 근데 우리 우리는 그래서"),
    commaBounded: ["그", "저기"],
  },
  zh: {
    fillers: ["嗯", "呃+", "唔", "额{2,}"],
    replies: ["嗯", "唔"],
    restarts: words("我 我们 但是 因为 所以 如果 而且"),
    commaBounded: ["那个", "那個", "这个", "這個"],
  },
  yue: {
    fillers: ["嗯", "呃+"],
    replies: ["嗯"],
    restarts: words("我 我哋 但係 因為 所以 如果"),
  },
  th: { fillers: ["เอ่อ+", "อื*ม+", "เอิ่*ม+"], replies: ["อื*ม+"], restarts: words("ผม ฉัน และ แต่ เรา") },
};

/** Fillers of every language, also of an unknown one, and those of all lists that are responses ("Hm."). */
export const anyLanguage: DisfluencyList = {
  fillers: ["u+h+m+", "h+m{2,}"],
  replies: [
    ...["h+u*m+", "m{2,}", "[хг]+м+", "м{2,}", "χ+μ+", "μ{2,}", "ह+म्+म*", "ه+م{2,}", "ה+מ{2,}", "흠+"],
    ...["うー+んと?", "んー+"],
  ],
  restarts: none,
};

/**
 * Responses of two hummed syllables: "uh huh" (yes), "uh oh", "mm hmm", "um hum", "ah ha". Both are fillers when they
 * stand alone.
 */
export const twoPartResponse = {
  first: /^(?:u+[hm]+|m+|h+[uı]*m+|a+h*|e+h+|n+)$/u,
  second: /^(?:h+[uaeo]+h*|h+[uı]*m+|o+h+|m+h+m+)$/u,
};

function words(text: string): readonly string[] {
  return text.split(" ");
}
