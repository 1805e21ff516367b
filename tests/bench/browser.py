"""What is measured in a browser. Each answers milliseconds, or None while there is nothing to measure."""


async def scan_ms() -> float | None:
    """One scan of a page with 2,000 annotated elements, median of several."""
    return None


async def usable_ms() -> float | None:
    """From a new document of the demo shop to a panel one can type in, median of several."""
    return None
