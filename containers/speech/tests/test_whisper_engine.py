import unittest

import numpy as np

from whisper_engine import MOST_AT_ONCE, WhisperEngine


class AtOnce(unittest.TestCase):
    def test_many_windows_are_had_a_few_at_a_time_and_in_order(self):
        engine = WhisperEngine.__new__(WhisperEngine)
        counts = []

        def generate(encoded, language, prompt, **search):
            counts.append(len(encoded))
            return list(encoded)

        engine._generate = generate
        engine._storage = type("Storage", (), {"from_array": staticmethod(lambda array: array)})
        count = 2 * MOST_AT_ONCE + 3
        self.assertEqual(engine.decode(np.arange(count), "en", None), list(range(count)))
        self.assertEqual(counts, [MOST_AT_ONCE, MOST_AT_ONCE, 3])


if __name__ == "__main__":
    unittest.main()
