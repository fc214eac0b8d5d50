"""Games on the device, and batches of positions drawn from them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor

from . import codes
from .pack import NO_SCORE, PROVEN, Games, score_of_root

HELD_OUT = 50  # One game of so many is for validation.


@dataclass
class Batch:
    """Positions on boards of one side. Everything is seen by the side to move."""

    shape: codes.Geometry
    board: Tensor  # [batch, points] u8, cells as in `codes`
    has_traps: bool  # whether any board may have one
    white: Tensor  # [batch] bool, White is to move
    move: Tensor  # [batch] i64, the move played
    root: Tensor  # [batch] i16, the stored score
    outcome: Tensor  # [batch] i64, 0 won, 1 drawn, 2 lost


class Group:
    """All samples on boards of one side: moves with a score, in quiet positions."""

    def __init__(self, games: Games, device: torch.device) -> None:
        self.shape = codes.geometry(int(games.size[0]), device)
        count, length = len(games), games.length
        owner = np.repeat(np.arange(count), length)
        ply = np.arange(len(games.point)) - games.start[owner]
        moves = np.full((count, length.max()), self.shape.points, np.int16)
        moves[owner, ply] = games.point
        roots = np.full(moves.shape, NO_SCORE, np.int16)
        roots[owner, ply] = games.root
        trap_counts = np.diff(games.trap_start)
        traps = np.full((count, trap_counts.max()), self.shape.points, np.int16)
        trap_owner = np.repeat(np.arange(count), trap_counts)
        traps[trap_owner, np.arange(len(games.trap)) - games.trap_start[trap_owner]] = games.trap

        sample = games.quiet & (games.root != NO_SCORE) & (ply >= games.placed[owner])
        proven = np.abs(games.root) == PROVEN

        def on_device(array: np.ndarray) -> Tensor:
            return torch.from_numpy(array).to(device)

        self.moves, self.roots, self.traps = on_device(moves), on_device(roots), on_device(traps)
        self.result = on_device(games.result.astype(np.int64))
        # Samples as game · 512 + ply, which no game's length reaches.
        packed = owner * 512 + ply
        self.open = on_device(packed[sample & ~proven])
        self.proven = on_device(packed[sample & proven])

    def __len__(self) -> int:
        return len(self.open) + len(self.proven)

    def proven_count(self, batch: int, cap: float) -> int:
        """The number of decided samples in a batch: their share, or `cap` if that is less."""
        if not len(self.open):
            return batch
        return round(batch * min(cap, len(self.proven) / len(self)))

    def draw(self, batch: int, cap: float) -> Batch:
        """A random batch, each position in a random one of its eight symmetries; at most the share `cap` is decided."""
        device = self.moves.device
        proven = self.proven_count(batch, cap)
        index = torch.cat(
            [
                source[torch.randint(len(source), (count,), device=device)]
                for source, count in ((self.open, batch - proven), (self.proven, proven))
                if count
            ]
        )
        return self.batch(index, torch.randint(8, (batch,), device=device))

    def fixed(self, limit: int, cap: float) -> Tensor:
        """At most `limit` different samples, evenly spread and the same in each call, as an index for `batch`."""
        limit = min(limit, len(self))
        proven = self.proven_count(limit, cap)
        chosen = []
        for source, count in ((self.open, limit - proven), (self.proven, proven)):
            count = min(count, len(source))
            chosen.append(source[torch.arange(count, device=source.device) * len(source) // max(count, 1)])
        return torch.cat(chosen)

    def batch(self, index: Tensor, symmetry: Tensor | None = None) -> Batch:
        """The positions of these samples."""
        game, ply = index // 512, index % 512
        moves, traps = self.moves[game].long(), self.traps[game].long()
        if symmetry is not None:
            table = self.shape.symmetries[symmetry]
            moves, traps = table.gather(1, moves), table.gather(1, traps)
        white = ply % 2
        result = self.result[game]
        outcome = torch.where(result == 0, 1, torch.where(result == 1 + white, 0, 2))
        return Batch(
            self.shape, codes.cells(self.shape, moves, ply, traps), traps.shape[1] > 0, white == 1,
            moves.gather(1, ply[:, None])[:, 0], self.roots[game, ply], outcome,
        )  # fmt: skip


def groups(games: Games, device: torch.device) -> list[Group]:
    """One group for each side of a board that has samples."""
    found = [Group(games.select(games.size == size), device) for size in np.unique(games.size)]
    return [group for group in found if len(group)]


def held_out(games: Games) -> np.ndarray:
    """Which games are for validation.

    It depends on a game's moves alone: equal games stay together, and a later run with more packs holds out the same ones.
    """
    owner = np.repeat(np.arange(len(games)), games.length)
    ply = (np.arange(len(games.point)) - games.start[owner]).astype(np.uint64)
    mixed = (games.point.astype(np.uint64) + np.uint64(1)) * (ply * np.uint64(2) + np.uint64(1))
    mixed *= np.uint64(0x9E3779B97F4A7C15)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    total = np.zeros(len(games), np.uint64)
    np.add.at(total, owner, mixed ^ mixed >> np.uint64(32))
    return total % np.uint64(HELD_OUT) == 0


def fit_scale(games: Games) -> float:
    """The `s` for which σ(score / s) predicts the outcomes of all undecided samples best."""
    owner = np.repeat(np.arange(len(games)), games.length)
    ply = np.arange(len(games.point)) - games.start[owner]
    sample = games.quiet & (games.root != NO_SCORE) & (np.abs(games.root) != PROVEN)
    result = games.result[owner][sample]
    points = np.where(result == 0, 0.5, result == 1 + ply[sample] % 2)
    root = games.root[sample].astype(np.int64) + 512
    count = np.bincount(root, minlength=1024)
    won = np.bincount(root, points, minlength=1024)
    score = score_of_root(np.arange(1024) - 512).astype(np.float64)

    def loss(log_scale: float) -> float:
        x = score / np.exp(log_scale)
        return float(np.sum(count * np.logaddexp(0, x) - won * x))

    low, high = np.log(5.0), np.log(50_000.0)
    for _ in range(60):  # The loss has one minimum: golden section.
        step = (high - low) * 0.381966
        if loss(low + step) < loss(high - step):
            high -= step
        else:
            low += step
    return float(np.exp((low + high) / 2))
