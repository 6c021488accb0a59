"""Which language is spoken, from several windows of a file."""

# Whisper takes unclear speech for these too easily; they need three times the evidence.
OVERHEARD = frozenset(("nn", "la", "jw", "haw", "cy", "sa", "mi"))
OVERHEARD_WEIGHT = 1 / 3

# A window that is surely in another language than the file is decoded in its own: nothing is translated unasked.
OTHER_LANGUAGE_PROBABILITY = 0.85
MAIN_LANGUAGE_REMAINDER = 0.05
OTHER_LANGUAGE_SECONDS = 1.0

# Parts of a window are short, and short stretches are mistaken more often (Catalan for Finnish at 0.90); what is
# really in another language comes at 0.96 and more.
PART_LANGUAGE_PROBABILITY = 0.93

LIKELY_PROBABILITY = 0.5
# Parts are heard apart when this much speaks for another language in one of them; their texts decide.
APART_PROBABILITY = 0.65

# Steers the script and the punctuation, not the words. Whisper leaves it open whether Chinese is simplified, and writes
# Hindi in Urdu's or in Latin letters.
SCRIPT_PROMPTS = {
    "zh": "以下是普通话的句子，使用简体字和标点符号。",
    "hi": "नमस्ते, यह बातचीत हिन्दी में है। आप कैसे हैं? मैं ठीक हूँ।",
    "mr": "नमस्कार, हे संभाषण मराठीत आहे. तुम्ही कसे आहात? मी ठीक आहे.",
    "ne": "नमस्ते, यो कुराकानी नेपालीमा हो। तपाईंलाई कस्तो छ? मलाई ठीक छ।",
}

# Whisper leaves out what is no word, unless it was said before: then it writes the fillers, too. Measured in en, de, es,
# fr and pt: all six fillers of a recording found, none invented in read speech, no more errors in the words.
DISFLUENT_PROMPTS = {
    "en": "Um, uh, so, uh, I I, er, I was, um, you know, hmm.",
    "de": "Ähm, also, äh, ich ich, ähm, ich war, äh, hm.",
    "es": "Eh, este, ehm, yo yo, eh, o sea, mmm.",
    "fr": "Euh, donc, euh, je je, hum, c'était, euh, bah.",
    "it": "Ehm, allora, eh, io io, ehm, cioè, mmm.",
    "pt": "Hum, então, é, eh, eu eu, ahn, eu estava, hum.",
    "nl": "Uh, dus, eh, ik ik, uhm, ik was, uh, hm.",
    "ru": "Э-э, ну, эм, я я, э-э, я был, хм, ммм.",
    "pl": "Yyy, więc, eee, ja ja, yyy, no, hmm.",
    "sv": "Öh, alltså, eh, jag jag, öhm, jag var, hm.",
    "tr": "Iıı, yani, eee, ben ben, şey, ııı, hımm.",
    "ja": "えーと、あのー、えっと、私、私は、うーん、そのー。",
    "ko": "음, 어어, 그러니까, 저는 저는, 음, 흠.",
    "zh": "嗯，呃，我我，嗯，那个，呃。",
}

UNSPACED = frozenset(("zh", "yue", "ja", "th", "lo", "km", "my", "bo"))


def writes_spaces(language: str) -> bool:
    return language not in UNSPACED


def main_language(windows: list[tuple[dict[str, float], float]]) -> tuple[str, float]:
    """`windows`: each one's probabilities by language and its seconds. The language and its share, 0 to 1."""
    scores: dict[str, float] = {}
    for probabilities, seconds in windows:
        for language, probability in probabilities.items():
            weight = OVERHEARD_WEIGHT if language in OVERHEARD else 1.0
            scores[language] = scores.get(language, 0.0) + probability * weight * seconds
    total = sum(scores.values())
    language = max(scores, key=lambda code: scores[code])
    return language, scores[language] / total if total > 0 else 0.0


def window_language(main: str, probabilities: dict[str, float], seconds: float) -> str:
    top = max(probabilities, key=lambda code: probabilities[code])
    is_other = (
        top != main
        and top not in OVERHEARD
        and probabilities[top] >= OTHER_LANGUAGE_PROBABILITY
        and probabilities.get(main, 0.0) <= MAIN_LANGUAGE_REMAINDER
        and seconds >= OTHER_LANGUAGE_SECONDS
    )
    return top if is_other else main


def likely_language(main: str, probabilities: dict[str, float]) -> str:
    """What a stretch that is heard by itself may be in; its text is to tell."""
    top = max(probabilities, key=lambda code: probabilities[code])
    return top if top not in OVERHEARD and probabilities[top] >= LIKELY_PROBABILITY else main


def is_surely(language: str, probabilities: dict[str, float]) -> bool:
    return probabilities.get(language, 0.0) >= PART_LANGUAGE_PROBABILITY


def runs_by_language(parts: list[dict[str, float]]) -> list[list[int]]:
    """Neighbouring parts of a window that are in one language: indices. Parts of which it is not sure join the run
    before them. One run when only one language is sure."""
    runs: list[list[int]] = []
    current: str | None = None
    for index, probabilities in enumerate(parts):
        top = max(probabilities, key=lambda code: probabilities[code])
        is_sure = probabilities[top] >= APART_PROBABILITY and top not in OVERHEARD
        if not runs or (is_sure and current is not None and top != current):
            runs.append([index])
        else:
            runs[-1].append(index)
        if is_sure:
            current = top
    return runs


def prompt_for(language: str, dictionary: list[str], disfluent: bool = False) -> str | None:
    """What the recogniser is told was said before: the dictionary's words make it expect them, a disfluent sentence
    makes it write what is otherwise left out."""
    words = ", ".join(term.strip() for term in dictionary if term.strip())
    if words:
        # A list that is left open is gone on with: what is said then counts as written already, and is left out.
        words = words.rstrip(".。") + ("." if writes_spaces(language) else "。")
    spoken = DISFLUENT_PROMPTS.get(language) if disfluent else None
    parts = [part for part in (SCRIPT_PROMPTS.get(language), words, spoken) if part]
    return " ".join(parts) or None
