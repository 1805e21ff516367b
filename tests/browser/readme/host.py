"""The host app of the README: a page, and a token for whoever is logged in."""

import time
from pathlib import Path

import jwt
from litestar import Litestar, MediaType, get, post

PAGE = Path(__file__).with_name("page.html").read_text(encoding="utf-8")
SCRIPT = """
document.querySelector("[hx-assist-action=ship_order]").addEventListener("click", (event) => {
  event.target.closest("tr").cells[1].textContent = "Shipped";
});
"""


def assist_token(user: str, workspace_id: str, signing_secret: str) -> dict[str, object]:
    now = int(time.time())
    claims = {
        "iss": workspace_id,  # which customer of the assistant's server
        "sub": user,  # who is logged in here
        "aud": "assist",
        "iat": now,
        "exp": now + 600,
        "permissions": ["orders:write"],
    }
    return {"token": jwt.encode(claims, signing_secret, algorithm="HS256"), "expires_in": 600}


def create_host(assist: str, workspace_id: str, signing_secret: str) -> Litestar:
    """The host, for an assistant served at `assist`."""
    html = PAGE.replace("ASSIST", assist).replace("WORKSPACE", workspace_id)

    @get("/", media_type=MediaType.HTML, sync_to_thread=False)
    def orders() -> str:
        return html

    @get("/page.js", media_type="text/javascript", sync_to_thread=False)
    def script() -> str:
        return SCRIPT

    @post("/assist-token", status_code=200, sync_to_thread=False)
    def token() -> dict[str, object]:
        return assist_token("ada", workspace_id, signing_secret)

    return Litestar([orders, script, token], logging_config=None, openapi_config=None)
