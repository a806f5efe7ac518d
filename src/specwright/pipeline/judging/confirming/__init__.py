"""What a person has confirmed, is asked about, and need not be asked."""
