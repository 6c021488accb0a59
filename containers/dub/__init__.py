"""Replaces the speech of a video with speech in another language, in a matched voice."""
