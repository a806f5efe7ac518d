"""New tests for existing Go code: what can be called, and how a test is written."""
