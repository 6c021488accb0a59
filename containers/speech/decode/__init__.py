"""Decoding of speech into text: windows, Whisper, hallucination checks, translation."""
