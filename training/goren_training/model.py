"""The network in floating point, rounded and clamped in the forward pass as the integers of its file are.

All numbers are real: a feature of 64 in the file's integers is 1.0 here. In f64 the heads are exact: with baked rows the
model computes the same as a reader of the file.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from . import codes
from .samples import Batch

FEATURE = 64  # What stands for 1 in the integers: of rows, features and weights,
POOLED = 256  # of sums over the board (divided by 16) and over a quarter (divided by 8),
HIDDEN = 128  # of everything after the first layer,
OUTPUT = 8192  # and of values and policies.
ROW_LIMIT = 1023 / FEATURE
FEATURE_LIMIT = 255 / FEATURE
WEIGHT_LIMIT = 127 / FEATURE
HIDDEN_LIMIT = 8191 / HIDDEN
WIDTH = 32
HEAD = 32


@dataclass(frozen=True)
class Shape:
    """The shape of a model. Files hold only `codebooks` 1, no `depthwise`, `width` 32."""

    colours: int = 1
    sides: int = 128  # H, width of the generator's first layer
    middle: int = 64  # M, width of its second
    width: int = WIDTH
    codebooks: int = 1
    depthwise: bool = False

    @property
    def exportable(self) -> bool:
        return self.codebooks == 1 and not self.depthwise and self.width == WIDTH


class _Round(torch.autograd.Function):
    """`floor(x · unit + shift) / unit`, with the gradient of `x` (straight-through)."""

    @staticmethod
    def forward(ctx, x: Tensor, unit: int, shift: float) -> Tensor:
        return (x * unit + shift).floor_().div_(unit)

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[Tensor, None, None]:
        return gradient, None, None


def floor_to(x: Tensor, unit: int) -> Tensor:
    return _Round.apply(x, unit, 0.0)


def round_to(x: Tensor, unit: int) -> Tensor:
    return _Round.apply(x, unit, 0.5)


class _AddRows(torch.autograd.Function):
    """The sum of each four rows; its gradient is added up row by row, without sorting."""

    @staticmethod
    def forward(ctx, index: Tensor, table: Tensor) -> Tensor:
        ctx.save_for_backward(index)
        ctx.rows = len(table)
        total = table.index_select(0, index[:, 0])
        for line in range(1, 4):
            total += table.index_select(0, index[:, line])
        return total

    @staticmethod
    def backward(ctx, gradient: Tensor) -> tuple[None, Tensor]:
        (index,) = ctx.saved_tensors
        total = gradient.new_zeros(ctx.rows, gradient.shape[1])
        for line in range(4):
            total.index_add_(0, index[:, line], gradient)
        return None, total


def sum_rows(index: Tensor, table: Tensor, way: str) -> Tensor:
    """Sums of the four rows that each line of `index` [n, 4] names; `way` changes the speed only."""
    if way == "bag":
        return F.embedding_bag(index, table, mode="sum")
    if way == "embedding":
        return F.embedding(index, table).sum(1)
    return _AddRows.apply(index, table)


class Generator(nn.Module):
    """Generates the rows of codes."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        h, m = shape.sides, shape.middle
        self.sides = nn.Parameter(torch.randn(codes.SIDES, h) * 0.5)
        self.centres = nn.Parameter(torch.randn(3, h) * 0.5)
        self.b1 = nn.Parameter(torch.zeros(m))
        self.w1 = nn.Parameter(torch.randn(h, m) * (2 / h) ** 0.5)
        self.b2 = nn.Parameter(torch.full((shape.width,), 0.02))
        self.w2 = nn.Parameter(torch.randn(m, shape.width) * 0.1 * m**-0.5)

    def all_rows(self) -> Tensor:
        """Rows of all codes [199,290, width]."""
        low, high, _ = codes.parts(self.sides.device)
        pairs = (self.sides[:, None] + self.sides).flatten(0, 1).index_select(0, (low * codes.SIDES + high)[::3])
        return self._rows((pairs[:, None] + self.centres).flatten(0, 1))

    def rows(self, code: Tensor) -> Tensor:
        """Rows of these codes [n, width]."""
        low, high, digit = (part[code] for part in codes.parts(self.sides.device))
        sides = F.embedding(low, self.sides) + F.embedding(high, self.sides)
        return self._rows(sides + F.embedding(digit, self.centres))

    def _rows(self, first: Tensor) -> Tensor:
        second = torch.relu(torch.addmm(self.b1, torch.relu(first), self.w1))
        row = torch.addmm(self.b2, second, self.w2)
        return round_to(row.to(self.w2.dtype), FEATURE).clamp(-ROW_LIMIT, ROW_LIMIT)


class Linear(nn.Module):
    """A layer of integer weights; `unit` stands for 1 in its bias."""

    def __init__(self, inputs: int, outputs: int, unit: int, gain: float = 1.0) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(outputs, inputs) * gain * inputs**-0.5)
        self.bias = nn.Parameter(torch.zeros(outputs))
        self.unit = unit

    def forward(self, x: Tensor) -> Tensor:
        weight = round_to(self.weight.clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT), FEATURE)
        return F.linear(x, weight, round_to(self.bias, self.unit))

    def integers(self) -> tuple[Tensor, Tensor]:
        """The bias and the weights as the file holds them."""
        weight = self.weight.double().clamp(-WEIGHT_LIMIT, WEIGHT_LIMIT)
        return (self.bias.double() * self.unit + 0.5).floor().long(), (weight * FEATURE + 0.5).floor().long()


