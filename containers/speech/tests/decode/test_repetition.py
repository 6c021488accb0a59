import unittest

from speech.decode.hypothesis import COMPRESSION_LIMIT
from speech.decode.repetition import compression_ratio

TEXTS = {
    "hi": "भारत एक विशाल देश है जहाँ अनेक भाषाएँ बोली जाती हैं और हर प्रदेश का अपना खान पान और पहनावा है। यहाँ के लोग "
    "अलग अलग त्योहार बड़े उत्साह से मनाते हैं और मेहमानों का स्वागत करते हैं। उत्तर में हिमालय है और दक्षिण में समुद्र।",
    "th": "ประเทศไทยตั้งอยู่ในเอเชียตะวันออกเฉียงใต้ มีพรมแดนติดกับลาว กัมพูชา มาเลเซีย และพม่า เมืองหลวงคือกรุงเทพมหานคร",
    "ar": "تقع المدينة على ساحل البحر وتشتهر بأسواقها القديمة ومينائها الكبير الذي يستقبل السفن من جميع أنحاء العالم",
    "ru": "Москва является столицей и крупнейшим городом России, расположена на западе страны, на реке Москве.",
    "ja": ""
    "日本の首都は東京で、人口は約千四百万人です。毎日多くの人が電車で通勤し、駅の周りにはたくさんの店があります。",
    "ko": "한국의 수도는 서울이며 인구는 약 천만 명이다. 매일 많은 사람들이 지하철로 출근하고 역 주변에는 많은 "
    "가게가 있다.",
    "en": "The city lies on the coast and is known for its old markets and for the harbor that ships enter every day.",
}


class Repetition(unittest.TestCase):
    def test_ordinary_text_is_not_a_loop_in_any_script(self) -> None:
        for language, text in TEXTS.items():
            with self.subTest(language):
                self.assertLess(compression_ratio(text), 0.6 * COMPRESSION_LIMIT)

    def test_a_phrase_repeated_six_times_is_a_loop_in_every_script(self) -> None:
        for language, text in TEXTS.items():
            with self.subTest(language):
                self.assertGreater(compression_ratio(text[:30] * 6), COMPRESSION_LIMIT)

    def test_an_empty_text_has_no_ratio(self) -> None:
        self.assertEqual(compression_ratio(""), 0.0)
