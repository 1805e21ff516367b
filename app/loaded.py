"""
What a process has loaded stays: modules, templates, schemas, the SDK. Python's collector need not look there.

A look through all 300,000 of those objects stops a server for 110 ms, and would come again with every 75,000 new ones
that live a while; while they load, such looks are a sixth of the start.
"""

import gc

_SELDOM = (50_000, 20, 100)
"""Python's own (700, 10, 10) is meant for small programs."""


def loading() -> None:
    """Much is about to be loaded: have the collector look seldom."""
    gc.set_threshold(*_SELDOM)


def loaded() -> None:
    """What is there by now stays as long as the process: from here on the collector looks at what is made later."""
    loading()
    gc.freeze()
