"""Repositories of git, by its plumbing alone: neither index nor worktree is touched, and no program of theirs runs."""
