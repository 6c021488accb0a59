"""Sentences are grouped by the voice that speaks them."""

import unittest

import numpy

from dub.speaker_encoder import Embedding
from dub.speakers import Speech, speakers_of
from dub.voice_bank import average_voice, voice_bank


def unit(*values: float) -> Embedding:
    """Returns an embedding."""
    vector = numpy.array(values, numpy.float32)
    return numpy.asarray(vector / numpy.linalg.norm(vector))


def sentences_of(voice: Embedding, durations: list[float], seed: int) -> list[Speech]:
    """Returns sentences of a voice. Those of one speaker differ from each other, more if they are short."""
    noise = numpy.random.default_rng(seed)
    distance = float(numpy.linalg.norm(voice - average_voice()))
    spread = [distance * (1.65 / one / len(voice)) ** 0.5 for one in durations]
    return [
        Speech(unit(*(voice + noise.normal(0, width, len(voice)))), one)
        for width, one in zip(spread, durations, strict=True)
    ]


# In the plane, relative to the average voice.
AVERAGE = numpy.zeros(2, numpy.float32)
ANNE, ANNE_AGAIN, BEN = unit(1, 0.1), unit(1, 0.4), unit(0.1, 1)
DURATIONS = [1.5, 4.0, 2.2, 3.0]


class SpeakersOf(unittest.TestCase):
    def test_numbers_speakers_in_the_order_in_which_they_speak(self) -> None:
        speech = [Speech(one, 4) for one in (BEN, ANNE, BEN, ANNE_AGAIN)]
        self.assertEqual(speakers_of(speech, AVERAGE), [0, 1, 0, 1])

    def test_one_speaker_stays_one(self) -> None:
        self.assertEqual(speakers_of([Speech(ANNE, 3), Speech(ANNE_AGAIN, 5)], AVERAGE), [0, 0])
        for seed, voice in enumerate(voice_bank().values()):
            self.assertEqual(set(speakers_of(sentences_of(voice, DURATIONS * 10, seed), average_voice())), {0})

    def test_many_speakers_of_short_sentences_are_distinguished(self) -> None:
        voices = list(voice_bank().values())[:20]
        turns = [(number, one) for number, voice in enumerate(voices) for one in sentences_of(voice, DURATIONS, number)]
        order = numpy.random.default_rng(1).permutation(len(turns))
        found = speakers_of([turns[index][1] for index in order], average_voice())
        pairs = set(zip(found, (turns[index][0] for index in order), strict=True))
        self.assertEqual((len(set(found)), len(pairs)), (20, 20))

    def test_short_speech_is_assigned_to_the_most_similar_speaker(self) -> None:
        self.assertEqual(speakers_of([Speech(ANNE, 4), Speech(BEN, 1)], AVERAGE), [0, 0])
        speech = [Speech(ANNE, 4), Speech(BEN, 4), Speech(unit(0.5, 1), 1)]
        self.assertEqual(speakers_of(speech, AVERAGE), [0, 1, 1])

    def test_short_sentences_make_a_speaker_together(self) -> None:
        speech = [Speech(ANNE, 4), Speech(BEN, 1.5), Speech(ANNE_AGAIN, 2), Speech(BEN, 1.5)]
        self.assertEqual(speakers_of(speech, AVERAGE), [0, 1, 0, 1])

    def test_very_short_speech_is_assigned_to_the_previous_speaker(self) -> None:
        speech = [Speech(None, 0.2), Speech(ANNE, 4), Speech(BEN, 4), Speech(None, 0.2)]
        self.assertEqual(speakers_of(speech, AVERAGE), [0, 0, 1, 1])

    def test_no_speech_has_no_speakers(self) -> None:
        self.assertEqual(speakers_of([], AVERAGE), [])
        self.assertEqual(speakers_of([Speech(None, 0.2), Speech(ANNE, 1)], AVERAGE), [0, 0])


if __name__ == "__main__":
    unittest.main()
