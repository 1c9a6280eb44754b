"""Bars on a logarithmic scale, as SVG."""

import math
from xml.sax.saxutils import escape

LEFT, WIDTH, ROW = 330, 420, 34


def bars(rows):
    """A bar for each (name, peer, ratio): how many times as long as Skyline the peer takes."""
    most = max(1, math.ceil(math.log10(max(ratio for *_, ratio in rows))))
    height = ROW * len(rows) + 50

    def x(ratio):
        return LEFT + WIDTH * max(0, math.log10(ratio)) / most

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{LEFT + WIDTH + 70}" height="{height}" font-family="sans-serif" font-size="13">', f'<rect width="100%" height="100%" fill="#fff"/>']
    for power in range(most + 1):
        at = x(10**power)
        parts.append(f'<line x1="{at}" y1="10" x2="{at}" y2="{height - 32}" stroke="#ddd"/><text x="{at}" y="{height - 14}" text-anchor="middle" fill="#555">{10**power:,}×</text>')
    for i, (name, peer, ratio) in enumerate(rows):
        y = 12 + ROW * i
        parts.append(f'<text x="{LEFT - 8}" y="{y + 12}" text-anchor="end">{escape(name)}</text><text x="{LEFT - 8}" y="{y + 26}" text-anchor="end" font-size="11" fill="#777">{escape(peer)}</text>')
        parts.append(f'<rect x="{LEFT}" y="{y + 4}" width="{x(ratio) - LEFT:.1f}" height="20" fill="#3b6ea5"/><text x="{x(ratio) + 5:.1f}" y="{y + 19}">{ratio:,.0f}×</text>')
    return "\n".join([*parts, "</svg>", ""])
