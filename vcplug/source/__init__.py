"""Bytes -> documents with positions: the only reader of YAML and JSON."""
