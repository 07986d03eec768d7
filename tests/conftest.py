from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# how long an example takes says more about a busy machine than about vcplug
settings.register_profile("steady", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--regenerate", action="store_true", help="write golden files anew; read them before you commit them")
