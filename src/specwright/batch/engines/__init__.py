"""Engines: where the workers of a batch run. Each is one small module behind the port in `port.py`."""
