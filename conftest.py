"""Test set-up for the whole repository."""

pytest_plugins = ["beachhead.testing.plugin"]
