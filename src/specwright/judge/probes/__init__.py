"""Generated inputs: of functions, programs and classes."""
