"""Positions as `goren teach` shows them: one byte a cell, then rule, side to move, size and a zero."""

from __future__ import annotations

import torch
from torch import Tensor

RULES = ("freestyle", "standard", "renju", "caro", "caro6")
CANVASES = (15, 20)
GLOBAL_BYTES = 4
OWN, OTHER, TRAP, OUTSIDE = 0x80, 0x81, 0x82, 0x83
FORBIDDEN = 0x40
LEVELS = 7
"""Threat levels above 0 that a stone on an empty cell can have."""

CELL_PLANES = 2 * LEVELS + 6
GLOBALS = len(RULES) + 2
PLANES = 32
"""Of a cell, of the position, and zeros: tensor cores like a multiple of eight."""


def plane_table() -> Tensor:
    """What each byte of a cell stands for [256, CELL_PLANES]: own threats, the other's, forbidden, empty, own stone, the
    other's, trap, on the board."""
    table = torch.zeros(256, CELL_PLANES)
    base = 2 * LEVELS
    for byte in range(0x80):
        own, other = byte & 7, byte >> 3 & 7
        if own:
            table[byte, own - 1] = 1
        if other:
            table[byte, LEVELS + other - 1] = 1
        table[byte, base] = float(byte & FORBIDDEN != 0)
        table[byte, base + 1] = 1
        table[byte, base + 5] = 1
    for offset, byte in enumerate((OWN, OTHER, TRAP)):
        table[byte, base + 2 + offset] = 1
        table[byte, base + 5] = 1
    return table


def global_features(numbers: Tensor) -> Tensor:
    """Features [batch, PLANES - CELL_PLANES] of the bytes after the cells: the rule, whether White is to move, the size,
    and zeros."""
    rules = torch.arange(len(RULES), device=numbers.device)
    rule = (numbers[:, :1] == rules).float()
    rest = torch.stack([numbers[:, 1].float(), (numbers[:, 2].float() - 15) / 5], 1)
    return torch.nn.functional.pad(torch.cat([rule, rest], 1), (0, PLANES - CELL_PLANES - GLOBALS))


def legal(cells: Tensor, numbers: Tensor) -> Tensor:
    """Which cells [batch, area] the side to move may play on."""
    white = numbers[:, 1:2] == 1
    return (cells < OWN) & ((cells & FORBIDDEN == 0) | white)


def symmetries(side: int) -> Tensor:
    """Tables [side + 1, 8, area]: by board size and symmetry, which cell of a canvas each cell comes from."""
    cells = torch.arange(side * side).reshape(side, side)
    tables = cells.reshape(1, 1, -1).repeat(side + 1, 8, 1)
    for size in range(1, side + 1):
        for number in range(8):
            board = cells[:size, :size]
            if number & 1:
                board = board.flip(1)
            if number & 2:
                board = board.flip(0)
            if number & 4:
                board = board.T
            whole = cells.clone()
            whole[:size, :size] = board
            tables[size, number] = whole.reshape(-1)
    return tables
