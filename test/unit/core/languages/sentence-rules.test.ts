import { describe, expect, test } from "@jest/globals";
import {
  canEndSentenceIn,
  isAbbreviationIn,
  sentenceEndsOf,
} from "../../../../core/languages/sentence-rules.ts";

/** A text with " | " after each sentence but the last one. */
const marked = (text: string, language: string | null): string => {
  const words = text.replaceAll(" | ", " ").split(" ");
  const ends = sentenceEndsOf(words, language);
  return words.map((word, index) => (ends[index] && index < words.length - 1 ? `${word} |` : word)).join(" ");
};

/** Abbreviations, ordinals and ellipses of many languages, and sentences that end beside them. */
const texts: Readonly<Record<string, readonly string[]>> = {
  af: ["Mnr. Botha kom ca. 5 nm. aan. | Hy bly hier.", "Dit is bv. baie lekker. | Dr. Malan weet."],
  az: ["Prof. Əliyev 5 mln. manat aldı. | O getdi.", "Gözlə... nə?"],
  be: ["Гэта каштуе 5 тыс. рублёў. | Ён купіў.", "Праф. Іваноў жыве на вул. Леніна 3."],
  bg: [
    "Проф. Иванов живее на ул. Витоша 5. | Той е тук.",
    "Цената е ок. 5 млн. лв. за година.",
    "Чакай... какво?",
  ],
  bs: [
    "Dr. Hodžić dolazi 3. Maja. | To je dobro.",
    "Npr. 5. maja, tzv. Dan rada.",
    "To je oko 5 mil. eura. | On zna.",
  ],
  ca: [
    "El Sr. Puig viu a l'av. Diagonal. | Ell treballa.",
    "Val aprox. 5 euros. | És barat.",
    "Espera... què?",
  ],
  cs: [
    "Přijde např. 5. května. | Dr. Novák to ví.",
    "Stojí to cca 5 mil. korun, tj. hodně. | To je ono.",
    "Tzv. Sametová revoluce začala 17. listopadu. | Byl to pátek.",
    "Karel IV. Lucemburský žil ve 14. století.",
    "Počkej... co?",
  ],
  cy: ["Mae Dr. Jones yma. | Mae hi'n oer.", "Dyma e.e. Caerdydd. | Dyna ni."],
  da: [
    "Det koster ca. 5 mio. kr. om året. | Det er dyrt.",
    "Den 3. December kommer dr. Hansen.",
    "Bl.a. Peter. | Han kom kl. 5.",
  ],
  de: [
    "Hunde, Katzen usw. Tiere, etc. Pflanzen. | Sie leben.",
    "Der 3. Oktober ist ein Feiertag. | Das wissen alle.",
    "Das kostet ca. 5 Mio. Euro inkl. MwSt. pro Jahr. | Wir zahlen.",
    "Dr. Müller und Hr. Schmidt kommen z. B. am 24. Dezember. | Prof. Dr. Weber auch.",
    "Papst Johannes Paul II. Er lebte im 20. Jahrhundert.".replace("II. Er", "II. | Er"),
    "Das war ein Test. | Peter kam am Do. um 3. | Dann ging er.",
    "Kapitel 3. | Müller liest. | Im Jahr 1990. | Berlin wuchs.",
    "Am 3. 10. 1990 und am 24.12. Heiligabend.",
    "Warte... was? | Ich dachte... | Nein.",
    "Er wohnt in der Goethestr. 5 gegenüber. | Es war Nr. 7.",
  ],
  el: [
    "Ο κ. Παπαδόπουλος ζει στην Αθήνα. | Αυτός δουλεύει.",
    "Κοστίζει π.χ. 5 εκατ. ευρώ. | Τι κάνεις; | Καλά.",
  ],
  en: [
    "AWS, Azure, etc. | Microsoft follows. | Cats, dogs, etc. live here.",
    "We met on Jan. 3 at Mt. Fuji. | The view was great.",
    "Number 1. | The end.",
    "Wait... what? | I thought so... | Then he left.",
    "Dr. Smith vs. Mr. Jones Jr. in Washington, D.C. at 5 p.m. tomorrow.",
    "We worked for Acme Inc. | They paid us at 5 p.m. | He left.",
    "It is No. 5 of approx. 20, see Fig. 3, Vol. 2, p. 7.",
    "I said no. | Peter said yes. | No. | Five.",
    "George W. Bush and J. K. Rowling met Sen. John Smith.",
    "So am I. | Peter agrees. | Vitamin C. | It helps.",
    "The U.S. Army is large. | He moved to the U.S. | The army is large.",
    "He said “Stop.” | Then (etc.) it stopped.",
    "I use it. | iPhone sales rose.",
    "We lived in St. Louis near Main St. | It was nice.",
    "Bring apples, pears, etc. and bread.",
  ],
  es: [
    "El Sr. García y la Dra. López viven en EE. UU. desde 1990.",
    "Cuesta aprox. 5 mill. de euros. | Es caro.",
    "Digo que no. | Pedro dice sí.",
    "Espera... ¿qué?",
    "Véase pág. 3 y núm. 5. | Ud. decide.",
  ],
  et: [
    "See on 3. Detsember. | Ta tuli kl 5.",
    "See maksab u. 5 mln. eurot. | Me maksame.",
    "Näiteks 5. mail nt. Tallinnas.",
  ],
  eu: ["Gaur 3. eguna da. | Hau ona da.", "Dr. Etxeberria etorri da. | Hori egia da."],
  fi: [
    "Tänään on 3. joulukuuta. | Se on esim. Helsingissä.",
    "Se maksaa n. 5 milj. euroa. | Me maksamme.",
    "Odota... mitä?",
    "Kustaa II. Aadolf oli kuningas.",
  ],
  fo: ["Tað er 3. desember. | Hann kom kl. 5.", "Tað kostar t.d. 5 mió. krónur. | Hon veit tað."],
  fr: [
    "M. Dupont et Mme. Durand paient env. 5 euros. | Ils partent.",
    "C'est p. ex. le cas, cf. Paris. | Nous savons. | L'art est long. | D'accord.",
    "Attends... quoi ?",
    "Le Dr. Martin habite av. Foch. | Il travaille.",
  ],
  gl: ["O Sr. Castro vive na av. Coruña. | Ela traballa.", "Custa aprox. 5 euros. | É caro."],
  gu: ["ડૉ. પટેલ આવ્યા. | તે સારું છે."],
  he: ["פרופ. כהן הגיע. | הוא כאן."],
  hi: ["डॉ. शर्मा आए। | वह यहाँ हैं।", "श्री. वर्मा ने कहा। | ठीक है।"],
  hr: [
    "Dolazi 3. Svibnja. | To je npr. dobro.",
    "Dr. Horvat i prof. Kovač žive u ul. Ilica 5. | On zna.",
    "Godine 1990. | Marko je došao.",
    "To je cca 5 mil. eura. | Mi plaćamo.",
  ],
  hu: [
    "Ma dec. 3. van. | Ez jó.",
    "Dr. Kovács kb. 5 millió forintot kért. | Ő tudja.",
    "A 3. Sz. iskola stb. | Ez az.",
    "Várj... mi?",
  ],
  hy: ["Սա լավ է։ | Նա եկավ։"],
  id: ["Prof. Dr. Budi tinggal di Jl. Sudirman. | Dia baik.", "Tunggu... apa?"],
  is: ["Það er 3. desember. | Hann kom kl. 5.", "Það kostar u.þ.b. 5 millj. kr. á ári. | Við borgum."],
  it: [
    "Il sig. Rossi e la dott.ssa Bianchi pagano ca. 5 euro. | Lui paga.",
    "Vedi pag. 3 e art. 5. | Questo basta.",
    "Aspetta... cosa?",
    "Il prof. Verdi insegna. | È bravo.",
  ],
  ka: ["ეს კარგია. | ის მოვიდა.", "პროფ. ბერიძე მოვიდა."],
  ko: ["네. | 이. | 그래요."],
  kk: ["Бұл 5 млн. теңге. | Ол келді."],
  lb: [
    "Den 3. Oktober ass frei. | Dat ass gutt.",
    "Et kascht ca. 5 Mio. Euro. | Mir bezuelen.",
    "Här Dr. Weber kënnt z.B. moies.",
  ],
  lt: [
    "Tai kainuoja 5 mln. eurų. | Jis moka.",
    "Prof. Jonaitis gyvena Vilniaus g. 5. | Jis čia.",
    "Palauk... kas?",
  ],
  lv: [
    "Šodien ir 3. Decembris. | Tas ir labi.",
    "Prof. Bērziņš dzīvo Brīvības ielā, piem. Rīgā. | Viņš ir te.",
    "Tas maksā 5 milj. eiro. | Mēs maksājam.",
  ],
  mk: ["Проф. Ивановски живее на ул. Македонија. | Тој е тука.", "Тоа е на пр. 5 мил. денари."],
  mr: ["डॉ. जोशी आले। | ते इथे आहेत।"],
  ms: ["Dr. Ahmad tinggal di sini. | Dia baik."],
  mt: ["Dr. Borg ġie. | Hu hawn."],
  nl: [
    "Dhr. De Vries betaalt ca. 5 mln. euro. | Hij is hier.",
    "Dat is o.a. bijv. Amsterdam. | Het regent.",
    "'t Is laat. | 's Avonds regent het.",
    "Dat is de top. | Peter lacht.",
    "Wacht... wat?",
  ],
  nn: ["Det er 3. desember. | Han kom kl. 5.", "Det kostar ca. 5 mill. kr. i året. | Vi betaler."],
  no: [
    "Det er 3. Desember. | Han kom ca. kl. 5.",
    "Det koster f.eks. 5 mill. kr. i året. | Vi betaler.",
    "Det er byen jeg bor i. | Peter vet det.",
  ],
  pl: [
    "Robimy rzeczy itd. | Microsoft też. | Linki itp. zostawię.",
    "Spotkanie jest np. 5. maja. | To jest dobre.",
    "Prof. Kowalski mieszka przy ul. Długiej. | On wie.",
    "To kosztuje ok. 5 mln. zł. rocznie. | My płacimy.",
    "Czekaj... co?",
  ],
  pt: [
    "O Sr. Silva e a Dra. Costa moram na av. Paulista. | Ele trabalha.",
    "Custa aprox. 5 euros. | É caro.",
    "Espera... o quê?",
    "Foi no séc. XX. | Depois mudou.",
  ],
  ro: [
    "Dl. Popescu și dna. Ionescu locuiesc pe str. Florilor. | Ei sunt aici.",
    "Costă cca. 5 mil. lei pe an. | Noi plătim.",
  ],
  ru: [
    "Это стоит ок. 5 млн. руб. в год. | Мы платим.",
    "Проф. Иванов живёт на ул. Ленина. | Он здесь.",
    "Яблоки, груши и т. д. | Это всё.",
    "Подожди... что?",
    "А. С. Пушкин родился в 1799 г. в Москве.",
    "Это был кот. | Пётр ушёл.",
  ],
  sk: [
    "Príde napr. 5. mája. | Dr. Novák to vie.",
    "Stojí to cca. 5 mil. eur. | To je veľa.",
    "Tzv. Nežná revolúcia bola 17. Novembra. | Bol piatok.",
  ],
  sl: [
    "Pride npr. 5. maja. | Dr. Novak to ve.",
    "To stane pribl. 5 mio. evrov. | Mi plačamo.",
    "Danes je 3. December. | To je dobro.",
  ],
  sq: ["Prof. Hoxha jeton këtu. | Ai punon.", "Kushton p.sh. 5 mln. lekë. | Kjo mjafton."],
  sr: [
    "Долази 3. Маја. | То је добро.",
    "Др. Петровић и проф. Јовић знају. | Он зна.",
    "Npr. 5. maja u ul. Kneza Miloša. | To je to.",
  ],
  sv: [
    "Det kostar ca. 5 milj. kr. per år. | Vi betalar.",
    "Dr. Svensson kommer t. ex. kl. 5. | Han vet.",
    "Det är staden jag bor i. | Peter vet.",
    "Vänta... vad?",
  ],
  sw: ["Bw. Juma na Dkt. Asha wako hapa. | Hii ni nzuri."],
  ta: ["திரு. குமார் வந்தார். | அவர் இங்கே."],
  tl: ["Si Gng. Santos at Dr. Cruz ay dito. | Siya ay mabait."],
  tr: [
    "Bugün 3. Ordu geldi. | Bu iyi.",
    "Doç. Dr. Yılmaz Atatürk Cad. üzerinde oturuyor. | O geldi.",
    "Bkz. sayfa 5. | Ama olmaz.".replace("5. |", "5. |"),
    "Bekle... ne?",
  ],
  uk: [
    "Це коштує 5 млн. грн. на рік. | Ми платимо.",
    "Проф. Шевченко живе на вул. Франка. | Він тут.",
    "Яблука, груші і т. д. | Це все.",
  ],
  vi: ["PGS. Nguyễn Văn A sống ở TP. Hồ Chí Minh. | Họ tốt."],
};

