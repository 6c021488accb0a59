import { isUnspacedLanguage } from "./writing.ts";

/** How a language speaks of a program within it: "our next episode", "in the last chapter". */
interface ProgramWords {
  /** Which one, as alternatives of a regular expression. */
  which: string;
  /** The program, a part of it, or who is in it. */
  program: string;
  /** Whole phrases with another order of words. */
  others?: string;
}

const words: Readonly<Record<string, ProgramWords>> = {
  en: {
    which:
      "this|every|each|last|next|previous|our|my|today's|tonight's|this week's|last week's|next week's|our next|our last",
    program:
      "episode|podcast|show|chapter|video|lecture|channel|segment|newsletter|guest|guests|listeners|viewers",
    others: "please welcome|let's welcome|give it up for|the podcast",
  },
  de: {
    which:
      "diese[mnrs]?|jede[mnrs]?|nächste[mnrs]?|letzte[mnrs]?|vorige[mnrs]?|vorherige[mnrs]?|heutige[mnrs]?|unser|unsere[mnrs]?|mein|meine[mnrs]?|erste[nr]?|zweite[nr]?|dritte[nr]?",
    program: "folge|episode|podcasts?|sendung|kapitel|videos?|kanal|gast|gäste|zuhörer|hörerinnen|teil",
    others: "hören wir uns|die kommentare|wir lesen weiter|gehen wir weiter|gehen wir mal weiter",
  },
  es: {
    which:
      "est[ea]|cada|próxim[oa]|últim[oa]|siguiente|anterior|nuestr[oa]|nuestr[oa] próxim[oa]|mi|el pasado",
    program: "episodio|podcast|programa|capítulo|video|vídeo|canal|invitad[oa]|emisión|entrega",
    others:
      "(?:parte|episodio|capítulo|programa|video|vídeo) (?:anterior|siguiente|pasado)|(?:próxima|siguiente|última|último) parte|ya regresamos|ya volvemos|habló para ustedes|les habló|en la producción|dirección técnica",
  },
  fr: {
    which: "ce|cet|cette|chaque|prochaine?|dernière?|dernier|précédente?|notre|mon|ma|nos",
    program: "épisode|podcast|émission|chapitre|vidéo|chaîne|invitée?|invités|auditeurs|numéro",
    others: "(?:épisode|chapitre|vidéo|émission) (?:précédente?|suivante?|dernière?|prochaine?)",
  },
  it: {
    which: "quest[oa]|ogni|prossim[oa]|ultim[oa]|scors[oa]|precedente|nostr[oa]|mi[oa]",
    program: "episodio|podcast|puntata|capitolo|video|canale|ospite|trasmissione|ascoltatori",
    others: "(?:episodio|capitolo|video|puntata) (?:precedente|successiv[oa]|scors[oa])",
  },
  pt: {
    which:
      "est[ea]|cada|ess[ea]|dest[ea]|dess[ea]|nest[ea]|ness[ea]|próxim[oa]|últim[oa]|anterior|noss[oa]|meu|minha",
    program: "episódio|podcast|programa|capítulo|vídeo|canal|convidad[oa]|ouvintes",
    others: "(?:episódio|capítulo|vídeo|programa) (?:anterior|passado|seguinte)",
  },
  nl: {
    which: "deze|dit|volgende|vorige|laatste|onze|ons|mijn",
    program: "aflevering|podcast|uitzending|hoofdstuk|video|kanaal|gast|luisteraars",
  },
  sv: {
    which: "detta|det här|den här|nästa|förra|vår|vårt|min",
    program: "avsnitt|avsnittet|podd|podden|kapitel|video|videon|kanal|gäst|lyssnare",
  },
  da: {
    which: "dette|denne|næste|forrige|sidste|vores|min",
    program: "afsnit|podcast|kapitel|video|kanal|gæst|lyttere|udsendelse",
  },
  no: {
    which: "denne|dette|neste|forrige|vår|vårt|min",
    program: "episoden?|podkasten?|kapittel|kapittelet|videoen?|kanalen?|gjest|lyttere|sending",
  },
  pl: {
    which: "tym|tego|ten|następnym|następny|poprzednim|poprzedni|ostatnim|nasz|naszym|naszego|mój|moim",
    program:
      "odcinku|odcinka|odcinek|podcaście|podcastu|podcast|filmie|filmiku|rozdziale|kanale|kanał|gość|gościem",
  },
  cs: {
    which: "tomto|této|tento|příštím|příští|minulém|minulé|předchozí|náš|našem|našeho|můj|mém",
    program: "díle|epizodě|epizoda|podcastu|podcast|videu|videa|kapitole|kanálu|kanál|host|hostem",
  },
  ru: {
    which:
      "этом|этой|этот|эта|следующем|следующей|прошлом|прошлой|предыдущем|предыдущей|последней|нашем|нашего|наш|наша|моём|моем|моего|мой",
    program:
      "видео|выпуске|выпуска|выпуск|подкасте|подкаста|главе|ролике|серии|передаче|лекции|канале|канала|канал|гость|гостья",
  },
  uk: {
    which:
      "цьому|цій|цей|ця|наступному|наступній|минулому|минулій|попередньому|попередній|нашому|нашого|наш|моєму|мій",
    program: "відео|випуску|випуск|подкасті|подкасту|розділі|серії|лекції|каналі|каналу|канал|гість|гостя",
  },
  tr: {
    which: "bu|gelecek|geçen|önceki|sonraki|bizim|benim",
    program:
      "bölümde|bölüm|bölümün|videoda|video|videomda|podcast|podcastte|kanalım|kanalımız|konuğumuz|konuğum",
  },
  id: {
    which: "",
    program: "",
    others:
      "(?:episode|video|podcast|bab|acara) (?:ini|kali ini|berikutnya|sebelumnya|selanjutnya|kita|kami)|(?:tamu|channel|kanal) (?:kita|kami|saya)",
  },
  vi: {
    which: "",
    program: "",
    others:
      "(?:tập|video|chương|podcast|chương trình) (?:này|trước|sau|hôm nay|tiếp theo|của chúng tôi)|kênh của (?:mình|tôi|chúng tôi)|khách mời",
  },
  ja: {
    which: "この|前回の|次回の|今回の|前の|次の",
    program: "動画|番組|エピソード|配信|チャンネル|ポッドキャスト|章|ゲスト",
    others: "前回は|次回は",
  },
  zh: {
    which: "这一?|本|上一?|下一?|我们的?|我的",
    program: "期节目|集节目|期视频|个视频|期播客|档节目|期嘉宾|位嘉宾|节目|频道|播客|直播间|章",
    others: "谢谢大家|感谢大家|谢谢各位",
  },
  ko: {
    which: "이번|지난|다음|저희|우리|오늘의",
    program: "영상|방송|에피소드|채널|팟캐스트|장에서|게스트|시간에는",
  },
};

/** Returns the phrases in which a program speaks of itself, as alternatives of a regular expression; empty without any. */
export const programReferencesOf = (code: string): string => {
  const { which = "", program = "", others = "" } = words[code] ?? {};
  const space = isUnspacedLanguage(code) ? "" : " ";
  const named = program === "" ? "" : `(?:${which})${space}(?:${program})`;
  return [named, others].filter(Boolean).join("|");
};
