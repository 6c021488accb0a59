import { closeLanguages } from "../languages/close-languages.ts";
import { type LanguageCode, languageOrDefault } from "../languages/languages.ts";

/**
 * Prefixes of cardinal and ordinal number words for 2 to 20, 30 (with "half", as in times), 40 to 90, 100 and 1000, in this
 * order; alternatives are separated by bars. Lenient, because they only check that a number is not missing.
 */
const numberWordLists: Readonly<Record<string, string>> = {
  en: "two|second|both|pair|twice|twen three|third|thrice four five|fif six seven eight nine|nin ten eleven twel|dozen|noon|midnight thirteen fourteen fifteen|quarter sixteen seventeen eighteen nineteen twent thirt|half fort|fourt fift|half sixt sevent eight ninet hundred thousand",
  es: "dos|segund|ambos|ambas|par|doble tres|terc|tripl cuatr|cuart cinc|quint seis|sext siete|sépt|sept och|oct nuev|noven diez|décim once|undéc doce|docen|mediod|mediano trece catorce quince|cuart dieciséis|dieciseis diecisiete dieciocho diecinueve veint|vigés treint|medi cuarent cincuent|mitad sesent setent ochent novent cien mil",
  fr: "deux|second|double|paire trois|tiers|tripl quatre|quatr|quart cinq six|six sept huit neuf|neuv dix|dizaine onz douz|midi|minuit treiz quatorz quinz|quart seiz dix-sept|dix dix-huit|dix dix-neuf|dix vingt trent|demi quarant cinquant|moitié soixant soixante-dix|septant quatre-vingt|octant|huitant quatre-vingt-dix|nonant cent mill",
  de: "zwei|zwo|beide|paar|doppel drei|dritt vier fünf sechs sieb acht neun zehn elf zwölf|dutzend|mittag|mitternacht dreizehn vierzehn fünfzehn|viertel sechzehn siebzehn achtzehn neunzehn zwanzig|zwanz dreißig|dreiss|halb vierzig fünfzig|hälfte sechzig siebzig achtzig neunzig hundert|einhundert tausend|eintausend",
  it: "due|second|entramb|coppia|doppi tre|terz quattro|quart cinque|quint sei|sest sette|settim otto|ottav nove|non dieci|decim undici|undic dodici|dozzin|mezzogi|mezzanot tredici quattordici quindici|quart sedici diciassette diciotto diciannove vent trent|mezz quarant cinquant|metà sessant settant ottant novant cent mill",
  pt: "dois|duas|segund|ambos|ambas|par|dobro três|terceir|tripl quatro|quart cinco|quint seis|meia|sext sete|sétim oito|oitav nove|non dez|décim onze doze|dúzia|meio-dia|meia-noite|meia treze catorze|quatorze quinze|quart dezesseis|dezasseis dezessete|dezassete dezoito dezenove|dezanove vint trint|mei quarent cinquent|metade sessent setent oitent novent cem|cento mil",
  ca: "dos|dues|segon|ambdós|parell tres|tercer|tripl quatr|quart cinc|cinqu sis|sis set|setè vuit nou|nov deu|des onz dotz|dotzen|migdia|mitjanit tretz catorz quinz|quart setz disset divuit dinou vint trent|mitj quarant cinquant|meitat seixant setant vuitant norant|norant cent mil",
  nl: "twee|tweede|beide|paar|dubbel drie|derd vier vijf zes zeven acht negen tien elf twaalf|dozijn|middag|middernacht dertien veertien vijftien|kwart zestien zeventien achttien negentien twintig dertig|half veertig vijftig|helft zestig zeventig tachtig negentig honderd duizend",
  sv: "två|tvenne|andra|båda|par|dubb tre|tredj fyr|fjärd fem|femt sex|sjätt sju åtta|åtton nio tio|tiond elv|elf tolv|dussin trett|tretton fjorton femton|kvart sexton sjutton arton nitton tjug|tjugo trett|halv fyrti femti|hälft sexti sjutti åtti nitti hundra tusen",
  da: "to|anden|andet|begge|par|dobb tre|tredj fire|fjerd fem|femt seks|sjette syv otte ni|nien ti|tiend elleve|ellev tolv|dusin tretten fjorten femten|kvart seksten sytten atten nitten tyve tredive|halv fyrre halvtreds|halv tres halvfjerds firs halvfems hundred tusind",
  no: "to|andre|begge|par|dobb tre|tredj fire|fjerd fem|femt seks|sjette sju|syv åtte|ått ni|niend ti|tiend elleve|ellev tolv|dusin tretten fjorten femten|kvart seksten sytten atten nitten tjue|tyve tretti|tredve|halv førti femti|halv seksti sytti åtti nitti hundre tusen",
  pl: "dw|drug|obie|oba|par trz|trójk cztery|czter|czwar pięć|pięci|piąt sześ|szóst siedm|siód|siedem osiem|ośm|ósm dziewięć|dziewię|dziewiąt dziesię|dziesiąt jedenast|jedenaś dwunast|dwanaśc|tuzin|południ|północ trzynast|trzynaśc czternast|czternaśc piętnast|piętnaśc|kwadrans szesnast|szesnaśc siedemnast|siedemnaśc osiemnast|osiemnaśc dziewiętnast|dziewiętnaśc dwadzieś|dwudziest trzydzieśc|trzydziest|wpół|pół czterdzieśc|czterdziest pięćdziesiąt|pięćdziesięć|połow sześćdziesią|sześćdziesię siedemdziesią|siedemdziesię osiemdziesią|osiemdziesię dziewięćdziesią|dziewięćdziesię sto|stu|setk|setn tysiąc|tysięc",
  ru: "дв|втор|оба|обе|обо|пар тр четыр|четвер|четвёр пят шест сем|седьм восьм|восем|осьм девят десят одиннадцат двенадцат|дюжин|полдень|полноч|полдн тринадцат четырнадцат пятнадцат|четверт шестнадцат семнадцат восемнадцат девятнадцат двадцат тридцат|пол сорок пятьдесят|пятидесят|полов|пол шестьдесят|шестидесят семьдесят|семидесят восемьдесят|восьмидесят девяност сто|сот|ста тысяч",
  uk: "дв|друг|оби|пар тр чотир|четвер|четвір п'ят|п’ят шіст|шост сім|сьом|сем вісім|восьм дев'ят|дев’ят десят одинадцят дванадцят|дюжин|полудень|північ тринадцят чотирнадцят п'ятнадцят|п’ятнадцят|чверт шістнадцят сімнадцят вісімнадцят дев'ятнадцят|дев’ятнадцят двадцят тридцят|пів|полов сорок п'ятдесят|п’ятдесят|полов шістдесят сімдесят вісімдесят дев'яност|дев’яност сто|сот|ста тисяч",
  tr: "iki|çift üç dört beş altı yedi sekiz dokuz on on on|düzine on on on|çeyrek on on on on yirmi otuz|yarım|buçuk kırk elli|yarı altmış yetmiş seksen doksan yüz bin",
  id: "dua|kedua|sepasang tiga|ketiga empat|keempat lima|kelima enam|keenam tujuh|ketujuh delapan|kedelapan sembilan|kesembilan sepuluh|kesepuluh sebelas dua|selusin tiga empat lima|seperempat enam tujuh delapan sembilan dua tiga|setengah empat lima|setengah|separuh enam tujuh delapan sembilan seratus|ratus seribu|ribu",
  ar: "اثن|إثن|ثان|كلا|زوج|مرتين|ين ثلاث|ثالث أربع|رابع|اربع خمس|خامس ست|سادس سبع|سابع ثمان|ثامن تسع|تاسع عشر|عاشر أحد|إحدى|احد اثن|إثن|دزين|ظهر|ليل ثلاث أربع خمس|ربع ست سبع ثمان تسع عشر ثلاث|نصف أربع خمس|نصف ست سبع ثمان تسع مئ|مائ ألف",
  hi: "दो|दूस|दोनों तीन|तीस चार|चौथ पाँच|पांच छह|छः|छठ सात आठ नौ दस|दसव ग्यारह बारह|दर्जन तेरह चौदह पंद्रह|पन्द्रह|सवा|पौन सोलह सत्रह अठारह उन्नीस बीस तीस|साढ़े|आध|साढे चालीस पचास|आध साठ सत्तर अस्सी नब्बे सौ हज़ार|हजार",
  ko: "두|둘|이|쌍 세|셋|삼|석 네|넷|사|넉 다섯|오 여섯|육 일곱|칠 여덟|팔 아홉|구 열|십 열|십 열|십|다스|정오|자정 열|십 열|십 열|십 열|십 열|십 열|십 열|십 스무|스물|이십 서른|삼십|반 마흔|사십 쉰|오십|반|절반 예순|육십 일흔|칠십 여든|팔십 아흔|구십 백 천",
  ja: "二|両|ふた|双|2 三|みっ|みつ 四|よっ|よん 五|いつ 六|むっ|ろく 七|なな|しち 八|やっ|はち 九|ここの|きゅう 十|とお|じゅう 十 十|ダース|正午|真夜中 十 十 十 十 十 十 十 十|はた|ハタチ 十|半 十 十|半 十 十 十 十 百 千",
  zh: "二|两|兩|双|雙 三 四 五 六 七 八 九 十 十 十|打|正午|中午|午夜 十 十 十|刻 十 十 十 十 十|廿 十|半 十 十|半 十 十 十 十 百 千",
};

