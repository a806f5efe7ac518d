"""One client for programs and surfaces: it holds sandbox, model and store open across calls."""
