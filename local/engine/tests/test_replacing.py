import unittest
from types import ModuleType

from engine.replacing import UnknownTarget, replace


class Replace(unittest.TestCase):
    def test_replaces_a_function_and_returns_the_original(self) -> None:
        module = ModuleType("example")
        vars(module)["work"] = "original"
        self.assertEqual(replace(module, "work", "replacement"), "original")
        self.assertEqual(vars(module)["work"], "replacement")

    def test_rejects_a_name_that_does_not_exist(self) -> None:
        with self.assertRaises(UnknownTarget):
            replace(ModuleType("example"), "work", "replacement")
