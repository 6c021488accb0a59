"""CompleteMultipartUpload: the joined parts become an object."""

import hashlib
from dataclasses import dataclass
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from ministack.core.responses import now_iso
from ministack.services import s3

from engine.corrections.objects.file_body import FileBody
from engine.shapes import Headers, JsonObject, Part, Response, Upload


@dataclass(frozen=True)
class Completion:
    """A request whose parts are valid. `numbers`: of the parts, in order. `joined`: their bytes."""

    upload_id: str
    upload: Upload
    numbers: list[int]
    joined: FileBody
    headers: Headers

    @property
    def parts(self) -> list[tuple[int, Part]]:
        """The parts with their numbers."""
        return [(number, self.upload["parts"][number]) for number in self.numbers]


def complete_upload(completion: Completion) -> Response:
    """Stores the object and returns the response.

    https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
    """
    upload, joined, parts = completion.upload, completion.joined, completion.parts
    bucket_name, key = upload["bucket"], upload["key"]
    bucket = s3._ensure_bucket(bucket_name)
    composite, rejection = _check(completion, bucket.get("objects", {}).get(key))
    if rejection is not None:
        return rejection
    digests = b"".join(bytes.fromhex(part["etag"].strip('"')) for _, part in parts)
    etag = f'"{hashlib.md5(digests, usedforsecurity=False).hexdigest()}-{len(parts)}"'
    algorithm = upload.get("checksum_algorithm") or ""
    obj: JsonObject = {
        "body": joined,
        "content_type": upload["content_type"],
        "content_encoding": upload.get("content_encoding"),
        "etag": etag,
        "last_modified": now_iso(),
        "size": len(joined),
        "metadata": upload["metadata"],
        "preserved_headers": upload.get("preserved_headers", {}),
        "storage_class": upload.get("storage_class") or "STANDARD",
        "parts": [{"PartNumber": number, "Size": part["size"]} for number, part in parts],
        "checksums": {algorithm: composite} if composite else {},
        "checksum_type": "COMPOSITE" if composite else None,
    }
    prior = bucket["objects"].get(key)
    bucket["objects"][key] = obj
    response_headers = {"Content-Type": "application/xml", **s3._stored_sse_headers(obj)}
    s3._maybe_replicate(bucket_name, key, obj, joined)
    version_id = s3._record_object_version(bucket_name, key, prior, obj, joined)
    if version_id:
        response_headers["x-amz-version-id"] = version_id
    s3._persist_object(bucket_name, key, obj)
    del s3._multipart_uploads[completion.upload_id]
    event = "s3:ObjectCreated:CompleteMultipartUpload"
    s3._fire_s3_event_async(bucket_name, key, event, size=obj["size"], etag=etag, version_id=version_id)
    response = (200, response_headers, _response_body(completion, etag, composite))
    s3._completed_multipart_uploads[completion.upload_id] = {"key": key, "response": response}
    return response


def _check(completion: Completion, present: Any) -> tuple[str | None, Response | None]:
    """Returns the composite checksum, if any, or the error response. `present`: the object with the key, if any."""
    upload, headers, size = completion.upload, completion.headers, len(completion.joined)
    for rejection in (s3._check_sse_c_part(headers, upload), s3._check_put_preconditions(headers, present)):
        if rejection is not None:
            return None, rejection
    declared = headers.get("x-amz-mp-object-size")
    if declared is not None and declared != str(size):
        message = (
            f"The provided 'x-amz-mp-object-size' header value {declared} does not match what was computed: {size}"
        )
        return None, s3._error("InvalidRequest", message, 400)
    algorithm = upload.get("checksum_algorithm") or ""
    sums = [(part.get("checksums") or {}).get(algorithm) for _, part in completion.parts]
    composite: str | None = s3._composite_checksum(algorithm, sums) if algorithm else None
    wanted = headers.get(f"x-amz-checksum-{algorithm.lower()}") if algorithm else None
    if wanted and wanted != composite:
        message = f"The {algorithm} you specified did not match the calculated checksum."
        return None, s3._error("BadDigest", message, 400)
    return composite, None


def _response_body(completion: Completion, etag: str, composite: str | None) -> bytes:
    upload, headers = completion.upload, completion.headers
    bucket, key, algorithm = upload["bucket"], upload["key"], upload.get("checksum_algorithm")
    root = Element("CompleteMultipartUploadResult", xmlns=s3.S3_NS)
    scheme = headers.get("x-forwarded-proto") or "http"
    SubElement(root, "Location").text = f"{scheme}://{headers.get('host', 'localhost')}/{bucket}/{key}"
    SubElement(root, "Bucket").text = bucket
    SubElement(root, "Key").text = key
    SubElement(root, "ETag").text = etag
    if composite:
        SubElement(root, f"Checksum{algorithm}").text = composite
        SubElement(root, "ChecksumType").text = "COMPOSITE"
    body: bytes = s3._xml_body(root)
    return body
