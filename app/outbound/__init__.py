"""The one way to servers we do not own: remote tools, host tools and the images of their cards."""
