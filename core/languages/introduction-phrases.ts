/**
 * Phrases with which a program and the people in it are introduced, and words for the program itself, which count near the
 * start of a video only: normalized alternatives of a regular expression, by language.
 */
const phrases: Readonly<Record<string, string>> = {
  en: "my name is|i'm your host|i'm joined|joined by|with me today|please enjoy|today we(?:'re|'ll| are| will| have)|is here to (?:talk|tell)|we also cover|we start the conversation|coming up on|hello and|podcasts?|episode",
  de: "mein name ist|ich heiße|ich begrüße|heute (?:sprechen|reden) wir|wir (?:sprechen|reden) heute|heute geht es um|mir gegenüber|bei mir ist|podcasts?|folge|sendung",
  es: "mi nombre es|me llamo|les habla|hoy vamos a|hoy (?:hablamos|tenemos)|el día de hoy|bienvenid[oa]s|(?:buenos días|buenas tardes) desde|podcasts?|episodio",
  fr: "je m'appelle|mon nom est|aujourd'hui (?:nous allons|on va|je reçois)|bienvenue|bonjour à tous|podcasts?|épisode",
  it: "mi chiamo|il mio nome è|oggi (?:parliamo|abbiamo|parleremo)|benvenut[ioe]|buongiorno a tutti|podcast|puntata|episodio",
  pt: "meu nome é|eu me chamo|hoje (?:vamos|temos|a gente vai)|bem vind[oa]s|sejam bem|podcasts?|episódio",
  nl: "mijn naam is|ik heet|vandaag (?:gaan|hebben|praten) we|welkom bij|podcast|aflevering",
  sv: "jag heter|mitt namn är|idag ska vi|i dag ska vi|välkomna till|podd|podden|podcast|avsnitt|avsnittet",
  da: "jeg hedder|mit navn er|i dag skal vi|velkommen til|podcast|podcasten|afsnit|afsnittet",
  no: "jeg heter|navnet mitt er|i dag skal vi|velkommen til|podkast|podkasten|podcast|episode|episoden",
  pl: "mam na imię|nazywam się|(?:dziś|dzisiaj) (?:porozmawiamy|opowiem)|witam|podcast|podcaście|odcinek|odcinku",
  cs: "jmenuji se|dnes si (?:povíme|ukážeme)|vítejte|vítám vás|podcast|podcastu|epizoda",
  ru: "меня зовут|сегодня (?:мы (?:поговорим|будем|с вами)|у нас)|здравствуйте|подкаст|подкаста|подкасте|выпуск|выпуске",
  uk: "мене звати|сьогодні (?:ми (?:поговоримо|будемо)|у нас)|вітаю|подкаст|подкасту|випуск|випуску",
  tr: "benim adım|bugün sizlerle|hoş geldiniz|podcast|bölüm|bölümde",
  ja: "私の名前は|今日は皆さん|本日の(?:ゲスト|テーマ)|皆さんこんにちは|ポッドキャスト|番組|エピソード",
  zh: "我是主持人|我叫|今天我们(?:要|来|会|请)|今天的嘉宾|大家好|播客|本期|这期|节目",
  ko: "제 이름은|오늘은 여러분|안녕하세요|팟캐스트|에피소드|방송",
};

/** Returns the phrases of introductions in a language; empty for a language without a list. */
export const introductionPhrasesOf = (code: string): string => phrases[code] ?? "";
