"""Permissions: which role makes a call, what its policies decide, and which of their grants a run has used."""
