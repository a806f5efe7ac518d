"""What Python does for existing projects: modules beside each other, and recorded calls."""
