"""Media files as one mono track: decoding, channel mixing, spans of time."""
