"""Multipart uploads: parts on disk, S3's rules for completing, and uploads that outlive the process."""

import json
import os
import shutil
import tempfile
import threading
import time
from pathlib import Path
from xml.etree.ElementTree import ParseError

from ministack.services import s3

from engine.corrections.objects.completing import complete_upload
from engine.corrections.objects.file_body import FileBody

_SMALLEST_PART_BYTES = 5 * 1024 * 1024
# A completed upload answers the same again for a day; the longest that a client may be retrying.
_COMPLETED_SECONDS = 24 * 3600


class Uploads:
    """One folder per upload: `upload.json`, per part its content and `<number>.json`, at the end `completed.json`."""

    def __init__(self, folder: Path, incoming: Path):
        self._folder = folder
        self._incoming = incoming
        self._assembled: dict[str, tuple[tuple, FileBody]] = {}
        self._lock = threading.Lock()

    def load(self) -> None:
        for folder in self._folder.iterdir():
            try:
                completed = folder / "completed.json"
                if not completed.exists():
                    record = json.loads((folder / "upload.json").read_text())
                    record["parts"] = {int(path.stem): _part(path) for path in folder.glob("[0-9]*.json")}
                    s3._multipart_uploads._data[(record.pop("account"), folder.name)] = record
                elif time.time() - completed.stat().st_mtime < _COMPLETED_SECONDS:
                    record = json.loads(completed.read_text())
                    status, headers, body = record["response"]
                    response = {"key": record["key"], "response": (status, headers, body.encode())}
                    s3._completed_multipart_uploads._data[(record["account"], folder.name)] = response
                else:
                    shutil.rmtree(folder)
            except (OSError, ValueError, KeyError):
                # Not acknowledged yet when the process ended.
                shutil.rmtree(folder, ignore_errors=True)

    def create(self, create):
        def run(bucket, key, headers):
            response = create(bucket, key, headers)
            if response[0] == 200:
                upload_id = s3.fromstring(response[2]).findtext(f"{{{s3.S3_NS}}}UploadId")
                folder = self._folder / upload_id
                folder.mkdir(mode=0o700)
                record = {**s3._multipart_uploads[upload_id], "account": s3.get_account_id()}
                _write_json(folder / "upload.json", record)
            return response

        return run

    def keep_part(self, put_part):
        """For UploadPart and UploadPartCopy: moves the new part's bytes to the upload's folder."""

        def run(bucket, key, *rest):
            query = next(argument for argument in rest if isinstance(argument, dict) and "uploadId" in argument)
            response = put_part(bucket, key, *rest)
            if response[0] != 200:
                return response
            upload_id, number = query["uploadId"][0], int(query["partNumber"][0])
            part = s3._multipart_uploads[upload_id]["parts"][number]
            folder = self._folder / upload_id
            descriptor, name = tempfile.mkstemp(dir=folder, prefix=f"{number}-", suffix=".part")
            path = Path(name)
            if isinstance(part["body"], FileBody):
                os.close(descriptor)
                path.unlink()
                part["body"].move_or_link_to(path)
            else:
                with os.fdopen(descriptor, "wb") as file:
                    file.write(part["body"])
            described = folder / f"{number}.json"
            replaced = json.loads(described.read_text())["file"] if described.exists() else None
            kept = {name: value for name, value in part.items() if name != "body"}
            _write_json(described, {**kept, "file": path.name})
            part["body"] = FileBody(path)
            if replaced:
                (folder / replaced).unlink(missing_ok=True)
            return response

        return run

    def abort(self, abort):
        def run(bucket, key, query):
            response = abort(bucket, key, query)
            if response[0] == 204:
                self._forget(query["uploadId"][0])
                shutil.rmtree(self._folder / query["uploadId"][0], ignore_errors=True)
            return response

        return run

    def assemble(self, upload_id: str, body) -> None:
        """Joins the parts that a completion names, if it names them rightly. May run in any thread."""
        upload = s3._multipart_uploads.get(upload_id)
        if upload is None:
            return
        requested, refusal = requested_parts(upload, body)
        if refusal is None:
            self._joined(upload_id, upload, requested)

    def _joined(self, upload_id: str, upload: dict, requested: list[tuple[int, dict]]) -> FileBody:
        bodies = [upload["parts"][number]["body"] for number, _ in requested]
        identity = tuple(body.path.name for body in bodies)
        with self._lock:
            known = self._assembled.get(upload_id)
            if known and known[0] == identity:
                return known[1]
            descriptor, name = tempfile.mkstemp(dir=self._incoming)
            try:
                for body in bodies:
                    body.append_to(descriptor)
            finally:
                os.close(descriptor)
            joined = FileBody(Path(name), owned=True)
            self._assembled[upload_id] = (identity, joined)
            return joined

    def complete(self, complete):
        """MiniStack's own completion answers for uploads that are unknown, or completed already."""

        def run(bucket, key, body, query, headers=None):
            upload_id = query["uploadId"][0]
            upload = s3._multipart_uploads.get(upload_id)
            if upload is None or upload["bucket"] != bucket or upload["key"] != key:
                return complete(bucket, key, body, query, headers)
            requested, refusal = requested_parts(upload, body)
            if refusal is not None:
                return refusal
            joined = self._joined(upload_id, upload, requested)
            response = complete_upload(upload_id, upload, requested, joined, headers or {})
            if response[0] == 200:
                self._remember(upload_id, key, response)
            return response

        return run

    def _forget(self, upload_id: str) -> None:
        with self._lock:
            self._assembled.pop(upload_id, None)

    def _remember(self, upload_id: str, key: str, response: tuple) -> None:
        self._forget(upload_id)
        folder = self._folder / upload_id
        status, headers, body = response
        record = {"account": s3.get_account_id(), "key": key, "response": [status, headers, body.decode()]}
        _write_json(folder / "completed.json", record)
        for left in folder.iterdir():
            if left.name != "completed.json":
                left.unlink()


