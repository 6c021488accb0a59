import json
import unittest

from speech.languages.simplified import TABLES, simplified


class Simplified(unittest.TestCase):
    def test_traditional_characters_become_simplified_ones(self) -> None:
        self.assertEqual(simplified(["看到夜色很美,就走下台階。"]), ["看到夜色很美,就走下台阶。"])
        self.assertEqual(simplified(["臺灣的衛生間裡"]), ["台湾的卫生间里"])

    def test_a_character_within_a_phrase_has_the_counterpart_of_the_phrase(self) -> None:
        self.assertEqual(simplified(["享受著著名的乾隆瓷器,很乾淨"]), ["享受着著名的乾隆瓷器,很干净"])

    def test_a_phrase_may_extend_over_several_parts(self) -> None:
        self.assertEqual(simplified(["我們瞭", "解", "著", "名的"]), ["我们了", "解", "著", "名的"])

    def test_simplified_characters_and_other_scripts_remain(self) -> None:
        parts = ["什么时候抬头看,", "这位著名作家的编著", "", " Capstack 2.0 ", "\N{CAMERA}"]
        self.assertEqual(simplified(parts), parts)
        self.assertEqual(simplified([]), [])

    def test_a_converted_text_remains(self) -> None:
        tables = json.loads(TABLES.read_text(encoding="utf-8"))
        converted = [*tables["simplified"], *tables["phrases"].values()]
        self.assertEqual([simplified([text])[0] for text in converted], converted)

    def test_every_character_has_one_counterpart(self) -> None:
        tables = json.loads(TABLES.read_text(encoding="utf-8"))
        self.assertEqual(len(tables["traditional"]), len(tables["simplified"]))
        self.assertTrue(all(len(key) == len(value) for key, value in tables["phrases"].items()))
