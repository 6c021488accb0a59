/** Words that show the role of a sentence in a talk, normalized and separated by spaces. */
export interface DiscourseLists {
  /** First words of a sentence that depends on the previous one: conjunctions, pronouns, responses. */
  connectives: string;
  /** First words that depend on the previous sentence unless a noun follows: "this is why", not "this tower". */
  demonstratives: string;
  /** First words of a question. */
  interrogatives: string;
  /** Words that address the viewer. */
  secondPerson: string;
  /** Words that announce a surprise, a reason or a warning. */
  suspense: string;
  /** Words that start a story. */
  narrative: string;
  /** Greetings and thanks. */
  greetings: string;
  /** Last words of a sentence that announces the next one: "remember this". */
  announcements: string;
}

export const discourseLists: Readonly<Record<string, DiscourseLists>> = {
  en: {
    connectives:
      "and but so or because then also he she it they him them his her their which who whose where therefore however anyway besides instead otherwise too yeah yes no okay ok right well like such similarly conversely likewise moreover furthermore meanwhile",
    demonstratives: "this that these those",
    interrogatives:
      "what why how who when where which whose do does did have has is are can could would should will ever",
    secondPerson: "you your you're you've you'll yours yourself",
    suspense:
      "mistake mistakes secret secrets problem wrong truth actually instead nobody why because surprising surprised suddenly lie lies myth myths trick tricks warning danger dangerous changed change lesson",
    narrative: "imagine once ago story remember suppose last yesterday",
    greetings: "welcome hello hi thank thanks",
    announcements: "this these following why how",
  },
  de: {
    connectives:
      "und aber oder denn weil dann also auch er sie es ihn ihm ihnen ihre sein seine deshalb deswegen darum daher jedoch außerdem trotzdem nämlich dabei dadurch damit dafür dagegen ja nein okay genau sonst wobei welche welcher somit hierbei hierzu zudem ansonsten dennoch allerdings folglich letzteres",
    demonstratives: "der die das den dem dies diese dieser dieses",
    interrogatives:
      "was warum wieso weshalb wie wer wann wo welche welcher welches wem wen haben hast kennst weißt wissen können kann",
    secondPerson: "du dich dir dein deine deinen deiner ihr euch euer eure sie ihnen",
    suspense:
      "fehler geheimnis problem falsch wahrheit eigentlich stattdessen niemand warum überraschend plötzlich mythos trick warnung gefahr gefährlich gefährlichste gefährliche verändert lektion leider",
    narrative:
      "stell stellen einmal jahren eines geschichte erinnere angenommen letztes letzten letzte gestern",
    greetings: "willkommen hallo danke dank",
    announcements: "folgendes folgende so dies warum",
  },
  es: {
    connectives:
      "y pero o porque entonces también él ella ello ellos ellas esto eso así además aunque sino pues sí no bueno vale le les lo la que cual cuyo tampoco luego asimismo",
    demonstratives: "este ese esta esa estos esos estas esas",
    interrogatives: "qué cómo quién cuándo dónde cuál cuáles cuánto cuántos sabes sabías has te puede pueden",
    secondPerson: "tú tu tus te ti usted ustedes su vosotros vuestro vuestra contigo",
    suspense:
      "error errores secreto problema falso verdad realidad nadie sorprendente repente mito truco peligro peligroso peligrosa advertencia cambió lección mentira",
    narrative: "imagina imagínate imaginen historia recuerdo érase ayer pasado",
    greetings: "bienvenidos bienvenidas bienvenido hola gracias",
    announcements: "esto siguiente",
  },
  fr: {
    connectives:
      "et mais ou car parce que alors donc aussi il elle ils elles ça cela c celui celle ceux lui leur ainsi cependant pourtant oui non bon ok qui que dont où sinon puis ensuite également notamment",
    demonstratives: "ce cet cette ces",
    interrogatives: "quoi pourquoi comment qui quand quel quelle quels quelles combien savez sais avez",
    secondPerson: "tu te toi ton ta tes vous votre vos",
    suspense:
      "erreur erreurs secret problème faux vérité réalité personne surprenant soudain mythe astuce danger dangereux dangereuse attention changé leçon mensonge",
    narrative: "imaginez imagine autrefois histoire souviens souvenez dernier dernière hier",
    greetings: "bonjour bonsoir bienvenue merci salut",
    announcements: "ceci suivant suivante pourquoi",
  },
  it: {
    connectives:
      "e ma o perché allora anche lui lei loro esso così quindi però inoltre invece infatti sì no ok che cui dunque poi pertanto comunque",
    demonstratives: "questo questa questi queste quello quella quelli",
    interrogatives: "cosa perché come chi quando dove quale quali quanto quanti sai sapete hai avete può",
    secondPerson: "tu te ti tuo tua tuoi tue voi vostro vostra vi",
    suspense:
      "errore errori segreto problema falso verità realtà nessuno sorprendente improvvisamente mito trucco pericolo pericoloso pericolosa attenzione cambiato lezione",
    narrative: "immagina immaginate immaginatevi storia ricordo fa scorso scorsa ieri",
    greetings: "buongiorno buonasera benvenuti benvenute grazie ciao salve",
    announcements: "questo seguente",
  },
  pt: {
    connectives:
      "e mas ou porque então também ele ela eles elas isto isso assim além disso porém portanto sim não ok bom que qual cujo depois só aí inclusive daí contudo",
    demonstratives: "este esse esta essa aquele aquela",
    interrogatives: "que como quem quando onde qual quais quanto quantos sabe sabia você já pode",
    secondPerson: "você vocês tu te ti seu sua seus suas teu tua",
    suspense:
      "erro erros segredo problema errado verdade realidade ninguém surpreendente repente mito truque perigo perigoso perigosa cuidado mudou lição mentira",
    narrative: "imagina imagine imaginem atrás história lembro ontem passado",
    greetings: "bem-vindos bem-vindas olá obrigado obrigada",
    announcements: "isto seguinte porquê",
  },
  nl: {
    connectives:
      "en maar of want omdat dan dus ook hij zij ze het hem haar hun daarom echter bovendien toch ja nee oké goed waardoor waarbij",
    demonstratives: "dit dat deze die",
    interrogatives: "wat waarom hoe wie wanneer waar welke welk weet wist heb heeft kun kan",
    secondPerson: "je jij jou jouw jullie u uw",
    suspense:
      "fout fouten geheim probleem verkeerd waarheid eigenlijk niemand verrassend plotseling mythe truc gevaar gevaarlijk veranderd les",
    narrative: "stel ooit geleden verhaal herinner vorig vorige gisteren",
    greetings: "welkom hallo dank bedankt goedemorgen goedemiddag goedenavond",
    announcements: "dit volgende waarom",
  },
  sv: {
    connectives:
      "och men eller för därför då så också han hon honom henne dem dock dessutom ja nej okej som vilket",
    demonstratives: "den det de detta denna dessa",
    interrogatives: "vad varför hur vem när var vilken vilket vet har kan",
    secondPerson: "du dig din ditt dina ni er ert era",
    suspense:
      "misstag hemlighet problem fel sanningen egentligen ingen överraskande plötsligt myt knep fara farligt ändrade",
    narrative: "tänk sedan berättelse minns förra igår",
    greetings: "välkomna hej tack",
    announcements: "detta följande varför",
  },
  da: {
    connectives:
      "og men eller fordi derfor så også han hun ham hende dem dog desuden ja nej okay som hvilket",
    demonstratives: "den det de dette denne disse",
    interrogatives: "hvad hvorfor hvordan hvem hvornår hvor hvilken hvilket ved har kan",
    secondPerson: "du dig din dit dine i jer jeres",
    suspense:
      "fejl hemmelighed problem forkert sandheden egentlig ingen overraskende pludselig myte trick fare farligt ændrede",
    narrative: "forestil engang siden historie husker sidste igår",
    greetings: "velkommen hej tak",
    announcements: "dette følgende hvorfor",
  },
  no: {
    connectives:
      "og men eller fordi derfor så også han hun ham henne dem likevel dessuten ja nei ok som hvilket",
    demonstratives: "den det de dette denne disse",
    interrogatives: "hva hvorfor hvordan hvem når hvor hvilken hvilket vet har kan",
    secondPerson: "du deg din ditt dine dere deres",
    suspense:
      "feil hemmelighet problem galt sannheten egentlig ingen overraskende plutselig myte triks fare farlig endret",
    narrative: "tenk siden historie husker forrige igår",
    greetings: "velkommen hei takk",
    announcements: "dette følgende hvorfor",
  },
  pl: {
    connectives:
      "i a ale lub albo bo ponieważ więc też także on ona ono oni one jednak dlatego tak nie no dobra który która które",
    demonstratives: "to ten ta te tego tej tym",
    interrogatives: "co dlaczego jak kto kiedy gdzie który która jaki czy ile",
    secondPerson: "ty ci ciebie twój twoja twoje wy was wasz pan pani państwo",
    suspense:
      "błąd błędy sekret problem źle prawda naprawdę nikt zaskakujące nagle mit sztuczka niebezpieczne uwaga zmieniło lekcja",
    narrative: "wyobraź kiedyś temu pewnego historia pamiętam",
    greetings: "witam witajcie cześć dziękuję dziękujemy",
    announcements: "następujące dlaczego",
  },
  cs: {
    connectives: "a ale nebo protože tak také on ona ono oni však proto navíc ano ne který která které",
    demonstratives: "to ten ta ti tento tato",
    interrogatives: "co proč jak kdo kdy kde který jaký kolik víte víš",
    secondPerson: "ty ti tě tvůj vy vás vám váš",
    suspense:
      "chyba chyby tajemství problém špatně pravda nikdo překvapivé najednou mýtus trik nebezpečí pozor změnilo",
    narrative: "představte představ kdysi jednoho příběh pamatuji poprvé",
    greetings: "vítejte vítám ahoj děkuji děkuju",
    announcements: "toto následující proč",
  },
  ru: {
    connectives:
      "и а но или потому поэтому так тоже также он она оно они его её их однако да нет ну который которая которые зато",
    demonstratives: "это этот эта эти тот та те",
    interrogatives: "что почему зачем как кто когда где куда какой какая какие сколько знаете знаешь",
    secondPerson: "ты тебя тебе твой твоя вы вас вам ваш ваша ваши",
    suspense:
      "ошибка ошибки секрет проблема неправильно правда никто удивительно вдруг миф хитрость опасно опасность осторожно изменило урок",
    narrative: "представьте представь однажды назад история помню впервые",
    greetings: "здравствуйте привет спасибо благодарю",
    announcements: "следующее почему",
  },
  uk: {
    connectives:
      "і й а але або тому бо так теж також він вона воно вони його її їх однак так ні ну який яка які",
    demonstratives: "це цей ця ці той та ті",
    interrogatives: "що чому навіщо як хто коли де куди який яка які скільки знаєте знаєш",
    secondPerson: "ти тебе тобі твій ви вас вам ваш ваша",
    suspense:
      "помилка помилки секрет проблема неправильно правда ніхто дивно раптом міф хитрість небезпечно обережно змінило",
    narrative: "уявіть уяви одного тому історія вперше",
    greetings: "вітаю привіт дякую",
    announcements: "наступне чому",
  },
  tr: {
    connectives:
      "ve ama veya çünkü onlar bunlar onu bunu ona buna ayrıca ancak fakat yani evet hayır tamam böylece sonra",
    demonstratives: "o bu şu",
    interrogatives: "ne neden niçin nasıl kim nerede hangi kaç biliyor",
    secondPerson: "sen seni sana senin siz sizi size sizin",
    suspense:
      "hata hatalar sır sorun yanlış gerçek aslında kimse şaşırtıcı birden efsane hile tehlike dikkat değiştirdi",
    narrative: "hayal düşünün önce hikaye hatırlıyorum",
    greetings: "merhaba hoşgeldiniz teşekkürler teşekkür",
    announcements: "şu şunu neden",
  },
  ar: {
    connectives: "و لكن أو لأن ثم هو هي هم لذلك أيضا أيضاً كما نعم لا الذي التي",
    demonstratives: "هذا هذه ذلك تلك هؤلاء",
    interrogatives: "ما ماذا لماذا كيف من متى أين أي كم هل",
    secondPerson: "أنت أنتم لك لكم عليك",
    suspense: "خطأ سر مشكلة الحقيقة فجأة خطر احذر",
    narrative: "تخيل ذات قصة أتذكر",
    greetings: "مرحبا أهلا شكرا",
    announcements: "",
  },
  hi: {
    connectives: "और लेकिन या क्योंकि तो भी वह वे उसने इसलिए हालांकि हाँ नहीं जो",
    demonstratives: "यह ये उस इस उन इन",
    interrogatives: "क्या क्यों कैसे कौन कब कहाँ कितना कितने",
    secondPerson: "आप तुम आपका आपके आपकी आपको तुम्हारा",
    suspense: "गलती रहस्य समस्या सच असल अचानक मिथक खतरा सावधान",
    narrative: "कल्पना कहानी याद पहले",
    greetings: "नमस्ते नमस्कार धन्यवाद शुक्रिया स्वागत",
    announcements: "",
  },
  id: {
    connectives:
      "dan tapi tetapi atau karena maka juga dia ia mereka namun jadi ya tidak oke yang lalu kemudian",
    demonstratives: "ini itu tersebut",
    interrogatives: "apa mengapa kenapa bagaimana siapa kapan dimana berapa apakah",
    secondPerson: "kamu anda kalian kau",
    suspense:
      "kesalahan rahasia masalah salah sebenarnya ternyata mengejutkan tiba mitos trik bahaya berubah",
    narrative: "bayangkan suatu cerita ingat",
    greetings: "halo selamat",
    announcements: "berikut mengapa",
  },
  vi: {
    connectives: "và nhưng hoặc vì thì cũng nó họ vậy nên vâng không mà",
    demonstratives: "này đó",
    interrogatives: "gì sao ai nào đâu bao",
    secondPerson: "bạn anh chị",
    suspense: "sai bí lầm bất nguy",
    narrative: "hãy tưởng chuyện nhớ",
    greetings: "chào",
    announcements: "này sao",
  },
  ja: {
    connectives:
      "そして しかし でも だから それで また ので から けど なので つまり 彼 彼女 ただ さらに はい いいえ",
    demonstratives: "それ これ この その あの",
    interrogatives: "何 なぜ どうして どう 誰 いつ どこ どれ どの いくら",
    secondPerson: "あなた 皆さん みなさん 君",
    suspense: "間違い 秘密 問題 真実 実は 突然 意外 危険 注意 嘘 変わった",
    narrative: "想像 ある日 昔 以前 物語 覚えて 初めて",
    greetings: "こんにちは こんばんは ようこそ ありがとう",
    announcements: "",
  },
  zh: {
    connectives: "而且 但是 可是 不过 所以 因此 因为 然后 他 她 它 他们 她们 也 并且 是的 其实 还有 于是",
    demonstratives: "这 那 这个 那个 这些 那些",
    interrogatives: "什么 为什么 怎么 如何 谁 什么时候 哪里 哪个 多少 难道",
    secondPerson: "你 你们 您 大家",
    suspense: "错误 秘密 问题 真相 其实 竟然 没人 突然 惊人 危险 小心 改变 谎言",
    narrative: "想象 有一天 曾经 以前 年前 故事 记得 第一次",
    greetings: "你好 您好 大家好 欢迎 谢谢 感谢",
    announcements: "",
  },
  ko: {
    connectives:
      "그리고 그런데 하지만 그러나 그래서 또 그것 이것 그는 그녀는 그들은 따라서 왜냐하면 네 아니요 또한 즉",
    demonstratives: "그 이 저",
    interrogatives: "무엇 왜 어떻게 누가 누구 언제 어디 어느 얼마",
    secondPerson: "당신 여러분 너 너희",
    suspense: "실수 비밀 문제 진실 사실 아무도 갑자기 놀라운 위험 주의 변화 거짓말",
    narrative: "상상 옛날 예전 이야기 기억 처음",
    greetings: "안녕하세요 환영합니다 감사합니다 고맙습니다",
    announcements: "",
  },
};
