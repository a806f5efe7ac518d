"""Rules on sources: dangerous calls, and what a policy forbids, names, bounds and asks for."""
