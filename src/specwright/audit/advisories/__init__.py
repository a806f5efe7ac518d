"""Known vulnerabilities: records of an OSV dump, held against the versions that are locked."""
