"""Failures that the client sees; the names are those of core/errors.ts."""


class TranscriptionFailed(Exception):
    """The message is one sentence for the client."""

    name = "TranscriptionFailed"


class ModelMissing(TranscriptionFailed):
    """An installation without the model: the sentence names the remedy for the operator."""