/** Scripts with their own full stops, and scripts without case. */
const scripts: readonly (readonly [string | null, string])[] = [
  ["zh", "你好。 | 谢谢！ | 好吗？ | 再见"],
  ["ja", "はい。 | そうです。 | 本当？ | ええ"],
  ["ar", "مرحبا. | كيف حالك؟ | بخير"],
  ["ur", "یہ اچھا ہے۔ | وہ آیا۔ | ٹھیک"],
  ["fa", "خوبی؟ | بله. | باشه"],
  ["my", "ကောင်းတယ်။ | ဟုတ်တယ်"],
  ["km", "ល្អ។ | បាទ"],
  ["am", "ጥሩ።| ነው።".replace("።|", "። |")],
  ["bo", "བཀྲ་ཤིས། | བདེ་ལེགས"],
  ["ne", "राम्रो छ। | ठीक छ।"],
  ["sa", "सत्यम्॥ | शिवम्"],
  ["bn", "ভালো। | হ্যাঁ"],
  [null, "Mr. Smith came. | He left at 5 p.m. yesterday."],
];

describe("the ends of sentences", () => {
  test.each(
    Object.entries(texts).flatMap(([language, list]) => list.map((text) => [language, text] as const)),
  )("in %s: %s", (language, text) => {
    expect(marked(text, language)).toBe(text);
  });
  test.each(scripts)("by the full stops of %s: %s", (language, text) => {
    expect(marked(text, language)).toBe(text);
  });
  test("a text in lower case ends sentences at periods", () => {
    const text = "hello there. | how are you. | see dr. smith at approx. five... or six";
    expect(marked(text, "en")).toBe(text);
  });
  test("a text in capitals keeps its abbreviations", () => {
    const text = "DR. SMITH CAME IN DEC. 2020. | THE END WAS APPROX. NOON.";
    expect(marked(text, "en")).toBe(text);
  });
  test("a single word is judged without a following one", () => {
    expect(["Yes.", "Yes!”", "はい。", "क्या।", "نعم؟"].map((word) => canEndSentenceIn(word, "en"))).toEqual(
      new Array(5).fill(true),
    );
    expect(["Mr.", "U.S.", "J.", "3.5", "well,"].map((word) => canEndSentenceIn(word, null))).toEqual(
      new Array(5).fill(false),
    );
    expect([canEndSentenceIn("3.", "de"), canEndSentenceIn("3.", "en")]).toEqual([false, true]);
    expect([isAbbreviationIn("inkl.", "de"), isAbbreviationIn("Haus.", "de")]).toEqual([true, false]);
  });
  test("take linear time: every word is read a few times", () => {
    const words = "Der 3. Oktober war z. B. ein Feiertag. Dr. Müller kam... er blieb."
      .split(" ")
      .flatMap((word) => new Array<string>(100).fill(word));
    let reads = 0;
    const counted = new Proxy(words, {
      get: (target, key, receiver) => {
        if (/^\d+$/.test(String(key))) reads += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    expect(sentenceEndsOf(counted, "de")).toEqual(sentenceEndsOf(words, "de"));
    expect(reads).toBeGreaterThan(words.length);
    expect(reads).toBeLessThan(8 * words.length);
  });
});
