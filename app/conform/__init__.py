"""Whether somebody else's server keeps a contract of ours: checks, each with its rule, and reports of them."""
