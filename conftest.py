"""Test set-up for the whole repository."""

import os

from hypothesis import HealthCheck, settings

pytest_plugins = ["beachhead.testing.plugin"]

# `make test` draws the same examples each time; `make soak` looks for new ones. No test fails because others keep the
# machine busy.
settings.register_profile("fuzz", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("steady", settings.get_profile("fuzz"), derandomize=True)
settings.load_profile("fuzz" if "BEACHHEAD_FUZZ" in os.environ else "steady")
