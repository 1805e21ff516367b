"""What pages lend: their facts read, kept per tab, and put into the words and tools the model reads."""
