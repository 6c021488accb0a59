/** Phrases with which an interviewer asks without a question: normalized alternatives of a regular expression, by language. */
const phrases: Readonly<Record<string, string>> = {
  en: "i'd love to (?:hear|know|get|talk|ask)|i would love to (?:hear|know|get|talk|ask)|i'm curious|i am curious|i'm wondering|i want(?:ed)? to (?:ask|talk|dig|go back|come back|touch|start|hear|shift|run past)|it'd be (?:fun|great|interesting) to|tell (?:us|me|everyone|people) (?:about|more|a|how|what|why)|talk (?:to us )?about (?:that|how|the|your)|walk (?:us|me) through|share (?:with us|a little|any)|your (?:advice|thoughts|take|perspective) (?:on|for|about)|you (?:talked|mentioned|wrote|said|tweeted) (?:about|that|something|how)",
  de: "erzähl(?:en sie)? (?:uns|mal|mir)|(?:ich|mich) (?:würde|würd) (?:gerne|mal|gern|interessieren)|mich interessiert|ich frage mich|beschreiben sie|kannst du (?:uns|mal)|können sie (?:uns|mal)|könnten sie|sie haben (?:gesagt|geschrieben|erwähnt)|du hast (?:gesagt|geschrieben|erwähnt)",
  es: "cuéntanos|cuéntame|cuéntenos|háblanos|háblame|explícanos|me gustaría (?:saber|preguntar|preguntarte|preguntarle|que)|quería preguntar*|quisiera preguntar*|qué opinas|nos puedes|nos puede",
  fr: "racontez nous|raconte nous|parlez nous|parle nous|expliquez nous|j'aimerais (?:savoir|vous|te|qu)|je voulais (?:vous|te) demander|est ce que vous pouvez|dites nous|vous avez (?:dit|écrit|parlé)",
  it: "raccontaci|raccontami|ci racconti|parlaci|spiegaci|vorrei (?:chiederti|chiederle|sapere)|volevo (?:chiederti|chiederle)",
  pt: "conta (?:pra|para) (?:gente|nós|mim)|conte (?:pra|para) (?:gente|nós)|fala (?:um pouco|pra gente|mais)|explica (?:pra|para)|eu queria (?:saber|te perguntar|perguntar)|gostaria de (?:saber|perguntar)|você falou|você comentou",
  nl: "vertel (?:eens|ons|me)|ik ben benieuwd|ik wil(?:de)? (?:je|u)? ?vragen|kun je (?:ons|eens|iets)|leg eens uit",
  sv: "berätta (?:om|lite|för)|jag undrar|jag är nyfiken",
  da: "fortæl (?:om|lidt|os)|jeg er nysgerrig|jeg vil gerne høre",
  no: "fortell (?:om|litt|oss)|jeg lurer på|jeg er nysgjerrig",
  pl: "opowiedz|proszę opowiedzieć|powiedz nam|proszę powiedzieć|chciał(?:a)?bym zapytać|ciekawi mnie",
  cs: "řekněte (?:nám|mi)|řekni nám|povězte|vyprávějte|zajímá mě|chci se zeptat",
  ru: "расскажи(?:те)?|поделитесь|поделись|объясните|хочу спросить|хотел(?:а)? (?:бы )?спросить|мне интересно",
  uk: "розкажи|розкажіть|поділіться|поясніть|хочу запитати|хотів би запитати|мені цікаво",
  tr: "anlatır mısın(?:ız)?|bahseder misin(?:iz)?|merak ediyorum|sormak istiyorum",
  ja: "教えてください|聞かせてください|お聞きしたい|伺いたい|お話しください|聞いてみたい",
  zh: "能不能(?:讲|说|聊|分享|介绍)|可以(?:讲|说|聊|分享|介绍)一下|给我们(?:讲|说|分享|介绍)|我想问|想问一下|请问|跟我们分享|下一个问题",
  ko: "말씀해 주|이야기해 주|설명해 주|궁금한|여쭤보|질문드리",
};

/** Returns the phrases of requests in a language; empty for a language without a list. */
export const requestPhrasesOf = (code: string): string => phrases[code] ?? "";
