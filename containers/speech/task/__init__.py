"""The container task: one job from the environment, reported by task token."""
