/**
 * Beginnings of words that tell of death, violence, illness or sorrow: a sentence with one of them gets no emoji, and
 * neither do its neighbours. A cheerful picture there hurts more than a missing one elsewhere.
 */
const beginnings: Readonly<Record<string, string>> = {
  en: "accident crash emergenc disaster death dead die dies died dying kill murder war wars war's cancer suicid rape raped funeral grief terror victim bomb refugee disease pandemic epidemic abus racis tragedy tragic attack massacre genocide hurricane earthquake flood wound injur slave slavery poverty starv violen weapon gun guns shoot shot hate mourn",
  de: "unfall absturz brand katastroph tod tot tote toten töt mord ermord krieg krebs suizid selbstmord vergewalt begräbnis beerdig trauer terror opfer bombe flüchtling krankheit pandemie seuche missbrauch rassis tragöd tragisch anschlag massaker völkermord erdbeben hochwasser verletz sklav armut gewalt waffe gestorben sterb",
  es: "accident incendi desastre muerte muert morir murió matar mató asesin guerra cáncer suicid violaci funeral duelo terror víctima bomba refugiad enfermedad pandemia abus racis tragedia trágic atentado masacre genocidio terremoto inundaci herid esclav pobreza violen arma armas",
  fr: "accident tuant incendie catastroph mort morts morte mourir tuer tué assassin meurtre guerre cancer suicid viol viols funérailles deuil terror victime bombe réfugié maladie pandémie abus racis tragédie tragique attentat massacre génocide séisme inondation blessé esclav pauvreté violen arme armes",
  it: "incidente incendi disastr morte morti morto morta morire ucci assassin omicid guerra cancro suicid stupr funerale lutto terror vittim bomba rifugiat malattia pandemia abus razzis tragedia tragic attentato massacro genocidio terremoto alluvione ferit schiav povertà violen arma armi",
  pt: "acident incident incêndi desastre morte mortes morto morta morrer morreu matar matou assassin guerra câncer cancro suicíd estupr funeral luto terror vítima bomba refugiad doença pandemia abus racis tragédia trágic atentado massacre genocídio terremoto inundaç ferid escrav pobreza violên arma armas",
  ru: "авари катастроф пожар смерт умер умир мёртв мертв убий убит убил войн рак самоубий изнасил похорон скорб террор жертв бомб беженц болезн пандеми насили расиз трагед теракт геноцид землетряс наводнен ранен рабств оружи",
  ja: "事故 火事 災 死 殺 戦争 癌 がん 自殺 葬 テロ 爆弾 難民 病気 被害 虐待 差別 悲劇 虐殺 地震 津波 暴力 武器 奴隷",
  zh: "事故 火灾 灾 死 杀 战争 癌 自杀 葬礼 恐怖 炸弹 难民 疾病 疫情 受害 虐待 歧视 悲剧 屠杀 地震 洪水 暴力 武器 奴隶",
  ko: "사고 화재 재난 죽 사망 살해 살인 전쟁 암 자살 장례 테러 폭탄 난민 질병 피해자 학대 차별 비극 학살 지진 폭력 무기 노예",
  hi: "दुर्घटना मौत मृत्यु मर हत्या युद्ध कैंसर आत्महत्या बलात्कार अंतिम शोक आतंक शिकार बम शरणार्थी बीमारी महामारी हिंसा हथियार भूकंप बाढ़ गुलाम",
  ar: "حادث كارثة موت الموت مات قتل القتل حرب الحرب سرطان انتحار اغتصاب جنازة حزن إرهاب ضحية ضحايا قنبلة لاجئ مرض وباء عنف سلاح زلزال فيضان مذبحة عبودية",
};

const known = new Map<string, (word: string) => boolean>();

/** Whether a word, folded, tells of something grave in its language; false where the language has no list. */
export const isGrave = (word: string, language: string | null): boolean => {
  const code = language ?? "";
  let test = known.get(code);
  if (!test) {
    const all = beginnings[code]?.split(" ") ?? [];
    // Short beginnings are whole words: "war" is not in "warm".
    const whole = new Set(all);
    const starts = all.filter((beginning) => beginning.length >= shortest(beginning));
    test = (text) => whole.has(text) || starts.some((start) => text.startsWith(start));
    known.set(code, test);
  }
  return test(word);
};

/** From which length on the beginning of a word tells what the word is about; one Chinese character does. */
const shortest = (beginning: string): number => {
  if (/\p{sc=Han}/u.test(beginning)) return 1;
  if (/\p{sc=Hangul}|\p{sc=Katakana}|\p{sc=Hiragana}/u.test(beginning)) return 2;
  return /\p{sc=Latin}/u.test(beginning) ? 5 : 4;
};
