"""The rehearsal model: a Messages API server that plays scripts, for the demo, the tests and a first run offline."""

from app.rehearsal.script import Pace
from app.rehearsal.serve import rehearsal_server
from app.rehearsal.server import create_rehearsal

__all__ = ["Pace", "create_rehearsal", "rehearsal_server"]
