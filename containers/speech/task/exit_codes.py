"""Exit codes of the speech task beside 0 and 1."""

# 128 + SIGTERM, as shells report it.
STOPPED_EXIT_CODE = 143
