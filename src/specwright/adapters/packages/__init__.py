"""Third-party packages: named, locked, fetched, unpacked. Nothing of a package is executed here."""
