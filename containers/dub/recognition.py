"""Transcribes spoken sentences with the recognizer of the speech container."""

from pathlib import Path

from dub.comparison import RecognizedWord
from speech.recognizer import RecognitionOptions, Recognizer


class WhisperListener:
    """The recognizer; the model loads with the first sentence."""

    def __init__(self) -> None:
        self._recognizer = Recognizer()

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        """Returns the words of an audio file. Raises TranscriptionFailed."""
        recognition = self._recognizer.recognize(path, RecognitionOptions(language, only_language=True))
        words: list[RecognizedWord] = []
        for word in recognition["words"]:
            if words and not word["spaceBefore"]:
                last = words[-1]
                words[-1] = RecognizedWord(last.text + word["text"], last.start, word["endSeconds"])
            else:
                words.append(RecognizedWord(word["text"], word["startSeconds"], word["endSeconds"]))
        return words
