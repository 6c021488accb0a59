import { analyzeSpeech, type SpeechAnalysis } from "../../../../core/clips/speech-analysis.ts";
import { titlesIn } from "../../../../core/clips/theme.ts";
import type { TitleSource } from "../../../../core/clips/title-clauses.ts";
import { isUnspacedLanguage } from "../../../../core/languages/writing.ts";
import { composeTranscript } from "../../../../core/transcript/compose.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

/** A transcript with word durations by length, pauses after punctuation, and a long pause at `|`. */
export const spokenTranscript = (
  text: string,
  language: string,
  { startSeconds = 0.4, keepsMarks = true }: { startSeconds?: number; keepsMarks?: boolean } = {},
): { transcript: WordEntry[]; seconds: number } => {
  const isUnspaced = isUnspacedLanguage(language);
  const pieces = isUnspaced
    ? [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)].map(({ segment }) => segment)
    : text.split(/\s+/u);
  const words: Parameters<typeof composeTranscript>[0]["words"] = [];
  let at = startSeconds;
  for (const piece of pieces.map((one) => one.trim()).filter(Boolean)) {
    if (piece === "|") {
      at += 1.5;
      continue;
    }
    const isMark = /^[\p{P}]+$/u.test(piece);
    const length = isMark ? 0 : 0.12 + [...piece].length * (isUnspaced ? 0.16 : 0.055);
    const written = keepsMarks ? piece : piece.replace(/[\p{P}]+$/u, "");
    if (written !== "")
      words.push({
        text: written,
        spaceBefore: !isUnspaced,
        startSeconds: at,
        endSeconds: at + length,
        confidence: 0.9,
      });
    at += length + (/[.!?。！？؟।]$/u.test(piece) ? 0.55 : /[,;:、，،]$/u.test(piece) ? 0.22 : 0.03);
  }
  const seconds = at + 1;
  const recognition = { language, languageConfidence: 1, engine: "test", words };
  return { transcript: composeTranscript(recognition, seconds), seconds };
};

/** A spoken text of which titles are made, also of what is outside a clip. */
export const titleSourceOf = (text: string, language: string): TitleSource => {
  const { transcript, seconds } = spokenTranscript(text, language);
  return { transcript, speech: analyzeSpeech(transcript, language, seconds), isAllowed: () => true };
};

/** The possible titles of a clip that has a whole spoken text. */
export const titlesOf = (text: string, language: string): string[] => {
  const source = titleSourceOf(text, language);
  const clip = { from: 0, to: source.speech.words.length, startFrame: 0, endFrame: 1 };
  return titlesIn(source, clip).map((title) => title.text);
};

/** The analysis of a text that is spoken as by spokenTranscript. */
export const analyzedSpeech = (text: string, language: string): SpeechAnalysis => {
  const { transcript, seconds } = spokenTranscript(text, language);
  return analyzeSpeech(transcript, language, seconds);
};

/** A talk of about five minutes with a slow start, three stories, and an end. */
export const lighthouses = `
Hello everybody and welcome back. Today we are going to talk a little about the coast, and I will just wait until
everybody is here. So, let me see, can you all hear this. And then we can begin. |
Why were lighthouses painted in stripes? Sailors could not tell one white tower from another by day. A captain who took
the wrong tower for the right one lost his ship on the rocks. So every tower got its own pattern, and the pattern was
printed on every chart. By day the stripes were the name of the place. |
And it was like that for a long time. It was, you know, the way that things were done there. That is what they taught us.
They also had other ways, which we may come to later, or not. |
The most dangerous job on the coast was not on a ship at all. In 1899 a keeper carried 200 litres of oil up 190 steps,
every single night. One slip meant a fall of 40 metres. Nobody paid him more for the risk. When the electric lamp came,
that job disappeared within 10 years, and nobody wanted it back. |
But there is more about that. It is in the book that I mentioned before. They wrote it down. |
Imagine that you walk in fog so thick that you cannot see your own hand. The light is useless now, and you hear only
the sea. Keepers knew a trick for this. They fired a cannon every 15 minutes, then they rang a bell, and at last they
built horns that could carry 30 kilometres away. Fog was the problem that light could never solve. Sound did. |
Yes. And so on. We had questions about this last time, and there were some good ones. He asked about the ships, and she
asked about the birds, and they both wanted to know more of that. |
Here is the mistake that almost everybody makes about lenses. A bigger flame does not make a brighter light. Most of the
flame shines up to the sky and down to the floor, where no ship will ever be. The secret is glass. A ring of prisms
bends all of it towards the horizon, and a lamp no stronger than a candle is seen for 20 miles. That lens saved more
lives than any lifeboat ever built. |
So that is all for today. Thank you for coming, and see you next week. Bye.
`;

