"""What tests of this product and of those who extend it share."""
