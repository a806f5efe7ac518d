"""Whether a checker may be used."""
