"""The models that can be fetched: models.json, with the size and SHA-256 of every file.

`package` is a wheel of the Python registry, `registry` Mozilla's storage. The checksums of both were found in the
public registry of Firefox Translations (extension/model/modelRegistry.js of mozilla/firefox-translations). Models that
it calls "dev" are rough. Norwegian Bokmål ("nb" there) is "no" here.
"""

import json
from pathlib import Path
from typing import NamedTuple

from pinned.files import PinnedFile
from pinned.packages import Wheel


class Model(NamedTuple):
    """The model of a pair ("en-pt"): whether it is rough, where its source keeps its files, and which they are."""

    pair: str
    is_rough: bool
    source_folder: str
    files: tuple[PinnedFile, ...]


class Registry(NamedTuple):
    """All models: those in the wheel, and those below a URL."""

    wheel: Wheel
    packaged: dict[str, Model]
    base_url: str
    remote: dict[str, Model]


def read_registry() -> Registry:
    """Reads models.json."""
    content = json.loads(Path(__file__).with_name("models.json").read_text(encoding="utf-8"))
    package, registry = content["package"], content["registry"]
    return Registry(
        wheel=Wheel(package["name"], package["version"], package["sha256"], package["platform"]),
        packaged=_models(package["models"]),
        base_url=registry["source"],
        remote=_models(registry["models"]),
    )


def _models(entries: dict[str, dict[str, object]]) -> dict[str, Model]:
    models = {}
    for pair, entry in entries.items():
        files = entry["files"]
        assert isinstance(files, list)
        pinned = tuple(PinnedFile(file["name"], file["size"], file["sha256"]) for file in files)
        models[pair] = Model(pair, bool(entry["isRough"]), str(entry["folder"]), pinned)
    return models
