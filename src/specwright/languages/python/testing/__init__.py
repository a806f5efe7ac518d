"""New tests for existing Python code: what can be called, what the documentation states, and how a test is written."""
