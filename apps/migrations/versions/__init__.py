"""One file a change, each with the name of the one before it."""