const listedValues = [
  ...Array.from({ length: 19 }, (_, index) => index + 2),
  ...[30, 40, 50, 60, 70, 80, 90, 100, 1000],
];

const known = new Map<LanguageCode, ReadonlyMap<number, RegExp> | null>();

/** Returns patterns for numbers written as words or month names, by value; null for a language without a list. */
export const numberWords = (language: LanguageCode): ReadonlyMap<number, RegExp> | null => {
  let found = known.get(language);
  if (found === undefined) {
    found = compilePatterns(language);
    known.set(language, found);
  }
  return found;
};

const compilePatterns = (language: LanguageCode): ReadonlyMap<number, RegExp> | null => {
  const list = numberWordLists[closeLanguages[language] ?? language]?.split(" ");
  if (list === undefined) return null;
  // In these languages number words are parts of other words.
  const isPartOfWords = ["de", "ja", "zh", "yue", "ko", "ar", "nl", "tr"].includes(language);
  const locale = languageOrDefault(language).locale;
  return new Map(
    listedValues.map((value, at) => {
      const prefixes = [list[at] ?? "", monthOf(value, locale)].filter((text) => text !== "").join("|");
      return [value, new RegExp(`${isPartOfWords ? "" : "(?<![\\p{L}\\p{M}])"}(?:${prefixes})`, "iu")];
    }),
  );
};

/** The name of a month, as in dates. */
const monthOf = (value: number, locale: string): string => {
  if (value > 12) return "";
  const name = new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" })
    .formatToParts(new Date(Date.UTC(2000, value - 1, 15)))
    .map((part) => part.value)
    .join("");
  return /\p{Nd}|[|()[\]\\.*+?]/u.test(name) ? "" : name;
};

const romanDigits: readonly (readonly [string, number])[] = [
  ["X", 10],
  ["IX", 9],
  ["V", 5],
  ["IV", 4],
  ["I", 1],
];

/** Returns the values of Roman numerals up to 39, as in centuries, names of monarchs, and chapters. */
export const romanNumbers = (text: string): number[] =>
  [...text.matchAll(/(?<!\p{L})(X{0,3}(?:IX|IV|V?I{0,3}))(?=\p{Ll}{0,3}(?!\p{L}))/gu)].flatMap(
    ([, numeral = ""]) => {
      let rest = numeral;
      let value = 0;
      for (const [digit, worth] of romanDigits) {
        while (rest.startsWith(digit)) {
          value += worth;
          rest = rest.slice(digit.length);
        }
      }
      return value === 0 ? [] : [value];
    },
  );
