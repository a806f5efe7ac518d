"""The quality of a package, from its measurements: pure functions on values. No model is ever asked."""
