"""Skyline: what a table about people tells, and releases of it that are safe."""
