"""Static files in memory, under the hash of them all."""

import gzip
import os
from pathlib import Path

import brotli
import pytest

from app.web.assets import SERVED, Assets


def words() -> dict[str, str]:
    return {"open": 'Say "hi"'}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "panel.css").write_text("a { color: red }\n" * 100)
    (tmp_path / "assist.js").write_text(f"let served={SERVED};")
    (tmp_path / ".hidden").write_text("no")
    return tmp_path


def test_the_same_files_are_the_same_build_and_others_are_not(folder: Path) -> None:
    first = Assets(folder, words).build

    assert Assets(folder, words).build == first
    (folder / "css" / "more.css").write_text("")
    assert Assets(folder, words).build != first


def test_a_file_is_named_under_its_build(folder: Path) -> None:
    assets = Assets(folder, words)

    assert assets.url("css/panel.css") == f"/assist/static/{assets.build}/css/panel.css"
    with pytest.raises(KeyError):
        assets.url("css/none.css")


def test_what_compresses_is_kept_packed(folder: Path) -> None:
    found = Assets(folder, words).get("css/panel.css")

    assert found is not None
    assert list(found.packed) == ["br", "gzip"]
    assert brotli.decompress(found.packed["br"]) == found.body  # pyright: ignore[reportUnknownMemberType] -- it has none
    assert gzip.decompress(found.packed["gzip"]) == found.body


def test_a_file_too_small_to_gain_by_it_is_not_packed(folder: Path) -> None:
    found = Assets(folder, words).get("assist.js")

    assert found is not None
    assert found.packed == {}


def test_the_loader_is_told_its_build_and_its_words(folder: Path) -> None:
    assets = Assets(folder, words)

    assert assets.loader("en").body.decode() == (
        f'let served={{"build": "{assets.build}", "words": {{"open": "Say \\"hi\\""}}}};'
    )


@pytest.mark.parametrize("path", [".hidden", "../secret", "css", "", "css/../assist.js"])
def test_only_files_below_the_folder_have_names(folder: Path, path: str) -> None:
    assert Assets(folder, words).get(path) is None


def test_a_link_out_of_the_folder_is_no_file(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    secret = tmp_path_factory.mktemp("elsewhere") / "secret.js"
    secret.write_text("secret")
    (folder / "link.js").symlink_to(secret)

    assert Assets(folder, words).get("link.js") is None


def test_a_watched_folder_follows_its_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.web.assets._LOOK_AGAIN_SECONDS", -1)
    assets = Assets(folder, words, watch=True)
    before = assets.build
    (folder / "css" / "panel.css").write_text("b {}")
    os.utime(folder / "css" / "panel.css", ns=(1, 1))

    after = assets.build

    assert after != before
    found = assets.get("css/panel.css")
    assert found is not None
    assert found.body == b"b {}"
