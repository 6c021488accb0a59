import unittest
from itertools import pairwise

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import SAMPLE_RATE, Span
from speech.timing.attention import (
    audible_share,
    audible_spans,
    correct_attention_times,
    fit_to_sound,
    sound_spans,
)
from speech.timing.words import TimedWord, in_order
from speech.vad.detector import FRAME_SAMPLES


def word(text: str, start: float, end: float) -> TimedWord:
    return TimedWord(text, True, start, end, 0.9)


class CorrectAttentionTimes(unittest.TestCase):
    def test_a_word_stretched_over_a_pause_moves_behind_it(self) -> None:
        words = correct_attention_times(
            [word("so", 0.4, 0.9), word("ask", 0.9, 3.6)], [Span(0.3, 1.0), Span(3.28, 3.8)]
        )
        self.assertAlmostEqual(words[0].end, 1.0)
        self.assertAlmostEqual(words[1].start, 3.28)
        self.assertAlmostEqual(words[1].end, 3.8)

    def test_the_last_word_reaches_the_end_of_the_audible_span(self) -> None:
        words = correct_attention_times([word("the", 0.2, 0.5), word("end", 0.5, 0.8)], [Span(0.3, 1.1)])
        self.assertAlmostEqual(words[1].end, 1.1)

    def test_words_without_an_audible_span_are_only_shifted(self) -> None:
        words = correct_attention_times([word("a", 1.0, 1.2)], [])
        self.assertGreater(words[0].start, 1.0)

    def test_repeated_words_are_all_kept_in_order(self) -> None:
        words = [word("slow", 0.5 * i, 0.5 * i + 0.4) for i in range(12)]
        snapped = in_order(correct_attention_times(words, [Span(0.0, 6.5)]), 6.5)
        self.assertEqual(len(snapped), 12)
        for before, after in pairwise(snapped):
            self.assertLessEqual(before.end, after.start)


class FitToSound(unittest.TestCase):
    def test_silence_is_removed_but_not_the_first_syllable_before_a_stop(self) -> None:
        audible = [Span(0.3, 0.5), Span(0.62, 0.9)]
        words = fit_to_sound([word("lampa", 0.25, 1.4), word("nothing", 2.0, 2.4)], audible, audible)
        self.assertAlmostEqual(words[0].start, 0.3)
        self.assertAlmostEqual(words[0].end, 0.9)
        self.assertEqual((words[1].start, words[1].end), (2.0, 2.4))

    def test_a_breath_after_a_word_is_not_part_of_it(self) -> None:
        audible = [Span(0.2, 1.4), Span(1.52, 1.6), Span(1.7, 1.9)]
        words = fit_to_sound([word("country", 1.0, 1.65)], audible, audible)
        self.assertAlmostEqual(words[0].end, 1.4)

    def test_the_last_word_before_a_pause_ends_with_its_sound(self) -> None:
        audible = [Span(0.3, 1.4), Span(1.6, 2.6)]
        # After the sound of "house" follows a breath.
        sounds = [Span(0.3, 1.2), Span(1.25, 1.4), Span(1.6, 2.6)]
        words = fit_to_sound(
            [word("big", 0.3, 0.6), word("house", 0.63, 1.05), word("there", 1.6, 2.0)], audible, sounds
        )
        self.assertAlmostEqual(words[0].end, 0.6)
        self.assertAlmostEqual(words[1].end, 1.2)
        # Sound that lasts much longer than the word is not its end.
        self.assertAlmostEqual(words[2].end, 2.0)


class InOrder(unittest.TestCase):
    def test_overlaps_are_removed_without_losing_words(self) -> None:
        words = in_order([word("a", 0, 2), word("b", 1, 1.5), word("c", 0.5, 9)], 3.0)
        self.assertEqual([w.text for w in words], ["a", "b", "c"])
        previous = 0.0
        for one in words:
            self.assertGreaterEqual(one.start, previous)
            self.assertGreaterEqual(one.end, one.start)
            previous = one.end
        self.assertLessEqual(previous, 3.0)


