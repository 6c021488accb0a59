"""Numbers as words, approximately: their duration and pronunciation, for the aligner only.

Word order and the grammar of compounds do not matter to the aligner. Each number remains one word of the transcript.
"""

# 0 to 19 | tens from 20 | hundred, thousand, million | percent | a unit of money.
WORDS = {
    "en": (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
        "eighteen nineteen|twenty thirty forty fifty sixty seventy eighty ninety|hundred thousand million|percent|dollars"
    ),
    "es": (
        "cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
        "dieciocho diecinueve|veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa|cientos mil millones|"
        "porciento|euros"
    ),
    "fr": (
        "zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dixsept dixhuit "
        "dixneuf|vingt trente quarante cinquante soixante soixantedix quatrevingt quatrevingtdix|cent mille millions|"
        "pourcent|euros"
    ),
    "de": (
        "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn "
        "achtzehn neunzehn|zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig|hundert tausend millionen|"
        "prozent|euro"
    ),
    "it": (
        "zero uno due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici "
        "diciassette diciotto diciannove|venti trenta quaranta cinquanta sessanta settanta ottanta novanta|cento mila "
        "milioni|percento|euro"
    ),
    "pt": (
        "zero um dois três quatro cinco seis sete oito nove dez onze doze treze catorze quinze dezesseis dezessete "
        "dezoito dezenove|vinte trinta quarenta cinquenta sessenta setenta oitenta noventa|centos mil milhões|porcento|"
        "reais"
    ),
}
CURRENCY_MARKS = "$€£¥₹"
# Longer numbers are read digit by digit: most are telephone numbers.
MAX_DIGITS = 9
FIRST_TENS, HUNDRED = 20, 100


def number_words(digits: str, language: str) -> list[str]:
    """Returns the words of a number. `digits`: decimal digits. Empty for languages without number words."""
    if language not in WORDS:
        return []
    small, tens, large, *_ = (part.split() for part in WORDS[language].split("|"))
    if len(digits) > MAX_DIGITS or (len(digits) > 1 and digits.startswith("0")):
        return [small[int(digit)] for digit in digits]

    def below_hundred(value: int) -> list[str]:
        if value < FIRST_TENS:
            return [small[value]] if value else []
        return [tens[value // 10 - 2], *([small[value % 10]] if value % 10 else [])]

    def spoken(value: int) -> list[str]:
        if value < HUNDRED:
            return below_hundred(value)
        if language == "en" and is_english_year(value):
            return [*below_hundred(value // 100), *below_hundred(value % 100)]
        for size, name in ((1_000_000, large[2]), (1_000, large[1]), (100, large[0])):
            if value >= size:
                return [*spoken(value // size), name, *spoken(value % size)]
        return []

    value = int(digits)
    return spoken(value) if value else [small[0]]


def is_english_year(value: int) -> bool:
    """Returns whether English reads the number in pairs of digits: 1984, 2024, but not 2005 or 1900."""
    return (1100 <= value < 2000 or 2010 <= value < 2100) and value % 100 >= 10  # noqa: PLR2004


def symbol_words(text: str, language: str) -> list[str]:
    """Returns the words for the percent and currency symbols in `text`."""
    if language not in WORDS:
        return []
    *_, percent, money = WORDS[language].split("|")
    spoken = [percent] if "%" in text else []
    return [*spoken, money] if any(mark in text for mark in CURRENCY_MARKS) else spoken
