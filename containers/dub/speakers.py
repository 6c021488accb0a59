"""Distinguishes the speakers of a video by the embeddings of its sentences; their identity stays unknown.

A sentence has one speaker. Two voices at the same time count as one of them.
"""

from typing import NamedTuple

import numpy
from numpy.typing import NDArray

from dub.speaker_encoder import Embedding

# Embeddings are compared by their differences from the average voice: all voices have much in common, and the mean of a
# group of speakers would be similar to everyone. Different speakers then have a similarity of 0.14 ± 0.12, whatever
# their durations. That of one speaker rises with the duration: for two sentences of equal duration, it is compared with
# seconds / (seconds + NOISE_SECONDS).
NOISE_SECONDS = 1.65
# Groups have one speaker if they reach this share of it. Both constants had the fewest errors in mixtures of sentences
# of 1.2 to 5 s by 125 speakers of LibriSpeech.
SAME_SPEAKER = 0.65
# A speaker has at least this much speech. Sentences of others have the most similar speaker.
RELIABLE_SECONDS = 2.5


class Speech(NamedTuple):
    """A sentence: its embedding, None for too little speech, and its duration in seconds."""

    embedding: Embedding | None
    seconds: float


def speakers_of(sentences: list[Speech], average: Embedding) -> list[int]:
    """Returns the speaker of each sentence, numbered from 0 in the order in which they first speak.

    `average`: the mean of the embeddings of many voices. Sentences are grouped by the similarity of their means, those
    with the strongest evidence first (agglomerative clustering, centroid linkage). A sentence without an embedding has
    the speaker of the one before.
    """
    known = [Speech(_unit(one.embedding - average), one.seconds) for one in sentences if one.embedding is not None]
    centroids = _centroids(known)
    speakers: list[int] = []
    for embedding, _ in sentences:
        if embedding is None or not len(centroids):
            speakers.append(speakers[-1] if speakers else 0)
        else:
            speakers.append(int((centroids @ (embedding - average)).argmax()))
    order = list(dict.fromkeys(speakers))
    return [order.index(speaker) for speaker in speakers]


def mean_embedding(sentences: list[Speech]) -> Embedding | None:
    """Returns the embedding of one speaker's sentences, weighted by duration; None for too little speech."""
    known = [one.embedding * numpy.float32(one.seconds) for one in sentences if one.embedding is not None]
    return _unit(numpy.sum(known, axis=0)) if known else None


def _centroids(sentences: list[Speech]) -> Embedding:
    """Returns the directions of the groups with enough speech, shape [groups, 256]."""
    seconds = numpy.array([one.seconds for one in sentences], numpy.float32)
    sums = numpy.array([one.embedding for one in sentences], numpy.float32) * seconds[:, numpy.newaxis]
    evidence = numpy.array([_evidence(sums, seconds, one) for one in range(len(sums))])
    while len(sums) > 1:
        kept, other = sorted(divmod(int(evidence.argmax()), len(sums)))
        if evidence[kept, other] < 0:
            break
        sums[kept] += sums[other]
        seconds[kept] += seconds[other]
        sums, seconds = numpy.delete(sums, other, axis=0), numpy.delete(seconds, other)
        evidence = numpy.delete(numpy.delete(evidence, other, axis=0), other, axis=1)
        evidence[kept] = evidence[:, kept] = _evidence(sums, seconds, kept)
    return _unit(sums[seconds >= RELIABLE_SECONDS])


def _evidence(sums: Embedding, seconds: NDArray[numpy.float32], one: int) -> NDArray[numpy.float32]:
    """Returns the evidence that one group and each group have the same speaker; negative: different speakers.

    It is proportional to the log-likelihood ratio, if similarities vary equally in both cases.
    """
    units = _unit(sums)
    reliability = numpy.sqrt(seconds / (seconds + NOISE_SECONDS))
    expected = reliability * reliability[one]
    found: NDArray[numpy.float32] = expected * (units @ units[one] - SAME_SPEAKER * expected)
    found[one] = -numpy.inf
    return found


def _unit(vectors: Embedding) -> Embedding:
    unit: Embedding = vectors / numpy.linalg.norm(vectors, axis=-1, keepdims=True)
    return unit
