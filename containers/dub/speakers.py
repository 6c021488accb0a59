"""Distinguishes the speakers of a video by the embeddings of its sentences; their identity stays unknown.

A sentence has one speaker. Two voices at the same time count as one of them.
"""

from typing import NamedTuple

import numpy

from dub.speaker_encoder import Embedding

# Halves of one recording are at least this similar, mostly 0.84; recordings of different people mostly 0.52.
SAME_SPEAKER = 0.68
# Speech of this length is enough to find a new speaker; shorter speech goes to the most similar one.
RELIABLE_SECONDS = 2.5


class Speech(NamedTuple):
    """A sentence: its embedding, None for too little speech, and its duration in seconds."""

    embedding: Embedding | None
    seconds: float


def speakers_of(sentences: list[Speech]) -> list[int]:
    """Returns the speaker of each sentence, numbered from 0 in the order in which they first speak.

    Sentences are grouped by the similarity of their mean embeddings, the most similar groups first (agglomerative
    clustering, centroid linkage). A sentence without an embedding has the speaker of the one before.
    """
    centroids = _centroids([one for one in sentences if one.embedding is not None and one.seconds >= RELIABLE_SECONDS])
    speakers: list[int] = []
    for embedding, _ in sentences:
        if embedding is None or not centroids:
            speakers.append(speakers[-1] if speakers else 0)
        else:
            speakers.append(int(numpy.argmax([embedding @ _unit(centroid) for centroid in centroids])))
    order = list(dict.fromkeys(speakers))
    return [order.index(speaker) for speaker in speakers]


def mean_embedding(sentences: list[Speech]) -> Embedding | None:
    """Returns the embedding of one speaker's sentences, weighted by duration; None for too little speech."""
    known = [one.embedding * numpy.float32(one.seconds) for one in sentences if one.embedding is not None]
    return _unit(numpy.sum(known, axis=0)) if known else None


def _centroids(sentences: list[Speech]) -> list[Embedding]:
    """Returns the sums of the embeddings of each group, weighted by duration."""
    groups = [one.embedding * numpy.float32(one.seconds) for one in sentences if one.embedding is not None]
    while len(groups) > 1:
        units = numpy.stack([_unit(group) for group in groups])
        similarity = units @ units.T - 2 * numpy.eye(len(groups), dtype=numpy.float32)
        first, second = divmod(int(similarity.argmax()), len(groups))
        if similarity[first, second] < SAME_SPEAKER:
            break
        groups[first] = groups[first] + groups[second]
        del groups[second]
    return groups


def _unit(vector: Embedding) -> Embedding:
    unit: Embedding = vector / numpy.linalg.norm(vector)
    return unit
