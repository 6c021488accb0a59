import { closeLanguages } from "./close-languages.ts";

/**
 * Articles, prepositions, conjunctions, possessives and other words that belong to the word after them, by language. Languages that
 * write such words after the noun, or as a part of it, have few or no entries.
 */
const lists: Readonly<Record<string, string>> = {
  af: "die 'n van vir in op aan met by na uit oor onder deur teen tot om te en of maar dat wat as my jou sy haar ons hulle hierdie elke ek hy",
  ar: "في من إلى على عن مع أو أن إن أنّ إنّ لا ما لم لن قد هذا هذه ذلك تلك التي الذي كل بين بعد قبل عند",
  be: "і й а але або ў у на з са да ад аб за па пад над пры пра без для праз між што каб як калі не ні мой мая твой свой гэты кожны які якая",
  bg: "и а но или в във на с със към от до из за по под над при без през между че да ако когато как не се ще моят твоят този тази всеки който която",
  ca: "el la els les un una uns unes de del dels a al als en amb per pel pels sense sobre entre fins i o però si que com quan on no es em et li meu meva seu seva aquest aquesta cada",
  cs: "a i v ve s se z ze na do od o u po za pod nad před přes pro bez při mezi nebo ale že aby když jak jestli můj moje tvůj svůj ten ta každý který která které",
  cy: "y yr a ac o i yn ar am at gan gyda dros heb neu ond bod os fy dy ei ein",
  da: "en et den det de af på i til fra med for om ved hos over under gennem mellem uden og eller men at som når der min mit mine din sin sit sine vores hver jeg",
  de: "der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner mein meine meinen dein deine sein seine seinen ihr ihre unser unsere und oder aber denn weil dass wenn ob als wie zu zum zur im in ins am an ans auf aus bei beim mit nach von vom vor für über unter durch gegen ohne um bis seit zwischen ich er wir",
  el: "ο η το οι τα του της των τον την τους τις ένας μια μία ένα σε στο στη στην στον στα στους στις από με για χωρίς προς μέχρι και ή αλλά που ότι πως αν όταν να θα δεν μην μη ως κάθε πολύ",
  en: "a an the of to in on at by for with from into onto about than per via and or but nor if as that because when while where which who my your his her its our their this these those every each is are was were be i",
  eo: "la kaj aŭ sed ke se en de al el kun por per sur sub inter ne mia via ĉiu",
  es: "el la los las un una unos unas de del a al en con por para sin sobre entre hasta desde hacia según y e o u ni que si como pero porque cuando donde se me te le lo les nos su sus mi mis tu tus este esta estos estas ese esa esos esas muy",
  et: "ja või aga et kui ei see minu sinu tema iga mis kes",
  eu: "eta edo baina",
  fa: "در از به با برای و یا که اگر این آن هر یک تا بی اما چون",
  fi: "ja tai mutta että jos kun kuin joka ei en et sekä eli vaan minun sinun hänen tämä se",
  fr: "le la les un une des de du au aux à en dans sur sous par pour avec sans chez entre vers et ou où mais donc car ni que qui si quand comme ce cet cette ces mon ma mes ton ta tes son sa ses notre nos votre vos leur leurs je tu il elle on nous vous ils elles ne se me te très",
  ga: "an na ar i ag le do de faoi ó gan agus nó ach go má mo a ár gach",
  gl: "o a os as un unha uns unhas de do da dos das en no na nos nas con por polo pola para sen sobre entre ata e ou pero se que como cando non me te lle meu seu este esta",
  he: "של על אל עם את מן כי אם או לא כל בין אחרי לפני אצל אבל כמו",
  hr: "i a u na s sa iz do od o po za pod nad pred kroz bez pri između ili ali da što kao kad ako ne moj moja tvoj svoj taj ta svaki koji koja koje",
  hu: "a az egy és vagy de hogy ha mint nem ez minden",
  id: "di ke dari untuk dengan pada dalam oleh tanpa antara dan atau tetapi tapi yang bahwa jika kalau ketika tidak akan sudah sedang sebuah seorang para setiap",
  is: "og eða en að sem í á af til frá með um við fyrir eftir undir yfir þegar ef minn mín þinn þessi hver ég",
  it: "il lo la i gli le un uno una di del dello della dei degli delle a ad al allo alla ai agli alle da dal dallo dalla dai dagli dalle in nel nello nella nei negli nelle su sul sullo sulla sui sugli sulle con per tra fra e ed o od ma se che come quando dove perché non mi ti si ci vi mio mia miei mie tuo tua suo sua suoi sue nostro nostra questo questa questi queste quel quella quei quelle ogni",
  lt: "ir ar bet kad jei į iš su be prie nuo iki per už po tarp apie kai kaip ne mano tavo savo šis ši kiekvienas kuris kuri",
  lv: "un vai bet ka ja no uz par ar pie pēc līdz bez caur starp kad kā ne mans mana tavs šis šī katrs kurš kura",
  mk: "и а но или во на со кон од до за по под над при без низ меѓу дека да ако кога како не се ќе мојот овој оваа секој кој која",
  ms: "di ke dari untuk dengan pada dalam oleh tanpa antara dan atau tetapi tapi yang bahawa jika kalau apabila tidak akan sudah sedang sebuah seorang para setiap",
  nl: "de het een van voor in op aan met bij naar uit over onder door tegen tot om te en of maar want dat die als dan wie mijn jouw zijn haar ons onze hun deze dit elke ik hij we wij ze",
  no: "en ei et den det de av på i til fra med for om ved hos over under gjennom mellom uten og eller men at å som når der min mitt mine din sin sitt sine vår hver jeg",
  pl: "i a w we z ze na do od o u po za pod nad przed przez dla bez przy między oraz lub ale że żeby bo gdy jak czy jeśli nie mój moja moje twój swój ten ta każdy który która które",
  pt: "o a os as um uma uns umas de do da dos das em no na nos nas num numa por pelo pela pelos pelas para pra com sem sobre entre até e ou mas se que como quando onde porque não me te lhe meu minha meus minhas teu tua seu sua seus suas este esta esse essa cada",
  ro: "un o unui unei al a ai ale de la în din pe cu pentru prin fără spre către și sau dar că să nu se mă te îi le care ce dacă când cum mai foarte",
  ru: "и а но или в во на с со к ко о об от до из за по под над при про без для у через между что чтобы как если когда не ни мой моя мои твой свой этот эта эти каждый который которая которые",
  sk: "a i v vo s so z zo na do od o u po za pod nad pred cez pre bez pri medzi alebo ale že aby keď ako či môj moja tvoj svoj ten tá každý ktorý ktorá ktoré",
  sl: "in v na s z iz do od o po za pod nad pred skozi brez pri med ali a da ki kot ko če ne moj moja tvoj svoj ta vsak",
  sr: "и а у на с са из до од о по за под над пред кроз без при између или али да што као кад ако не мој моја твој свој тај та сваки који која које i a u na s sa iz do od o po za pod nad pred kroz bez pri između ili ali da što kao kad ako ne moj moja tvoj svoj taj ta svaki koji koja koje",
  sv: "en ett den det de av på i till från med för om vid hos över under genom mellan utan och eller men att som när där min mitt mina din sin sitt sina vår varje jag",
  sw: "na wa ya za la cha vya kwa katika ni au lakini kwamba kama si kila",
  tr: "ve veya ya ama fakat bir bu şu her çok en daha",
  uk: "і й та а але або в у на з із зі до від о об за по під над при про без для через між що щоб як якщо коли не ні мій моя твій свій цей ця ці кожен який яка які",
  vi: "của và hoặc hay với cho trong ở tại từ đến về vào là một những các mỗi mà nếu khi thì không chưa đã đang sẽ rất",
};
/** The languages whose words are taken for those of a text in an unknown one. */
const commonLanguages = ["en", "es", "fr", "de", "it", "pt"];

const known = new Map<string | null, ReadonlySet<string>>();

const functionWordsOf = (language: string | null): ReadonlySet<string> => {
  let words = known.get(language);
  if (!words) {
    const codes = language === null ? commonLanguages : [closeLanguages[language] ?? language];
    words = new Set(codes.flatMap((code) => lists[code]?.split(" ") ?? []));
    known.set(language, words);
  }
  return words;
};

/** Whether a word belongs to the one after it, so that a line or a page should not end with it. */
export const isFunctionWord = (text: string, language: string | null): boolean =>
  functionWordsOf(language).has(text.toLowerCase());
