import { closeLanguages } from "./close-languages.ts";

/** Negations, superlatives and absolutes, normalized. */
const lists: Readonly<Record<string, string>> = {
  en: "never nothing nobody none impossible best worst biggest greatest largest fastest only free always everything",
  de: "nie niemals nichts niemand unmöglich beste besten bester schlimmste größte größten meisten wichtigste einzige kostenlos immer alles",
  es: "nunca jamás nada nadie imposible mejor peor máximo único única gratis siempre",
  fr: "jamais rien personne impossible meilleur meilleure pire maximum unique seul gratuit toujours",
  it: "mai niente nulla nessuno impossibile migliore peggiore massimo unico unica gratis sempre",
  pt: "nunca jamais nada ninguém impossível melhor pior máximo único única grátis sempre",
  nl: "nooit niets niemand onmogelijk beste slechtste grootste enige gratis altijd",
  sv: "aldrig inget ingen omöjligt bäst bästa sämst största enda gratis alltid",
  da: "aldrig intet ingen umuligt bedst bedste værst største eneste gratis altid",
  no: "aldri ingenting ingen umulig best beste verst største eneste gratis alltid",
  pl: "nigdy nic nikt niemożliwe najlepszy najlepsze najgorszy największy jedyny zawsze",
  cs: "nikdy nic nikdo nemožné nejlepší nejhorší největší jediný vždy",
  ru: "никогда ничего никто невозможно лучший лучшее худший самый главное единственный бесплатно всегда",
  uk: "ніколи нічого ніхто неможливо найкращий найгірший найбільший єдиний завжди",
  tr: "asla hiçbir imkansız tek ücretsiz daima",
  ja: "絶対 最高 最大 最悪 最初 唯一 無料 一番 必ず 決して",
  zh: "从不 绝对 从来 最好 最大 最差 唯一 免费 永远 不可能 第一",
  ko: "절대 최고 최대 최악 유일 무료 항상 불가능",
  hi: "कभी असंभव सर्वश्रेष्ठ एकमात्र मुफ़्त मुफ्त हमेशा",
  ar: "أبدا أبداً مستحيل أفضل أسوأ أكبر أعظم الوحيد مجانا دائما",
};

const known = new Map<string, ReadonlySet<string>>();

/** Returns the emphatic words of a language; empty for a language without a list. */
export const emphaticWordsOf = (language: string | null): ReadonlySet<string> => {
  const code = closeLanguages[language ?? ""] ?? language ?? "";
  const words = known.get(code) ?? new Set(lists[code]?.split(" "));
  known.set(code, words);
  return words;
};
