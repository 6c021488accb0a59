"""A sentence is spoken again until it is understood."""

import itertools
import tempfile
import unittest
from collections.abc import Callable
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.comparison import RecognizedWord
from dub.job import SpeakerVoice
from dub.sentence_speaker import GAP_SECONDS, Attempt, Request, SentenceSpeaker, doubtful_of
from dub.voice_match import MatchedVoice, VoiceMatch

TEXT = "um dois três quatro"


class Parts:
    """An engine, a phonemizer and a recognizer that understands what a test lists, attempt by attempt."""

    def __init__(self, *understood: str) -> None:
        self.understood = list(understood)
        self.orders: list[tuple[str, float]] = []
        self.listened = 0

    def phonemes(self, text: str, language: str) -> str:
        return text

    def speak(self, phonemes: str, voice: str, speed: float = 1.0) -> Audio:
        self.orders.append((voice, speed))
        return numpy.full(2400, 0.1, numpy.float32) if phonemes else numpy.zeros(0, numpy.float32)

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        self.listened += 1
        return [RecognizedWord(word, 0, 0.1) for word in self.understood[self.listened - 1].split()]


class Together(Parts):
    """Recognizes all words of three sentences of 0.1 s, and a word in the gap that belongs to the one before."""

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        self.listened += 1
        second, third = 0.1 + GAP_SECONDS, 2 * (0.1 + GAP_SECONDS)
        return [
            RecognizedWord("um", 0, 0.05),
            RecognizedWord("dois", 0.1, 0.2),
            RecognizedWord("três", second, second + 0.1),
            RecognizedWord("quatro", third + 0.02, third + 0.1),
        ]


class Rounds(Parts):
    """Recognizes what a test lists for each sentence of a transcription, round by round; each takes 0.1 s."""

    def __init__(self, *rounds: list[str]) -> None:
        super().__init__()
        self.rounds = list(rounds)

    def speak_all(self, *texts: str) -> list[Attempt]:
        """Speaks all sentences, each with a voice of its name."""
        return best_of(self, [Request(text, [MatchedVoice(text)]) for text in texts])

    def words(self, path: Path, language: str) -> list[RecognizedWord]:
        starts = itertools.count(0, 0.1 + GAP_SECONDS)
        return [
            RecognizedWord(word, start, start + 0.1)
            for text, start in zip(self.rounds.pop(0), starts, strict=False)
            for word in text.split()
        ]


def best_of(parts: Parts, requests: list[Request]) -> list[Attempt]:
    """Speaks sentences, and those that are not understood again."""
    with tempfile.TemporaryDirectory() as folder:
        speaker = SentenceSpeaker(parts, parts, parts, Path(folder))
        attempts = speaker.speak(requests, "pt")
        doubtful = doubtful_of(attempts)
        again = [attempts[index] for index in doubtful]
        for index, attempt in zip(
            doubtful, speaker.improve([requests[index] for index in doubtful], again, "pt"), strict=True
        ):
            attempts[index] = attempt
        return attempts


def spoken(parts: Parts, text: str = TEXT) -> Attempt:
    """Speaks a text with three voices at hand."""
    return best_of(parts, [Request(text, [MatchedVoice(name) for name in ("pm_alex", "pm_santa", "pf_dora")])])[0]


class Blended:
    """A matcher whose best voice is a blend that has spoken."""

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], speak: Callable[[str], Audio]
    ) -> list[MatchedVoice]:
        speak("blend")
        return [MatchedVoice("blend"), MatchedVoice(names[0])]


