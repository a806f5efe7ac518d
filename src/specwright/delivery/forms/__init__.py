"""Audits and reviews in the forms that other tools read."""
