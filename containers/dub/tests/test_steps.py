"""The steps of a dub, with ffmpeg and without models."""

import tempfile
import unittest
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy

from dub.arrays import Audio
from dub.audio_file import FLAC, decode_own, encode
from dub.comparison import Comparison
from dub.job import Job, Sentence, SpeakerVoice
from dub.kokoro import SAMPLE_RATE as VOICE_RATE
from dub.level import loudness_db
from dub.mix_step import mix_step
from dub.raw_audio import Pieces
from dub.sentence_speaker import Attempt, Request
from dub.separation import SAMPLE_RATE, Separated
from dub.speak_step import speak_step
from dub.tests.folder_storage import FolderStorage
from dub.voice_match import MatchedVoice, VoiceMatch
from dub.voices import Voice, kokoro_voices
from speech.audio.media import AudioSelection


def tone(hertz: float, seconds: float, rate: int) -> Audio:
    """Returns a mono tone at an amplitude of 0.2."""
    wave = 0.2 * numpy.sin(2 * numpy.pi * hertz * numpy.arange(int(seconds * rate)) / rate)
    return wave.astype(numpy.float32)


def a_job() -> Job:
    """Returns a job of two sentences in three seconds."""
    sentences = [Sentence("Um.", 0.0, 1.0), Sentence("Dois.", 1.5, 2.5)]
    return Job("source", "dub/", AudioSelection([0], 0.0), 3.0, "pt", sentences)


def a_long_job() -> Job:
    """Returns a job whose second sentence is too long to be transcribed with the first."""
    sentences = [Sentence("Um.", 0.0, 1.0), Sentence("Dois.", 1.5, 30.0)]
    return Job("source", "dub/", AudioSelection([0], 0.0), 30.0, "pt", sentences)


class FakeEngines:
    """All of the source is voice, and every sentence is a tone. Ends the process at a sentence, once."""

    def __init__(self, stop_at: str | None = None) -> None:
        self.stop_at = stop_at
        self.separations = 0
        self.spoken: list[str] = []
        self.improved: list[list[str]] = []
        self.unchecked: list[str] = []
        self.matched = 0
        self.compared: list[str | None] = []

    def separator(self) -> "FakeEngines":
        self.separations += 1
        return self

    def separate(self, source: Pieces) -> Iterator[Separated]:
        yield Separated(source[:], numpy.zeros_like(source[:]))

    def encoder(self) -> "FakeEngines":
        return self

    def embed(self, mono: Audio, sample_rate: int) -> Audio | None:
        return None

    def voices(self, language: str) -> list[Voice]:
        return kokoro_voices(language)

    @contextmanager
    def speaker(self, scratch: Path) -> Iterator["FakeEngines"]:
        yield self

    def matched_voices(
        self, speaker: SpeakerVoice, names: list[str], language: str, text: str | None
    ) -> list[MatchedVoice]:
        self.matched += 1
        self.compared.append(text)
        return [MatchedVoice(names[0], VoiceMatch(pitch=0.9)), *map(MatchedVoice, names)]

    def speak(self, requests: list[Request], language: str) -> list[Attempt]:
        return [self._attempt(request) for request in requests]

    def speak_unchecked(self, request: Request, language: str) -> Attempt:
        self.unchecked.append(request.text)
        return self._attempt(request)

    def improve(self, requests: list[Request], attempts: list[Attempt], language: str) -> list[Attempt]:
        self.improved.append([request.text for request in requests])
        return [one._replace(comparison=one.comparison._replace(error_rate=0.1)) for one in attempts]

    def _attempt(self, request: Request) -> Attempt:
        if request.text == self.stop_at:
            self.stop_at = None
            raise SystemExit
        self.spoken.append(request.text)
        rate = 0.5 if "?" in request.text else 0.0
        words = Comparison(rate, [{"text": request.text, "startSeconds": 0.0, "endSeconds": 0.5}], [request.text])
        return Attempt(tone(300, 0.5, VOICE_RATE), request.voices[0].name, words)


