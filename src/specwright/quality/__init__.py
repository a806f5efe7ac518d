"""How good a package is, from what was measured of it: pure functions on values. No model is ever asked."""