class Speak(unittest.TestCase):
    def test_does_not_speak_a_sentence_again_that_compared_the_voices(self) -> None:
        parts = Parts(TEXT, "três")
        unknown: SpeakerVoice = {"pitchHz": None, "embedding": None, "spectrumDb": None}
        with tempfile.TemporaryDirectory() as folder:
            speaker = SentenceSpeaker(parts, parts, parts, Path(folder), Blended())
            voices = speaker.matched_voices(unknown, ["pm_alex"], "pt", TEXT)
            for text in (TEXT, "três"):
                speaker.speak([Request(text, voices)], "pt")
        self.assertEqual(parts.orders, [("blend", 1.0), ("blend", 1.0)])

    def test_speaks_a_sentence_without_a_check_once(self) -> None:
        parts = Parts()
        with tempfile.TemporaryDirectory() as folder:
            speaker = SentenceSpeaker(parts, parts, parts, Path(folder))
            attempt = speaker.speak_unchecked(Request("um dois", [MatchedVoice("pm_alex")]), "pt")
        self.assertEqual((parts.orders, parts.listened), ([("pm_alex", 1.0)], 0))
        self.assertFalse(attempt.is_understood)
        self.assertEqual([word["text"] for word in attempt.comparison.words], ["um", "dois"])
        self.assertAlmostEqual(attempt.comparison.words[-1]["endSeconds"], 0.1)

    def test_keeps_the_first_attempt_that_is_understood(self) -> None:
        parts = Parts(TEXT)
        self.assertTrue(spoken(parts).is_understood)
        self.assertEqual(parts.orders, [("pm_alex", 1.0)])

    def test_transcribes_doubtful_sentences_without_the_others_before_it_speaks_them_again(self) -> None:
        parts = Rounds(["", "três", ""], ["um dois", ""], ["quatro"])
        attempts = parts.speak_all("um dois", "três", "quatro")
        self.assertTrue(all(attempt.is_understood for attempt in attempts))
        self.assertEqual(parts.orders, [("um dois", 1.0), ("três", 1.0), ("quatro", 1.0), ("quatro", 0.9)])
        self.assertEqual(parts.rounds, [])

    def test_speaks_all_doubtful_sentences_again_in_one_round(self) -> None:
        parts = Rounds(["", "", "quatro"], ["", ""], ["um dois", "três"])
        attempts = parts.speak_all("um dois", "três", "quatro")
        self.assertTrue(all(attempt.is_understood for attempt in attempts))
        self.assertEqual(parts.rounds, [])

    def test_does_not_transcribe_the_same_sentences_twice(self) -> None:
        parts = Rounds(["", ""], ["um dois", "três"])
        attempts = parts.speak_all("um dois", "três")
        self.assertTrue(all(attempt.is_understood for attempt in attempts))
        self.assertEqual([speed for _, speed in parts.orders], [1.0, 1.0, 0.9, 0.9])

    def test_does_not_speak_with_the_next_voice_what_is_misunderstood_in_the_same_way(self) -> None:
        parts = Parts("um dois tres", "um dois tres")
        attempt = spoken(parts, "um dois Perez")
        self.assertEqual(parts.orders, [("pm_alex", 1.0), ("pm_alex", 0.9)])
        self.assertFalse(attempt.is_understood)

    def test_changes_the_speech_as_the_match_says_and_names_the_voice(self) -> None:
        parts = Parts(TEXT)
        with tempfile.TemporaryDirectory() as folder:
            voice = MatchedVoice("pm_alex", VoiceMatch(gains_db=(6.0,) * 28))
            [attempt] = SentenceSpeaker(parts, parts, parts, Path(folder)).speak([Request(TEXT, [voice])], "pt")
        self.assertAlmostEqual(float(numpy.abs(attempt.audio[1000:1400]).mean()), 0.2, delta=0.01)
        self.assertEqual(attempt.voice, "pm_alex")

    def test_transcribes_several_sentences_together(self) -> None:
        parts = Together()
        with tempfile.TemporaryDirectory() as folder:
            requests = [Request(text, [MatchedVoice("pm_alex")]) for text in ("um dois", "três", "quatro")]
            attempts = SentenceSpeaker(parts, parts, parts, Path(folder)).speak(requests, "pt")
        self.assertEqual(parts.listened, 1)
        self.assertEqual([attempt.comparison.error_rate for attempt in attempts], [0, 0, 0])
        word = attempts[2].comparison.words[0]
        self.assertAlmostEqual(word["startSeconds"], 0.02, places=3)

    def test_speaks_again_and_then_with_the_next_voice(self) -> None:
        parts = Parts("um", "um dois", TEXT)
        self.assertEqual(spoken(parts).voice, "pm_santa")
        self.assertEqual(parts.orders, [("pm_alex", 1.0), ("pm_alex", 0.9), ("pm_santa", 1.0)])

    def test_keeps_the_best_attempt_when_none_is_understood(self) -> None:
        attempt = spoken(Parts("um", "um dois", "dez"))
        self.assertEqual((attempt.voice, attempt.comparison.error_rate), ("pm_alex", 0.5))
        self.assertFalse(attempt.is_understood)

    def test_a_text_without_sounds_is_a_short_silence(self) -> None:
        parts = Parts("")
        attempt = spoken(parts, "— ♪ 🎉")
        self.assertEqual(parts.orders, [])
        self.assertTrue(attempt.is_understood)
        self.assertEqual(float(numpy.abs(attempt.audio).max()), 0)
        self.assertGreater(len(attempt.audio), 0)


if __name__ == "__main__":
    unittest.main()
