"""What the panel can show, in every state: conversations and cards to draw in tests and in the gallery."""
