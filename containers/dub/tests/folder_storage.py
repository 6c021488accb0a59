"""A folder in the place of a bucket."""

import json
import shutil
from pathlib import Path
from typing import Any


class FolderStorage:
    """Objects as files of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def path(self, key: str) -> Path:
        path = self.folder / key
        path.parent.mkdir(parents=True, exist_ok=True)
        return path

    def exists(self, key: str) -> bool:
        return self.path(key).exists()

    def download(self, key: str, path: Path) -> None:
        shutil.copy(self.path(key), path)

    def upload(self, path: Path, key: str, content_type: str) -> None:
        shutil.copy(path, self.path(key))

    def read_json(self, key: str) -> Any:
        return json.loads(self.path(key).read_text(encoding="utf-8"))

    def write_json(self, key: str, value: Any) -> None:
        self.path(key).write_text(json.dumps(value), encoding="utf-8")
