"""A server for teams: runs started, followed and kept over HTTP, a page to watch them, and a sandbox to call."""
