"""What was looked up a moment ago: it is asked for on every request."""

from collections import OrderedDict
from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from msgspec import Struct

from app.contract.ids import WorkspaceId
from app.contract.people import Principal, Workspace
from app.ports import Workspaces

_FRESH = timedelta(seconds=5)
_MOST_WORKSPACES = 1_000
_MOST_TOKENS = 10_000


class VerifiedToken(Struct, frozen=True):
    principal: Principal
    sealed_secret: str


class Verified:
    """Tokens that held, by their digest: the token itself is not kept. The least recently used go first."""

    def __init__(self) -> None:
        self._tokens: OrderedDict[bytes, VerifiedToken] = OrderedDict()

    def get(self, token: str) -> VerifiedToken | None:
        digest = _digest(token)
        found = self._tokens.get(digest)
        if found is not None:
            self._tokens.move_to_end(digest)
        return found

    def put(self, token: str, principal: Principal, sealed_secret: str) -> None:
        self._tokens[_digest(token)] = VerifiedToken(principal, sealed_secret)
        while len(self._tokens) > _MOST_TOKENS:
            self._tokens.popitem(last=False)


class RecentWorkspaces:
    """Workspace rows, at most five seconds old. That there is none is not remembered: its first page may be waiting."""

    def __init__(self, workspaces: Workspaces, clock: Callable[[], datetime]) -> None:
        self._workspaces = workspaces
        self._clock = clock
        self._rows: OrderedDict[WorkspaceId, tuple[datetime, Workspace]] = OrderedDict()

    async def get(self, workspace: WorkspaceId) -> Workspace | None:
        known = self._rows.get(workspace)
        if known is not None and self._clock() - known[0] < _FRESH:
            return known[1]
        self._rows.pop(workspace, None)
        asked_at = self._clock()
        row = await self._workspaces.get(workspace)
        if row is not None:
            self._rows[workspace] = (asked_at, row)
            while len(self._rows) > _MOST_WORKSPACES:
                self._rows.popitem(last=False)
        return row


def _digest(token: str) -> bytes:
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
