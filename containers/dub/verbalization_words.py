"""The words with which languages speak amounts, units and abbreviations."""

from dataclasses import dataclass, field

# The canonical names of the units of money.
# Translators write the letters of a currency apart from its symbol as well.
UNIT_OF_SYMBOL = {
    "R$": "real",
    "R $": "real",
    "US$": "dollar",
    "US $": "dollar",
    "$": "dollar",
    "€": "euro",
    "£": "pound",
    "¥": "yen",
    "₹": "rupee",
}
# Letters behind an amount, and the place of their word in `scales`.
SCALE_LETTERS = {"k": 0, "K": 0, "M": 1, "bn": 2, "B": 2}


@dataclass(frozen=True)
class Words:
    """The words of a language. Pairs are singular and plural.

    `decimal`: the mark of decimals. `money`: by canonical name. `cents`: by unit, "" for all others; empty where parts
    of a unit are spoken as decimals. `between`: unit and cents. `scales`: of amounts, the words for thousands, millions
    and billions (10^9) first. `of`: behind scales from millions on, before
    consonants and vowels. `to`: of a range, empty to leave it as it is.
    `hours`: the word, and what is between hours and minutes. `units`: of numbers, by symbol. `number`: an abbreviation
    before a number, as a pattern, and its word. `titles`: abbreviations before names, as patterns; `others`: elsewhere.
    """

    decimal: str
    money: dict[str, tuple[str, str]]
    cents: dict[str, tuple[str, str]] = field(default_factory=dict)
    between: str = ""
    scales: tuple[str, ...] = ()
    of: tuple[str, str] = (" ", " ")
    to: str = ""
    hours: tuple[str, str, str] | None = None
    units: dict[str, tuple[str, str]] = field(default_factory=dict)
    number: tuple[str, str] | None = None
    titles: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)