def requested_parts(upload: dict, body: bytes) -> tuple[list[tuple[int, dict]], tuple | None]:
    """[(part number, what the request says of it)] and None, or the refusal that S3 gives."""
    try:
        root = s3.fromstring(body)
        found = [_requested(element) for element in root.iter() if _local(element) == "Part"]
    except (ParseError, ValueError, KeyError):
        found = []
    if not found:
        message = "The XML you provided was not well-formed or did not validate against our published schema"
        return [], s3._error("MalformedXML", message, 400)
    numbers = [number for number, _ in found]
    if any(second <= first for first, second in zip(numbers, numbers[1:])):
        message = "The list of parts was not in ascending order. Parts must be ordered by part number."
        return [], s3._error("InvalidPartOrder", message, 400)
    for number, described in found:
        part = upload["parts"].get(number)
        etag = described.get("ETag")
        known = part is not None and (not etag or etag.strip('"') == part["etag"].strip('"'))
        sums = [(name[8:].upper(), value) for name, value in described.items() if name.startswith("Checksum")]
        if not known or any(value and (part.get("checksums") or {}).get(name) != value for name, value in sums):
            message = (
                "One or more of the specified parts could not be found.  The part may not have been uploaded, "
                "or the specified entity tag may not match the part's entity tag."
            )
            return [], s3._error("InvalidPart", message, 400)
    if any(upload["parts"][number]["size"] < _SMALLEST_PART_BYTES for number in numbers[:-1]):
        return [], s3._error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size", 400)
    return found, None


def _requested(element) -> tuple[int, dict]:
    described = {_local(child): child.text for child in element}
    return int(described["PartNumber"]), described


def _local(element) -> str:
    return element.tag.rpartition("}")[2]


def _part(path: Path) -> dict:
    described = json.loads(path.read_text())
    return {**described, "body": FileBody(path.parent / described.pop("file"))}


def _write_json(path: Path, record: dict) -> None:
    staged = path.with_name(path.name + ".tmp")
    staged.write_text(json.dumps(record))
    os.replace(staged, path)
