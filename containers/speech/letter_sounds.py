"""How words are roughly spoken, by their letters: sounds of ARPAbet, the alphabet of the aligner's acoustic model.

Good enough to find where a word lies in the sound, never to speak it: a wrong vowel costs the aligner little, a missing
syllable much. English words come from the aligner's dictionary; these rules are for what is not in it.
"""

import unicodedata

# letters:SOUND,SOUND. "$" marks rules for the end of a word.
COMMON = (
    "a:AA b:B c:K d:D e:EH f:F g:G h:HH i:IY j:JH k:K l:L m:M n:N o:OW p:P q:K r:R s:S t:T u:UW v:V w:W x:K,S y:IY z:Z "
    "ch:CH sh:SH th:TH ph:F ng:NG ck:K qu:K,W"
)
IBERIAN = (
    "c:K ce:S,EH ci:S,IY z:S ch:CH ll:Y ñ:N,Y ny:N,Y j:HH ge:HH,EH gi:HH,IY gue:G,EH gui:G,IY gu:G,W qu:K h: v:B rr:R "
    "x:K,S y:Y ia:Y,AA ie:Y,EH io:Y,OW ua:W,AA ue:W,EH uo:W,OW y$:IY ü:W"
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
}
# Of these the aligner finds the words better than the attention does; measured, see docs/speech.md.
LANGUAGES = frozenset(RULES)
LONGEST_RULE = 4


def parsed(rules: str) -> dict[str, list[str]]:
    pairs = (rule.split(":") for rule in rules.split())
    return {letters: [sound for sound in sounds.split(",") if sound] for letters, sounds in pairs}


TABLES = {language: parsed(f"{COMMON} {rules}") for language, rules in RULES.items()}


def sounds_of(word: str, language: str) -> list[str]:
    """`word`: letters of a language in LANGUAGES, lower case. Letters that it has not got are read without their marks
    or left out, so the result may be empty."""
    table = TABLES[language]
    sounds: list[str] = []
    at = 0
    while at < len(word):
        letters = longest_rule(word, at, table)
        if letters is None:
            sounds += table.get(unicodedata.normalize("NFD", word[at])[0], [])
            at += 1
            continue
        sounds += table[letters]
        at += len(letters.rstrip("$"))
    return sounds


def longest_rule(word: str, at: int, table: dict[str, list[str]]) -> str | None:
    for size in range(LONGEST_RULE, 0, -1):
        letters = word[at : at + size]
        if len(letters) < size:
            continue
        # A word that is nothing but an ending is read as it stands.
        if at > 0 and at + size == len(word) and f"{letters}$" in table:
            return f"{letters}$"
        if letters in table:
            return letters
    return None
