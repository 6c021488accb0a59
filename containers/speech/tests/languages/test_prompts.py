import unittest

from speech.languages.prompts import prompt_for


def required_prompt(language: str, dictionary: list[str], disfluent: bool = False) -> str:
    prompt = prompt_for(language, dictionary, disfluent)
    if prompt is None:
        raise AssertionError("there is no prompt")
    return prompt


class PromptFor(unittest.TestCase):
    def test_the_dictionary_becomes_a_closed_list(self) -> None:
        self.assertEqual(prompt_for("en", ["AntiBERTa", " ", "ABlooper"]), "AntiBERTa, ABlooper.")
        self.assertEqual(prompt_for("en", ["Acme Inc."]), "Acme Inc.")
        self.assertTrue(required_prompt("ja", ["東京"]).endswith("東京。"))

    def test_languages_with_several_scripts_have_a_prompt(self) -> None:
        self.assertIsNone(prompt_for("en", []))
        self.assertIn("標點", required_prompt("zh", []))

    def test_disfluencies_appear_only_on_request(self) -> None:
        self.assertIn("um", required_prompt("en", [], disfluent=True))
        self.assertIsNone(prompt_for("haw", [], disfluent=True))
        self.assertTrue(required_prompt("en", ["Capstack"], disfluent=True).startswith("Capstack"))
