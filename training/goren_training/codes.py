"""Boards and their codes, for whole batches at once on any device.

A cell is 0 wall or trap, 1 empty, 2 a stone of the side to move, 3 one of the other side: a digit of a code plus one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import torch
import torch.nn.functional as F
from torch import Tensor

REACH = 5
SIDES = 364
PAIRS = SIDES * (SIDES + 1) // 2
CODES = 3 * PAIRS
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True)
class Geometry:
    """What depends on the board's side only, as tensors on one device. Points are `x + size·y`."""

    size: int
    points: int
    symmetries: Tensor  # [8, points + 1] i64: where a point goes; the last one, no point, stays
    rays: Tensor  # [5 · points · 8] i64: cells of the padded board, by distance, point, and ray
    regions: Tensor  # [5, points] f32: which points belong to the whole board and the four quarters
    swapped: Tensor  # [364] i16: a side's number with the stones' colours exchanged


@lru_cache(maxsize=None)
def geometry(size: int, device: torch.device) -> Geometry:
    """The geometry of a board with this side."""
    points = size * size
    y, x = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    symmetries = []
    for flip in (False, True):
        for _ in range(4):
            symmetries.append((y * size + x if flip else x * size + y).flatten())
            x, y = size - 1 - y, x
    symmetries = torch.cat([torch.stack(symmetries), torch.full((8, 1), points)], 1)

    padded = size + 2 * REACH
    y, x = torch.meshgrid(torch.arange(size), torch.arange(size), indexing="ij")
    middle = (y + REACH) * padded + x + REACH
    steps = [sign * (dx + padded * dy) for dx, dy in DIRECTIONS for sign in (1, -1)]
    rays = torch.stack([torch.stack([middle + k * step for step in steps], -1) for k in range(1, REACH + 1)])

    outer = (size + 1) // 3
    low = torch.arange(size) < size - outer
    high = torch.arange(size) >= outer
    quarters = [(rows[:, None] & columns).flatten() for rows in (low, high) for columns in (low, high)]
    regions = torch.stack([torch.ones(points, dtype=torch.bool), *quarters]).float()

    swapped = torch.zeros(SIDES, dtype=torch.int16)
    for side in range(SIDES):
        digits, rest = [], side
        while rest > 0:  # A side is written with the digits 1 to 3, as cells are.
            digits.append((rest - 1) % 3 + 1)
            rest = (rest - digits[-1]) // 3
        swapped[side] = sum((1, 3, 2)[digit - 1] * 3**k for k, digit in enumerate(digits))
    tensors = (symmetries, rays.flatten(), regions, swapped)
    return Geometry(size, points, *(tensor.to(device) for tensor in tensors))


def cells(shape: Geometry, moves: Tensor, ply: Tensor, traps: Tensor) -> Tensor:
    """Boards [batch, points] u8 after the first `ply` of each game's moves, seen by the side to move.

    `moves` and `traps` are i64, filled up with `points`, which is no point.
    """
    number = torch.arange(moves.shape[1], device=moves.device)
    point = torch.where(number < ply[:, None], moves, shape.points)
    stone = (2 + (number + ply[:, None]) % 2).to(torch.uint8)
    board = torch.ones((len(moves), shape.points + 1), dtype=torch.uint8, device=moves.device)
    board.scatter_(1, point, stone)
    if traps.shape[1]:
        board.scatter_(1, traps, 0)
    return board[:, : shape.points]


def codes(shape: Geometry, board: Tensor) -> Tensor:
    """Codes [batch, points, 2, 4] i32: the side to move's view, then the other's, each with the lines of `DIRECTIONS`.

    Those of a trap mean nothing.
    """
    batch = len(board)
    padded = F.pad(board.view(batch, shape.size, shape.size), (REACH,) * 4).view(batch, -1)
    ray = padded.index_select(1, shape.rays).view(batch, REACH, shape.points, 8).to(torch.int16)
    side = ray[:, REACH - 1]
    for k in range(REACH - 2, -1, -1):
        side = (ray[:, k] + 3 * side) * (ray[:, k] > 0)
    side = torch.stack([side, shape.swapped[side.int()]], 2)
    forward, backward = side[..., 0::2].int(), side[..., 1::2].int()
    high = torch.maximum(forward, backward)
    pair = high * (high + 1) // 2 + torch.minimum(forward, backward)
    own = (board.int() - 1).clamp(min=0)
    digit = torch.stack([own, (3 - own) % 3], 2)
    return 3 * pair + digit[..., None]


@lru_cache(maxsize=None)
def parts(device: torch.device) -> tuple[Tensor, Tensor, Tensor]:
    """The low side, the high side and the digit of every code [199,290] i64."""
    high, low = torch.tril_indices(SIDES, SIDES, device=device)
    digit = torch.arange(3, device=device).repeat(PAIRS)
    return low.repeat_interleave(3), high.repeat_interleave(3), digit
