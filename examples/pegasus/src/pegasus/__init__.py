"""Pegasus Bridge, the sample game."""
