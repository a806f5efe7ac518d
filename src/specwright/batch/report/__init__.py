"""What a batch came to, for a terminal and as a page; and two batches compared task by task."""