class Steps(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.storage = FolderStorage(Path(folder.name))
        source = numpy.repeat(tone(120, 3, SAMPLE_RATE)[:, numpy.newaxis], 2, axis=1)
        encode([source], 2, SAMPLE_RATE, FLAC, self.storage.path("source"))

    def test_speech_continues_at_the_sentence_where_it_was_stopped(self) -> None:
        engines = FakeEngines(stop_at="Dois.")
        with self.assertRaises(SystemExit):
            speak_step(a_long_job(), engines, self.storage, lambda _: None)
        self.assertFalse(self.storage.exists("dub/spoken.json"))
        shares: list[float] = []
        speak_step(a_long_job(), engines, self.storage, shares.append)
        self.assertEqual(engines.spoken, ["Um.", "Dois."])
        self.assertEqual(engines.separations, 1)
        self.assertEqual(shares[-1], 1)
        spoken = self.storage.read_json("dub/spoken.json")["sentences"]
        self.assertEqual([one["words"][0]["text"] for one in spoken], ["Um.", "Dois."])
        # A tone of 120 Hz has the pitch of a man.
        self.assertEqual({one["voice"] for one in spoken}, {"pm_alex"})
        self.assertAlmostEqual(spoken[0]["originalLoudnessDb"], -19, delta=1.5)

    def test_sentences_that_were_not_understood_are_improved_together_when_they_fill_a_transcription(self) -> None:
        engines = FakeEngines()
        texts = ["0.", "1?", "2.", "3?", "4.", "5?", "6.", "7?", "8."]
        sentences = [Sentence(text, number * 9.0, number * 9.0 + 8.0) for number, text in enumerate(texts)]
        job = replace(a_job(), media_seconds=81.0, sentences=sentences)
        speak_step(job, engines, self.storage, lambda _: None)
        self.assertEqual(engines.improved, [["1?", "3?"], ["5?", "7?"]])
        spoken = self.storage.read_json("dub/spoken.json")["sentences"]
        self.assertEqual([one["words"][0]["text"] for one in spoken], texts)
        self.assertEqual([one["isDoubtful"] for one in spoken], [False] * 9)

    def test_a_sentence_in_another_language_is_not_checked(self) -> None:
        engines = FakeEngines()
        first, second = a_job().sentences
        sentences = [replace(first, text="1?", is_untranslated=True), replace(second, text="2?")]
        speak_step(replace(a_job(), sentences=sentences), engines, self.storage, lambda _: None)
        self.assertEqual((engines.unchecked, engines.improved), (["1?"], [["2?"]]))
        spoken = self.storage.read_json("dub/spoken.json")["sentences"]
        self.assertEqual([one["isDoubtful"] for one in spoken], [True, False])

    def test_voices_are_compared_by_the_shortest_sentence_that_is_long_enough(self) -> None:
        engines = FakeEngines()
        texts = ["Um.", "Dois " * 20, "Três " * 10, "Quatro " * 100]
        sentences = [Sentence(text, at / 2, at / 2 + 0.4) for at, text in enumerate(texts)]
        speak_step(replace(a_job(), sentences=sentences), engines, self.storage, lambda _: None)
        speak_step(replace(a_job(), prefix="other/"), engines, self.storage, lambda _: None)
        self.assertEqual(engines.compared, ["Três " * 10, None])

    def test_the_voice_of_a_speaker_is_chosen_once(self) -> None:
        engines = FakeEngines()
        speak_step(a_job(), engines, self.storage, lambda _: None)
        speak_step(replace(a_job(), version=1), engines, self.storage, lambda _: None)
        self.assertEqual(engines.matched, 1)

    def test_a_job_of_shorter_texts_speaks_only_these_and_keeps_the_first_ones(self) -> None:
        engines = FakeEngines()
        speak_step(a_job(), engines, self.storage, lambda _: None)
        first, second = a_job().sentences
        shorter = replace(a_job(), sentences=[first, replace(second, text="2.", version=1)], version=1)
        speak_step(shorter, engines, self.storage, lambda _: None)
        self.assertEqual(engines.spoken, ["Um.", "Dois.", "2."])
        self.assertEqual(engines.separations, 1)
        texts = [
            [one["words"][0]["text"] for one in self.storage.read_json(key)["sentences"]]
            for key in ("dub/spoken.json", "dub/spoken-1.json")
        ]
        self.assertEqual(texts, [["Um.", "Dois."], ["Um.", "2."]])
        self.assertTrue(self.storage.exists("dub/sentences/1.flac"))
        self.assertTrue(self.storage.exists("dub/sentences/1-1.flac"))

    def test_the_mix_has_each_sentence_at_its_time_and_the_length_of_the_video(self) -> None:
        job = a_job()
        speak_step(job, FakeEngines(), self.storage, lambda _: None)
        clips = [
            {"index": 0, "startSeconds": 0.25, "tempo": 1.0, "gainDb": 0.0},
            {"index": 1, "version": 1, "startSeconds": 1.5, "tempo": 1.25, "gainDb": 6.0},
        ]
        # Only the chosen version of a text is mixed.
        for kind in ("flac", "json"):
            self.storage.path(f"dub/sentences/1.{kind}").rename(self.storage.path(f"dub/sentences/1-1.{kind}"))
        self.storage.write_json(job.plan_key, {"clips": clips})
        mix_step(job, self.storage)
        raw = self.storage.path("raw.f32")
        mixed = decode_own(self.storage.path(job.audio_key), 2, SAMPLE_RATE, raw)[:][:, 0]
        self.assertAlmostEqual(len(mixed) / SAMPLE_RATE, 3.0, delta=0.03)
        loud = [place / 100 for place in range(299) if numpy.abs(mixed[place * 441 : place * 441 + 441]).max() > 0.05]
        first = [place for place in loud if place < 1]
        second = [place for place in loud if place >= 1]
        for found, expected in ((first, (0.25, 0.75)), (second, (1.5, 1.9))):
            self.assertAlmostEqual(found[0], expected[0], delta=0.03)
            self.assertAlmostEqual(found[-1], expected[1], delta=0.05)
        at = int(1.7 * SAMPLE_RATE)
        self.assertAlmostEqual(float(numpy.abs(mixed[at : at + 4410]).max()), 0.4, delta=0.06)

    def test_the_mix_restores_the_loudness_that_another_tempo_has_taken(self) -> None:
        job = a_job()
        speak_step(job, FakeEngines(), self.storage, lambda _: None)
        # A sentence that was louder by 2 dB before its tempo changed.
        _, json_key = job.sentence_keys(0, 0)
        spoken = self.storage.read_json(json_key)
        self.storage.write_json(json_key, {**spoken, "loudnessDb": spoken["loudnessDb"] + 2})
        clips = [{"index": index, "startSeconds": 1.5 * index, "tempo": 0.9, "gainDb": 0.0} for index in range(2)]
        self.storage.write_json(job.plan_key, {"clips": clips})
        mix_step(job, self.storage)
        mixed = decode_own(self.storage.path(job.audio_key), 2, SAMPLE_RATE, self.storage.path("raw.f32"))[:][:, 0]
        louder, same = (loudness_db(numpy.array(mixed[at : at + 13230]), SAMPLE_RATE) for at in (4410, 70560))
        self.assertAlmostEqual(louder - same, 2, delta=0.3)
        self.assertAlmostEqual(same, spoken["loudnessDb"], delta=0.5)


if __name__ == "__main__":
    unittest.main()
