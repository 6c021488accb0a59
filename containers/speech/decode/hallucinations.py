"""Drops hallucinated words: by the recognizer's scores first, by a list of phrases last."""

import numpy as np

from speech.audio.arrays import Floats
from speech.audio.timeline import SAMPLE_RATE
from speech.decode.hypothesis import COMPRESSION_LIMIT, Hypothesis
from speech.languages.text import normalized
from speech.timing.words import TimedWord
from speech.vad.detector import FRAME_SAMPLES

# Phrases that Whisper writes for music and noise and that are rarely spoken. They are dropped only when a window
# contains nothing else and the scores are doubtful.
HALLUCINATED_PHRASES = frozenset(
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
    """.replace("\n", "")
    .replace("    ", "")
    .split("|")
)
# Such phrases that people also say: both scores must be doubtful.
COMMON_PHRASES = frozenset(
    (
        "you",
        "thank you",
        "thanks",
        "thank you very much",
        "thank you so much",
        "bye",
        "bye bye",
        "okay",
        "oh",
        "so",
        "yeah",
        "the end",
        "music",
        "applause",
        "おはようございます",
        "ありがとうございました",
        "감사합니다",
        "谢谢大家",
        "terima kasih",
        "gracias",
        "merci",
        "danke",
        "vielen dank",
        "grazie",
        "obrigado",
        "obrigada",
        "dziękuję",
        "شكرا",
        "спасибо",
    )
)

DOUBTFUL_NO_SPEECH_PROBABILITY = 0.4
DOUBTFUL_LOG_PROBABILITY = -0.9
REJECTED_LOG_PROBABILITY = -1.4
DOUBTFUL_PHRASE_LOG_PROBABILITY = -0.45
MIN_VOICE_PROBABILITY = 0.15
VOICE_REACH_SECONDS = 0.3
MAX_LOOP_WORDS = 8
MIN_REPEATS = 4
# Faster than speech: such repeats come from the decoder.
MIN_WORD_SECONDS = 0.11
DOUBTFUL_CONFIDENCE = 0.3


def is_hallucinated(hypothesis: Hypothesis) -> bool:
    """Returns whether the text of a whole window is dropped."""
    text = normalized(hypothesis.text)
    if not text or hypothesis.log_probability < REJECTED_LOG_PROBABILITY:
        return True
    no_speech = hypothesis.no_speech_probability > DOUBTFUL_NO_SPEECH_PROBABILITY
    if hypothesis.log_probability < DOUBTFUL_LOG_PROBABILITY and (
        no_speech or hypothesis.compression > COMPRESSION_LIMIT
    ):
        return True
    doubts = (no_speech, hypothesis.log_probability < DOUBTFUL_PHRASE_LOG_PROBABILITY)
    return (any(doubts) and text in HALLUCINATED_PHRASES) or (all(doubts) and text in COMMON_PHRASES)


def is_voiced(word: TimedWord, probabilities: Floats) -> bool:
    """Returns whether the voice activity detector found any sign of a voice near the word."""
    first = max(0, int((word.start - VOICE_REACH_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES))
    last = int((word.end + VOICE_REACH_SECONDS) * SAMPLE_RATE / FRAME_SAMPLES) + 1
    near = probabilities[first:last]
    return len(near) > 0 and float(np.max(near)) >= MIN_VOICE_PROBABILITY


def without_loops(words: list[TimedWord]) -> list[TimedWord]:
    """Reduces runs of a repeated phrase to one, when they are faster than speech or doubtful.

    "Slow, slow, slow …" keeps every word when it is spoken.
    """
    kept: list[TimedWord] = []
    at = 0
    while at < len(words):
        size, repeats = longest_loop(words, at)
        if repeats >= MIN_REPEATS:
            run = words[at : at + size * repeats]
            seconds = (run[-1].end - run[0].start) / len(run)
            confidence = sum(word.confidence for word in run) / len(run)
            if seconds < MIN_WORD_SECONDS or confidence < DOUBTFUL_CONFIDENCE:
                kept += run[:size]
                at += len(run)
                continue
        kept.append(words[at])
        at += 1
    return kept


def longest_loop(words: list[TimedWord], at: int) -> tuple[int, int]:
    """Returns the size and the repeats of the phrase at a position that repeats over the most words."""
    best = (1, 1)
    for size in range(1, MAX_LOOP_WORDS + 1):
        phrase = [normalized(word.text) for word in words[at : at + size]]
        if len(phrase) < size or not any(phrase):
            break
        repeats = 1
        while [normalized(w.text) for w in words[at + size * repeats : at + size * (repeats + 1)]] == phrase:
            repeats += 1
        if repeats > 1 and size * repeats > best[0] * best[1]:
            best = (size, repeats)
    return best
