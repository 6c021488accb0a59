import { closeLanguages } from "./close-languages.ts";

/** Negations, superlatives, absolutes, and words of astonishment, normalized. */
const lists: Readonly<Record<string, string>> = {
  en: "never nothing nobody none impossible best worst biggest greatest largest fastest only free always everything crazy insane wild amazing incredible unbelievable hilarious shocking fascinating terrible absurd ridiculous extraordinary remarkable",
  de: "nie niemals nichts niemand unmöglich beste besten bester schlimmste größte größten meisten wichtigste einzige kostenlos immer alles verrückt wahnsinn unglaublich unglaubliche erstaunlich erschreckend faszinierend schrecklich absurd außergewöhnlich krass irre",
  es: "nunca jamás nada nadie imposible mejor peor máximo único única gratis siempre loco locura increíble asombroso impresionante insólito terrible absurdo extraordinario fascinante milagro",
  fr: "jamais rien personne impossible meilleur meilleure pire maximum unique seul gratuit toujours fou folle incroyable étonnant étonnante hallucinant terrible absurde extraordinaire fascinant choquant",
  it: "mai niente nulla nessuno impossibile migliore peggiore massimo unico unica gratis sempre pazzesco incredibile assurdo terribile straordinario straordinaria affascinante sconvolgente",
  pt: "nunca jamais nada ninguém impossível melhor pior máximo único única grátis sempre louco loucura incrível absurdo terrível extraordinário extraordinária fascinante chocante",
  nl: "nooit niets niemand onmogelijk beste slechtste grootste enige gratis altijd gek waanzinnig ongelooflijk verbazingwekkend schokkend verschrikkelijk absurd fascinerend bizar",
  sv: "aldrig inget ingen omöjligt bäst bästa sämst största enda gratis alltid galet otroligt otrolig fantastiskt chockerande absurt fascinerande hemskt",
  da: "aldrig intet ingen umuligt bedst bedste værst største eneste gratis altid vanvittigt utroligt utrolig fantastisk chokerende absurd fascinerende forfærdeligt",
  no: "aldri ingenting ingen umulig best beste verst største eneste gratis alltid vanvittig utrolig fantastisk sjokkerende absurd fascinerende forferdelig",
  pl: "nigdy nic nikt niemożliwe najlepszy najlepsze najgorszy największy jedyny zawsze szalone niesamowite niewiarygodne niesamowity szokujące straszne absurdalne fascynujące",
  cs: "nikdy nic nikdo nemožné nejlepší nejhorší největší jediný vždy šílené neuvěřitelné neuvěřitelný úžasné šokující hrozné absurdní fascinující",
  ru: "никогда ничего никто невозможно лучший лучшее худший самый главное единственный бесплатно всегда безумие невероятно невероятный удивительно потрясающе ужасно абсурд поразительно фантастика",
  uk: "ніколи нічого ніхто неможливо найкращий найгірший найбільший єдиний завжди божевілля неймовірно неймовірний дивовижно жахливо абсурд приголомшливо",
  tr: "asla hiçbir imkansız tek ücretsiz daima çılgın inanılmaz muhteşem şaşırtıcı korkunç saçma olağanüstü",
  ja: "絶対 最高 最大 最悪 最初 唯一 無料 一番 必ず 決して すごい 凄い 信じられない 驚き 衝撃 恐ろしい 面白い とんでもない",
  zh: "从不 绝对 从来 最好 最大 最差 唯一 免费 永远 不可能 第一 疯狂 惊讶 震惊 不可思议 难以置信 可怕 离谱 神奇 厉害",
  ko: "절대 최고 최대 최악 유일 무료 항상 불가능 대단한 믿을 놀라운 충격 무서운 엄청난 미친",
  hi: "कभी असंभव सर्वश्रेष्ठ एकमात्र मुफ़्त मुफ्त हमेशा अद्भुत अविश्वसनीय हैरान भयानक पागल",
  ar: "أبدا أبداً مستحيل أفضل أسوأ أكبر أعظم الوحيد مجانا دائما مذهل رهيب غريب مدهش صادم",
};

const known = new Map<string, ReadonlySet<string>>();

/** Returns the emphatic words of a language; empty for a language without a list. */
export const emphaticWordsOf = (language: string | null): ReadonlySet<string> => {
  const code = closeLanguages[language ?? ""] ?? language ?? "";
  const words = known.get(code) ?? new Set(lists[code]?.split(" "));
  known.set(code, words);
  return words;
};
