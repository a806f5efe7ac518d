"""A language's tools: on a machine, in an image, and Python inside the sandbox."""
