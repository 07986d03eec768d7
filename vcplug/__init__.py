"""vcplug: what a Volcano Job becomes, offline, for the release you run."""

__version__ = "0.1.0"
