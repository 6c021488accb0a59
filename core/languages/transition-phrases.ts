/** Phrases with which a speaker turns to another topic: normalized alternatives of a regular expression, by language. */
const phrases: Readonly<Record<string, string>> = {
  en: "let's (?:take (?:a look|some|another|the next)|bring in|hear from|look at|move on|turn to|talk about|switch|go back|get into|start with)|let me (?:turn|move on|switch|tell you)|moving on|speaking of|now let's|next (?:up|let's|i)|another (?:thing|example|point|story|question|one)|switching gears|on a different note|there's a couple|the (?:second|third|last|other|next|final) (?:thing|point|question|example|reason|one)",
  de: "kommen wir (?:zu|nun|jetzt|mal)|(?:dann|jetzt) würde ich|ein (?:anderes|weiteres|zweites) (?:thema|beispiel)|das nächste|eine (?:andere|weitere) frage|als nächstes|reden wir|sprechen wir|der (?:zweite|dritte|letzte|nächste) punkt",
  es: "veamos|pasemos|hablemos de|vamos a ver|ahora (?:veamos|vamos)|voy a citarles|otro (?:ejemplo|tema|punto|caso)|otra (?:pregunta|cosa|historia)|lo siguiente",
  fr: "passons|voyons|parlons de|revenons|un autre (?:exemple|point|sujet)|une autre (?:question|chose|histoire)|ensuite on|maintenant (?:passons|voyons|parlons)",
  it: "passiamo|vediamo|parliamo di|torniamo|un altro (?:esempio|punto|tema)|un'altra (?:domanda|cosa|storia)|ora (?:vediamo|passiamo)",
  pt: "vamos (?:ver|falar|passar|voltar)|agora vamos|passemos|vejamos|outro (?:exemplo|ponto|assunto)|outra (?:pergunta|coisa|história)|mudando de",
  nl: "laten we (?:kijken|het hebben|verder|overgaan)|een ander (?:voorbeeld|punt|onderwerp)|een andere vraag|het volgende",
  sv: "låt oss (?:titta|gå|prata)|ett annat (?:exempel|ämne)|en annan (?:fråga|sak)|nästa (?:punkt|fråga)",
  da: "lad os (?:se|gå|tale)|et andet (?:eksempel|emne)|et andet spørgsmål|næste (?:punkt|spørgsmål)",
  no: "la oss (?:se|gå|snakke)|et annet (?:eksempel|tema)|et annet spørsmål|neste (?:punkt|spørsmål)",
  pl: "przejdźmy|zobaczmy|porozmawiajmy|inny (?:przykład|temat)|kolejny (?:przykład|temat|punkt)|kolejne pytanie",
  cs: "pojďme|podívejme se|další (?:příklad|otázka|téma|bod)|jiný příklad",
  ru: "перейд[её]м|давай(?:те)? (?:рассмотрим|посмотрим|перейд[её]м|поговорим)|теперь давай(?:те)?|рассмотрим|поговорим о|ещё один|другой (?:пример|вопрос)|следующий (?:пример|вопрос|шаг|пункт)|в качестве (?:другого )?примера",
  uk: "перейд[еі]мо|давай(?:те)? (?:розглянемо|подивимось|поговоримо)|тепер давай(?:те)?|розглянемо|ще один|інший (?:приклад|питання)|наступн(?:ий|е) (?:приклад|питання|крок)",
  tr: "şimdi (?:de )?(?:bakalım|geçelim)|bir (?:başka|diğer) (?:örnek|konu|soru)|gelelim",
  ja: "次に|続いて|では次|それでは次|もう一つ|もうひとつ|話は変わ|話を変え",
  zh: "接下来|我们来看|下面我们|再来看|另外一个|另一个|换个|下一个",
  ko: "다음으로|이제 |그럼 다음|또 하나|또 다른",
};

/** Returns the phrases of transitions in a language; empty for a language without a list. */
export const transitionPhrasesOf = (code: string): string => phrases[code] ?? "";
