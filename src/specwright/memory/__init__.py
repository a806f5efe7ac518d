"""Rules of the memory: what may be learned from a run, and what of it is worth keeping. Pure."""
