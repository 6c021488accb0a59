"""Failures whose message the client reads. The names are those of core/errors.ts."""


class TranscriptionFailed(Exception):
    """Recognition of one file failed. The message is one sentence for the client."""

    name = "TranscriptionFailed"


class ModelMissing(TranscriptionFailed):
    """The installation has no speech model. The message names the remedy for the operator."""
