"""Names of form controls the model API does not take as property names, such as `order[note]`, and back again."""

import re
from collections.abc import Iterable, Mapping

from app.contract.ids import Json
from app.pages.schemas import KEY_LENGTH

_NO_KEY = re.compile(r"[^a-zA-Z0-9_.-]+")


def keys(names: Iterable[str]) -> dict[str, str]:
    """For each control name a property name of its own that the API takes: the name itself where it can be."""
    names = list(names)
    taken = {name: name for name in names if len(name) <= KEY_LENGTH and not _NO_KEY.search(name)}
    for name in names:
        if name not in taken:
            taken[name] = _free(_NO_KEY.sub("_", name).strip("_") or "field", taken=set(taken.values()))
    return taken


def as_controls(renamed: Mapping[str, str], args: Mapping[str, Json]) -> dict[str, Json]:
    """Arguments under the names of the form's controls, as the page knows them."""
    return {renamed.get(key, key): value for key, value in args.items()}


def _free(wanted: str, taken: set[str]) -> str:
    key, count = wanted[:KEY_LENGTH], 1
    while key in taken:
        count += 1
        key = f"{wanted[: KEY_LENGTH - len(str(count)) - 1]}_{count}"
    return key
