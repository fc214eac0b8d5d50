"""The residual network: view → policy logits and chances of win, draw and loss."""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from ..netfile import NetError
from .views import GLOBAL_BYTES, PLANES, global_features, plane_table


@dataclass(frozen=True)
class Shape:
    """The network's size."""

    blocks: int = 6
    channels: int = 96
    policy: int = 32
    hidden: int = 96


class Net(nn.Module):
    """3×3 convolutions without normalisation and bias; every second block sees the whole board through pooling.

    A plane of the input tells which cells are on the board, and the mean of a pooling is over these; nothing else is masked.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        width = shape.channels
        self.register_buffer("table", plane_table(), persistent=False)
        self.stem = _convolution(PLANES, width)
        self.first = nn.ModuleList(_convolution(width, width) for _ in range(shape.blocks))
        self.pooled = nn.ModuleList(nn.Linear(2 * width, width) for _ in range(shape.blocks // 2))
        self.second = nn.ModuleList(_convolution(width, width) for _ in range(shape.blocks))
        self.policy = nn.Linear(width, shape.policy, bias=False)
        self.policy_pooled = nn.Linear(2 * width, shape.policy)
        self.policy_out = nn.Linear(shape.policy, 1, bias=False)
        self.hidden = nn.Linear(2 * width, shape.hidden)
        self.value = nn.Linear(shape.hidden, 3)
        self._initialise()

    def _initialise(self) -> None:
        """Every block begins as the identity, so that no normalisation is needed."""
        for module in self.modules():
            if isinstance(module, (nn.Conv2d, nn.Linear)):
                nn.init.kaiming_normal_(module.weight, nonlinearity="relu")
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        for module in (*self.second, *self.pooled, self.policy_out, self.value):
            nn.init.zeros_(module.weight)

    def forward(self, views: Tensor) -> tuple[Tensor, Tensor]:
        """Logits [batch, area] of every cell and [batch, 3] of win, draw and loss for the side to move."""
        cells, numbers = views[:, :-GLOBAL_BYTES], views[:, -GLOBAL_BYTES:]
        batch, area = cells.shape
        side = round(area**0.5)
        kind = torch.bfloat16 if torch.is_autocast_enabled(views.device.type) else self.stem.weight.dtype
        # The rows of the table are the channels of a cell: the memory format of channels_last.
        planes = self.table.to(kind)[cells.int()]
        mean = planes[:, :, -1] / planes[:, :, -1].sum(1, keepdim=True)
        everywhere = global_features(numbers).to(kind)[:, None, :].expand(-1, area, -1)
        planes = torch.cat([planes, everywhere], 2).unflatten(1, (side, side)).permute(0, 3, 1, 2)
        fused = planes.is_cuda and not torch.is_grad_enabled() and kind == torch.bfloat16
        x = _fused_relu(planes, self.stem) if fused else F.relu(self.stem(planes))
        for number, (first, second) in enumerate(zip(self.first, self.second)):
            y = _fused_relu(x, first) if fused else F.relu(first(x))
            if number % 2 == 1:
                y = y + self.pooled[number // 2](_pool(_rows(y), mean))[:, :, None, None]
            x = _fused_add_relu(y, second, x) if fused else F.relu(x + second(y))
        rows = _rows(x)
        pooled = _pool(rows, mean)
        policy = F.relu(self.policy(rows) + self.policy_pooled(pooled)[:, None, :])
        return self.policy_out(policy).flatten(1), self.value(F.relu(self.hidden(pooled)))


def grown(net: Net, shape: Shape) -> Net:
    """A network of more blocks that computes exactly the same: those that are new come last and begin as the identity."""
    has = net.shape
    if shape.blocks < has.blocks or shape != replace(has, blocks=shape.blocks):
        expected = f"at least {has.blocks} blocks and exactly {has.channels} channels"
        raise NetError(f"expected {expected}, as the network has, got {shape.blocks} and {shape.channels}")
    larger = Net(shape)
    # A block's number is part of its names, so that what is there keeps its place.
    larger.load_state_dict(larger.state_dict() | net.state_dict())
    return larger


def _convolution(inputs: int, outputs: int) -> nn.Conv2d:
    return nn.Conv2d(inputs, outputs, 3, padding=1, bias=False)


def _rows(x: Tensor) -> Tensor:
    """The channels of each cell [batch, area, channels], which channels_last has in that order."""
    return x.permute(0, 2, 3, 1).flatten(1, 2)


def _pool(rows: Tensor, mean: Tensor) -> Tensor:
    """Mean over the board and maximum over the canvas [batch, 2 · channels] of features that are not negative."""
    means = torch.bmm(mean.to(rows.dtype)[:, None, :], rows)[:, 0]
    return torch.cat([means, rows.amax(1)], 1)


def _fused_relu(x: Tensor, conv: nn.Conv2d) -> Tensor:
    return torch.cudnn_convolution_relu(x, conv.weight, None, (1, 1), (1, 1), (1, 1), 1)


def _fused_add_relu(x: Tensor, conv: nn.Conv2d, add: Tensor) -> Tensor:
    return torch.cudnn_convolution_add_relu(x, conv.weight, add, 1.0, None, (1, 1), (1, 1), (1, 1), 1)


def expected(wdl: Tensor) -> Tensor:
    """The expected result [batch] of logits of win, draw and loss, from −1 to 1."""
    chances = wdl.float().softmax(1)
    return chances[:, 0] - chances[:, 2]
