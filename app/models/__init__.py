"""Models behind the `Model` port. `anthropic` is the real one; nothing here imports the SDK before it is needed."""
