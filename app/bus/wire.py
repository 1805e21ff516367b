"""
What goes over Redis: two scripts, and the shape of what they carry.

Each process listens on one channel of its own. A set for each topic names the processes that have readers
of it; publishing goes to those, never back to itself. A process that no longer listens is dropped from the set
by the first signal that reaches nobody. Every publish is numbered: joining tells a reader its number and the open
block as of it, so the reader knows which of what it hears is already in there.
"""

from typing import Literal, TypeAlias, assert_never

from msgspec import Struct

from app.bus.standing import Standing, clears
from app.contract.ids import ConversationId, Topic
from app.contract.signals import Appended, Delta, InboxChanged, Signal, decode, encode

# Keys: the counter. Arguments: the prefix, our process, then for each signal its topic, bearing and payload.
# An open block is kept as its signals, a line each, for at most a quarter of an hour.
PUBLISH = """
local number = redis.call('INCR', KEYS[1])
for i = 3, #ARGV, 3 do
  local topic, bearing, payload = ARGV[i], ARGV[i + 1], ARGV[i + 2]
  local open, readers = ARGV[1] .. 'open:' .. topic, ARGV[1] .. 'readers:' .. topic
  if bearing == 'begins' then
    redis.call('SET', open, payload .. '\\n', 'EX', 900)
  elseif bearing == 'continues' and redis.call('EXISTS', open) == 1 then
    redis.call('APPEND', open, payload .. '\\n')
  elseif bearing == 'ends' then
    redis.call('DEL', open)
  end
  for _, process in ipairs(redis.call('SMEMBERS', readers)) do
    local message = number .. ' ' .. topic .. ' ' .. payload
    if process ~= ARGV[2] and redis.call('PUBLISH', ARGV[1] .. 'process:' .. process, message) == 0 then
      redis.call('SREM', readers, process)
    end
  end
end
"""

# Keys: the counter, the open block, the readers. Argument: our process. Streams last an hour at most, as tokens do.
JOIN = """
redis.call('SADD', KEYS[3], ARGV[1])
redis.call('EXPIRE', KEYS[3], 86400)
return {redis.call('GET', KEYS[1]) or '0', redis.call('GET', KEYS[2]) or ''}
"""

Bearing: TypeAlias = Literal["begins", "continues", "ends", "leaves"]
"""What a signal does to the open block."""


class Told(Struct, frozen=True):
    """A signal as it came: in which publish, on which topic."""

    number: int
    topic: Topic
    signal: Signal


class Joined(Struct, frozen=True):
    """The number a reader joined after, and the open block as of it."""

    number: int
    standing: Delta | None


def bearing(signal: Signal) -> Bearing:
    match signal:
        case Appended():
            return "ends" if clears(signal) else "leaves"
        case Delta(offset=offset):
            return "continues" if offset else "begins"
        case InboxChanged():
            return "leaves"
        case _:
            assert_never(signal)


def packed(signal: Signal) -> bytes:
    return encode(signal)


def told(message: bytes) -> Told:
    """Raises `msgspec.DecodeError` for a signal this version does not know."""
    number, topic, payload = message.split(b" ", 2)
    # Which kind of topic it is says its signal.
    return Told(int(number), ConversationId(topic.decode()), decode(payload))


def joined(number: bytes, lines: bytes) -> Joined:
    standing = Standing()
    for line in lines.splitlines():
        standing.take(decode(line))
    return Joined(int(number), standing.as_delta())
