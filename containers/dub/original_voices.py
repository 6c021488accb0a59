"""Measures the original voices: who speaks each sentence, how loud, and what the voices of the speakers are like."""

from collections.abc import Iterable

import numpy

from dub.arrays import Audio
from dub.job import Job, Original, Sentence, SpeakerVoice
from dub.level import loudness_db, pitch_hz
from dub.raw_audio import Pieces
from dub.separation import SAMPLE_RATE
from dub.speaker_encoder import Embedding, Encoder
from dub.speakers import Speech, mean_embedding, speakers_of
from dub.voice_match import spectrum_db

# The voice of a speaker is known after this much speech; an hour of it would take gigabytes.
MAX_SECONDS = 60.0


def measured(job: Job, voice: Pieces, encoder: Encoder, average: Embedding) -> Original:
    """Measures the separated voice, mono at the rate of the separation.

    `average`: the mean of the embeddings of many voices.
    """
    speech: list[Speech] = []
    loudness: list[float] = []
    for sentence in job.sentences:
        span = _span_of(sentence, voice)
        speech.append(Speech(encoder.embed(span, SAMPLE_RATE), len(span) / SAMPLE_RATE))
        loudness.append(round(loudness_db(span, SAMPLE_RATE), 2))
    speakers = speakers_of(speech, average)
    voices: list[SpeakerVoice] = []
    for number in range(max(speakers, default=-1) + 1):
        own = [index for index, one in enumerate(speakers) if one == number]
        spans = (_span_of(job.sentences[index], voice) for index in own)
        voices.append(_voice(spans, [speech[index] for index in own]))
    return {
        "speakers": speakers,
        "voices": voices,
        "loudnessDb": loudness,
    }


def _span_of(sentence: Sentence, voice: Pieces) -> Audio:
    return voice[round(sentence.start * SAMPLE_RATE) : round(sentence.end * SAMPLE_RATE)]


def embedding_of(voice: SpeakerVoice) -> Embedding | None:
    """Returns the embedding of a speaker; None for too little speech."""
    return None if voice["embedding"] is None else numpy.array(voice["embedding"], numpy.float32)


def _voice(spans: Iterable[Audio], speech: list[Speech]) -> SpeakerVoice:
    samples = _first(spans, round(MAX_SECONDS * SAMPLE_RATE))
    embedding, spectrum = mean_embedding(speech), spectrum_db(samples, SAMPLE_RATE)
    return {
        # A quarter of the rate suffices for a pitch, and costs a quarter.
        "pitchHz": pitch_hz(samples[: len(samples) // 4 * 4].reshape(-1, 4).mean(axis=1), SAMPLE_RATE // 4),
        "embedding": None if embedding is None else [round(float(one), 5) for one in embedding],
        "spectrumDb": None if spectrum is None else [round(float(one), 2) for one in spectrum],
    }


def _first(spans: Iterable[Audio], count: int) -> Audio:
    """Returns the first samples of spans, at most `count`."""
    pieces: list[Audio] = []
    for span in spans:
        pieces.append(span[:count])
        count -= len(pieces[-1])
        if count == 0:
            break
    return numpy.concatenate(pieces)
