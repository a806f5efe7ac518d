"""The Protocols that the pipeline speaks to. Adapters implement them; the pipeline never imports an adapter."""
