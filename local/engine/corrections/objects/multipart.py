"""Multipart uploads: parts on disk, the completion rules of S3, and uploads that survive a restart."""

import json
import os
import shutil
import tempfile
import threading
import time
from http import HTTPStatus
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element, ParseError

from ministack.services import s3

from engine.corrections.objects.completion import Completion, complete_upload
from engine.corrections.objects.file_body import FileBody
from engine.shapes import Function, Headers, JsonObject, Part, Query, Response, Upload

_MIN_PART_BYTES = 5 * 1024 * 1024
# A repeated completion returns the same response for a day, longer than clients retry.
_COMPLETED_SECONDS = 24 * 3600
_CHECKSUM_PREFIX = "Checksum"

# What a completion says about a part: its ETag and checksums.
RequestedPart = dict[str, str | None]


class Uploads:
    """One folder per upload: `upload.json`, per part its content and `<number>.json`, at the end `completed.json`."""

    def __init__(self, folder: Path, incoming: Path) -> None:
        """`incoming` must be on the file system of `folder`."""
        self._folder = folder
        self._incoming = incoming
        # By upload: the names of the part files and their joined bytes.
        self._assembled: dict[str, tuple[tuple[str, ...], FileBody]] = {}
        self._lock = threading.Lock()

    def load(self) -> None:
        """Loads the uploads of earlier processes."""
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

    def create(self, create: Function) -> Function:
        """Stores a new upload; `create` is MiniStack's function."""

        def run(bucket: str, key: str, headers: Headers) -> Response:
            response: Response = create(bucket, key, headers)
            if response[0] == HTTPStatus.OK:
                upload_id = s3.fromstring(response[2]).findtext(f"{{{s3.S3_NS}}}UploadId")
                folder = self._folder / upload_id
                folder.mkdir(mode=0o700)
                record = {**s3._multipart_uploads[upload_id], "account": s3.get_account_id()}
                _write_json(folder / "upload.json", record)
            return response

        return run

    def keep_part(self, put_part: Function) -> Function:
        """Moves a new part to the folder of the upload. For UploadPart and UploadPartCopy."""

        def run(bucket: str, key: str, *rest: Any) -> Response:
            query = next(argument for argument in rest if isinstance(argument, dict) and "uploadId" in argument)
            response: Response = put_part(bucket, key, *rest)
            if response[0] != HTTPStatus.OK:
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

    def abort(self, abort: Function) -> Function:
        """Deletes the files of an aborted upload; `abort` is MiniStack's function."""

        def run(bucket: str, key: str, query: Query) -> Response:
            response: Response = abort(bucket, key, query)
            if response[0] == HTTPStatus.NO_CONTENT:
                self._forget(query["uploadId"][0])
                shutil.rmtree(self._folder / query["uploadId"][0], ignore_errors=True)
            return response

        return run

    def assemble(self, upload_id: str, body: bytes) -> None:
        """Joins the parts that a completion names, if they are valid. May run in any thread."""
        upload = s3._multipart_uploads.get(upload_id)
        if upload is None:
            return
        numbers, rejection = requested_parts(upload, body)
        if rejection is None:
            self._join(upload_id, upload, numbers)

    def _join(self, upload_id: str, upload: Upload, numbers: list[int]) -> FileBody:
        bodies: list[FileBody] = [upload["parts"][number]["body"] for number in numbers]
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

    def complete(self, complete: Function) -> Function:
        """Completes an upload; `complete` is MiniStack's function, for unknown and completed uploads."""

        def run(bucket: str, key: str, body: bytes, query: Query, headers: Headers | None = None) -> Response:
            upload_id = query["uploadId"][0]
            upload = s3._multipart_uploads.get(upload_id)
            if upload is None or upload["bucket"] != bucket or upload["key"] != key:
                return complete(bucket, key, body, query, headers)  # type: ignore[no-any-return]
            numbers, rejection = requested_parts(upload, body)
            if rejection is not None:
                return rejection
            joined = self._join(upload_id, upload, numbers)
            response = complete_upload(Completion(upload_id, upload, numbers, joined, headers or {}))
            if response[0] == HTTPStatus.OK:
                self._store_response(upload_id, key, response)
            return response

        return run

    def _forget(self, upload_id: str) -> None:
        with self._lock:
            self._assembled.pop(upload_id, None)

    def _store_response(self, upload_id: str, key: str, response: Response) -> None:
        self._forget(upload_id)
        folder = self._folder / upload_id
        status, headers, body = response
        record = {"account": s3.get_account_id(), "key": key, "response": [status, headers, body.decode()]}
        _write_json(folder / "completed.json", record)
        for file in folder.iterdir():
            if file.name != "completed.json":
                file.unlink()


def requested_parts(upload: Upload, body: bytes) -> tuple[list[int], Response | None]:
    """Returns the part numbers of a completion, or no numbers and the error response of S3."""
    try:
        root = s3.fromstring(body)
        found = [_requested(element) for element in root.iter() if _local_name(element) == "Part"]
    except (ParseError, ValueError, KeyError):
        found = []
    if not found:
        message = "The XML you provided was not well-formed or did not validate against our published schema"
        return [], s3._error("MalformedXML", message, 400)
    numbers = [number for number, _ in found]
    if any(second <= first for first, second in pairwise(numbers)):
        message = "The list of parts was not in ascending order. Parts must be ordered by part number."
        return [], s3._error("InvalidPartOrder", message, 400)
    for number, described in found:
        if not _matches(upload["parts"].get(number), described):
            message = (
                "One or more of the specified parts could not be found.  The part may not have been uploaded, "
                "or the specified entity tag may not match the part's entity tag."
            )
            return [], s3._error("InvalidPart", message, 400)
    if any(upload["parts"][number]["size"] < _MIN_PART_BYTES for number in numbers[:-1]):
        return [], s3._error("EntityTooSmall", "Your proposed upload is smaller than the minimum allowed size", 400)
    return numbers, None


def _matches(part: Part | None, described: RequestedPart) -> bool:
    """Returns whether an uploaded part has the ETag and the checksums of the request."""
    if part is None:
        return False
    etag = described.get("ETag")
    if etag and etag.strip('"') != part["etag"].strip('"'):
        return False
    stored = part.get("checksums") or {}
    checksums = {
        name.removeprefix(_CHECKSUM_PREFIX).upper(): value
        for name, value in described.items()
        if name.startswith(_CHECKSUM_PREFIX)
    }
    return all(not value or stored.get(name) == value for name, value in checksums.items())


def _requested(element: Element) -> tuple[int, RequestedPart]:
    described = {_local_name(child): child.text for child in element}
    return int(described["PartNumber"] or ""), described


def _local_name(element: Element) -> str:
    return element.tag.rpartition("}")[2]


def _part(path: Path) -> JsonObject:
    described: JsonObject = json.loads(path.read_text())
    return {**described, "body": FileBody(path.parent / described.pop("file"))}


def _write_json(path: Path, record: JsonObject) -> None:
    staged = path.with_name(path.name + ".tmp")
    staged.write_text(json.dumps(record))
    staged.replace(path)
