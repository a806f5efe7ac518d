"""Which behaviour is likely right."""
