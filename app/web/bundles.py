"""
What the panel's document loads, each bundle in one request: its files in their order, one after the other.

A classic script of the panel finds what the ones before it left, so the order is part of what they say; so is the
order of the styles, whose first file sorts the layers. A new file of the panel is named here and nowhere else.
"""

from collections.abc import Mapping

BUNDLES: Mapping[str, tuple[str, ...]] = {
    "panel.bundle.js": (
        "vendor/htmx-4.0.1.min.js",
        "vendor/hx-sse-4.0.1.min.js",
        "panel/host.js",
        "panel/server.js",
        "panel/frame.js",
        "panel/reading.js",
        "panel/text.js",
        "panel/times.js",
        "panel/stream.js",
        "panel/conversation.js",
        "panel/relay.js",
        "panel/files.js",
        "panel/quote.js",
        "panel/recall.js",
        "panel/composer.js",
        "panel/keys.js",
        "panel.js",
    ),
    "panel.bundle.css": (
        "css/panel.css",
        "css/frame.css",
        "css/conversation.css",
        "css/attachments.css",
        "css/calls.css",
        "css/remote.css",
        "css/cards.css",
        "css/proposals.css",
        "css/replies.css",
    ),
}
"""By the path it is served under, its files' paths in the static folder."""


def bundled(files: Mapping[str, bytes]) -> dict[str, bytes]:
    """
    Each bundle whose files are all there. A fault in one script must not run into the next.

    files: by path, as they are sent.
    """
    whole = {path: parts for path, parts in BUNDLES.items() if all(part in files for part in parts)}
    return {
        path: (b";\n" if path.endswith(".js") else b"\n").join(files[part] for part in parts)
        for path, parts in whole.items()
    }
