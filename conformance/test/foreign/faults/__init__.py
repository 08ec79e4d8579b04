"""Faults of the example agents: a table for each role, and one for what every agent does."""
