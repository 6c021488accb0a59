import type { PromotionLists } from "./promotion-kinds.ts";

/** Phrases of advertising, farewells and greetings by language. */
export const promotionLists: Readonly<Record<string, PromotionLists>> = {
  en: {
    offers:
      "sponsored by|our sponsor|our sponsors|today's sponsor|this episode's sponsor|brought to you by|word from our|supported by advertising|promo code|discount code|coupon code|offer code|at checkout|free shipping|free trial|money back guarantee|terms apply|terms and conditions apply|link in the description|links in the description|link in the show notes|link in bio|wherever you get your podcasts|back to the show|ad free|percent off your|off your first|get started for free|for a limited time|limited time offer|click the link|click on the link|our partners at|partnered with|paid promotion|visit our website|available on the app store|sign up at|sign up today|get your tickets|podcast sponsors|our podcast sponsor|thank our sponsor|thank our sponsors|thank our podcast|additional term*|while supplies last|delivery fee|your first order|first three orders|tap the banner|check them out at|learn more at",
    hints:
      "go to|visit|dot com|slash|download|the app|stream|streaming on|only on|new season|new seasons|don't miss|starring|per month|a month|percent off|save up to|as low as|just from|subscribe|membership|members|patreon|deals|offer|shop|premium|less than similar brands|prices|sale|upgrade|in stores|try it|for free|limited|exclusive|exclusively|cashback|sign up|delivery|app podcasts|award winning|without the hassle|customers|get your hands on|apple podcasts|spotify|tickets|on tour|use code|use the code|with code|head over to|order now|buy now",
    farewells:
      "thanks for watching|thank you for watching|thanks for listening|thank you for listening|thank you so much for watching|thank you so much for listening|thanks for joining|thank you for joining|thanks for tuning|thank you for tuning|see you next time|see you next week|see you in the next|until next time|that's all for today|that's all for now|that's all from us|that is all for today|that's it for today|that's it from me|that's it for this|like and subscribe|subscribe to|hit the bell|hit that subscribe|smash that|smash the like|leave a comment|leave us a review|leave a review|rate and review|follow us on|follow me on|find us on|find me on|let me know in the comments|in the comments below|this edition was mixed|the editor is|the producer was|send us an email|share this video|goodbye everybody|bye everybody|bye bye|give a big round of applause|round of applause|support the channel|supporting the channel|making this channel possible|become a member|become a patron|with that i bring you|have a great day|have a great week|have a good day|have a great weekend|that's a wrap|we're out of time|we are out of time|a better way to end|i hope to see you|was produced by|produced and edited by|is a production of|a production of|executive producer|theme music",
    housekeeping:
      "welcome back|welcome to the show|welcome to this|welcome everybody|welcome everyone|hello everybody|hello everyone|hi everyone|hi everybody|hey guys|hey everyone|good morning everyone|good evening everyone|ladies and gentlemen|joining me today|thanks for having me|thanks for having us|thank you for having me|thanks for being here|thank you for being here|thanks for coming|thank you for coming|glad to be here|happy to be here|before we get started|before we start|before we begin|can you hear me|can everybody hear|can everyone hear|can you see my screen|is this on|next slide please|any questions|questions from the audience|coming up later|also in this podcast|this is the global news|we'll be right back|after the break|after this break|short break|episode of|good afternoon|good evening|good morning|honored to be|honored to give|i'm your host|my name is * and this is|next question|last question|question from|microphone number|mic number|let's get another question|i'll hand it over|over to you|you're listening to|you are listening to|this edition|has this report|has the details|takes up the story|hello i'm|hi i'm|thanks for the invite|thank you for inviting|thanks for inviting|great to have you|good to have you|thrilled to have you|excited to have you|glad to have you",
  },
  de: {
    offers:
      "gesponsert von|unterstützt von unserem|unser sponsor|unserem sponsor|werbepartner|rabattcode|gutscheincode|code eingeben|prozent rabatt|versandkostenfrei|kostenloser versand|kostenlos testen|probemonat|link in der beschreibung|link in den shownotes|in den show notes|links in der beschreibung|werbung ende|ende der werbung|jetzt bestellen|nur für kurze zeit|es gelten die",
    hints:
      "punkt de|punkt com|slash|schrägstrich|geht auf|besucht|die app|herunterladen|im monat|pro monat|gratis|kostenlos|rabatt|angebot|abo|abonnieren|shop|online shop|spenden|paypal|patreon|steady|tickets|auf tour|mitglied werden|testen|präsentiert von|prozent auf|mit dem code",
    farewells:
      "danke fürs zuschauen|danke fürs zuhören|danke fürs einschalten|vielen dank fürs zuschauen|vielen dank fürs zuhören|vielen dank für die aufmerksamkeit|danke für die aufmerksamkeit|bis zum nächsten mal|bis zur nächsten|bis nächste woche|das war's für heute|das war es für heute|abonniert|lasst ein abo|lasst einen kommentar|schreibt es in die kommentare|daumen nach oben|folgt uns|folgt mir|glocke|macht's gut|auf wiedersehen|auf wiederhören|tschüss|folge beenden|episode beenden|wünsche euch noch|wünsche ich euch|wünsche ich noch|wünsche ihnen noch|noch einen schönen|bleibt gesund|bleibt alle gesund|bis gleich|bis dann|damit sind wir am ende|sagt mir doch|lasst mich das|lasst es mich wissen|schaut in die beschreibung|freue mich über feedback|eine produktion von|eine produktion des|produktion und schnitt",
    housekeeping:
      "herzlich willkommen|willkommen zurück|hallo zusammen|hallo und willkommen|guten abend meine damen|meine damen und herren|eine neue folge|schön dass du da bist|schön dass sie da sind|hört man mich|könnt ihr mich hören|bevor wir anfangen|gleich geht's weiter|nach der pause|guten tag meine|guten abend zusammen|guten morgen zusammen|episode des|folge des|zu gast ist|nächste frage|letzte frage|frage aus dem|mikrofon nummer|viel spaß beim|des podcasts|dem podcast|in der beschreibung|in die beschreibung|abonnenten",
  },
  es: {
    offers:
      "patrocinado por|nuestro patrocinador|nuestros patrocinadores|código de descuento|código promocional|usa el código|por ciento de descuento|envío gratis|prueba gratis|prueba gratuita|enlace en la descripción|link en la descripción|en la descripción del video|por tiempo limitado|compra ahora|aplican términos|revisen nuestro|visiten nuestro perfil|visita nuestro perfil|tenemos una nueva publicación",
    hints:
      "punto com|barra|visita|descarga|la app|al mes|por mes|gratis|descuento|oferta|suscripción|tienda|promoción|regístrate|entra en|miembros|presentado por|con el código",
    farewells:
      "gracias por ver|gracias por escuchar|gracias por acompañarnos|gracias por su atención|hasta la próxima|hasta el próximo|nos vemos en el próximo|nos vemos la próxima|esto es todo por hoy|eso es todo por hoy|suscríbete|suscríbanse|dale like|dale me gusta|activa la campanita|déjame un comentario|déjanos un comentario|en los comentarios|síguenos en|sígueme en|comparte este video|adiós a todos|que tengan un buen|que tengas un buen|hasta pronto|nos vemos pronto|hasta luego|nos despedimos|es una producción de|producido y editado|fue producido|narración estuvo a cargo|agradecemos por su",
    housekeeping:
      "bienvenidos a|bienvenidos de nuevo|bienvenido a|bienvenidas a|hola a todos|buenas noches a todos|buenos días a todos|damas y caballeros|señoras y señores|me escuchan|se escucha bien|antes de empezar|volvemos después|después de la pausa|episodio de hoy|nuevo episodio|siguiente pregunta|última pregunta|new episode|gracias por estar aquí|gracias por estar con",
  },
  fr: {
    offers:
      "sponsorisé par|notre sponsor|partenaire de cette|code promo|code de réduction|pour cent de réduction|livraison gratuite|essai gratuit|lien en description|lien dans la description|liens en description|dans la description de|offre limitée|conditions s'appliquent",
    hints:
      "point com|slash|rendez vous sur|allez sur|téléchargez|l'application|par mois|gratuit|gratuitement|réduction|offre|abonnement|boutique|tipeee|patreon|promotion|inscrivez vous|présenté par|soutenu par|avec le code|notre partenaire",
    farewells:
      "merci d'avoir regardé|merci d'avoir écouté|merci de votre attention|merci pour votre attention|merci de nous avoir|merci à tous|à la prochaine|au prochain épisode|à bientôt|c'est tout pour aujourd'hui|abonnez vous|abonne toi|n'hésitez pas à vous abonner|likez|mettez un pouce|activez la cloche|laissez un commentaire|dans les commentaires|suivez nous|suivez moi|partagez cette vidéo|au revoir|bonne journée à|bonne soirée à|passez une bonne|on se retrouve bientôt|une production de|produit et réalisé|réalisé et produit",
    housekeeping:
      "bonjour à tous|bonsoir à tous|bienvenue à tous|bienvenue dans|bienvenue sur|mesdames et messieurs|salut à tous|salut tout le monde|vous m'entendez|avant de commencer|après la pause|on se retrouve après|épisode d'aujourd'hui|nouvel épisode|prochaine question|dernière question|question suivante|merci d'être là|merci d'être avec",
  },
  it: {
    offers:
      "sponsorizzato da|nostro sponsor|il codice sconto|codice promozionale|usa il codice|per cento di sconto|spedizione gratuita|prova gratuita|link in descrizione|nella descrizione del video|offerta limitata",
    hints:
      "punto com|punto it|slash|visita|visitate|scarica|l'app|al mese|gratis|sconto|offerta|abbonamento|negozio|promozione|iscriviti su|presentato da|con il codice",
    farewells:
      "grazie per aver guardato|grazie per l'ascolto|grazie per averci|grazie per l'attenzione|grazie dell'attenzione|alla prossima|ci vediamo nel prossimo|questo è tutto per oggi|è tutto per oggi|iscriviti al canale|iscrivetevi|lasciate un like|lascia un like|attiva la campanella|lascia un commento|nei commenti|seguitemi|seguiteci|arrivederci a tutti|buona giornata a|buona serata a|ci sentiamo alla prossima|a presto|una produzione di|prodotto e montato",
    housekeeping:
      "ciao a tutti|buongiorno a tutti|buonasera a tutti|benvenuti a|benvenuti in|benvenuti su|bentornati|signore e signori|mi sentite|prima di iniziare|prima di cominciare|dopo la pausa|nuova puntata|prossima domanda|ultima domanda|grazie per essere qui|grazie di essere qui",
  },
  pt: {
    offers:
      "patrocinado por|nosso patrocinador|com o cupom|cupom de desconto|código de desconto|use o código|por cento de desconto|frete grátis|teste grátis|link na descrição|na descrição do vídeo|por tempo limitado|oferecimento|compre agora",
    hints:
      "ponto com|barra|acesse|acessem|visite|baixe|o aplicativo|por mês|grátis|desconto|oferta|assinatura|loja|promoção|cadastre|nosso parceiro|com o código|nosso site|redes sociais|voluntários|patrocínios",
    farewells:
      "obrigado por assistir|obrigada por assistir|obrigado por ouvir|obrigado pela atenção|obrigada pela atenção|até a próxima|até à próxima|até o próximo|é isso por hoje|é tudo por hoje|por hoje é só|se inscreve|se inscreva|inscreva se|subscrevam|deixa o like|deixe seu like|deixa o seu like|ativa o sininho|deixe um comentário|nos comentários|me segue|siga a gente|nos siga|tchau pessoal|tchau tchau|até breve|até para a próxima|espero encontrar vocês|beijos e|é uma produção|produzido e editado|edição e produção",
    housekeeping:
      "olá pessoal|oi pessoal|fala pessoal|fala galera|bom dia a todos|boa noite a todos|bem vindos|bem vindo a|senhoras e senhores|estão me ouvindo|antes de começar|depois do intervalo|voltamos já|mais um episódio|episódio de hoje|próxima pergunta|última pergunta|estamos encerrando|a gente encerra|pelo convite|bem vindo ao|bem vinda ao|obrigado por estar|obrigada por estar|obrigado pela presença|alegria estar aqui|prazer ter você|prazer estar aqui",
  },
  nl: {
    offers:
      "gesponsord door|onze sponsor|kortingscode|gebruik de code|procent korting|gratis verzending|gratis proberen|link in de beschrijving|in de shownotes|in de beschrijving",
    hints:
      "punt nl|punt com|slash|ga naar|bezoek|download|de app|per maand|gratis|korting|aanbieding|abonnement|webshop|actie|mogelijk gemaakt door|met de code|aangeboden door",
    farewells:
      "bedankt voor het kijken|bedankt voor het luisteren|dank voor het luisteren|dank u voor uw aandacht|bedankt voor jullie aandacht|tot de volgende|tot volgende week|dat was het voor vandaag|abonneer|like en abonneer|laat een reactie achter|in de reacties|volg ons op|volg mij op|duimpje omhoog|tot ziens|fijne dag nog|fijne avond nog|tot gauw|een productie van",
    housekeeping:
      "hallo allemaal|welkom allemaal|welkom bij|welkom terug|goedenavond allemaal|dames en heren|kunnen jullie mij horen|voordat we beginnen|na de pauze|na de reclame|nieuwe aflevering|volgende vraag|laatste vraag|bedankt dat je er|fijn dat je er",
  },
  sv: {
    offers:
      "sponsras av|vår sponsor|rabattkod|rabattkoden|procent rabatt|fri frakt|prova gratis|länk i beskrivningen|länken i beskrivningen",
    hints:
      "punkt se|punkt com|gå in på|besök|ladda ner|appen|i månaden|gratis|rabatt|erbjudande|prenumeration|i samarbete med|med koden",
    farewells:
      "tack för att du tittade|tack för att ni tittade|tack för att du lyssnade|tack för att ni lyssnat|tack för att ni lyssnade|tack för uppmärksamheten|vi ses nästa|vi hörs nästa|det var allt för|prenumerera|gilla och|lämna en kommentar|i kommentarerna|följ oss|följ mig|hej då",
    housekeeping:
      "hej alla|hej och välkomna|välkomna till|välkommen till|välkommen tillbaka|mina damer och herrar|hör ni mig|innan vi börjar|efter pausen",
  },
  da: {
    offers:
      "sponsoreret af|vores sponsor|rabatkode|rabatkoden|procent rabat|gratis fragt|prøv gratis|link i beskrivelsen",
    hints:
      "punktum dk|punktum com|gå ind på|besøg|download|appen|om måneden|gratis|rabat|tilbud|abonnement|i samarbejde med|med koden",
    farewells:
      "tak fordi du så med|tak fordi i så med|tak fordi du lyttede|tak fordi i lyttede|tak for opmærksomheden|tak for denne gang|vi ses næste|det var alt for|abonner|skriv en kommentar|i kommentarerne|følg os|følg mig|på gensyn|farvel",
    housekeeping:
      "hej alle|hej og velkommen|velkommen til|velkommen tilbage|mine damer og herrer|kan i høre mig|før vi går i gang|efter pausen",
  },
  no: {
    offers:
      "sponset av|vår sponsor|rabattkode|rabattkoden|prosent rabatt|gratis frakt|prøv gratis|lenke i beskrivelsen|link i beskrivelsen",
    hints:
      "punktum no|punktum com|gå inn på|besøk|last ned|appen|i måneden|gratis|rabatt|tilbud|abonnement|i samarbeid med|med koden",
    farewells:
      "takk for at du så på|takk for at dere så på|takk for at du lyttet|takk for at dere lyttet|takk for oppmerksomheten|takk for meg|takk for i dag|vi ses neste|det var alt for|abonner|legg igjen en kommentar|i kommentarfeltet|følg oss|følg meg|ha det bra",
    housekeeping:
      "hei alle|hei og velkommen|velkommen til|velkommen tilbake|mine damer og herrer|kan dere høre meg|før vi begynner|etter pausen",
  },
  fi: {
    offers:
      "sponsoroi|alennuskoodi|alennuskoodilla|prosentin alennus|ilmainen toimitus|kokeile ilmaiseksi|linkki kuvauksessa|kaupallinen yhteistyö",
    hints:
      "piste fi|piste com|mene osoitteeseen|lataa|sovellus|kuukaudessa|ilmaiseksi|alennus|tarjous|tilaus|yhteistyössä|koodilla",
    farewells:
      "kiitos katsomisesta|kiitos kuuntelemisesta|kiitos että katsoit|kiitos että kuuntelit|kiitos mielenkiinnosta|nähdään ensi|ensi kertaan|siinä kaikki tältä|tilaa kanava|jätä kommentti|kommentteihin|seuraa meitä|näkemiin|hei hei",
    housekeeping:
      "hei kaikki|hei kaikille|tervetuloa kaikille|tervetuloa takaisin|hyvät naiset ja herrat|kuuletteko minua|ennen kuin aloitamme|tauon jälkeen",
  },
  pl: {
    offers:
      "sponsorem odcinka|sponsorem jest|partnerem odcinka|sponsorowany przez|kod rabatowy|kodem rabatowym|procent zniżki|darmowa dostawa|za darmo przetestuj|link w opisie|linki w opisie|lokowanie produktu",
    hints:
      "kropka pl|kropka com|wejdź na|wejdźcie na|odwiedź|pobierz|aplikację|miesięcznie|za darmo|zniżka|promocja|oferta|subskrypcja|sklep|z kodem",
    farewells:
      "dziękuję za obejrzenie|dzięki za oglądanie|dziękuję za uwagę|dziękuję za wysłuchanie|dzięki za wysłuchanie|dziękuję państwu za|do zobaczenia|do usłyszenia|to wszystko na dziś|to by było na tyle|subskrybuj|subskrybujcie|zostaw łapkę|łapkę w górę|zostaw komentarz|w komentarzach|obserwuj nas",
    housekeeping:
      "witam wszystkich|witajcie w|cześć wszystkim|dzień dobry państwu|witam państwa|szanowni państwo|panie i panowie|czy mnie słychać|zanim zaczniemy|po przerwie",
  },
  cs: {
    offers:
      "sponzorem|sponzoruje|partnerem epizody|slevový kód|slevovým kódem|procent sleva|doprava zdarma|vyzkoušejte zdarma|odkaz v popisku|odkaz v popisu",
    hints:
      "tečka cz|tečka com|lomeno|navštivte|stáhněte|aplikaci|měsíčně|zdarma|sleva|nabídka|předplatné|obchod|s kódem",
    farewells:
      "děkuji za pozornost|děkujeme za pozornost|děkuju za pozornost|děkuji za sledování|díky za sledování|děkuji za poslech|díky za poslech|na viděnou|na shledanou|to je pro dnešek vše|to je všechno pro dnešek|odebírejte|dejte odběr|dejte like|nechte komentář|do komentářů|sledujte nás",
    housekeeping:
      "ahoj všichni|ahoj všem|vítejte u|vítejte zpátky|vítám vás|dobrý večer dámy|dámy a pánové|slyšíte mě|než začneme|po přestávce",
  },
  ru: {
    offers:
      "спонсор выпуска|спонсор видео|спонсор этого|наш спонсор|по промокоду|промокод|промокоду|скидка по|процентов скидки|бесплатная доставка|бесплатный период|ссылка в описании|ссылке в описании|ссылки в описании|на правах рекламы",
    hints:
      "точка ру|точка ком|слэш|переходите|скачайте|скачивайте|приложение|в месяц|бесплатно|скидка|скидки|акция|подписка|магазин|заказывайте|при поддержке|реклама",
    farewells:
      "спасибо за просмотр|спасибо за внимание|спасибо что смотрели|спасибо что слушали|спасибо что посмотрели|до новых встреч|до встречи|до свидания|увидимся в следующем|на сегодня всё|на этом всё|подписывайтесь|подпишитесь|ставьте лайк|ставьте лайки|жмите на колокольчик|пишите в комментариях|всем пока",
    housekeeping:
      "всем привет|добро пожаловать|здравствуйте дорогие|здравствуйте друзья|привет друзья|дамы и господа|меня слышно|прежде чем начать|прежде чем мы начнём|после перерыва|после рекламы",
  },
  uk: {
    offers:
      "спонсор випуску|спонсор відео|наш спонсор|за промокодом|промокод|відсотків знижки|безкоштовна доставка|посилання в описі|посиланням в описі",
    hints:
      "крапка юа|крапка ком|переходьте|завантажте|застосунок|на місяць|безкоштовно|знижка|акція|підписка|магазин|за підтримки|реклама",
    farewells:
      "дякую за перегляд|дякую за увагу|дякуємо за увагу|дякую що дивились|дякую що слухали|до зустрічі|до побачення|на сьогодні все|на цьому все|підписуйтесь|підписуйтеся|ставте лайк|ставте вподобайки|пишіть в коментарях|у коментарях|всім бувай",
    housekeeping:
      "всім привіт|вітаю всіх|ласкаво просимо|пані та панове|мене чути|перш ніж почати|після перерви",
  },
  tr: {
    offers:
      "sponsorluğunda|sponsorumuz|indirim kodu|kodunu kullan|yüzde indirim|ücretsiz kargo|ücretsiz dene|açıklamadaki link|link açıklamada|açıklama kısmında",
    hints:
      "nokta com|ziyaret edin|indirin|uygulamayı|aylık|ücretsiz|indirim|kampanya|abonelik|mağaza|tıklayın|koduyla|katkılarıyla",
    farewells:
      "izlediğiniz için teşekkür|dinlediğiniz için teşekkür|beni dinlediğiniz için|bir sonraki videoda|görüşmek üzere|bugünlük bu kadar|hoşça kalın|hoşçakalın|abone ol|abone olmayı|beğenmeyi|yorumlarda|takip edin",
    housekeeping:
      "herkese merhaba|merhaba arkadaşlar|hoş geldiniz|tekrar hoş|bayanlar ve baylar|sesim geliyor mu|başlamadan önce|aradan sonra",
  },
  el: {
    offers:
      "χορηγός|χορηγός μας|εκπτωτικό κωδικό|κωδικό έκπτωσης|τοις εκατό έκπτωση|δωρεάν αποστολή|σύνδεσμος στην περιγραφή|link στην περιγραφή",
    hints:
      "τελεία gr|τελεία com|επισκεφθείτε|κατεβάστε|εφαρμογή|τον μήνα|δωρεάν|έκπτωση|προσφορά|συνδρομή|κατάστημα|με την υποστήριξη|με τον κωδικό",
    farewells:
      "ευχαριστώ που παρακολουθήσατε|ευχαριστώ για την προσοχή|ευχαριστούμε για την προσοχή|ευχαριστώ που ακούσατε|τα λέμε στο επόμενο|αυτά για σήμερα|κάντε εγγραφή|κάντε subscribe|στα σχόλια|ακολουθήστε μας|αντίο",
    housekeeping:
      "γεια σας|καλώς ήρθατε|καλησπέρα σας|καλημέρα σας|κυρίες και κύριοι|με ακούτε|πριν ξεκινήσουμε|μετά το διάλειμμα",
  },
  hu: {
    offers: "szponzora|kuponkód|kedvezménykód|százalék kedvezmény|ingyenes szállítás|link a leírásban",
    hints:
      "pont hu|pont com|látogass el|töltsd le|alkalmazás|havonta|ingyen|kedvezmény|ajánlat|előfizetés|támogatásával|a kóddal|kóddal|támogatója",
    farewells:
      "köszönöm a figyelmet|köszönjük a figyelmet|köszönöm hogy megnézted|köszönöm hogy meghallgatt*|viszontlátásra|viszlát|ennyi volt mára|iratkozz fel|kommentben|kövess minket|legközelebb találkozunk",
    housekeeping:
      "sziasztok|üdvözlök mindenkit|köszöntök mindenkit|hölgyeim és uraim|hallotok engem|mielőtt elkezdjük|a szünet után",
  },
  ro: {
    offers:
      "sponsorizat de|sponsorul nostru|cod de reducere|codul de reducere|la sută reducere|livrare gratuită|încercați gratuit|link în descriere|linkul din descriere",
    hints:
      "punct ro|punct com|intrați pe|vizitați|descărcați|aplicația|pe lună|gratis|gratuit|reducere|ofertă|abonament|cu codul",
    farewells:
      "mulțumesc pentru vizionare|mulțumesc pentru atenție|mulțumim pentru atenție|vă mulțumesc pentru atenție|mulțumesc că ați|ne vedem data viitoare|pe data viitoare|asta e tot pentru azi|abonați vă|dați like|lăsați un comentariu|în comentarii|urmăriți ne|la revedere",
    housekeeping:
      "salut tuturor|bună tuturor|bine ați venit|bun venit la|doamnelor și domnilor|mă auziți|înainte să începem|după pauză",
  },
  ca: {
    offers:
      "patrocinat per|el nostre patrocinador|codi de descompte|per cent de descompte|enviament gratuït|enllaç a la descripció",
    hints:
      "punt com|punt cat|visiteu|descarrega|l'aplicació|al mes|gratis|descompte|oferta|subscripció|amb el codi",
    farewells:
      "gràcies per veure|gràcies per escoltar|gràcies per la vostra atenció|fins la pròxima|fins aviat|això és tot per avui|subscriviu vos|deixeu un comentari|als comentaris|seguiu nos|adéu a tothom",
    housekeeping:
      "hola a tothom|benvinguts a|bona nit a tothom|senyores i senyors|em sentiu|abans de començar|després de la pausa",
  },
  id: {
    offers:
      "disponsori oleh|sponsor kita|sponsor kami|dipersembahkan oleh|kode promo|kode diskon|pakai kode|gunakan kode|persen diskon|gratis ongkir|coba gratis|link di deskripsi|di deskripsi",
    hints: "titik com|kunjungi|unduh|download|aplikasinya|per bulan|gratis|diskon|promo|langganan|toko",
    farewells:
      "terima kasih sudah menonton|terima kasih telah menonton|terima kasih sudah mendengarkan|terima kasih atas perhatian|sampai jumpa|sekian untuk hari ini|sekian dari saya|jangan lupa subscribe|jangan lupa like|di kolom komentar|ikuti kami",
    housekeeping:
      "halo semuanya|halo semua|selamat datang di|selamat datang kembali|bapak ibu sekalian|hadirin sekalian|suara saya terdengar|sebelum kita mulai|setelah jeda",
  },
  vi: {
    offers:
      "được tài trợ bởi|mã giảm giá|nhập mã|phần trăm giảm|miễn phí vận chuyển|dùng thử miễn phí|link dưới phần mô tả|link ở phần mô tả",
    hints:
      "chấm com|truy cập|tải về|ứng dụng|mỗi tháng|miễn phí|giảm giá|ưu đãi|khuyến mãi|đăng ký|dùng mã|phần mô tả|nhà tài trợ",
    farewells:
      "cảm ơn các bạn đã xem|cảm ơn các bạn đã theo dõi|cảm ơn các bạn đã lắng nghe|cảm ơn quý vị|hẹn gặp lại|xin chào tạm biệt|tạm biệt|nhấn đăng ký|đăng ký kênh|bấm like|dưới phần bình luận",
    housekeeping:
      "xin chào các bạn|chào các bạn|chào mừng các bạn|chào mừng quý vị|kính thưa quý vị|nghe rõ không|trước khi bắt đầu|sau giờ giải lao",
  },
  hi: {
    offers: "द्वारा प्रायोजित|प्रोमो कोड|कूपन कोड|कोड का इस्तेमाल|प्रतिशत छूट|फ्री डिलीवरी|लिंक डिस्क्रिप्शन|डिस्क्रिप्शन में",
    hints: "डॉट कॉम|डाउनलोड|ऐप|महीने|मुफ्त|छूट|ऑफर|सब्सक्रिप्शन|स्पॉन्सर",
    farewells:
      "देखने के लिए धन्यवाद|सुनने के लिए धन्यवाद|अगले वीडियो में|फिर मिलेंगे|आज के लिए इतना|सब्सक्राइब|लाइक करें|लाइक और|कमेंट में|कमेंट करके|फॉलो करें|अलविदा",
    housekeeping:
      "नमस्कार दोस्तों|नमस्ते दोस्तों|हेलो दोस्तों|आपका स्वागत है|स्वागत है आपका|देवियों और सज्जनों|आवाज़ आ रही|शुरू करने से पहले|ब्रेक के बाद",
  },
  ar: {
    offers:
      "برعاية|راعي هذه الحلقة|راعي الحلقة|كود الخصم|كود خصم|استخدم الكود|خصم بنسبة|شحن مجاني|تجربة مجانية|الرابط في الوصف|رابط في الوصف|في صندوق الوصف",
    hints: "دوت كوم|زوروا|حمل|حملوا|التطبيق|شهريا|مجانا|خصم|عرض|اشتراك|متجر",
    farewells:
      "شكرا على المشاهدة|شكرا للمشاهدة|شكرا على الاستماع|شكرا لاستماعكم|شكرا لحسن استماعكم|إلى اللقاء|نلتقي في الحلقة|هذا كل شيء اليوم|اشتركوا في القناة|اشترك في القناة|فعل الجرس|في التعليقات|تابعونا|مع السلامة",
    housekeeping:
      "مرحبا بكم|أهلا بكم|أهلا وسهلا بكم|السلام عليكم|سيداتي سادتي|هل تسمعونني|قبل أن نبدأ|بعد الفاصل",
  },
  fa: {
    offers: "اسپانسر|کد تخفیف|درصد تخفیف|ارسال رایگان|لینک در توضیحات",
    hints: "دات کام|دانلود|اپلیکیشن|ماهانه|رایگان|تخفیف|پیشنهاد|اشتراک|فروشگاه|با حمایت|با کد|در توضیحات",
    farewells:
      "ممنون که تماشا|ممنون که گوش|ممنون از توجه|خداحافظ|تا قسمت بعد|تا ویدیوی بعد|سابسکرایب|لایک کنید|در کامنت|دنبال کنید",
    housekeeping: "سلام به همه|سلام دوستان|خوش آمدید|خوش اومدید|خانم ها و آقایان|صدای من|قبل از شروع",
  },
  he: {
    offers: "בחסות|נותן החסות|קוד קופון|קוד הנחה|אחוז הנחה|משלוח חינם|ניסיון חינם|לינק בתיאור|קישור בתיאור",
    hints: "נקודה קום|היכנסו|הורידו|האפליקציה|בחודש|בחינם|הנחה|מבצע|מנוי|חנות|עם הקוד",
    farewells:
      "תודה שצפיתם|תודה שהאזנתם|תודה על ההקשבה|תודה רבה על ההקשבה|נתראה בפעם|להתראות|זה הכל להיום|הירשמו לערוץ|תעשו לייק|בתגובות|עקבו אחרינו|ביי ביי",
    housekeeping:
      "שלום לכולם|ברוכים הבאים|ערב טוב לכולם|גבירותיי ורבותיי|שומעים אותי|לפני שנתחיל|אחרי ההפסקה",
  },
  th: {
    offers: "สนับสนุนโดย|ผู้สนับสนุน|โค้ดส่วนลด|ใช้โค้ด|ส่งฟรี|ทดลองใช้ฟรี|ลิงก์ใต้คลิป|ลิงก์ในคำอธิบาย",
    hints: "ดอทคอม|ดาวน์โหลด|แอป|ต่อเดือน|ฟรี|ส่วนลด|โปรโมชั่น|สมัครสมาชิก",
    farewells:
      "ขอบคุณที่รับชม|ขอบคุณที่ติดตาม|ขอบคุณที่รับฟัง|เจอกันคลิปหน้า|พบกันใหม่|กดติดตาม|กดไลค์|กดซับสไครบ์|คอมเมนต์ใต้คลิป|สวัสดีค่ะทุกคน|ลาไปก่อน",
    housekeeping: "สวัสดีทุกคน|สวัสดีครับทุกท่าน|ยินดีต้อนรับ|ได้ยินไหม|ก่อนจะเริ่ม",
  },
  ja: {
    offers:
      "提供でお送り|スポンサー|クーポンコード|割引コード|プロモコード|コードを入力|送料無料|無料体験|無料トライアル|概要欄のリンク|概要欄から|概要欄に|企業案件",
    hints: "ドットコム|ダウンロード|アプリ|月額|無料|割引|キャンペーン|公式サイト|検索して|お申し込み",
    farewells:
      "ご視聴ありがとう|ご清聴ありがとう|聞いていただきありがとう|見ていただきありがとう|最後までご覧|チャンネル登録|高評価|グッドボタン|コメント欄|また次回|また来週|それではまた|さようなら|以上です|今日はここまで|本日はここまで",
    housekeeping:
      "みなさんこんにちは|皆さんこんにちは|皆様こんにちは|こんにちは今日|ようこそ|聞こえますか|始める前に|少し待ちましょう|このあと休憩|休憩に入り",
  },
  zh: {
    offers:
      "赞助播出|赞助商|本期节目由|本节目由|优惠码|折扣码|输入优惠|优惠券|包邮|免费试用|链接在简介|简介里的链接|点击下方链接|下方链接|广告之后|恰饭",
    hints: "点com|下载|官网|每月|免费|折扣|优惠|活动价|下单|购买|会员|小程序|赞助|描述区",
    farewells:
      "感谢收看|谢谢收看|感谢观看|谢谢观看|感谢收听|谢谢收听|感谢大家收听|谢谢大家收听|我们下期再见|下期再见|下次再见|下集再见|今天就到这里|今天的节目就到|这就是今天的节目|订阅我们|订阅频道|关注我们|点个关注|点个订阅|一键三连|未经许可",
    housekeeping:
      "大家好|欢迎来到|欢迎收听|欢迎收看|欢迎回来|各位听众|各位观众|女士们先生们|听得到吗|能听到吗|开始之前|休息一下|广告回来",
  },
  yue: {
    offers: "贊助|本節目由|優惠碼|折扣碼|免費試用|連結喺簡介",
    hints: "下載|官網|每月|免費|折扣|優惠|會員",
    farewells: "多謝收睇|多謝收看|多謝收聽|下次再見|下集再見|拜拜|訂閱|讚好|留言",
    housekeeping: "大家好|歡迎收睇|歡迎收聽|歡迎返嚟|各位觀眾|各位聽眾|聽唔聽到|開始之前",
  },
  ko: {
    offers:
      "스폰서|제공으로|할인 코드|쿠폰 코드|프로모션 코드|코드를 입력|무료 배송|무료 체험|설명란의 링크|더보기란|유료 광고|광고 포함",
    hints: "닷컴|다운로드|앱을|월정액|무료로|할인|이벤트|공식 홈페이지|구매|가입|협찬",
    farewells:
      "시청해 주셔서 감사|시청해주셔서 감사|봐주셔서 감사|들어주셔서 감사|들어 주셔서 감사|경청해 주셔서|다음 영상에서|다음 시간에|다음에 또|오늘은 여기까지|구독과 좋아요|구독 좋아요|구독 부탁|알림 설정|댓글로|팔로우|안녕히 계세요",
    housekeeping:
      "여러분 안녕하세요|안녕하세요 여러분|오신 것을 환영|신사 숙녀|들리시나요|잘 들리|시작하기 전에|쉬는 시간",
  },
};
