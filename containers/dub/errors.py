"""Failures whose message the client reads. The names are those of core/errors.ts."""


class DubFailed(Exception):
    """A dub failed. The message is one sentence for the client."""

    name = "DubFailed"
