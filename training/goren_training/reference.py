"""Evaluates positions with a network file in integers, exactly as docs/network.md specifies: slow, plain and exact.

    python -m goren_training.reference NET --positions FILE --out FILE

reads one position a line, `{"size": 15, "traps": ["a1"], "black": ["h8"], "white": [], "side": "white"}`, and writes
`{"value": [win, draw, loss], "policy": {"h9": 12345, …}}`. It shares no code with the trainer's own boards.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np

from .netfile import NetError, NetFile, read_net

SIDES = 364
WALL = -1


@dataclass
class Position:
    """Points are `x + size·y`; `side` is 0 when Black is to move, 1 for White."""

    size: int
    black: list[int]
    white: list[int]
    side: int
    traps: list[int] = field(default_factory=list)

    def digits(self, view: int) -> list[int]:
        """Of each point: 0 empty, 1 own, 2 the other's, for Black's view (0) or White's (1); −1 for a trap."""
        board = [0] * (self.size * self.size)
        for stones, digit in ((self.black, 1 + view), (self.white, 2 - view), (self.traps, WALL)):
            for point in stones:
                board[point] = digit
        return board


def line_codes(board: list[int], size: int, point: int) -> list[int]:
    """The codes of the four lines through a point: across, up, and the two diagonals."""
    result = []
    for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
        ends = []
        for sign in (1, -1):
            seen: list[int] = []
            x, y = point % size + sign * dx, point // size + sign * dy
            while len(seen) < 5 and 0 <= x < size and 0 <= y < size and board[x + size * y] != WALL:
                seen.append(board[x + size * y])
                x, y = x + sign * dx, y + sign * dy
            ends.append((3 ** len(seen) - 1) // 2 + sum(digit * 3**k for k, digit in enumerate(seen)))
        low, high = sorted(ends)
        result.append(3 * (high * (high + 1) // 2 + low) + board[point])
    return result


def bake(generator: dict[str, np.ndarray], chunk: int = 8192) -> np.ndarray:
    """The rows of all codes [199,290, 32] i32, in f32 with one rounding after each operation."""
    high, low = np.tril_indices(SIDES)
    high, low, digit = high.repeat(3), low.repeat(3), np.tile(np.arange(3), len(high))
    b1, w1, b2, w2 = (generator[name] for name in ("b1", "w1", "b2", "w2"))
    rows = np.empty((len(digit), len(b2)), np.int32)

    def make(at: int) -> None:
        part = slice(at, at + chunk)
        first = (generator["sides"][low[part]] + generator["sides"][high[part]]) + generator["centres"][digit[part]]
        second = np.maximum(_layer(b1, w1, np.maximum(first, np.float32(0))), np.float32(0))
        row = _layer(b2, w2, second)
        rows[part] = np.clip(np.floor(row * np.float32(64) + np.float32(0.5)), -1023, 1023)

    with ThreadPoolExecutor() as pool:
        list(pool.map(make, range(0, len(digit), chunk)))
    return rows


def _layer(bias: np.ndarray, weights: np.ndarray, x: np.ndarray) -> np.ndarray:
    """`bias + x[0]·weights[0] + x[1]·weights[1] + …`, left to right."""
    total = np.repeat(bias[None], len(x), 0)
    product = np.empty_like(total)
    columns = np.ascontiguousarray(x.T)
    for column, weight in zip(columns, weights):
        np.multiply(column[:, None], weight, out=product)
        total += product
    return total


class Reference:
    """A network file, ready to evaluate."""

    def __init__(self, net: NetFile) -> None:
        self.net = net
        self.rows = [bake(generator) for generator in net.generators]

    def evaluate(self, position: Position) -> tuple[list[int], dict[int, int]]:
        """Win, draw and loss for the side to move, and the policy of each empty point."""
        colours = len(self.net.generators)
        board = position.digits(position.side)
        playable = [point for point, digit in enumerate(board) if digit != WALL]
        x = np.zeros((len(board), 64), np.int64)
        for half, view in enumerate((position.side, 1 - position.side)):
            digits, rows = position.digits(view), self.rows[view % colours]
            for point in playable:
                total = sum(rows[code] for code in line_codes(digits, position.size, point))
                x[point, 32 * half : 32 * half + 32] = np.clip(total, 0, 255)

        outer = (position.size + 1) // 3
        bands = [slice(0, outer), slice(outer, position.size - outer), slice(position.size - outer, position.size)]
        plane = x.reshape(position.size, position.size, 64)
        region = [plane[rows, columns].sum((0, 1)) for rows in bands for columns in bands]

        heads = self.net.heads[position.side % colours]
        g = np.clip(_head(heads["whole"], sum(region) >> 2) >> 7, 0, 8191)
        quarters = [region[k] + region[k + 1] + region[k + 3] + region[k + 4] for k in (0, 1, 3, 4)]
        q = [np.clip(_head(heads["quarter"], quarter >> 1) >> 7, 0, 8191) for quarter in quarters]
        z = np.concatenate([g, sum(q)])
        h = np.clip(_head(heads["hidden"], z) >> 6, 0, 8191)
        value = _head(heads["value"], h)
        v = np.clip(_head(heads["policy"], z) >> 6, -8191, 8191)
        policy = {point: int(v @ x[point]) for point in playable if board[point] == 0}
        return [int(number) for number in value], policy


def _head(layer: tuple[np.ndarray, np.ndarray], x: np.ndarray) -> np.ndarray:
    bias, weight = layer
    return bias.astype(np.int64) + weight.astype(np.int64) @ x


def point_of(name: str, size: int) -> int:
    """The point called `name`, such as `h8`."""
    match = re.fullmatch(r"([a-v])([1-9][0-9]?)", name)
    if not match or ord(match[1]) - ord("a") >= size or int(match[2]) > size:
        raise ValueError(f"expected a point such as `a1` on a board of side {size}, got `{name}`")
    return ord(match[1]) - ord("a") + size * (int(match[2]) - 1)


def name_of(point: int, size: int) -> str:
    """The name of a point."""
    return f"{chr(ord('a') + point % size)}{point // size + 1}"


def position_of(line: str) -> Position:
    """Reads one line of a positions file."""
    data = json.loads(line)
    size, side = data["size"], data["side"]
    if side not in ("black", "white"):
        raise ValueError(f"expected the side `black` or `white`, got `{side}`")
    black, white, traps = ([point_of(name, size) for name in data.get(key, [])] for key in ("black", "white", "traps"))
    return Position(size, black, white, int(side == "white"), traps)


def main() -> None:
    parser = argparse.ArgumentParser(prog="goren_training.reference", description="Evaluates positions in whole numbers.")
    parser.add_argument("net", help="a network file")
    parser.add_argument("--positions", required=True, help="positions, one JSON object a line")
    parser.add_argument("--out", required=True, help="where the evaluations go, one JSON object a line")
    arguments = parser.parse_args()
    place = arguments.net
    try:
        reference = Reference(read_net(arguments.net))
        with open(arguments.positions) as positions, open(arguments.out, "w") as out:
            for number, line in enumerate(positions, 1):
                place = f"{arguments.positions}:{number}"
                position = position_of(line)
                value, policy = reference.evaluate(position)
                names = {name_of(point, position.size): logit for point, logit in policy.items()}
                print(json.dumps({"value": value, "policy": names}), file=out)
    except (NetError, OSError) as error:
        sys.exit(f"error: {error}")
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"error: {place}: expected a position, got {error!r}")


if __name__ == "__main__":
    main()
