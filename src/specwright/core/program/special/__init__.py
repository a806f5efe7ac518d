"""Values that JSON lacks, and how people write them."""
