import unittest

import numpy as np

from speech.vad.detector import speech_regions


class SpeechRegions(unittest.TestCase):
    def test_pauses_divide_regions_and_uncertain_frames_are_no_region(self) -> None:
        probabilities = np.concatenate([np.zeros(10), np.full(20, 0.9), np.zeros(10), np.full(20, 0.9), np.zeros(5)])
        self.assertEqual(len(speech_regions(probabilities, 10.0)), 2)
        self.assertEqual(speech_regions(np.where(probabilities > 0, 0.5, 0.0), 10.0), [])
