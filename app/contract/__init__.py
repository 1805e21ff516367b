"""Frozen structs that cross an edge: the wire, the log, the browser. Imports msgspec only."""
