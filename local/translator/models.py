"""The models in a folder: one folder per pair, with the files of Firefox Translations.

    en-pt/model.enpt.intgemm.alphas.bin   the network
    en-pt/vocab.enpt.spm                  the vocabulary; or srcvocab.*.spm and trgvocab.*.spm
    en-pt/lex.50.50.enpt.s2t.bin          probable words, optional

The cache of `fxtranslate models add` has the same shape.
"""

import re
from pathlib import Path
from typing import NamedTuple, Protocol


class Engine(Protocol):
    """Translates one sentence."""

    def translate(self, text: str) -> str:
        """Returns the translation."""
        ...


class ModelFiles(NamedTuple):
    """The files of one model; `shortlist` is optional."""

    model: Path
    source_vocabulary: Path
    target_vocabulary: Path
    shortlist: Path | None


PAIR = re.compile(r"[a-z]{2,3}-[a-z]{2,3}")


def model_files(folder: Path) -> ModelFiles | None:
    """Returns the files of the model in a folder; None without a whole model."""

    def first(pattern: str) -> Path | None:
        return next(iter(sorted(folder.glob(pattern))), None)

    model = first("model.*.bin")
    shared = first("vocab.*.spm")
    source, target = first("srcvocab.*.spm") or shared, first("trgvocab.*.spm") or shared
    if model is None or source is None or target is None:
        return None
    return ModelFiles(model, source, target, first("lex*.bin"))


def pairs_in(folder: Path) -> list[str]:
    """Returns the pairs ("en-pt") with a whole model in a folder, sorted."""
    if not folder.is_dir():
        return []
    return sorted(
        path.name
        for path in folder.iterdir()
        if path.is_dir() and PAIR.fullmatch(path.name) and model_files(path) is not None
    )


def load(files: ModelFiles) -> Engine:
    """Loads a model. Raises ValueError when a file is damaged."""
    from fxtranslate import Translator

    engine: Engine = Translator(
        files.model.read_bytes(),
        files.source_vocabulary.read_bytes(),
        files.target_vocabulary.read_bytes(),
        None if files.shortlist is None else files.shortlist.read_bytes(),
    )
    return engine
