"""The JSON of a recognition; core/transcript/recognition.ts has the same shape."""

from typing import Literal, NotRequired, TypedDict

from speech.audio.timeline import Span
from speech.timing.words import TimedWord


class RecognizedWord(TypedDict):
    """A word with its punctuation."""

    text: str
    spaceBefore: bool
    startSeconds: float
    endSeconds: float
    confidence: float


class AudibleSpan(TypedDict):
    """A span in which the audio is audible, with or without words."""

    startSeconds: float
    endSeconds: float
    isFiller: NotRequired[Literal[True]]


class TranslatedPassage(TypedDict):
    """A passage in English, with the times of the original."""

    startSeconds: float
    endSeconds: float
    text: str


class Recognition(TypedDict):
    """The recognition of one file. `language` is None without speech."""

    language: str | None
    languageConfidence: float | None
    engine: str
    words: list[RecognizedWord]
    englishTranslation: NotRequired[list[TranslatedPassage]]
    audibleSpans: NotRequired[list[AudibleSpan]]


def no_speech() -> Recognition:
    """Returns the recognition of a file without speech."""
    return {"language": None, "languageConfidence": None, "engine": "whisper", "words": []}


def recognized_word(word: TimedWord) -> RecognizedWord:
    """Returns the JSON of a word."""
    return {
        "text": word.text,
        "spaceBefore": word.space_before,
        "startSeconds": word.start,
        "endSeconds": word.end,
        "confidence": round(word.confidence, 4),
    }


def audible_span(span: Span, is_filler: bool) -> AudibleSpan:
    """Returns the JSON of an audible span."""
    result: AudibleSpan = {"startSeconds": round(span.start, 3), "endSeconds": round(span.end, 3)}
    if is_filler:
        result["isFiller"] = True
    return result
