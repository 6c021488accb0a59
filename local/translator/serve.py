"""Translates the lines of stdin until it ends.

    python local/translator serve FOLDER

The first line of stdout is {"pairs": ["en-pt", ...], "rough": [...]}. A request is {"id": 1, "pair": "en-pt",
"text": "..."}, its response {"id": 1, "text": "..."} or {"id": 1, "error": "..."}. Requests are served in order.
Models load at their first use.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TextIO

from pinned.files import is_complete
from translator.models import Engine, load, model_files, pairs_in
from translator.registry import read_registry
from translator.sentence import translate_sentence


def main(arguments: list[str]) -> int:
    """Runs the command and returns its exit code."""
    parser = argparse.ArgumentParser(prog="serve", description="Translate the lines of stdin.")
    parser.add_argument("folder", type=Path)
    folder: Path = parser.parse_args(arguments).folder
    pairs = pairs_in(folder)
    write(sys.stdout, {"pairs": pairs, "rough": rough_pairs(folder, pairs)})
    serve(sys.stdin, sys.stdout, lambda pair: load_pair(folder, pair))
    return 0


def rough_pairs(folder: Path, pairs: list[str]) -> list[str]:
    """Returns the pairs whose model is marked as unfinished."""
    remote = read_registry().remote
    return [
        pair
        for pair in pairs
        if pair in remote and remote[pair].is_rough and is_complete(folder / pair, remote[pair].files)
    ]


def load_pair(folder: Path, pair: str) -> Engine:
    """Loads the model of a pair. Raises ValueError without one."""
    files = model_files(folder / pair) if pair in pairs_in(folder) else None
    if files is None:
        raise ValueError(f"there is no model for {pair}")
    return load(files)


def serve(lines: Iterable[str], output: TextIO, load_engine: Callable[[str], Engine]) -> None:
    """Writes one response per request."""
    engines: dict[str, Engine] = {}
    for line in lines:
        request = json.loads(line)
        pair, text = str(request["pair"]), str(request["text"])
        try:
            if pair not in engines:
                engines[pair] = load_engine(pair)
            write(output, {"id": request["id"], "text": translate_sentence(text, engines[pair])})
        except (ValueError, OSError) as error:
            write(output, {"id": request["id"], "error": str(error)})


def write(output: TextIO, message: dict[str, object]) -> None:
    """Writes one line of JSON."""
    output.write(json.dumps(message) + "\n")
    output.flush()
