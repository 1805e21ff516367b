"""Who may speak: workspaces' keys, embed tokens, origins, and secrets at rest."""
