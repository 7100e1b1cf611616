"""Test set-up for the whole repository."""

import os

from hypothesis import settings

pytest_plugins = ["beachhead.testing.plugin"]

# `make test` draws the same examples each time; `make soak` looks for new ones.
settings.register_profile("steady", derandomize=True)
if "BEACHHEAD_FUZZ" not in os.environ:
    settings.load_profile("steady")
