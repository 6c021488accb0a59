import { describe, expect, test } from "@jest/globals";
import { removeDisfluencies } from "../../../../core/cuts/disfluencies.ts";
import { disfluencyLists } from "../../../../core/languages/disfluency-lists.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

/** Words of 0.3 s every 0.4 s; punctuation is separate and has no duration. */
const transcriptOf = (text: string): WordEntry[] => {
  let at = 0;
  return text.split(" ").map((token): WordEntry => {
    if (/^\p{P}+$/u.test(token))
      return { text: token, type: "punctuation", startSeconds: at - 0.1, endSeconds: at - 0.1 };
    const startSeconds = at;
    at = Math.round((at + 0.4) * 10) / 10;
    return {
      text: token,
      type: "word",
      startSeconds,
      endSeconds: Math.round((startSeconds + 0.3) * 10) / 10,
    };
  });
};
const fluentText = (text: string, language: string | null): string =>
  removeDisfluencies(transcriptOf(text), language)
    .transcript.map((entry) => entry.text)
    .join(" ");

describe("disfluencies", () => {
  test.each([
    ["en", "So , um , I think uh we go", "So I think we go"],
    ["en", "Um , the end .", "The end ."],
    ["en", "Ummm UH uhh erm hmm yes", "UH yes"],
    ["en", "I went , um . Then we left", "I went . Then we left"],
    ["en", "I I think the , the dog", "I think the dog"],
    ["en", "I , um , I think", "I think"],
    ["en", "I wa- I was th- there", "I wa- I was there"],
    ["de", "Ähm , ich ich war äh dort", "Ich war dort"],
    ["es", "Eh , yo yo quiero ehm ir", "Yo quiero ir"],
    ["fr", "Euh , je je vais heu là", "Je vais là"],
    ["it", "Ehm , io io vado", "Io vado"],
    ["pt", "Hum , eu eu vou ahn lá", "Eu vou lá"],
    ["pt", "Ã , a lã uh não é ãh amanhã", "A lã não é amanhã"],
    ["nl", "Uh , ik ik ga euh weg", "Ik ga weg"],
    ["ru", "Эээ , я я иду эм туда", "Я иду туда"],
    ["hi", "उम्म मैं मैं हम्म जाता", "मैं जाता"],
    ["ar", "اممم أنا أنا أذهب", "أنا أذهب"],
    ["tr", "Iıı , ben ben eee geldim", "Ben geldim"],
    ["ja", "えーと 、 私 は あのー 行き ます", "私 は 行き ます"],
    ["ja", "えっ と 今日 うーん と", "今日"],
    ["ko", "음 저는 저는 갑니다", "저는 갑니다"],
    ["zh", "嗯 ， 我 我 想 呃 去", "我 想 去"],
    ["zh", "那个 ， 我 想 去", "我 想 去"],
    ["en", "He went to the , to the store", "He went to the store"],
    ["en", "and it was in with my uh with my friends", "and it was in with my friends"],
    ["es", "vamos con el , eh , con el coche", "vamos con el coche"],
    ["fr", "il est là , bah , euh", "il est là , bah"],
    ["pt", "Hã , eu vou , eh , para lá", "Eu vou para lá"],
    ["ja", "あの 、 すみません 。", "すみません 。"],
    ["ko", "저는 어 갑니다", "저는 갑니다"],
    ["es", "Creo que , este , es bueno", "Creo que es bueno"],
    ["de", "Ich glaube , äh , dass er kommt", "Ich glaube , dass er kommt"],
    ["ru", "Я думаю , эм , что да", "Я думаю , что да"],
    ["en", "I think I think we should go", "I think we should go"],
    ["en", "So , we need to , um , we need to go now", "So we need to go now"],
    ["en", "He he went home . You you are right", "He went home . You are right"],
    ["de", "Er er kam", "Er kam"],
    ["en", "( um ) Hello", "Hello"],
    ["en", "Mmm , I see", "I see"],
    ["en", "It is uh uh good , uh , then", "It is good then"],
    ["de", "Das ist äh äh gut", "Das ist gut"],
    ["sv", "Det är , äh , bra", "Det är bra"],
    ["ru", "Я , э , иду", "Я иду"],
  ])("identifies %s: %s", (language, text, expected) => {
    expect(fluentText(text, language)).toBe(expected);
  });

  test.each([
    ["de", "Um acht Uhr er kommt eh"],
    ["de", "die die das sagen"],
    ["pt", "Um homem em casa"],
    ["ca", "Em dic Anna"],
    ["es", "Este libro ¿ eh ?"],
    ["en", "I know that that is very very good , no no no"],
    ["en", "35 mm of ER , hm ?"],
    ["en", "if I can I can do it and if you like it it is yours"],
    ["en", "if I can , I can do it and if they say , they say it"],
    ["pt", "conte um a um a lista"],
    ["en", "I know , I know . You , you , and you . What what ?"],
    ["en", "he had had it and log in in a minute"],
    ["es", "Este , ese y aquel son míos"],
    ["es", "quiero este , no ese"],
    ["zh", "我 要 那个 ， 不 要 这个 。"],
    ["ko", "어 ."],
    ["en", "pre- and post-war"],
    ["en", "the end . The start"],
    ["fr", "nous nous levons eh bien"],
    ["it", "eh sì"],
    ["tr", "yavaş yavaş"],
    ["hi", "धीरे धीरे हम गए"],
    ["ja", "あの 人 いろいろ"],
    ["zh", "那个 人 天天"],
    ["zh", "嗯 。"],
    ["ar", "أم محمد"],
    ["xx", "um äh the the"],
    [null, "um uh I I"],
    ["en", "Uh huh , I agree"],
    ["en", "Uh - huh , I agree"],
    ["en", "Uh , huh . Right"],
    ["en", "Uh oh , we broke it"],
    ["en", "Uh uh , no way"],
    ["en", "Mm hmm , exactly . Mmm hm . Um hum"],
    ["en", "Hmm . Mmm ."],
    ["en", "He gave her her book and my my , do this this way"],
    ["en", "the person I talk to to get help ; we saw the The Beatles"],
    ["en", "Will will come . Can can dance"],
    ["de", "Hm hm , das stimmt . Äh äh , nein"],
    ["de", "die Politik von von der Leyen zu zu hohen Preisen"],
    ["es", "Lo que es es así"],
    ["es", "la la la la canción . Este , ese y aquel"],
    ["fr", "Un un deux trois . En en parlant , hm hm"],
    ["it", "Quello che è è così"],
    ["pt", "Um um dois três"],
    ["pt", "Hum hum , concordo . Se se fizer assim"],
    ["nl", "de auto van Van Dijk is het het beste"],
    ["ru", "Э нет , так не пойдёт . Хм ."],
    ["pl", "Ee tam . To to samo"],
    ["sv", "Men men . Det är de de kände . Äh , det gör inget"],
    ["da", "En en to tre . Men men , det er godt"],
    ["fi", "he he , hauska"],
    ["hu", "Nem tudom , hogy hogy van . Az az ember egy egy almát kért"],
    ["hi", "और और चाहिए"],
    ["ar", "من من يريد"],
    ["fa", "به به چه خوب"],
    ["he", "הוא הוא האיש"],
    ["tr", "Ee , sonra"],
    ["ja", "ええ 、 そう です"],
    ["ja", "え え 、 そう です"],
    ["ja", "え 、 本当"],
    ["ko", "어 어 , 알겠어"],
    ["zh", "嗯嗯 ， 我 同意"],
    ["zh", "嗯 嗯 ， 我 同意"],
    ["yue", "好 唔 唔 好"],
    ["th", "เออ ใช่"],
    ["vi", "ừm ."],
  ])("%s, keeps similar words: %s", (language, text) => {
    expect(removeDisfluencies(transcriptOf(text), language)).toEqual({
      transcript: transcriptOf(text),
      disfluencies: [],
    });
  });

  test("returns the removed spans", () => {
    expect(removeDisfluencies(transcriptOf("So um I I go"), "en").disfluencies).toEqual([
      { kind: "filler", startSeconds: 0.4, endSeconds: 0.7 },
      { kind: "falseStart", startSeconds: 0.8, endSeconds: 1.1 },
    ]);
  });

  test("keeps a repetition after a long pause", () => {
    const [first, second] = transcriptOf("I I");
    const apart = [first, { ...second, startSeconds: 3, endSeconds: 3.3 }] as WordEntry[];
    expect(removeDisfluencies(apart, "en").disfluencies).toEqual([]);
  });

  test("has no filler among the restart words of any language", () => {
    for (const { fillers, restarts } of Object.values(disfluencyLists)) {
      const filler = new RegExp(`^(?:${fillers.join("|")})$`, "u");
      expect(restarts.filter((word) => filler.test(word))).toEqual([]);
    }
  });
});
