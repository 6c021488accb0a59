"""Objects on disk: content and metadata become visible together, or not at all.

MiniStack writes the file of an object and then its metadata. A crash between the two leaves new bytes under old
metadata. Here the metadata is staged first, with the inode of the content; the rename of the content is the commit;
the next start completes committed writes and drops the others.
"""

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from ministack.services import s3

from engine.corrections.objects.file_body import FileBody
from engine.shapes import Function, JsonObject

_STAGED = ".staged.json"


class ObjectFiles:
    """Writes objects and versions."""

    def __init__(self, incoming: Path) -> None:
        """`incoming` must be on the file system of the objects."""
        self.incoming = incoming

    def recover(self) -> None:
        """Completes or drops interrupted writes. Called before any object is loaded."""
        root = Path(s3.DATA_DIR)
        for staged in self.incoming.glob(f"*{_STAGED}"):
            try:
                record = json.loads(staged.read_text())
                target = root / record["path"]
                committed = target.stat().st_ino == record["inode"]
            except (OSError, ValueError):
                committed = False
            if committed:
                staged.replace(f"{target}.meta.json")
        for left in self.incoming.iterdir():
            left.unlink()

    def persist(self, bucket: str, key: str, obj: JsonObject) -> None:
        """Replaces `_persist_object`. Raises OSError, so that a write that failed is not acknowledged."""
        target = Path(s3._object_disk_path(bucket, key))
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        metadata = {**s3._object_meta_from_record(obj), **s3._key_history_meta(bucket, key), "key": key}
        body = obj.get("body")
        if body is None:
            s3._atomic_write(f"{target}.meta.json", json.dumps(metadata), text=True)
        else:
            self._commit(target, body, metadata)
            obj["body"] = None
        base = str(Path(s3.DATA_DIR) / s3.get_account_id() / bucket)
        s3._remove_key_files(s3._other_key_disk_path(base, key, str(target)))

    def _commit(self, target: Path, body: bytes | FileBody, metadata: JsonObject) -> None:
        content = self.stage(body)
        staged = content.with_name(content.name + _STAGED)
        record = {**metadata, "path": os.path.relpath(target, s3.DATA_DIR), "inode": content.stat().st_ino}
        staged.write_text(json.dumps(record))
        content.replace(target)
        staged.replace(f"{target}.meta.json")

    def stage(self, body: bytes | FileBody) -> Path:
        """Returns a new file in `incoming` with the bytes of `body`."""
        descriptor, name = tempfile.mkstemp(dir=self.incoming)
        path = Path(name)
        try:
            if isinstance(body, FileBody):
                path.unlink()
                body.move_or_link_to(path)
            else:
                with os.fdopen(os.dup(descriptor), "wb") as file:
                    file.write(body)
        finally:
            os.close(descriptor)
        return path

    def write_version(self, path: str, data: Any, text: bool = False) -> None:
        """Replaces `_atomic_write` and supports contents in files."""
        if not isinstance(data, FileBody):
            _write_bytes(path, data, text=text)
            return
        self.stage(data).replace(path)


_write_bytes = s3._atomic_write


def read_body(bucket: str, key: str, obj: JsonObject) -> Any:
    """Replaces `_read_body`: opens the object instead of reading it."""
    if obj.get("body") is not None:
        return obj["body"]
    return FileBody(Path(s3._object_disk_path(bucket, key)))


def version_body(bucket: JsonObject, bucket_name: str, key: str, version: JsonObject) -> Any:
    """Replaces `_version_body`."""
    path = s3._version_disk_path(bucket_name, key, version["version_id"])
    if path is not None and Path(path).is_file():
        return FileBody(Path(path))
    current = bucket["objects"].get(key)
    if current is not None and (current.get("version_id") or "null") == version["version_id"]:
        return read_body(bucket_name, key, current)
    return None


def version_entry(make_entry: Function) -> Function:
    """Omits the bytes of a version, which are on disk already."""

    def run(obj: JsonObject, version_id: str, _data: Any) -> Any:
        return make_entry(obj, version_id, None)

    return run


def object_data(get_data: Function) -> Function:
    """Returns bytes to the other services of MiniStack."""

    def run(*arguments: Any, **named: Any) -> Any:
        data = get_data(*arguments, **named)
        return data.read() if isinstance(data, FileBody) else data

    return run
