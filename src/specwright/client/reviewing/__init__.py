"""Reviews of changes between two commits of a repository."""
