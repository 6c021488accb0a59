"""Where the files of a dub are stored."""

import json
from pathlib import Path
from typing import Any, Protocol


class Storage(Protocol):
    """Objects by key."""

    def exists(self, key: str) -> bool:
        """Returns whether an object exists."""

    def download(self, key: str, path: Path) -> None:
        """Writes an object to a file."""

    def upload(self, path: Path, key: str, content_type: str) -> None:
        """Writes a file to an object, which is complete or absent."""

    def read_json(self, key: str) -> Any:
        """Returns the JSON of an object."""

    def write_json(self, key: str, value: Any) -> None:
        """Writes JSON to an object."""


class BucketStorage:
    """Objects of an S3 bucket."""

    def __init__(self, client: Any, bucket: str) -> None:
        self._client = client
        self._bucket = bucket

    def exists(self, key: str) -> bool:
        """Returns whether an object exists."""
        from botocore.exceptions import ClientError

        try:
            self._client.head_object(Bucket=self._bucket, Key=key)
        except ClientError as error:
            if error.response["Error"]["Code"] in ("404", "NoSuchKey", "NotFound"):
                return False
            raise
        return True

    def download(self, key: str, path: Path) -> None:
        """Writes an object to a file."""
        self._client.download_file(self._bucket, key, str(path))

    def upload(self, path: Path, key: str, content_type: str) -> None:
        """Writes a file to an object."""
        self._client.upload_file(str(path), self._bucket, key, ExtraArgs={"ContentType": content_type})

    def read_json(self, key: str) -> Any:
        """Returns the JSON of an object."""
        return json.loads(self._client.get_object(Bucket=self._bucket, Key=key)["Body"].read())

    def write_json(self, key: str, value: Any) -> None:
        """Writes JSON to an object."""
        body = json.dumps(value, ensure_ascii=False).encode()
        self._client.put_object(Bucket=self._bucket, Key=key, Body=body, ContentType="application/json")
