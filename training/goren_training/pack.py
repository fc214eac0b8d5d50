"""Game packs: reading them into flat arrays, and writing them."""

from __future__ import annotations

import math
import struct
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

RULES = ("freestyle", "standard", "renju", "caro", "caro6")
DRAW, BLACK, WHITE = 0, 1, 2
SIDES = range(5, 23)
NO_SCORE = -512
PROVEN = 511
HEADER = b"GRNP\x01"


class PackError(ValueError):
    """A file that is not a game pack."""


@dataclass
class Games:
    """Many games. Game `g` has the moves from `start[g]` to `start[g + 1]` and the traps from `trap_start[g]`."""

    rule: np.ndarray  # [games] u8, an index into RULES
    result: np.ndarray  # [games] u8
    size: np.ndarray  # [games] u8, the board's side
    placed: np.ndarray  # [games] u8, stones at the beginning that were not chosen
    start: np.ndarray  # [games + 1] i64
    trap_start: np.ndarray  # [games + 1] i64
    point: np.ndarray  # [moves] i16, x + side·y
    quiet: np.ndarray  # [moves] bool, the position before the move is quiet
    root: np.ndarray  # [moves] i16, the score as the pack stores it, see `score_of_root`
    trap: np.ndarray  # [traps] i16

    def __len__(self) -> int:
        return len(self.rule)

    @property
    def length(self) -> np.ndarray:
        """Moves of each game."""
        return np.diff(self.start)

    def select(self, keep: np.ndarray) -> Games:
        """The games for which `keep` is true."""
        move = np.repeat(keep, self.length)
        trap = np.repeat(keep, np.diff(self.trap_start))
        return Games(
            self.rule[keep], self.result[keep], self.size[keep], self.placed[keep],
            _starts(self.length[keep]), _starts(np.diff(self.trap_start)[keep]),
            self.point[move], self.quiet[move], self.root[move], self.trap[trap],
        )  # fmt: skip

    @staticmethod
    def join(parts: Sequence[Games]) -> Games:
        """The games of all parts, in order."""

        def joined(name: str) -> np.ndarray:
            return np.concatenate([getattr(part, name) for part in parts])

        lengths = np.concatenate([part.length for part in parts])
        traps = np.concatenate([np.diff(part.trap_start) for part in parts])
        return Games(
            joined("rule"), joined("result"), joined("size"), joined("placed"), _starts(lengths), _starts(traps),
            joined("point"), joined("quiet"), joined("root"), joined("trap"),
        )  # fmt: skip


@dataclass
class Game:
    """One game to be written; `moves` are (point, quiet, root)."""

    rule: str
    size: int
    result: int
    placed: int
    moves: list[tuple[int, bool, int]]
    traps: tuple[int, ...] = ()


def score_of_root(root: np.ndarray) -> np.ndarray:
    """The engine's score (f32) of stored scores that are neither decided nor missing."""
    root = root.astype(np.float32)
    return root * np.abs(root) / 32


def root_of_score(score: int) -> int:
    """The stored form of an undecided score."""
    root = min(509, round(math.sqrt(32 * abs(score))))
    return root if score >= 0 else -root


def read_packs(paths: Sequence[str | Path]) -> Games:
    """The games of several packs; see `read_pack`."""
    return Games.join([read_pack(path) for path in paths])


def read_pack(path: str | Path) -> Games:
    """Reads one pack. A truncated game at its end is dropped with a warning; anything else wrong raises `PackError`."""
    data = Path(path).read_bytes()
    if data[:5] != HEADER:
        raise PackError(f"{path}: expected a game pack, beginning with {HEADER!r}, got {data[:5]!r}")
    headers: list[tuple[int, int, int, int, int, int]] = []
    at, end = 5, len(data)
    unpack = struct.Struct("<BBBBH").unpack_from
    while at + 6 <= end:
        kind, size, traps, placed, moves = unpack(data, at)
        if kind & 7 >= len(RULES) or kind >> 3 > WHITE:
            problem = f"expected a rule below {len(RULES)} and a result below 3, got the byte {kind:#04x}"
        elif size not in SIDES:
            problem = f"expected a board's side from {SIDES[0]} to {SIDES[-1]}, got {size}"
        elif moves + traps > size * size or placed > moves:
            used = f"{traps} traps and {moves} moves, {placed} of them placed"
            problem = f"expected at most {size * size} points used, got {used}"
        else:
            begin = at + 6 + 2 * traps
            following = begin + moves // 2 * 5 + moves % 2 * 3
            if following > end:
                break
            headers.append((kind, size, traps, placed, moves, begin))
            at = following
            continue
        raise PackError(f"{path}: game {len(headers)} at byte {at}: {problem}")
    if at < end:
        print(f"{path}: warning: the last game is cut off after {end - at} bytes and is dropped", file=sys.stderr)
    return _unpack(path, np.frombuffer(data, np.uint8), np.array(headers, np.int64).reshape(-1, 6))


def write_pack(path: str | Path, games: Iterable[Game]) -> None:
    """Writes a pack; the games must be valid."""
    out = bytearray(HEADER)
    for game in games:
        kind = RULES.index(game.rule) | game.result << 3
        out += struct.pack("<BBBBH", kind, game.size, len(game.traps), game.placed, len(game.moves))
        out += struct.pack(f"<{len(game.traps)}H", *game.traps)
        words = [point | quiet << 9 | (root & 1023) << 10 for point, quiet, root in game.moves]
        for first, second in zip(words[::2], words[1::2]):
            out += (first | second << 20).to_bytes(5, "little")
        if len(words) % 2:
            out += words[-1].to_bytes(3, "little")
    Path(path).write_bytes(out)


def _starts(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)


def _unpack(path: str | Path, data: np.ndarray, headers: np.ndarray) -> Games:
    kind, size, traps, placed, moves, begin = headers.T
    start, trap_start = _starts(moves), _starts(traps)

    ply = np.arange(start[-1]) - np.repeat(start[:-1], moves)
    at = np.repeat(begin, moves) + ply // 2 * 5 + ply % 2 * 2
    word = data[at].astype(np.int32) | data[at + 1].astype(np.int32) << 8 | data[at + 2].astype(np.int32) << 16
    word = (word >> (ply % 2 * 4).astype(np.int32)) & 0xFFFFF
    root = word >> 10
    root -= (root >= 512) * 1024

    nth = np.arange(trap_start[-1]) - np.repeat(trap_start[:-1], traps)
    at = np.repeat(begin - 2 * traps, traps) + 2 * nth
    trap = data[at].astype(np.int32) | data[at + 1].astype(np.int32) << 8

    point = word & 511
    games = np.arange(len(headers))
    for found, owner in ((point, np.repeat(games, moves)), (trap, np.repeat(games, traps))):
        bad = np.flatnonzero(found >= np.square(size)[owner])
        if len(bad):
            game = owner[bad[0]]
            raise PackError(f"{path}: game {game}: expected points below {size[game] ** 2}, got {found[bad[0]]}")
    return Games(
        (kind & 7).astype(np.uint8), (kind >> 3).astype(np.uint8), size.astype(np.uint8), placed.astype(np.uint8),
        start, trap_start, point.astype(np.int16), (word >> 9 & 1).astype(bool), root.astype(np.int16),
        trap.astype(np.int16),
    )  # fmt: skip
