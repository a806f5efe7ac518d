"""New tests for existing JavaScript code: what can be called, and how a test is written."""