/** Shorter talks with a strong middle between a weak start and end. */
export const otherTalks: Readonly<Record<string, string>> = {
  de: `Hallo zusammen und willkommen. Wir warten noch ein wenig, bis alle da sind. Und dann fangen wir an. |
    Warum haben Leuchttürme Streifen? Seeleute konnten einen weißen Turm nicht vom anderen unterscheiden. Wer den falschen
    Turm für den richtigen hielt, verlor sein Schiff auf den Felsen. Jeder Turm bekam deshalb sein eigenes Muster, und das
    Muster stand auf jeder Seekarte. |
    Das war dann lange so. Sie haben das auch so gemacht. Und er hat es ihnen gesagt. |
    Die gefährlichste Arbeit an der Küste war nicht auf einem Schiff. Im Jahr 1899 trug ein Wärter jede Nacht 200 Liter Öl
    über 190 Stufen nach oben. Ein Fehltritt bedeutete einen Sturz von 40 Metern. Niemand bezahlte ihm mehr dafür. |
    Also das war es für heute. Und bis nächste Woche. Tschüss.`,
  es: `Hola a todos y bienvenidos. Vamos a esperar un poco hasta que lleguen todos. Y entonces empezamos. |
    ¿Por qué los faros tienen rayas? Los marineros no podían distinguir una torre blanca de otra. Un capitán que confundía
    la torre perdía su barco en las rocas. Cada torre recibió su propio dibujo, y el dibujo estaba en todas las cartas. |
    Y eso era así durante mucho tiempo. Ellos también lo hacían. Y él se lo dijo. |
    El trabajo más peligroso de la costa no estaba en un barco. En 1899 un farero subía 200 litros de aceite por 190
    escalones cada noche. Un solo error significaba una caída de 40 metros. Nadie le pagaba más por el riesgo. |
    Así que esto es todo por hoy. Y hasta la próxima semana. Adiós.`,
  ja: `みなさん、こんにちは。今日は少し待ちましょう。そして始めます。 |
    なぜ灯台には縞模様があるのでしょうか？船乗りは白い塔を見分けることができませんでした。塔を間違えた船長は岩の上で船を失いました。
    そのため、すべての塔に自分の模様が与えられ、その模様は海図に印刷されました。 |
    それは長い間そうでした。彼もそう言いました。 |
    海岸で最も危険な仕事は船の上ではありませんでした。1899年、灯台守は毎晩200リットルの油を190段上まで運びました。
    一度の失敗は40メートルの落下を意味しました。 |
    では、今日はここまでです。また来週。さようなら。`,
  ar: `مرحبا بكم جميعا. سننتظر قليلا حتى يصل الجميع. ثم نبدأ. |
    لماذا رسمت الخطوط على المنارات؟ لم يستطع البحارة تمييز برج أبيض من برج آخر. القبطان الذي أخطأ في البرج خسر سفينته على الصخور.
    حصل كل برج على نقش خاص به وطبع النقش على كل خريطة بحرية. |
    وكان ذلك كذلك لفترة طويلة. هو قال ذلك لهم. |
    أخطر عمل على الساحل لم يكن على متن سفينة. في عام 1899 حمل حارس 200 لتر من الزيت إلى أعلى 190 درجة كل ليلة.
    كانت زلة واحدة تعني سقوطا من 40 مترا. |
    هذا كل شيء اليوم. إلى اللقاء.`,
};
