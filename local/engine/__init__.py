"""The local AWS engine: MiniStack, started with what it gets wrong corrected and with durable state."""
