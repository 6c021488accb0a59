"""The local AWS engine: MiniStack with corrections and durable state."""
