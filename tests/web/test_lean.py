"""Our scripts are sent without what only their readers need, and do the same."""

from pathlib import Path

import pytest

from app.paths import STATIC
from app.web.lean import lean

SCRIPTS = [path for path in sorted(STATIC.rglob("*.js")) if "vendor" not in path.parts]

WRITTEN = b"""\
// @ts-check
/*
  What it is for.
*/

/** @type {Map<string, {a: number}>} */
const found = new Map();
/** Doubles it. @param {number} each */
export function twice(each) {
  // The reason.
  const url = `https://x.example/* ${each}  `;
  return /** @type {number} */ (each) * 2;
}
"""
SENT = b"""\
const found=new Map();export function twice(each){const url=`https://x.example/* ${each}  `;return(each)*2;}"""


def test_comments_casts_and_indentation_stay_at_home() -> None:
    assert lean(WRITTEN) == SENT


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_a_script_of_ours_keeps_its_code(script: Path) -> None:
    sent = lean(script.read_bytes()).decode()

    assert "@param" not in sent
    assert sent.count("export") == script.read_text().count("export")
    assert lean(sent.encode()).decode() == sent
