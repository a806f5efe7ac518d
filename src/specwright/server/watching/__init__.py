"""What the server tells of itself: metrics, spans and logs. None of them holds what users send."""
