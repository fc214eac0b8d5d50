"""The newest samples of self-play, kept on the device, and batches drawn from them."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from .views import GLOBAL_BYTES, symmetries


@dataclass
class Batch:
    """Samples as they are learnt from."""

    views: Tensor
    """[batch, area + 4] u8."""
    policy: Tensor
    """[batch, area]: the improved policy of the search."""
    has_policy: Tensor
    """[batch]: 1 where the policy counts."""
    search: Tensor
    """[batch]: the value of the search for the side to move."""
    result: Tensor
    """[batch]: the game's result for the side to move: 1, 0 or −1."""


class Replay:
    """A ring of samples of one canvas."""

    def __init__(self, side: int, capacity: int, device: torch.device) -> None:
        self.side, self.area, self.capacity = side, side * side, capacity
        self.views = torch.zeros(capacity, self.area + GLOBAL_BYTES, dtype=torch.uint8, device=device)
        self.policy = torch.zeros(capacity, self.area, dtype=torch.bfloat16, device=device)
        self.numbers = torch.zeros(capacity, 3, dtype=torch.float32, device=device)
        self.tables = symmetries(side).to(device)
        self.added = 0
        # On the device, so that a recorded graph sees them change.
        self.newest = torch.zeros((), dtype=torch.int64, device=device)
        self.span = torch.ones((), device=device)

    def add(self, samples: Tensor) -> None:
        """Takes samples [count, bytes] u8 as the process that plays wrote them."""
        samples = samples[-self.capacity :]
        rows = (self.added + torch.arange(len(samples), device=samples.device)) % self.capacity
        end = self.area + GLOBAL_BYTES
        tail = end + 2 * self.area
        # Cloned, since numbers of two bytes need an even offset.
        self.views[rows] = samples[:, :end]
        self.policy[rows] = samples[:, end:tail].clone(memory_format=torch.contiguous_format).view(torch.bfloat16)
        search = samples[:, tail : tail + 2].clone(memory_format=torch.contiguous_format).view(torch.bfloat16).float()[:, 0]
        result = samples[:, tail + 2].clone(memory_format=torch.contiguous_format).view(torch.int8).float()
        self.numbers[rows] = torch.stack([search, result, samples[:, tail + 3].float()], 1)
        self.added += len(samples)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def aim(self, window: int) -> None:
        """Lets `draw` take from the newest `window` samples."""
        self.newest.fill_(self.added - 1)
        self.span.fill_(min(len(self), window))

    def draw(self, count: int) -> Batch:
        """Random samples, each in a random one of its eight symmetries."""
        device = self.views.device
        age = (torch.rand(count, device=device) * self.span).long()
        symmetry = torch.randint(8, (count,), device=device)
        return self.batch((self.newest - age) % self.capacity, symmetry)

    def batch(self, rows: Tensor, symmetry: Tensor) -> Batch:
        """These samples, each turned by its symmetry."""
        views = self.views[rows]
        source = self.tables[views[:, self.area + 2].long(), symmetry]
        cells = views[:, : self.area].gather(1, source)
        search, result, has_policy = self.numbers[rows].unbind(1)
        return Batch(
            torch.cat([cells, views[:, self.area :]], 1),
            self.policy[rows].float().gather(1, source),
            has_policy, search, result,
        )  # fmt: skip
