"""URLs that expire with the session of their signer, as those of Lambda and ECS roles do in AWS.

https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html#PresignedUrl-Expiration. AWS renews the
credentials of a running process before they expire; here a session of a process ends after the shortest time.
"""

from datetime import UTC, datetime, timedelta

from engine.access import roles
from engine.shapes import Query, Response

_SESSION = timedelta(minutes=15)
_BODY = b"<Error><Code>ExpiredToken</Code><Message>The provided token has expired.</Message></Error>"


def rejection(access_key: str, role: str, query: Query, now: datetime | None = None) -> Response | None:
    """Returns the response to a signed URL whose signer's session has ended; None for any other request.

    The session of a role that a process has assumed lives as long as it asked for (sts:AssumeRole).
    """
    signed_at = (query.get("X-Amz-Date") or [""])[0]
    if not signed_at or not roles.is_of_process(access_key, role):
        return None
    age = (now or datetime.now(UTC)) - datetime.strptime(signed_at, "%Y%m%dT%H%M%SZ").replace(tzinfo=UTC)
    return (400, {"Content-Type": "application/xml"}, _BODY) if age > _SESSION else None
