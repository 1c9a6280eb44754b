"""Counts checks, so that a run can say how many there were and which failed."""

from __future__ import annotations

import fractions

TOLERANCE = 1e-12  # what Skyline promises where the fraction is unwieldy


class Checks:
    """Counts checks and keeps those that failed."""

    def __init__(self):
        self.count, self.failed = 0, []

    def __call__(self, ok, message: str):
        self.count += 1
        if not ok:
            self.failed.append(message)

    def same(self, got, want, what: str):
        self(got == want, f"{what}: got {got!r}, want {want!r}")

    def close(self, got: float, want: fractions.Fraction, what: str):
        self(abs(float(got) - float(want)) <= TOLERANCE, f"{what}: got {got!r}, want {want} = {float(want)!r}")
