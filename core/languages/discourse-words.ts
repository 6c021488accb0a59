/**
 * Words by which a clip's first and last sentences are judged, folded, per language. Where a language has no list, marks,
 * numbers and pauses decide alone.
 */
interface DiscourseLists {
  /** A sentence that begins so leans on what was said before. */
  connectives: string;
  /** Leans so only without a noun of its own: "this is why", not "this tower". */
  point: string;
  /** Begins a question. */
  question: string;
  /** Speaks to the viewer. */
  you: string;
  /** Promises a turn, a reason to go on listening. */
  turn: string;
  /** Begins a story. */
  story: string;
  /** Greets or thanks, near the beginning of a sentence. */
  ceremony: string;
  /** As a sentence's last word it announces the next one: "remember this". */
  announces: string;
}

const lists: Readonly<Record<string, DiscourseLists>> = {
  en: {
    connectives:
      "and but so or because then also he she it they him them his her their which who whose where therefore however anyway besides instead otherwise too yeah yes no okay ok right well like such",
    point: "this that these those",
    question:
      "what why how who when where which whose do does did have has is are can could would should will ever",
    you: "you your you're you've you'll yours yourself",
    turn: "mistake mistakes secret secrets problem wrong truth actually instead nobody why because surprising surprised suddenly lie lies myth myths trick tricks warning danger dangerous changed change lesson",
    story: "imagine once ago story remember suppose last yesterday",
    ceremony: "welcome hello hi thank thanks",
    announces: "this these following why how",
  },
  de: {
    connectives:
      "und aber oder denn weil dann also auch er sie es ihn ihm ihnen ihre sein seine deshalb deswegen darum daher jedoch außerdem trotzdem nämlich dabei dadurch damit dafür dagegen ja nein okay genau sonst wobei welche welcher",
    point: "der die das den dem dies diese dieser dieses",
    question:
      "was warum wieso weshalb wie wer wann wo welche welcher welches wem wen haben hast kennst weißt wissen können kann",
    you: "du dich dir dein deine deinen deiner ihr euch euer eure sie ihnen",
    turn: "fehler geheimnis problem falsch wahrheit eigentlich stattdessen niemand warum überraschend plötzlich mythos trick warnung gefahr gefährlich gefährlichste gefährliche verändert lektion leider",
    story: "stell stellen einmal jahren eines geschichte erinnere angenommen letztes letzten letzte gestern",
    ceremony: "willkommen hallo danke dank",
    announces: "folgendes folgende so dies warum",
  },
  es: {
    connectives:
      "y pero o porque entonces también él ella ello ellos ellas esto eso así además aunque sino pues sí no bueno vale le les lo la que cual cuyo",
    point: "este ese esta esa estos esos estas esas",
    question: "qué cómo quién cuándo dónde cuál cuáles cuánto cuántos sabes sabías has te puede pueden",
    you: "tú tu tus te ti usted ustedes su vosotros vuestro vuestra contigo",
    turn: "error errores secreto problema falso verdad realidad nadie sorprendente repente mito truco peligro peligroso peligrosa advertencia cambió lección mentira",
    story: "imagina imagínate imaginen historia recuerdo érase ayer pasado",
    ceremony: "bienvenidos bienvenidas bienvenido hola gracias",
    announces: "esto siguiente",
  },
  fr: {
    connectives:
      "et mais ou car parce que alors donc aussi il elle ils elles ça cela celui celle ceux lui leur ainsi cependant pourtant oui non bon ok qui que dont où sinon puis ensuite",
    point: "ce cet cette ces",
    question: "quoi pourquoi comment qui quand quel quelle quels quelles combien savez sais avez",
    you: "tu te toi ton ta tes vous votre vos",
    turn: "erreur erreurs secret problème faux vérité réalité personne surprenant soudain mythe astuce danger dangereux dangereuse attention changé leçon mensonge",
    story: "imaginez imagine autrefois histoire souviens souvenez dernier dernière hier",
    ceremony: "bonjour bonsoir bienvenue merci salut",
    announces: "ceci suivant suivante pourquoi",
  },
  it: {
    connectives:
      "e ma o perché allora anche lui lei loro esso così quindi però inoltre invece infatti sì no ok che cui dunque poi",
    point: "questo questa questi queste quello quella quelli",
    question: "cosa perché come chi quando dove quale quali quanto quanti sai sapete hai avete può",
    you: "tu te ti tuo tua tuoi tue voi vostro vostra vi",
    turn: "errore errori segreto problema falso verità realtà nessuno sorprendente improvvisamente mito trucco pericolo pericoloso pericolosa attenzione cambiato lezione",
    story: "immagina immaginate immaginatevi storia ricordo fa scorso scorsa ieri",
    ceremony: "buongiorno buonasera benvenuti benvenute grazie ciao salve",
    announces: "questo seguente",
  },
  pt: {
    connectives:
      "e mas ou porque então também ele ela eles elas isto isso assim além disso porém portanto sim não ok bom que qual cujo depois",
    point: "este esse esta essa aquele aquela",
    question: "que como quem quando onde qual quais quanto quantos sabe sabia você já pode",
    you: "você vocês tu te ti seu sua seus suas teu tua",
    turn: "erro erros segredo problema errado verdade realidade ninguém surpreendente repente mito truque perigo perigoso perigosa cuidado mudou lição mentira",
    story: "imagina imagine imaginem atrás história lembro ontem passado",
    ceremony: "bem-vindos bem-vindas olá obrigado obrigada",
    announces: "isto seguinte porquê",
  },
  nl: {
    connectives:
      "en maar of want omdat dan dus ook hij zij ze het hem haar hun daarom echter bovendien toch ja nee oké goed waardoor waarbij",
    point: "dit dat deze die",
    question: "wat waarom hoe wie wanneer waar welke welk weet wist heb heeft kun kan",
    you: "je jij jou jouw jullie u uw",
    turn: "fout fouten geheim probleem verkeerd waarheid eigenlijk niemand verrassend plotseling mythe truc gevaar gevaarlijk veranderd les",
    story: "stel ooit geleden verhaal herinner vorig vorige gisteren",
    ceremony: "welkom hallo dank bedankt goedemorgen goedemiddag goedenavond",
    announces: "dit volgende waarom",
  },
  sv: {
    connectives:
      "och men eller för därför då så också han hon honom henne dem dock dessutom ja nej okej som vilket",
    point: "den det de detta denna dessa",
    question: "vad varför hur vem när var vilken vilket vet har kan",
    you: "du dig din ditt dina ni er ert era",
    turn: "misstag hemlighet problem fel sanningen egentligen ingen överraskande plötsligt myt knep fara farligt ändrade",
    story: "tänk sedan berättelse minns förra igår",
    ceremony: "välkomna hej tack",
    announces: "detta följande varför",
  },
  da: {
    connectives:
      "og men eller fordi derfor så også han hun ham hende dem dog desuden ja nej okay som hvilket",
    point: "den det de dette denne disse",
    question: "hvad hvorfor hvordan hvem hvornår hvor hvilken hvilket ved har kan",
    you: "du dig din dit dine i jer jeres",
    turn: "fejl hemmelighed problem forkert sandheden egentlig ingen overraskende pludselig myte trick fare farligt ændrede",
    story: "forestil engang siden historie husker sidste igår",
    ceremony: "velkommen hej tak",
    announces: "dette følgende hvorfor",
  },
  no: {
    connectives:
      "og men eller fordi derfor så også han hun ham henne dem likevel dessuten ja nei ok som hvilket",
    point: "den det de dette denne disse",
    question: "hva hvorfor hvordan hvem når hvor hvilken hvilket vet har kan",
    you: "du deg din ditt dine dere deres",
    turn: "feil hemmelighet problem galt sannheten egentlig ingen overraskende plutselig myte triks fare farlig endret",
    story: "tenk siden historie husker forrige igår",
    ceremony: "velkommen hei takk",
    announces: "dette følgende hvorfor",
  },
  pl: {
    connectives:
      "i a ale lub albo bo ponieważ więc też także on ona ono oni one jednak dlatego tak nie no dobra który która które",
    point: "to ten ta te tego tej tym",
    question: "co dlaczego jak kto kiedy gdzie który która jaki czy ile",
    you: "ty ci ciebie twój twoja twoje wy was wasz pan pani państwo",
    turn: "błąd błędy sekret problem źle prawda naprawdę nikt zaskakujące nagle mit sztuczka niebezpieczne uwaga zmieniło lekcja",
    story: "wyobraź kiedyś temu pewnego historia pamiętam",
    ceremony: "witam witajcie cześć dziękuję dziękujemy",
    announces: "następujące dlaczego",
  },
  cs: {
    connectives: "a ale nebo protože tak také on ona ono oni však proto navíc ano ne který která které",
    point: "to ten ta ti tento tato",
    question: "co proč jak kdo kdy kde který jaký kolik víte víš",
    you: "ty ti tě tvůj vy vás vám váš",
    turn: "chyba chyby tajemství problém špatně pravda nikdo překvapivé najednou mýtus trik nebezpečí pozor změnilo",
    story: "představte představ kdysi jednoho příběh pamatuji poprvé",
    ceremony: "vítejte vítám ahoj děkuji děkuju",
    announces: "toto následující proč",
  },
  ru: {
    connectives:
      "и а но или потому поэтому так тоже также он она оно они его её их однако да нет ну который которая которые зато",
    point: "это этот эта эти тот та те",
    question: "что почему зачем как кто когда где куда какой какая какие сколько знаете знаешь",
    you: "ты тебя тебе твой твоя вы вас вам ваш ваша ваши",
    turn: "ошибка ошибки секрет проблема неправильно правда никто удивительно вдруг миф хитрость опасно опасность осторожно изменило урок",
    story: "представьте представь однажды назад история помню впервые",
    ceremony: "здравствуйте привет спасибо благодарю",
    announces: "следующее почему",
  },
  uk: {
    connectives:
      "і й а але або тому бо так теж також він вона воно вони його її їх однак так ні ну який яка які",
    point: "це цей ця ці той та ті",
    question: "що чому навіщо як хто коли де куди який яка які скільки знаєте знаєш",
    you: "ти тебе тобі твій ви вас вам ваш ваша",
    turn: "помилка помилки секрет проблема неправильно правда ніхто дивно раптом міф хитрість небезпечно обережно змінило",
    story: "уявіть уяви одного тому історія вперше",
    ceremony: "вітаю привіт дякую",
    announces: "наступне чому",
  },
  tr: {
    connectives:
      "ve ama veya çünkü onlar bunlar onu bunu ona buna ayrıca ancak fakat yani evet hayır tamam böylece sonra",
    point: "o bu şu",
    question: "ne neden niçin nasıl kim nerede hangi kaç biliyor",
    you: "sen seni sana senin siz sizi size sizin",
    turn: "hata hatalar sır sorun yanlış gerçek aslında kimse şaşırtıcı birden efsane hile tehlike dikkat değiştirdi",
    story: "hayal düşünün önce hikaye hatırlıyorum",
    ceremony: "merhaba hoşgeldiniz teşekkürler teşekkür",
    announces: "şu şunu neden",
  },
  ar: {
    connectives: "و لكن أو لأن ثم هو هي هم لذلك أيضا أيضاً كما نعم لا الذي التي",
    point: "هذا هذه ذلك تلك هؤلاء",
    question: "ما ماذا لماذا كيف من متى أين أي كم هل",
    you: "أنت أنتم لك لكم عليك",
    turn: "خطأ سر مشكلة الحقيقة فجأة خطر احذر",
    story: "تخيل ذات قصة أتذكر",
    ceremony: "مرحبا أهلا شكرا",
    announces: "",
  },
  hi: {
    connectives: "और लेकिन या क्योंकि तो भी वह वे उसने इसलिए हालांकि हाँ नहीं जो",
    point: "यह ये उस इस उन इन",
    question: "क्या क्यों कैसे कौन कब कहाँ कितना कितने",
    you: "आप तुम आपका आपके आपकी आपको तुम्हारा",
    turn: "गलती रहस्य समस्या सच असल अचानक मिथक खतरा सावधान",
    story: "कल्पना कहानी याद पहले",
    ceremony: "नमस्ते नमस्कार धन्यवाद शुक्रिया स्वागत",
    announces: "",
  },
  id: {
    connectives:
      "dan tapi tetapi atau karena maka juga dia ia mereka namun jadi ya tidak oke yang lalu kemudian",
    point: "ini itu tersebut",
    question: "apa mengapa kenapa bagaimana siapa kapan dimana berapa apakah",
    you: "kamu anda kalian kau",
    turn: "kesalahan rahasia masalah salah sebenarnya ternyata mengejutkan tiba mitos trik bahaya berubah",
    story: "bayangkan suatu cerita ingat",
    ceremony: "halo selamat",
    announces: "berikut mengapa",
  },
  vi: {
    connectives: "và nhưng hoặc vì thì cũng nó họ vậy nên vâng không mà",
    point: "này đó",
    question: "gì sao ai nào đâu bao",
    you: "bạn anh chị",
    turn: "sai bí lầm bất nguy",
    story: "hãy tưởng chuyện nhớ",
    ceremony: "chào",
    announces: "này sao",
  },
  ja: {
    connectives:
      "そして しかし でも だから それで また ので から けど なので つまり 彼 彼女 ただ さらに はい いいえ",
    point: "それ これ この その あの",
    question: "何 なぜ どうして どう 誰 いつ どこ どれ どの いくら",
    you: "あなた 皆さん みなさん 君",
    turn: "間違い 秘密 問題 真実 実は 突然 意外 危険 注意 嘘 変わった",
    story: "想像 ある日 昔 以前 物語 覚えて 初めて",
    ceremony: "こんにちは こんばんは ようこそ ありがとう",
    announces: "",
  },
  zh: {
    connectives: "而且 但是 可是 不过 所以 因此 因为 然后 他 她 它 他们 她们 也 并且 是的 其实 还有 于是",
    point: "这 那 这个 那个 这些 那些",
    question: "什么 为什么 怎么 如何 谁 什么时候 哪里 哪个 多少 难道",
    you: "你 你们 您 大家",
    turn: "错误 秘密 问题 真相 其实 竟然 没人 突然 惊人 危险 小心 改变 谎言",
    story: "想象 有一天 曾经 以前 年前 故事 记得 第一次",
    ceremony: "你好 您好 大家好 欢迎 谢谢 感谢",
    announces: "",
  },
  ko: {
    connectives:
      "그리고 그런데 하지만 그러나 그래서 또 그것 이것 그는 그녀는 그들은 따라서 왜냐하면 네 아니요 또한 즉",
    point: "그 이 저",
    question: "무엇 왜 어떻게 누가 누구 언제 어디 어느 얼마",
    you: "당신 여러분 너 너희",
    turn: "실수 비밀 문제 진실 사실 아무도 갑자기 놀라운 위험 주의 변화 거짓말",
    story: "상상 옛날 예전 이야기 기억 처음",
    ceremony: "안녕하세요 환영합니다 감사합니다 고맙습니다",
    announces: "",
  },
};

