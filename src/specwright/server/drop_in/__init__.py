"""The interfaces of other sandboxes, with their meanings, so that their clients need no change."""
