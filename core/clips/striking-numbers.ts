import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** What is counted in a number that is striking, normalized beginnings of words in languages with Latin letters and others. */
const units = new RegExp(
  `^(?:${[
    "percent|per|pct|prozent|procent|prosent|prosentti|por|pour|hundred|thousand|million|billion|trillion|hundert|tausend|milliard|millard|mrd|mio|mil|mill|mille|miles|millón|millon|millone|milion|mili[oó]n|tysi|tysi|tis[ií]c|ezer|bin|milyon|milyar|ribu|juta|triệu|nghìn|tỷ",
    "dollar|dólar|dollari|euro|pound|livre|yen|yuan|peso|rupee|franc|kron|korun|złot|zlot|bucks|cents?$",
    "times$|fold|mal$|fois|veces|volte|vezes|keer|gånger|gange|ganger|raz[yů]?$|kez|kali|lần",
    "second|minute|hour|day|week|month|year|decade|centur|sekunde|minute|stunde|tag$|tage|woche|monat|jahr|segundo|minuto|hora|día|dia|semana|mes$|meses|año|ano|seconde|heure|jour|semaine|mois|an$|ans$|siècle|secondo|ora$|ore$|giorn|settiman|mes[ei]|ann[oi]|uur|uren|dag|weken|week|maand|jaar|jaren|timm|vecka|veckor|månad|år$|tim[ei]|uke|måned|tunti|päiv|viikko|vuo|godzin|dni|dzień|tygodni|miesi|rok|lat$|lata|hodin|den$|týdn|měsíc|let$|roky|saat|gün|hafta|ay$|yıl|jam$|hari|minggu|bulan|tahun|giờ|ngày|tuần|tháng|năm",
    "people|person|men$|women|lives|children|mensch|leute|personen|personas|gente|personnes|gens|persone|pessoas|mensen|människor|mennesker|ihmis|osób|ludzi|lidí|kişi|insan|orang|người|users|customers|kunden|nutzer|companies|countries|länder",
    "met(?:er|re|ro)|kilomet|km$|mile|feet|foot$|inch|kilo|kg$|ton(?:s|nes?|nen)?$|gram|lit(?:er|re|ro)|degree|grad$|watt|volt|gigabyte|megabyte|ship|steps?$|stufen",
    "процент|тысяч|миллион|миллиард|рубл|доллар|евро|раз$|секунд|минут|час|дн|день|недел|месяц|год|лет$|человек|люд|километр|метр|відсот|тисяч|мільйон|мільярд|гривен|хвилин|годин|днів|тиж|місяц|рок|людей",
    "٪|بالمئة|بالمائة|ألف|مليون|مليار|دولار|يورو|ساعة|دقيقة|يوم|أسبوع|شهر|سنة|عام|شخص|مرة|لتر|متر|درجة|प्रतिशत|हज़ार|लाख|करोड़|रुपये|डॉलर|घंटे|मिनट|दिन|साल|लोग",
    "％|倍|万|億|亿|兆|千|百|円|元|块|美元|美金|ドル|ユーロ|人|年|月|日|天|周|週|時間|小时|分钟|分|秒|歳|岁|個|个|台|回|次|度|キロ|メートル|リットル|公里|米|吨|퍼센트|천|만|억|원|달러|명|년|개월|일|주|시간|분|초|배|번|킬로|미터",
  ].join("|")})`,
  "u",
);
/** A number with its own sign: 50%, $5, 3x, 10k. */
const signed = /[%٪％$€£¥₹]|\d(?:x|k|m|bn|km|kg|gb|°)$/iu;
const wholeNumber = /^[\p{N}.,]+$/u;

/**
 * Whether the number at a word is striking: it has a sign or a unit, or the sentence makes a claim of it with a negation
 * or a superlative ("never before 2019"). A year, a time, or "number 3" alone does not.
 *
 * @param to end of the words in which a claim is sought
 */
export const isStrikingNumber = ({ words, language }: SpeechAnalysis, at: number, to: number): boolean => {
  const word = words[at];
  if (!word || !/\p{N}/u.test(word.normalized)) return false;
  if (signed.test(word.text)) return true;
  const next = words[at + 1]?.normalized ?? "";
  if (wholeNumber.test(word.normalized) && at + 1 < to && units.test(next)) return true;
  // "200リットル" may be one word.
  const rest = word.normalized.replace(/^[\p{N}.,]+/u, "");
  if (rest !== "" && rest !== word.normalized && units.test(rest)) return true;
  const emphatic = emphaticWordsOf(language);
  return words.slice(Math.max(0, at - 6), to).some(({ normalized }) => emphatic.has(normalized));
};