export type DiscourseWords = Readonly<Record<keyof DiscourseLists, ReadonlySet<string>>>;

const none: DiscourseLists = {
  connectives: "",
  point: "",
  question: "",
  you: "",
  turn: "",
  story: "",
  ceremony: "",
  announces: "",
};
const sameAs: Readonly<Record<string, string>> = { nn: "no", yue: "zh", bs: "hr", ms: "id" };
const known = new Map<string, DiscourseWords>();

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(" ").filter(Boolean));

export const discourseWordsOf = (language: string | null): DiscourseWords => {
  const code = sameAs[language ?? ""] ?? language ?? "";
  const found = known.get(code);
  if (found) return found;
  const entries = Object.entries(lists[code] ?? none).map(([kind, text]) => [kind, setOf(text)]);
  const words = Object.fromEntries(entries) as DiscourseWords;
  known.set(code, words);
  return words;
};

/** Whether what begins with these words, in order, leans on what was said before. */
export const dependsOnContext = (
  first: { normalized: string } | undefined,
  second: { isStopWord: boolean } | undefined,
  language: string | null,
): boolean => {
  const { connectives, point } = discourseWordsOf(language);
  if (first === undefined) return false;
  return connectives.has(first.normalized) || (point.has(first.normalized) && (second?.isStopWord ?? true));
};
