"""The request a run makes: the envelope, once; and what came of it, told apart by what may be done next."""

import time
from typing import Final, TypeAlias

import msgspec
from msgspec import Struct

from app.contract.hosttools import Envelope, HostTool, RunError
from app.contract.ids import Json
from app.contract.secret import Secret
from app.outbound.answers import Answer
from app.outbound.client import Outbound
from app.outbound.faults import OutboundFault, Refused, TimedOut

SECONDS: Final = 30.0
ANSWER_BYTES: Final = 256 * 1024
_SERVER_FAULTS: Final = range(500, 600)


class Answered(Struct, frozen=True):
    """The host's own word, yet to be judged. `told` is what the trace says of it."""

    output: Json
    told: str


class NotAnswered(Struct, frozen=True):
    """No word of the host's. again: whether the same key may be tried once more."""

    error: RunError
    again: bool


Outcome: TypeAlias = Answered | NotAnswered


async def call(outbound: Outbound, tool: HostTool, key: Secret | None, envelope: Envelope) -> Outcome:
    """Send the envelope as the document has it."""
    began = time.monotonic()
    try:
        answer = await outbound.post_json(tool.url, envelope, bearer=key, seconds=SECONDS, limit_bytes=ANSWER_BYTES)
    except Refused as fault:
        return NotAnswered(_refused(fault), again=False)
    except OutboundFault as fault:
        return NotAnswered(_silent(fault), again=True)
    return _judged(answer, round((time.monotonic() - began) * 1000))


def _judged(answer: Answer, took_ms: int) -> Outcome:
    if answer.status in _SERVER_FAULTS:
        return NotAnswered(RunError("host_fault", f"The host answered {answer.status}."), again=True)
    if not answer.is_ok:
        return NotAnswered(RunError("refused_by_host", f"The host answered {answer.status}."), again=False)
    size = len(msgspec.json.encode(answer.body))
    return Answered(
        answer.body, f"The host answered {answer.status} after {took_ms:,} ms, with {size:,} bytes of JSON."
    )


def _refused(fault: Refused) -> RunError:
    """Ours: what we would not call. Theirs: a success whose body can't be read; no retry would read it better."""
    if fault.reason in {"address", "bearer", "redirect"}:
        return RunError("not_callable", str(fault))
    return RunError("unreadable_output", str(fault))


def _silent(fault: OutboundFault) -> RunError:
    unknown = " The host may have acted on it." if fault.may_have_happened else ""
    return RunError("timed_out" if isinstance(fault, TimedOut) else "unreachable", f"{fault}{unknown}")
