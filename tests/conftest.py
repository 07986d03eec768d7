"""Settings for all tests."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# how long an example takes says more about a busy machine than about vcplug
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