WORDS = {
    "en": Words(
        decimal=".",
        money={
            "dollar": ("dollar", "dollars"),
            "euro": ("euro", "euros"),
            "pound": ("pound", "pounds"),
            "real": ("real", "reais"),
            "yen": ("yen", "yen"),
            "rupee": ("rupee", "rupees"),
        },
        cents={"": ("cent", "cents"), "pound": ("penny", "pence")},
        between=" and ",
        scales=("thousand", "million", "billion", "trillion"),
        to="to",
        units={
            "km/h": ("kilometer per hour", "kilometers per hour"),
            "mph": ("mile per hour", "miles per hour"),
            "km": ("kilometer", "kilometers"),
            "cm": ("centimeter", "centimeters"),
            "mm": ("millimeter", "millimeters"),
            "kg": ("kilogram", "kilograms"),
            "mg": ("milligram", "milligrams"),
            "°C": ("degree Celsius", "degrees Celsius"),
            "°F": ("degree Fahrenheit", "degrees Fahrenheit"),
        },
        number=(r"No\.", "number"),
        titles={r"Mr\.?": "Mister", r"Mrs\.?": "Mrs", r"Ms\.?": "Miss", r"Dr\.?": "Doctor", r"Prof\.?": "Professor"},
        others={r"etc\.": "et cetera", r"e\.g\.": "for example", r"i\.e\.": "that is", r"vs\.": "versus"},
    ),
    "pt": Words(
        decimal=",",
        money={
            "dollar": ("dólar", "dólares"),
            "euro": ("euro", "euros"),
            "pound": ("libra", "libras"),
            "real": ("real", "reais"),
            "yen": ("iene", "ienes"),
            "rupee": ("rupia", "rupias"),
        },
        cents={"": ("centavo", "centavos"), "euro": ("cêntimo", "cêntimos"), "pound": ("pêni", "pence")},
        between=" e ",
        scales=("mil", "milhões", "bilhões", "milhão", "bilhão", "mil milhões", "trilhões", "trilhão"),
        of=(" de ", " de "),
        to="a",
        hours=("hora", "horas", " e "),
        units={
            "km/h": ("quilômetro por hora", "quilômetros por hora"),
            "km": ("quilômetro", "quilômetros"),
            "cm": ("centímetro", "centímetros"),
            "mm": ("milímetro", "milímetros"),
            "kg": ("quilo", "quilos"),
            "mg": ("miligrama", "miligramas"),
            "°C": ("grau Celsius", "graus Celsius"),
            "°F": ("grau Fahrenheit", "graus Fahrenheit"),
        },
        number=(r"[nN]\.?[º°]", "número"),
        titles={
            r"Sr\.?": "senhor",
            r"Sra\.?": "senhora",
            r"Srta\.?": "senhorita",
            r"Dr\.?": "doutor",
            r"Dra\.?": "doutora",
            r"Prof\.?": "professor",
            r"Profa\.?": "professora",
        },
        others={r"etc\.": "etcétera", r"p\. ?ex\.": "por exemplo"},
    ),
    "es": Words(
        decimal=",",
        money={
            "dollar": ("dólar", "dólares"),
            "euro": ("euro", "euros"),
            "pound": ("libra", "libras"),
            "real": ("real", "reales"),
            "yen": ("yen", "yenes"),
            "rupee": ("rupia", "rupias"),
        },
        cents={"": ("centavo", "centavos"), "euro": ("céntimo", "céntimos"), "pound": ("penique", "peniques")},
        between=" con ",
        scales=("mil", "millones", "mil millones", "millón", "billones"),
        of=(" de ", " de "),
        to="a",
        hours=("hora", "horas", " y "),
        units={
            "km/h": ("kilómetro por hora", "kilómetros por hora"),
            "km": ("kilómetro", "kilómetros"),
            "cm": ("centímetro", "centímetros"),
            "mm": ("milímetro", "milímetros"),
            "kg": ("kilo", "kilos"),
            "mg": ("miligramo", "miligramos"),
            "°C": ("grado Celsius", "grados Celsius"),
            "°F": ("grado Fahrenheit", "grados Fahrenheit"),
        },
        number=(r"[nN]\.?[º°]|[nN]úm\.", "número"),
        titles={
            r"Sr\.?": "señor",
            r"Sra\.?": "señora",
            r"Srta\.?": "señorita",
            r"Dr\.?": "doctor",
            r"Dra\.?": "doctora",
            r"Prof\.?": "profesor",
        },
        others={
            r"etc\.": "etcétera",
            r"p\. ?ej\.": "por ejemplo",
            r"Ud\.": "usted",
            r"Uds\.": "ustedes",
            r"EE\. ?UU\.": "Estados Unidos",
        },
    ),
    "fr": Words(
        decimal=",",
        money={
            "dollar": ("dollar", "dollars"),
            "euro": ("euro", "euros"),
            "pound": ("livre", "livres"),
            "real": ("réal", "réals"),
            "yen": ("yen", "yens"),
            "rupee": ("roupie", "roupies"),
        },
        cents={"": ("centime", "centimes")},
        between=" ",
        scales=("mille", "millions", "milliards", "million", "milliard"),
        of=(" de ", " d'"),
        to="à",
        hours=("heure", "heures", " "),
        units={
            "km/h": ("kilomètre heure", "kilomètres heure"),
            "km": ("kilomètre", "kilomètres"),
            "cm": ("centimètre", "centimètres"),
            "mm": ("millimètre", "millimètres"),
            "kg": ("kilo", "kilos"),
            "mg": ("milligramme", "milligrammes"),
            "°C": ("degré Celsius", "degrés Celsius"),
            "°F": ("degré Fahrenheit", "degrés Fahrenheit"),
        },
        number=(r"[nN][º°]", "numéro"),
        titles={
            r"M\.": "Monsieur",
            r"MM\.": "Messieurs",
            r"Mme\.?": "Madame",
            r"Mlle\.?": "Mademoiselle",
            r"Dr\.?": "Docteur",
        },
        others={r"etc\.": "et cetera", r"p\. ?ex\.": "par exemple"},
    ),
    "it": Words(
        decimal=",",
        money={
            "dollar": ("dollaro", "dollari"),
            "euro": ("euro", "euro"),
            "pound": ("sterlina", "sterline"),
            "real": ("real", "real"),
            "yen": ("yen", "yen"),
            "rupee": ("rupia", "rupie"),
        },
        cents={"": ("centesimo", "centesimi")},
        between=" e ",
        scales=("mila", "milioni", "miliardi", "milione", "miliardo"),
        of=(" di ", " di "),
        to="a",
        hours=("ora", "ore", " e "),
        units={
            "km/h": ("chilometro orario", "chilometri orari"),
            "km": ("chilometro", "chilometri"),
            "cm": ("centimetro", "centimetri"),
            "mm": ("millimetro", "millimetri"),
            "kg": ("chilo", "chili"),
            "mg": ("milligrammo", "milligrammi"),
            "°C": ("grado Celsius", "gradi Celsius"),
            "°F": ("grado Fahrenheit", "gradi Fahrenheit"),
        },
        number=(r"[nN](?:[º°]|\.)", "numero"),
        titles={
            r"Sig\.": "signor",
            r"Sig\.ra": "signora",
            r"Sig\.na": "signorina",
            r"Dott\.|Dr\.": "dottor",
            r"Dott\.ssa": "dottoressa",
            r"Prof\.": "professor",
            r"Prof\.ssa": "professoressa",
        },
        others={r"ecc\.": "eccetera", r"p\. ?es\.": "per esempio"},
    ),
}
# Of other languages, whose voices read texts themselves: amounts only compare.
OTHER_WORDS = Words(decimal=",", money={unit: (unit, unit) for unit in UNIT_OF_SYMBOL.values()})
