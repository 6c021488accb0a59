"""Documents of the training: sentences with ratings, divided into windows of tokens."""

import json
import random
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tokenizers import Tokenizer
from torch import Tensor

# As in adapters/onnx/rating-windows.ts.
MAX_TOKENS = 512
MAX_SENTENCE_TOKENS = 120
MAX_CLIP_TOKENS = 240
START, PADDING, MARKER = 0, 1, 2
# Start, hook, end, value, title.
OUTPUTS = 5
TITLE = 4
# Digits that hardly differ within a group are not stretched.
MIN_DEVIATION = 0.3
# The first window of a document has fewer sentences than this, another number in each epoch.
MAX_FIRST_SENTENCES = 24

Ratings = NDArray[np.float32]


@dataclass
class Document:
    """Sentences in succession with their ratings (sentences × OUTPUTS, NaN where there is none)."""

    name: str
    group: str
    tokens: list[list[int]]
    ratings: Ratings
    # Sentences at the start that every window has: a clip and an empty sentence before its titles.
    context: int


@dataclass
class Window:
    """Tokens, the positions of the markers before each sentence and after the last one, and the ratings that count."""

    ids: list[int]
    markers: list[int]
    ratings: Ratings


def read_documents(file: Path, tokenizer: Tokenizer) -> list[Document]:
    """Read the output of bin/rating-documents.ts. Ratings are standardized within each group of a rater."""

    def tokens_of(text: str) -> list[int]:
        ids: list[int] = tokenizer.encode(text, add_special_tokens=False).ids
        return [token for token in ids if token > MARKER][:MAX_SENTENCE_TOKENS]

    documents = []
    for line in file.read_text().splitlines():
        one = json.loads(line)
        clip = _beginning([tokens_of(text) for text in one["clip"]]) if "clip" in one else None
        before = [] if clip is None else [*clip, []]
        ratings = np.full((len(before) + len(one["sentences"]), OUTPUTS), np.nan, np.float32)
        if clip is None:
            ratings[:, :TITLE] = one["ratings"]
        else:
            ratings[len(before) :, TITLE] = one["ratings"]
        tokens = [*before, *(tokens_of(text) for text in one["sentences"])]
        documents.append(Document(one["name"], one["group"], tokens, ratings, len(before)))
    _standardize(documents)
    return documents


def _beginning(sentences: list[list[int]]) -> list[list[int]]:
    kept: list[list[int]] = []
    size = 0
    for tokens in sentences:
        if size >= MAX_CLIP_TOKENS:
            break
        kept.append(tokens[: MAX_CLIP_TOKENS - size])
        size += len(kept[-1]) + 1
    return kept


def _standardize(documents: list[Document]) -> None:
    groups = defaultdict(list)
    for document in documents:
        groups[document.group].append(document)
    for group in groups.values():
        values = np.concatenate([document.ratings for document in group])
        for output in np.flatnonzero(~np.isnan(values).all(axis=0)):
            mean, deviation = np.nanmean(values[:, output]), np.nanstd(values[:, output])
            for document in group:
                document.ratings[:, output] -= mean
                document.ratings[:, output] /= max(deviation, MIN_DEVIATION)


def random_windows(documents: list[Document], size: int) -> list[list[Window]]:
    """Divide documents at random sentences, and return batches of windows of similar lengths in random order."""
    windows = [
        window
        for document in documents
        for window in windows_of(document, 0 if document.context else random.randrange(MAX_FIRST_SENTENCES))
    ]
    windows.sort(key=lambda window: len(window.ids) + 40 * random.random())
    batches = [windows[at : at + size] for at in range(0, len(windows), size)]
    random.shuffle(batches)
    return batches


def windows_of(document: Document, first: int = 0) -> list[Window]:
    """Divide a document into windows, the first one of which has at most `first` sentences (0: as many as fit).

    The ratings of sentences whose context is cut do not count.
    """
    windows = []
    at, count = document.context, len(document.tokens)
    limit = at + first if first else count
    while at < count:
        ids, markers = [START], []
        sentences = document.tokens[: document.context]
        start = at
        size = len(ids) + sum(len(tokens) + 1 for tokens in sentences)
        while at < min(limit, count) and size + len(document.tokens[at]) + 2 <= MAX_TOKENS:
            sentences.append(document.tokens[at])
            size += len(document.tokens[at]) + 1
            at += 1
        for tokens in sentences:
            markers.append(len(ids))
            ids += [MARKER, *tokens]
        markers.append(len(ids))
        ids.append(MARKER)
        ratings = np.concatenate([document.ratings[: document.context], document.ratings[start:at]])
        if document.context == 0 and start > 0:
            ratings[0] = np.nan
        if document.context == 0 and at < count:
            ratings[-1] = np.nan
        windows.append(Window(ids, markers, ratings))
        limit = count
    return windows


def batch_of(windows: list[Window]) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Return ids, pool, count and ratings of windows, as RatingModel reads them."""
    tokens, sentences = max(len(one.ids) for one in windows), max(len(one.ratings) for one in windows)
    ids = np.full((len(windows), tokens), PADDING, np.int64)
    pool = np.zeros((len(windows), sentences, tokens), np.float32)
    count = np.ones((len(windows), sentences), np.float32)
    ratings = np.full((len(windows), sentences, OUTPUTS), np.nan, np.float32)
    for row, window in enumerate(windows):
        ids[row, : len(window.ids)] = window.ids
        ratings[row, : len(window.ratings)] = window.ratings
        for at, (start, end) in enumerate(zip(window.markers, window.markers[1:], strict=False)):
            pool[row, at, start:end] = 1 / (end - start)
            count[row, at] = end - start
    return torch.from_numpy(ids), torch.from_numpy(pool), torch.from_numpy(count), torch.from_numpy(ratings)
