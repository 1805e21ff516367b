"""The bus beside the log: in-process, or Redis between processes."""
