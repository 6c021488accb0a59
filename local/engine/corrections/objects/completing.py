"""The end of a multipart upload: the joined parts become an object."""

import hashlib
from xml.etree.ElementTree import Element, SubElement

from ministack.core.responses import now_iso
from ministack.services import s3

from engine.corrections.objects.file_body import FileBody


def complete_upload(upload_id: str, upload: dict, requested: list[tuple[int, dict]], joined: FileBody, headers: dict):
    """CompleteMultipartUpload for parts that have been checked; returns MiniStack's response tuple.

    https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html
    """
    bucket_name, key = upload["bucket"], upload["key"]
    bucket = s3._ensure_bucket(bucket_name)
    parts = [(number, upload["parts"][number]) for number, _ in requested]
    composite, refusal = _checked(upload, parts, joined, headers, bucket.get("objects", {}).get(key))
    if refusal is not None:
        return refusal
    digests = b"".join(bytes.fromhex(part["etag"].strip('"')) for _, part in parts)
    etag = f'"{hashlib.md5(digests, usedforsecurity=False).hexdigest()}-{len(parts)}"'
    algorithm = upload.get("checksum_algorithm")
    obj = {
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
    answer_headers = {"Content-Type": "application/xml", **s3._stored_sse_headers(obj)}
    s3._maybe_replicate(bucket_name, key, obj, joined)
    version_id = s3._record_object_version(bucket_name, key, prior, obj, joined)
    if version_id:
        answer_headers["x-amz-version-id"] = version_id
    s3._persist_object(bucket_name, key, obj)
    del s3._multipart_uploads[upload_id]
    event = "s3:ObjectCreated:CompleteMultipartUpload"
    s3._fire_s3_event_async(bucket_name, key, event, size=obj["size"], etag=etag, version_id=version_id)
    response = (200, answer_headers, _answer(bucket_name, key, etag, algorithm, composite, headers))
    s3._completed_multipart_uploads[upload_id] = {"key": key, "response": response}
    return response


def _checked(upload, parts, joined, headers, present) -> tuple[str | None, tuple | None]:
    """(composite checksum, None), or (None, the refusal)."""
    for refusal in (s3._check_sse_c_part(headers, upload), s3._check_put_preconditions(headers, present)):
        if refusal is not None:
            return None, refusal
    declared = headers.get("x-amz-mp-object-size")
    if declared is not None and declared != str(len(joined)):
        message = (
            f"The provided 'x-amz-mp-object-size' header value {declared} does not match "
            f"what was computed: {len(joined)}"
        )
        return None, s3._error("InvalidRequest", message, 400)
    algorithm = upload.get("checksum_algorithm")
    sums = [(part.get("checksums") or {}).get(algorithm) for _, part in parts]
    composite = s3._composite_checksum(algorithm, sums) if algorithm else None
    wanted = headers.get(f"x-amz-checksum-{algorithm.lower()}") if algorithm else None
    if wanted and wanted != composite:
        message = f"The {algorithm} you specified did not match the calculated checksum."
        return None, s3._error("BadDigest", message, 400)
    return composite, None


def _answer(bucket: str, key: str, etag: str, algorithm, composite, headers: dict) -> bytes:
    root = Element("CompleteMultipartUploadResult", xmlns=s3.S3_NS)
    scheme = headers.get("x-forwarded-proto") or "http"
    SubElement(root, "Location").text = f"{scheme}://{headers.get('host', 'localhost')}/{bucket}/{key}"
    SubElement(root, "Bucket").text = bucket
    SubElement(root, "Key").text = key
    SubElement(root, "ETag").text = etag
    if composite:
        SubElement(root, f"Checksum{algorithm}").text = composite
        SubElement(root, "ChecksumType").text = "COMPOSITE"
    return s3._xml_body(root)
