"""S3: objects and parts in files throughout, complete or absent after a crash; the multipart rules of S3."""

from pathlib import Path

from ministack import app as ministack
from ministack.services import s3

from engine.corrections.objects import multipart, object_files, requests
from engine.replacing import replace


class ObjectStore:
    """Objects in `data/objects/` (MiniStack's layout), bodies being received in `incoming/`, parts in `uploads/`."""

    def __init__(self, data: Path) -> None:
        """Keeps the folders."""
        self._incoming = data / "incoming"
        self._files = object_files.ObjectFiles(self._incoming)
        self._uploads = multipart.Uploads(data / "uploads", self._incoming)

    def install(self) -> None:
        """Installs the corrections."""
        replace(s3, "S3_PERSIST", True)
        replace(s3, "_persist_object", self._files.persist)
        replace(s3, "_atomic_write", self._files.write_version)
        replace(s3, "_read_body", object_files.read_body)
        replace(s3, "_version_body", object_files.version_body)
        replace(s3, "_version_entry_from_record", object_files.version_entry(s3._version_entry_from_record))
        replace(s3, "_get_object_data", object_files.object_data(s3._get_object_data))
        replace(s3, "serve_cloudfront_origin_fetch", requests.origin_fetch(s3.serve_cloudfront_origin_fetch))
        replace(s3, "_validate_content_md5", requests.validate_content_md5(s3._validate_content_md5))
        replace(s3, "_compute_s3_checksum", requests.compute_checksum(s3._compute_s3_checksum))
        replace(s3, "md5_hash", requests.md5_hash(s3.md5_hash))
        replace(s3, "_create_multipart_upload", self._uploads.create(s3._create_multipart_upload))
        replace(s3, "_upload_part", self._uploads.keep_part(s3._upload_part))
        replace(s3, "_upload_part_copy", self._uploads.keep_part(s3._upload_part_copy))
        replace(s3, "_complete_multipart_upload", self._uploads.complete(s3._complete_multipart_upload))
        replace(s3, "_abort_multipart_upload", self._uploads.abort(s3._abort_multipart_upload))
        replace(s3, "handle_request", requests.handle_request(s3.handle_request, self._uploads.assemble))
        replace(ministack, "app", requests.wrap_app(ministack.app))
        replace(
            ministack, "_read_request_body", requests.read_request_body(ministack._read_request_body, self._incoming)
        )
        replace(ministack, "_routing_params", requests.routing_params(ministack._routing_params))

    def load(self) -> None:
        """Loads what earlier processes stored. MiniStack does it when s3 is imported."""
        self._files.recover()
        s3._load_persisted_data()
        self._uploads.load()
