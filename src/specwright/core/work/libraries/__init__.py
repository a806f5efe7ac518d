"""Third-party packages that a task asks for, and their lock."""
