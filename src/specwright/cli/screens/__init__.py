"""Printing for people: progress, results and questions."""
