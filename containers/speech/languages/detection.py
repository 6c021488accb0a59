"""Detects the language of a file, and of its windows, from Whisper's language probabilities."""

# Probabilities by language code.
LanguageProbabilities = dict[str, float]

# Whisper detects these too often in unclear speech, so they need three times the evidence.
OVERDETECTED = frozenset(("nn", "la", "jw", "haw", "cy", "sa", "mi"))
OVERDETECTED_WEIGHT = 1 / 3

# A window that is clearly in another language than the file is decoded in its own, so that it is not translated.
OTHER_LANGUAGE_PROBABILITY = 0.85
MAIN_LANGUAGE_REMAINDER = 0.05
OTHER_LANGUAGE_SECONDS = 1.0

# Parts of a window are short, and short parts are misdetected more often (Catalan as Finnish at 0.90). Parts that are
# in another language reach 0.96 and more.
PART_LANGUAGE_PROBABILITY = 0.93

# Share of a language in all speech of a file, from which an engine that cannot detect languages may transcribe it.
CERTAIN_SHARE = 0.9

LIKELY_PROBABILITY = 0.5
# Parts are decoded separately when one of them reaches this probability for another language; their texts decide.
SEPARATE_PROBABILITY = 0.65


def main_language(windows: list[tuple[LanguageProbabilities, float]]) -> tuple[str, float]:
    """Returns the language of a file and its share, 0 to 1. `windows`: probabilities and seconds of each."""
    scores: dict[str, float] = {}
    for probabilities, seconds in windows:
        for language, probability in probabilities.items():
            weight = OVERDETECTED_WEIGHT if language in OVERDETECTED else 1.0
            scores[language] = scores.get(language, 0.0) + probability * weight * seconds
    total = sum(scores.values())
    language = max(scores, key=lambda code: scores[code])
    return language, scores[language] / total if total > 0 else 0.0


def single_language(
    windows: list[tuple[LanguageProbabilities, float]],
    parts: list[tuple[LanguageProbabilities, float]],
    *,
    has_cantonese: bool,
) -> str | None:
    """Returns the only language of a file; None when it is uncertain, or when a part is clearly in another one.

    `windows` and their `parts`: probabilities and seconds of each. `has_cantonese`: whether the model distinguishes
    Cantonese from Chinese; without it Chinese is uncertain.
    """
    if not windows:
        return None
    language, share = main_language(windows)
    has_other = any(
        seconds >= OTHER_LANGUAGE_SECONDS and is_clearly(most_likely(probabilities), probabilities)
        for probabilities, seconds in parts
        if most_likely(probabilities) != language
    )
    is_ambiguous = language == "zh" and not has_cantonese
    return language if not has_other and not is_ambiguous and share >= CERTAIN_SHARE else None


def most_likely(probabilities: LanguageProbabilities) -> str:
    """Returns the language with the highest probability."""
    return max(probabilities, key=lambda code: probabilities[code])


def window_language(main: str, probabilities: LanguageProbabilities, seconds: float) -> str:
    """Returns the language that a window is decoded in: that of the file, or another that is clearly detected."""
    top = most_likely(probabilities)
    is_other = (
        top != main
        and top not in OVERDETECTED
        and probabilities[top] >= OTHER_LANGUAGE_PROBABILITY
        and probabilities.get(main, 0.0) <= MAIN_LANGUAGE_REMAINDER
        and seconds >= OTHER_LANGUAGE_SECONDS
    )
    return top if is_other else main


def likely_language(main: str, probabilities: LanguageProbabilities) -> str:
    """Returns the language to try first for a part of a window. Its text decides."""
    top = most_likely(probabilities)
    return top if top not in OVERDETECTED and probabilities[top] >= LIKELY_PROBABILITY else main


def is_clearly(language: str, probabilities: LanguageProbabilities) -> bool:
    """Returns whether a part is in the language beyond doubt."""
    return probabilities.get(language, 0.0) >= PART_LANGUAGE_PROBABILITY


def runs_by_language(parts: list[LanguageProbabilities]) -> list[list[int]]:
    """Returns runs of neighboring parts in one language, as indices.

    Parts without a clear language join the preceding run. One run when only one language is clear.
    """
    runs: list[list[int]] = []
    current: str | None = None
    for index, probabilities in enumerate(parts):
        top = most_likely(probabilities)
        is_clear = probabilities[top] >= SEPARATE_PROBABILITY and top not in OVERDETECTED
        if not runs or (is_clear and current is not None and top != current):
            runs.append([index])
        else:
            runs[-1].append(index)
        if is_clear:
            current = top
    return runs
