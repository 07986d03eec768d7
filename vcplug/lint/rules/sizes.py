from __future__ import annotations

from vcplug.lint.engine import Rule

RULES: tuple[Rule, ...] = ()
