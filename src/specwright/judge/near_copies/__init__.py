"""Programs that are copies of each other but for names and layout."""
