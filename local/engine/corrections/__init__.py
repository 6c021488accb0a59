"""What MiniStack 1.5.33 does differently from AWS, put right: one module each."""


def install() -> None:
    """Puts every correction in place; called once, before the first request."""
