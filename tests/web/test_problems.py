"""A fault of ours is told by a number; what went wrong stays in the log."""

import pytest
from litestar import Litestar, get
from litestar.testing import AsyncTestClient

from app.paths import TEMPLATES
from app.web.fragments import Fragments
from app.web.problems import Problems
from app.web.templating import Templates


@get("/broken")
async def broken() -> None:
    message = "the password is hunter2"
    raise RuntimeError(message)


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
async def test_a_fault_of_ours_names_an_incident_and_nothing_else(
    headers: dict[str, str], capfd: pytest.CaptureFixture[str]
) -> None:
    handlers = Problems(Fragments(Templates([TEMPLATES]))).handlers

    async with AsyncTestClient(Litestar([broken], exception_handlers=handlers, logging_config=None)) as client:
        answer = await client.get("/broken", headers=headers)

    assert answer.status_code == 500
    assert "incident" in answer.text
    assert "hunter2" not in answer.text
    assert "Traceback" not in answer.text
    assert "hunter2" in "".join(capfd.readouterr())
