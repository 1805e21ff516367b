"""A file in the operator's folder wins over the shipped one of the same name."""

from pathlib import Path

from app.paths import PROMPTS, STATIC, TEMPLATES, search_path


def test_the_shipped_folders_are_there() -> None:
    assert [True] * 3 == [folder.is_dir() for folder in (PROMPTS, STATIC, TEMPLATES)]


def test_the_operators_folder_is_looked_in_first(tmp_path: Path) -> None:
    assert [tmp_path / "prompts", PROMPTS] == list(search_path(PROMPTS, tmp_path))
    assert [PROMPTS] == list(search_path(PROMPTS, None))
