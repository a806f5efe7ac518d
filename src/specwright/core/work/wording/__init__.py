"""What the words of a problem say, and what they leave unsaid."""
