"""The audit of a project: dependencies, licences, advisories, secrets, rules and copies. Every claim has a standing."""
