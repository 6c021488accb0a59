"""Sentences are grouped by the voice that speaks them."""

import unittest

import numpy

from dub.speaker_encoder import Embedding
from dub.speakers import Speech, speakers_of


def unit(*values: float) -> Embedding:
    """Returns an embedding in the plane, at angles that compare like those of voices."""
    vector = numpy.array(values, numpy.float32)
    return numpy.asarray(vector / numpy.linalg.norm(vector))


ANNE, ANNE_AGAIN, BEN = unit(1, 0.1), unit(1, 0.4), unit(0.2, 1)


class SpeakersOf(unittest.TestCase):
    def test_numbers_speakers_in_the_order_in_which_they_speak(self) -> None:
        speech = [Speech(one, 4) for one in (BEN, ANNE, BEN, ANNE_AGAIN)]
        self.assertEqual(speakers_of(speech), [0, 1, 0, 1])

    def test_one_speaker_stays_one(self) -> None:
        self.assertEqual(speakers_of([Speech(ANNE, 3), Speech(ANNE_AGAIN, 5)]), [0, 0])

    def test_short_speech_is_assigned_to_the_most_similar_speaker(self) -> None:
        self.assertEqual(speakers_of([Speech(ANNE, 4), Speech(BEN, 1)]), [0, 0])
        self.assertEqual(speakers_of([Speech(ANNE, 4), Speech(BEN, 4), Speech(unit(0.5, 1), 1)]), [0, 1, 1])

    def test_very_short_speech_is_assigned_to_the_previous_speaker(self) -> None:
        speech = [Speech(None, 0.2), Speech(ANNE, 4), Speech(BEN, 4), Speech(None, 0.2)]
        self.assertEqual(speakers_of(speech), [0, 0, 1, 1])

    def test_no_speech_has_no_speakers(self) -> None:
        self.assertEqual(speakers_of([]), [])


if __name__ == "__main__":
    unittest.main()
