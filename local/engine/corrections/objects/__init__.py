"""S3: objects and parts in files from first byte to last, whole or absent after a crash; S3's multipart rules."""

from pathlib import Path

from ministack import app as ministack
from ministack.services import s3

from engine.corrections.objects import keeping, multipart, serving
from engine.replacing import replace


class ObjectStore:
    """`data` holds `objects/` (MiniStack's layout), `incoming/` (bodies being written) and `uploads/` (multipart)."""

    def __init__(self, data: Path):
        self._incoming = data / "incoming"
        self._keeper = keeping.Keeper(self._incoming)
        self._uploads = multipart.Uploads(data / "uploads", self._incoming)

    def install(self) -> None:
        replace(s3, "S3_PERSIST", True)
        replace(s3, "_persist_object", self._keeper.persist)
        replace(s3, "_atomic_write", self._keeper.write_version)
        replace(s3, "_read_body", keeping.read_body)
        replace(s3, "_version_body", keeping.version_body)
        replace(s3, "_version_entry_from_record", keeping.version_entry(s3._version_entry_from_record))
        replace(s3, "_get_object_data", keeping.object_data(s3._get_object_data))
        replace(s3, "serve_cloudfront_origin_fetch", serving.origin_fetch(s3.serve_cloudfront_origin_fetch))
        replace(s3, "_validate_content_md5", serving.validate_content_md5(s3._validate_content_md5))
        replace(s3, "_compute_s3_checksum", serving.compute_checksum(s3._compute_s3_checksum))
        replace(s3, "md5_hash", serving.md5_hash(s3.md5_hash))
        replace(s3, "_create_multipart_upload", self._uploads.create(s3._create_multipart_upload))
        replace(s3, "_upload_part", self._uploads.keep_part(s3._upload_part))
        replace(s3, "_upload_part_copy", self._uploads.keep_part(s3._upload_part_copy))
        replace(s3, "_complete_multipart_upload", self._uploads.complete(s3._complete_multipart_upload))
        replace(s3, "_abort_multipart_upload", self._uploads.abort(s3._abort_multipart_upload))
        replace(s3, "handle_request", serving.handle_request(s3.handle_request, self._uploads.assemble))
        replace(ministack, "app", serving.wrap_app(ministack.app))
        replace(
            ministack, "_read_request_body", serving.read_request_body(ministack._read_request_body, self._incoming)
        )
        replace(ministack, "_routing_params", serving.routing_params(ministack._routing_params))

    def load(self) -> None:
        """Reads what earlier processes stored; MiniStack itself would do it while s3 is imported."""
        self._keeper.recover()
        s3._load_persisted_data()
        self._uploads.load()
