"""Cards: what the model may lay out for the user, and the rules its arguments must keep."""
