"""Licences: reading expressions, recognising texts, and what a policy says of them."""