class Heads(nn.Module):
    """Value and policy for the side to move."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        features = 2 * shape.width
        self.whole = Linear(features, HEAD, POOLED * FEATURE)
        self.quarter = Linear(features, HEAD, POOLED * FEATURE)
        self.hidden = Linear(2 * HEAD, HEAD, HIDDEN * FEATURE)
        self.value = Linear(HEAD, 3, HIDDEN * FEATURE, 0.25)
        self.policy = Linear(2 * HEAD, features, HIDDEN * FEATURE, 0.5)

    def forward(self, whole: Tensor, quarters: Tensor) -> tuple[Tensor, Tensor]:
        """Values [batch, 3] and the vector [batch, features] whose product with a point's features is its policy."""
        g = floor_to(self.whole(whole), HIDDEN).clamp(0, HIDDEN_LIMIT)
        q = floor_to(self.quarter(quarters), HIDDEN).clamp(0, HIDDEN_LIMIT)
        z = torch.cat([g, q.sum(1)], 1)
        h = floor_to(self.hidden(z), HIDDEN).clamp(0, HIDDEN_LIMIT)
        return self.value(h), floor_to(self.policy(z), HIDDEN).clamp(-HIDDEN_LIMIT, HIDDEN_LIMIT)


class Network(nn.Module):
    """Values (logits of win, draw, loss) and policies (a logit for each point) of a batch."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.bf16 = False  # whether the generators' products are in bf16
        self.generators = nn.ModuleList(Generator(shape) for _ in range(shape.colours * shape.codebooks))
        self.heads = nn.ModuleList(Heads(shape) for _ in range(shape.colours))
        if shape.depthwise:
            self.depthwise = nn.Conv2d(shape.width, shape.width, 3, padding=1, groups=shape.width)

    def table(self) -> Tensor:
        """The rows of all generators, one after another."""
        with self._generator_precision():
            return torch.cat([generator.all_rows() for generator in self.generators])

    def forward(
        self, batch: Batch, table: Tensor | None = None, way: str = "bag", unique: bool = False
    ) -> tuple[Tensor, Tensor]:
        """`table` replaces the generators' rows; `unique` makes only the rows that the batch needs."""
        index = codes.codes(batch.shape, batch.board)
        index = self._with_offsets(index, batch.white).flatten(0, 2)
        if table is None and unique:
            index, table = self._needed_rows(index)
        elif table is None:
            table = self.table()
        x = sum_rows(index, table, way).view(*batch.board.shape, -1).clamp(0, FEATURE_LIMIT)
        if batch.has_traps:
            x = x * (batch.board != 0)[..., None]
        if self.shape.depthwise:
            x = self._convolved(batch, x) * (batch.board != 0)[..., None]
        pooled = torch.bmm(batch.shape.regions.to(x.dtype).expand(len(x), -1, -1), x)
        whole, quarters = floor_to(pooled[:, 0] / 16, POOLED), floor_to(pooled[:, 1:] / 8, POOLED)
        value, vector = self.heads[0](whole, quarters)
        if self.shape.colours == 2:
            white_value, white_vector = self.heads[1](whole, quarters)
            value = torch.where(batch.white[:, None], white_value, value)
            vector = torch.where(batch.white[:, None], white_vector, vector)
        return value, torch.bmm(x, vector[..., None])[..., 0]

    @torch.no_grad()
    def clip(self) -> None:
        """Keeps the heads' weights within what the file can hold."""
        for heads in self.heads:
            for linear in heads.children():
                linear.weight.clamp_(-WEIGHT_LIMIT, WEIGHT_LIMIT)

    def _with_offsets(self, index: Tensor, white: Tensor) -> Tensor:
        """Codes as places in `table`: rows of Black's views come before White's, orthogonal ones before diagonal ones."""
        books = self.shape.codebooks
        if self.shape.colours == 2:
            view = white[:, None].int() ^ torch.arange(2, device=index.device, dtype=torch.int32)
            index = index + view[:, None, :, None] * (books * codes.CODES)
        if books == 2:
            index = index + torch.tensor([0, 0, 1, 1], device=index.device, dtype=torch.int32) * codes.CODES
        return index

    def _needed_rows(self, index: Tensor) -> tuple[Tensor, Tensor]:
        used = torch.zeros(len(self.generators) * codes.CODES, dtype=torch.bool, device=index.device)
        used[index.flatten()] = True
        index = (used.cumsum(0, dtype=torch.int32) - 1)[index]
        needed = used.nonzero()[:, 0]
        owner = needed // codes.CODES
        with self._generator_precision():
            rows = [generator.rows(needed[owner == i] % codes.CODES) for i, generator in enumerate(self.generators)]
        return index, torch.cat(rows)

    def _generator_precision(self) -> torch.autocast:
        return torch.autocast(self.generators[0].sides.device.type, torch.bfloat16, enabled=self.bf16)

    def _convolved(self, batch: Batch, x: Tensor) -> Tensor:
        """Half of each view's channels after a 3×3 convolution, the other half as they were."""
        half = self.shape.width // 2
        views = x.unflatten(2, (2, 2, half))
        mixed = views[:, :, :, 0].flatten(2)
        planes = mixed.transpose(1, 2).unflatten(2, (batch.shape.size, batch.shape.size))
        mixed = self.depthwise(planes).flatten(2).transpose(1, 2)
        mixed = mixed.clamp(0, FEATURE_LIMIT).unflatten(2, (2, half))
        return torch.stack([mixed, views[:, :, :, 1]], 3).flatten(2)
