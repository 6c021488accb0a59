"""Approximate letter-to-phoneme rules by language: "letters:PHONEME,PHONEME" in ARPAbet.

"$" marks a rule for the end of a word. "ə" stands for a vowel that the script does not write (`expand_letters`).
"""

COMMON = (
    "a:AA b:B c:K d:D e:EH f:F g:G h:HH i:IY j:JH k:K l:L m:M n:N o:OW p:P q:K r:R s:S t:T u:UW v:V w:W x:K,S y:IY z:Z "
    "ch:CH sh:SH th:TH ph:F ng:NG ck:K qu:K,W"
)
IBERIAN = (
    "c:K ce:S,EH ci:S,IY z:S ch:CH ll:Y ñ:N,Y ny:N,Y j:HH ge:HH,EH gi:HH,IY gue:G,EH gui:G,IY gu:G,W qu:K h: v:B rr:R "
    "x:K,S y:Y ia:Y,AA ie:Y,EH io:Y,OW ua:W,AA ue:W,EH uo:W,OW y$:IY ü:W"
)
DOUBLED = "bb:B cc:K dd:D ff:F gg:G kk:K ll:L mm:M nn:N pp:P rr:R ss:S tt:T zz:Z"
CZECH = (
    "č:CH š:SH ž:ZH ř:ZH c:T,S ch:HH ď:D,Y ť:T,Y ň:N,Y ě:Y,EH y:IH j:Y ou:OW au:AW dž:JH ä:EH ľ:L,Y ô:W,OW di:D,Y,IY "
    "ti:T,Y,IY ni:N,Y,IY ů:UW"
)
SOUTH_SLAVIC = "č:CH ć:CH š:SH ž:ZH đ:JH dž:JH lj:L,Y nj:N,Y c:T,S j:Y"
FINNIC = "ä:AE ö:ER õ:ER ü:UW y:UW j:Y aa:AA ee:EH ii:IY oo:OW uu:UW ää:AE yy:UW öö:ER õõ:ER üü:UW š:SH ž:ZH " + DOUBLED
MALAY = "c:CH ng:NG ngg:NG,G ny:N,Y sy:SH kh:K e:AH y:Y au:AW ai:AY"
CYRILLIC = (
    "а:AA б:B в:V г:G д:D е:EH ё:OW ж:ZH з:Z и:IY й:Y к:K л:L м:M н:N о:AO п:P р:R с:S т:T у:UW ф:F х:HH ц:T,S ч:CH ш:SH "
    "щ:SH ъ: ы:IH ь: э:EH ю:Y,UW я:Y,AA"
)
DEVANAGARI = (
    "ə:AH अ:AH आ:AA इ:IH ई:IY उ:UH ऊ:UW ऋ:R,IH ए:EY ऐ:EH ओ:OW औ:AO ा:AA ि:IH ी:IY ु:UH ू:UW ृ:R,IH े:EY ै:EH ो:OW ौ:AO ॉ:AO "
    "ऑ:AO ं:N ँ: ः:HH ्: ़: क:K ख:K ग:G घ:G ङ:NG च:CH छ:CH ज:JH झ:JH ञ:N,Y ट:T ठ:T ड:D ढ:D ण:N त:T थ:T द:D ध:D न:N प:P फ:F "
    "ब:B भ:B म:M य:Y र:R ल:L ळ:L व:V श:SH ष:SH स:S ह:HH क़:K ख़:K ग़:G ज़:Z ड़:R ढ़:R फ़:F"
)
ARABIC = (
    "ə:AH ا:AA أ:AA إ:IH آ:AA ء: ؤ:UW ئ:IY ى:AA ب:B ت:T ث:TH ج:JH ح:HH خ:HH د:D ذ:DH ر:R ز:Z س:S ش:SH ص:S ض:D ط:T ظ:DH ع:AH "
    "غ:G ف:F ق:K ك:K ل:L م:M ن:N ه:HH ة:AH و:UW ي:IY پ:P چ:CH ژ:ZH گ:G ک:K ی:IY"
)
RULES = {
    "en": (
        "a:AE i:IH o:AA u:AH y:IY ee:IY ea:IY oo:UW ou:AW ow:OW ai:EY ay:EY oa:OW oi:OY oy:OY er:ER ir:ER ur:ER "
        "ar:AA,R or:AO,R igh:AY tion:SH,AH,N sion:ZH,AH,N ce:S ci:S,IH cy:S,IY ge:JH wh:W kn:N wr:R e$: es$:Z ed$:D"
    ),
    "es": IBERIAN,
    "ca": IBERIAN,
    "gl": IBERIAN,
    "pt": (
        "ão:AW,N ãe:AY,N õe:OY,N ç:S ce:S,EH ci:S,IY ch:SH lh:L,Y nh:N,Y j:ZH ge:ZH,EH gi:ZH,IY gue:G,EH gui:G,IY "
        "qu:K,W que:K,EH qui:K,IY h: x:SH rr:HH o$:UW e$:IY os$:UW,S es$:IY,S am$:AW,N em$:EY,N ss:S ã:AH,N õ:OW,N "
        "te$:CH,IY de$:JH,IY ti:CH,IY di:JH,IY ou:OW ei:EY"
    ),
    "it": (
        "ce:CH,EH ci:CH,IY cia:CH,AA cio:CH,OW ciu:CH,UW che:K,EH chi:K,IY ge:JH,EH gi:JH,IY gia:JH,AA gio:JH,OW "
        "giu:JH,UW ghe:G,EH ghi:G,IY gli:L,Y,IY gn:N,Y sce:SH,EH sci:SH,IY qu:K,W z:T,S h: ia:Y,AA io:Y,OW uo:W,OW "
        "bb:B cc:K dd:D ff:F gg:G ll:L mm:M nn:N pp:P rr:R ss:S tt:T zz:T,S"
    ),
    "fr": (
        "ou:UW au:OW eau:OW ai:EH oi:W,AA eu:ER œu:ER on:OW,N om:OW,N an:AA,N en:AA,N em:AA,N am:AA,N in:AE,N im:AE,N "
        "ain:AE,N ein:AE,N ien:Y,AE,N un:AE,N é:EY er$:EY ez$:EY ch:SH j:ZH ge:ZH gi:ZH,IY gn:N,Y qu:K ç:S ce:S "
        "ci:S,IY h: e$: es$: ent$: s$: t$: d$: x$: p$: ts$: z$: ll:L ill:Y tion:S,Y,OW,N gu:G ss:S nn:N tt:T mm:M "
        "rr:R pp:P ff:F"
    ),
    "de": (
        "sch:SH ch:HH ei:AY ie:IY eu:OY äu:OY au:AW ä:EH ö:ER ü:UW ß:S z:T,S tz:T,S j:Y w:V v:F s:Z s$:S ss:S st:S,T "
        "sp:S,P pf:P,F qu:K,V en$:AH,N er$:ER e$:AH el$:AH,L th:T ee:EY oo:OW aa:AA h$: eh:EY ah:AA oh:OW ih:IY "
        "uh:UW ll:L mm:M nn:N pp:P rr:R tt:T ff:F"
    ),
    "nl": (
        "aa:AA ee:EY ie:IY oo:OW uu:UW oe:UW eu:ER ui:AW ij:AY ei:AY ou:AW au:AW g:HH ch:HH sch:S,HH sj:SH tj:CH j:Y "
        "u:AH en$:AH e$:AH el$:AH,L er$:ER ig$:AH,HH lijk:L,AH,K d$:T b$:P " + DOUBLED
    ),
    "sv": "å:OW ä:EH ö:ER y:UW j:Y sj:SH skj:SH stj:SH tj:SH kj:SH ki:SH,IY kä:SH,EH skä:SH,EH dj:Y hj:Y gj:Y lj:Y z:S "
    + DOUBLED,
    "no": "å:OW æ:EH ø:ER y:UW j:Y sj:SH skj:SH kj:SH ki:SH,IY hj:Y gj:Y z:S d$: et$:AH " + DOUBLED,
    "da": "å:OW æ:EH ø:ER y:UW j:Y sj:SH hj:Y hv:V z:S d$:DH g$: er$:ER e$:AH " + DOUBLED,
    "pl": (
        "cz:CH sz:SH rz:ZH ż:ZH ź:ZH ś:SH ć:CH dz:D,Z dż:JH dź:JH ch:HH c:T,S ci:CH,IY si:SH,IY zi:ZH,IY dzi:JH,IY ni:N,Y "
        "cia:CH,AA cie:CH,EH cio:CH,OW ciu:CH,UW cią:CH,OW,N cię:CH,EH,N sia:SH,AA sie:SH,EH sio:SH,OW siu:SH,UW "
        "się:SH,EH sią:SH,OW,N zia:ZH,AA zie:ZH,EH zio:ZH,OW zię:ZH,EH,N ń:N,Y ł:W w:V ą:OW,N ę:EH,N ę$:EH ó:UW y:IH j:Y"
    ),
    "cs": CZECH,
    "sk": CZECH,
    "hr": SOUTH_SLAVIC,
    "bs": SOUTH_SLAVIC,
    "sl": SOUTH_SLAVIC,
    "hu": (
        "cs:CH sz:S zs:ZH s:SH gy:D,Y ny:N,Y ty:T,Y ly:Y c:T,S j:Y ö:ER ő:ER ü:UW ű:UW a:AO á:AA dzs:JH ssz:S ggy:D,Y "
        "nny:N,Y ccs:CH " + DOUBLED + " ss:SH"
    ),
    "ro": (
        "ă:AH â:IH î:IH ș:SH ş:SH ț:T,S ţ:T,S ce:CH,EH ci:CH,IY che:K,EH chi:K,IY ge:JH,EH gi:JH,IY ghe:G,EH ghi:G,IY "
        "j:ZH i$: ea:Y,AA oa:W,AA ia:Y,AA ie:Y,EH"
    ),
    "tr": "c:JH ç:CH ş:SH ğ: ı:AH ö:ER ü:UW j:ZH y:Y " + DOUBLED,
    "az": "c:JH ç:CH ş:SH ğ:G ı:AH ö:ER ü:UW ə:AE x:HH q:G j:ZH y:Y " + DOUBLED,
    "fi": FINNIC,
    "et": FINNIC,
    "id": MALAY,
    "ms": MALAY,
    "vi": (
        "đ:D d:Z gi:Z tr:CH kh:K nh:N,Y ngh:NG x:S s:SH r:Z â:AH ă:AH ê:EY ô:OW ơ:AH ư:UW y:IY iê:IY,AH ươ:UW,AH uô:UW,AH "
        "ch:CH"
    ),
    "ru": CYRILLIC + " его$:Y,AH,V,AH ого$:AH,V,AH тся$:T,S,AH",
    "uk": CYRILLIC + " г:HH ґ:G и:IH і:IY ї:Y,IY є:Y,EH щ:SH,CH",
    "be": CYRILLIC + " і:IY ў:W г:HH",
    "bg": CYRILLIC + " щ:SH,T ъ:AH",
    "mk": CYRILLIC + " ј:Y љ:L,Y њ:N,Y ќ:K,Y ѓ:G,Y џ:JH ѕ:D,Z",
    "sr": CYRILLIC + " ј:Y љ:L,Y њ:N,Y ћ:CH ђ:JH џ:JH " + SOUTH_SLAVIC,
    "el": (
        "α:AA β:V γ:G δ:DH ε:EH ζ:Z η:IY θ:TH ι:IY κ:K λ:L μ:M ν:N ξ:K,S ο:OW π:P ρ:R σ:S ς:S τ:T υ:IY φ:F χ:HH ψ:P,S ω:OW "
        "ου:UW ού:UW αι:EH αί:EH ει:IY εί:IY οι:IY οί:IY ευ:EH,F εύ:EH,F αυ:AA,F αύ:AA,F μπ:B ντ:D γκ:G γγ:NG,G τσ:T,S "
        "τζ:D,Z λλ:L σσ:S νν:N ππ:P κκ:K μμ:M ττ:T ρρ:R"
    ),
    "ko": (
        "ᄀ:K ᄁ:K ᄂ:N ᄃ:T ᄄ:T ᄅ:R ᄆ:M ᄇ:P ᄈ:P ᄉ:S ᄊ:S ᄋ: ᄌ:CH ᄍ:CH ᄎ:CH ᄏ:K ᄐ:T ᄑ:P ᄒ:HH "
        "ᅡ:AA ᅢ:EH ᅣ:Y,AA ᅤ:Y,EH ᅥ:AH ᅦ:EH ᅧ:Y,AH ᅨ:Y,EH ᅩ:OW ᅪ:W,AA ᅫ:W,EH ᅬ:W,EH ᅭ:Y,OW ᅮ:UW ᅯ:W,AH ᅰ:W,EH ᅱ:W,IY "
        "ᅲ:Y,UW ᅳ:UH ᅴ:IY ᅵ:IY ᆨ:K ᆩ:K ᆫ:N ᆬ:N ᆭ:N ᆮ:T ᆯ:L ᆰ:K ᆱ:M ᆲ:L ᆶ:L ᆷ:M ᆸ:P ᆹ:P ᆺ:T ᆻ:T ᆼ:NG ᆽ:T ᆾ:T ᆿ:K ᇀ:T ᇁ:P ᇂ:"
    ),
    "hi": DEVANAGARI,
    "mr": DEVANAGARI,
    "ne": DEVANAGARI,
    "ar": ARABIC,
    "fa": ARABIC + " و:UW ه$:EH",
    "ur": ARABIC + " ے:EY ٹ:T ڈ:D ڑ:R ں:N ھ: ہ:HH ہ$:AH",
}
