"""Unit tests of the package."""