def audible_in(audio: Floats, voice: Floats, start: float) -> list[Span]:
    """Returns the audible spans of audio that starts at `start` seconds of its track."""
    sounds = sound_spans(audio.astype(np.int16), start)
    return audible_spans(sounds, voice, Span(start, start + len(audio) / SAMPLE_RATE))


class AudibleSpans(unittest.TestCase):
    def test_speech_is_separated_from_hum_to_ten_milliseconds(self) -> None:
        rng = np.random.default_rng(0)
        audio = rng.normal(0, 30, 3 * SAMPLE_RATE)
        audio[SAMPLE_RATE : 2 * SAMPLE_RATE] += rng.normal(0, 6_000, SAMPLE_RATE)
        voice = np.full(300, 0.05)
        voice[round(6 * SAMPLE_RATE / FRAME_SAMPLES) : round(7 * SAMPLE_RATE / FRAME_SAMPLES)] = 0.9
        found = audible_in(audio, voice, 5.0)
        self.assertEqual(len(found), 1)
        self.assertAlmostEqual(found[0].start, 6.0, delta=0.02)
        self.assertAlmostEqual(found[0].end, 7.0, delta=0.02)

    def test_speech_in_loud_noise_is_located_by_the_voice_activity_detector(self) -> None:
        audio = np.random.default_rng(0).normal(0, 3_000, 3 * SAMPLE_RATE)
        # Only its fricatives stand out.
        audio[SAMPLE_RATE : SAMPLE_RATE + SAMPLE_RATE // 8] *= 6
        voice = np.full(300, 0.05)
        voice[round(6 * SAMPLE_RATE / FRAME_SAMPLES) : round(7 * SAMPLE_RATE / FRAME_SAMPLES)] = 0.9
        found = audible_in(audio, voice, 5.0)
        self.assertEqual(len(found), 1)
        self.assertAlmostEqual(found[0].start, 6.0, delta=0.05)
        self.assertAlmostEqual(found[0].end, 7.0, delta=0.05)

    def test_a_mumbled_phrase_beside_clear_ones_is_located_by_the_voice_activity_detector(self) -> None:
        rng = np.random.default_rng(0)
        audio = rng.normal(0, 30, 5 * SAMPLE_RATE)
        audio[SAMPLE_RATE : 3 * SAMPLE_RATE] += rng.normal(0, 6_000, 2 * SAMPLE_RATE)
        # One vowel of the second phrase stands out.
        audio[int(3.7 * SAMPLE_RATE) : int(3.8 * SAMPLE_RATE)] += rng.normal(0, 3_000, SAMPLE_RATE // 10)
        voice = np.full(200, 0.05)
        for start, end in ((1.0, 3.0), (3.4, 4.4)):
            voice[round(start * SAMPLE_RATE / FRAME_SAMPLES) : round(end * SAMPLE_RATE / FRAME_SAMPLES)] = 0.9
        clear, mumbled = audible_in(audio, voice, 0.0)
        self.assertAlmostEqual(clear.end, 3.0, delta=0.05)
        self.assertAlmostEqual(mumbled.start, 3.4, delta=0.05)
        self.assertAlmostEqual(mumbled.end, 4.4, delta=0.05)

    def test_audio_without_a_voice_is_not_audible_speech(self) -> None:
        audio = np.random.default_rng(0).normal(0, 6_000, SAMPLE_RATE)
        audio[: SAMPLE_RATE // 2] /= 1000
        self.assertEqual(audible_in(audio, np.zeros(40), 0.0), [])


class AudibleShare(unittest.TestCase):
    def test_counts_the_confident_speech_within_the_bounds(self) -> None:
        probabilities = np.full(round(10 * SAMPLE_RATE / FRAME_SAMPLES), 0.02)
        probabilities[round(2 * SAMPLE_RATE / FRAME_SAMPLES) : round(4 * SAMPLE_RATE / FRAME_SAMPLES)] = 0.95
        self.assertAlmostEqual(audible_share([Span(2, 4)], probabilities, Span(0, 10)), 1.0, delta=0.02)
        self.assertAlmostEqual(audible_share([Span(2, 3)], probabilities, Span(0, 10)), 0.5, delta=0.02)
        self.assertEqual(audible_share([], probabilities, Span(5, 10)), 1.0)
