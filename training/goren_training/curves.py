"""A small chart of a training run as SVG."""

from __future__ import annotations

from collections.abc import Sequence

COLOURS = ("#1f6fb2", "#c2571a", "#3a8a3a", "#8a4fa3")
WIDTH, HEIGHT, LEFT, TOP = 420, 260, 46, 28


def _panel(title: str, x: Sequence[float], series: dict[str, Sequence[float]], offset: int) -> list[str]:
    values = [value for line in series.values() for value in line]
    low, high = min(values), max(values)
    pad = (high - low) * 0.05 or 0.5
    low, high, last = low - pad, high + pad, max(x) or 1.0

    def at(x: float, y: float) -> tuple[float, float]:
        across, down = x / last, (high - y) / (high - low)
        return offset + LEFT + across * (WIDTH - LEFT - 12), TOP + down * (HEIGHT - TOP - 30)

    parts = [f'<text x="{offset + LEFT}" y="16" font-weight="bold">{title}</text>']
    for step in range(5):
        level = low + (high - low) * step / 4
        (x0, y), (x1, _) = at(0, level), at(last, level)
        parts.append(f'<path d="M{x0:.1f} {y:.1f}H{x1:.1f}" stroke="#ddd"/>')
        parts.append(f'<text x="{x0 - 5:.1f}" y="{y + 4:.1f}" text-anchor="end">{level:.3g}</text>')
    right = offset + WIDTH - 12
    parts.append(f'<text x="{right}" y="{HEIGHT - 8}" text-anchor="end">{last:.3g} million samples</text>')
    for number, (name, line) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{a:.1f},{b:.1f}" for a, b in (at(*pair) for pair in zip(x, line)))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.6"/>')
        y = TOP + 14 + 14 * number
        parts.append(f'<text x="{right - 4}" y="{y}" text-anchor="end" fill="{colour}">{name}</text>')
    return parts


def chart(x: Sequence[float], panels: dict[str, dict[str, Sequence[float]]]) -> str:
    """An SVG with one panel for each title, each with the named lines over `x` (millions of samples)."""
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH * len(panels)}" height="{HEIGHT}" '
        'font-family="sans-serif" font-size="11">',
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for number, (title, series) in enumerate(panels.items()):
        parts += _panel(title, x, series, number * WIDTH)
    return "\n".join([*parts, "</svg>", ""])
