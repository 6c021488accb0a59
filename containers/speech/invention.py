"""Words that nobody said: told by the recogniser's own doubts first, by a list of phrases last."""

import unicodedata

import numpy as np

from speech_regions import FRAME_SAMPLES, SAMPLE_RATE
from whisper_engine import COMPRESSION_LIMIT, Heard
from word_times import TimedWord

# What Whisper writes for music and noise and hardly anybody says. Dropped only when it is all that a window says and
# the recogniser doubts it.
PHANTOM_PHRASES = frozenset(
    """
    thanks for watching|thank you for watching|please subscribe|like and subscribe|see you in the next video
    |subtitles by the amara org community|subtitles by the amaraorg community|transcription by castingwords
    |ご視聴ありがとうございました|ご視聴ありがとうございます|チャンネル登録お願いします|最後までご視聴ありがとうございました
    |시청해주셔서 감사합니다|시청해 주셔서 감사합니다|구독과 좋아요 부탁드립니다|mbc 뉴스 이덕영입니다
    |谢谢观看|感谢观看|请不吝点赞订阅转发打赏支持明镜与点点栏目|字幕由amara org社区提供|字幕by索兰娅
    |terima kasih telah menonton|terima kasih sudah menonton
    |izlediğiniz için teşekkürler|izlediğiniz için teşekkür ederim|altyazı m k
    |gracias por ver el video|subtítulos realizados por la comunidad de amara org
    |sous titres réalisés par la communauté d'amara org|sous titrage st' 501|merci d'avoir regardé cette vidéo
    |untertitel der amara org community|untertitel im auftrag des zdf für funk 2017|vielen dank fürs zuschauen
    |legendas pela comunidade amara org|sottotitoli creati dalla comunità amara org
    |sottotitoli e revisione a cura di qtss|продолжение следует|субтитры сделал dimatorzok|спасибо за просмотр
    |редактор субтитров а синецкая корректор а егорова|napisy stworzone przez społeczność amara org
    |ondertitels ingediend door de amara org gemeenschap|ترجمة نانسي قنقر|اشتركوا في القناة
    """.replace("\n", "").replace("    ", "").split("|")
)
# As well, but people do say these: both of the recogniser's doubts are needed.
COMMON_PHRASES = frozenset(
    (
        "you|thank you|thanks|thank you very much|thank you so much|bye|bye bye|okay|oh|so|yeah|the end|music|applause|"
        "おはようございます|ありがとうございました|감사합니다|谢谢大家|terima kasih|gracias|merci|danke|vielen dank|grazie|"
        "obrigado|obrigada|dziękuję|شكرا|спасибо"
    ).split("|")
)

NO_SPEECH_DOUBT = 0.4
LOG_PROBABILITY_DOUBT = -0.9
HOPELESS_LOG_PROBABILITY = -1.4
PHANTOM_LOG_PROBABILITY = -0.45
VOICED_PROBABILITY = 0.15
LONGEST_LOOP_WORDS = 8
FEWEST_REPEATS = 4
# Faster than anybody speaks: repeats like this are the decoder's, not the speaker's.
FASTEST_WORD_SECONDS = 0.11
DOUBTFUL_CONFIDENCE = 0.3


def plain(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    kept = "".join(c if c.isalnum() or c == "'" or unicodedata.category(c)[0] == "M" else " " for c in folded)
    return " ".join(kept.split())


def is_invented(heard: Heard) -> bool:
    """Whether a whole window's text is to be thrown away."""
    if not plain(heard.text):
        return True
    if heard.log_probability < HOPELESS_LOG_PROBABILITY:
        return True
    if heard.no_speech_probability > NO_SPEECH_DOUBT and heard.log_probability < LOG_PROBABILITY_DOUBT:
        return True
    if heard.compression > COMPRESSION_LIMIT and heard.log_probability < LOG_PROBABILITY_DOUBT:
        return True
    doubts = (heard.no_speech_probability > NO_SPEECH_DOUBT, heard.log_probability < PHANTOM_LOG_PROBABILITY)
    said = plain(heard.text)
    return (any(doubts) and said in PHANTOM_PHRASES) or (all(doubts) and said in COMMON_PHRASES)


def is_voiced(word: TimedWord, probabilities: np.ndarray) -> bool:
    """Whether the voice detector noticed anything near the word."""
    first = max(0, int((word.start - 0.3) * SAMPLE_RATE / FRAME_SAMPLES))
    last = int((word.end + 0.3) * SAMPLE_RATE / FRAME_SAMPLES) + 1
    near = probabilities[first:last]
    return len(near) > 0 and float(near.max()) >= VOICED_PROBABILITY


def without_loops(words: list[TimedWord]) -> list[TimedWord]:
    """Cuts runs of a repeated phrase to one, where they come faster than speech or the recogniser doubts them.
    "Slow, slow, slow …" that is really said keeps every word."""
    kept: list[TimedWord] = []
    at = 0
    while at < len(words):
        size, repeats = longest_loop(words, at)
        if repeats >= FEWEST_REPEATS:
            run = words[at : at + size * repeats]
            seconds = (run[-1].end - run[0].start) / len(run)
            confidence = sum(word.confidence for word in run) / len(run)
            if seconds < FASTEST_WORD_SECONDS or confidence < DOUBTFUL_CONFIDENCE:
                kept += run[:size]
                at += len(run)
                continue
        kept.append(words[at])
        at += 1
    return kept


def longest_loop(words: list[TimedWord], at: int) -> tuple[int, int]:
    """The phrase that starts at `at` and repeats over the most words: its length and how often it comes."""
    best = (1, 1)
    for size in range(1, LONGEST_LOOP_WORDS + 1):
        phrase = [plain(word.text) for word in words[at : at + size]]
        if len(phrase) < size or not any(phrase):
            break
        repeats = 1
        while [plain(w.text) for w in words[at + size * repeats : at + size * (repeats + 1)]] == phrase:
            repeats += 1
        if repeats > 1 and size * repeats > best[0] * best[1]:
            best = (size, repeats)
    return best
