"""A network in training: loss, steps, the average that plays, and its checkpoints."""

from __future__ import annotations

import collections
import copy
import math
import os
from dataclasses import asdict, dataclass
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

from .net import Net, Shape
from .replay import Batch, Replay
from .views import GLOBAL_BYTES, legal


@dataclass(frozen=True)
class Recipe:
    """How the network is trained."""

    decay: float = 0.01
    clip: float = 1.0
    warmup: int = 200
    average: float = 0.998
    """Share of the old average kept at each step."""
    result: float = 0.7
    """Share of the result in the value's target; the rest is the value of the search."""


@dataclass
class Losses:
    """Cross-entropies, and the least that the policy's can be."""

    policy: Tensor | float
    entropy: Tensor | float
    value: Tensor | float


def losses(net: Net, batch: Batch, result_share: float) -> Losses:
    """How far the network is from the search and the results."""
    policy, wdl = net(batch.views)
    cells, numbers = batch.views[:, :-GLOBAL_BYTES], batch.views[:, -GLOBAL_BYTES:]
    logits = policy.float().masked_fill(~legal(cells, numbers), -1e4)
    weight = batch.has_policy / batch.has_policy.sum().clamp(min=1)
    target = batch.policy / batch.policy.sum(1, keepdim=True).clamp(min=1e-6)
    policy_loss = -(weight * (target * logits.log_softmax(1)).sum(1)).sum()
    entropy = (weight * torch.special.entr(target).sum(1)).sum()
    outcome = F.one_hot((1 - batch.result).long(), 3).float()
    win = (1 + batch.search) / 2
    search = torch.stack([win, torch.zeros_like(win), 1 - win], 1)
    chances = result_share * outcome + (1 - result_share) * search
    value_loss = -(chances * wdl.float().log_softmax(1)).sum(1).mean()
    return Losses(policy_loss, entropy, value_loss)


class Learner:
    """The network, its average and its optimiser."""

    RECORD_AFTER = 4
    """Steps on a replay before its step is recorded as a graph."""

    def __init__(self, shape: Shape, recipe: Recipe, device: torch.device) -> None:
        self.recipe, self.device = recipe, device
        self.on_gpu = device.type == "cuda"
        self.net = Net(shape).to(device, memory_format=torch.channels_last)
        self.average = copy.deepcopy(self.net).eval().requires_grad_(False)
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), betas=(0.9, 0.99), weight_decay=recipe.decay, fused=self.on_gpu, capturable=self.on_gpu
        )
        self.step = 0
        # On the device, so that a recorded graph sees them change.
        self.rate = torch.zeros((), device=device)
        self.fresh = torch.zeros((), device=device)
        self.totals = torch.zeros(4, device=device)
        self.graphs: dict[Replay, torch.cuda.CUDAGraph] = {}
        self.seen: collections.Counter[Replay] = collections.Counter()

    def start_from(self, net: Net) -> None:
        """Takes the weights of another network of the same shape."""
        self.net.load_state_dict(net.state_dict())
        self.average.load_state_dict(net.state_dict())

    def learn(self, replay: Replay, count: int, window: int, lr: float) -> None:
        """One step on samples of the newest `window`; the count must not change."""
        lr *= min(1.0, (self.step + 1) / max(self.recipe.warmup, 1))
        self.rate.fill_(lr)
        for group in self.optimizer.param_groups:
            group["lr"] = self.rate if self.on_gpu else lr
        self.step += 1
        keep = min(self.recipe.average, (1 + self.step) / (10 + self.step))
        self.fresh.fill_(1 - keep)
        replay.aim(window)
        self.seen[replay] += 1
        if not self.on_gpu or self.seen[replay] <= self.RECORD_AFTER:
            self._step(replay, count)
            return
        if replay not in self.graphs:
            graph = torch.cuda.CUDAGraph()
            self.optimizer.zero_grad(set_to_none=True)
            with torch.cuda.graph(graph, stream=torch.cuda.current_stream()):
                self._step(replay, count)
            self.graphs[replay] = graph
        self.graphs[replay].replay()

    def _step(self, replay: Replay, count: int) -> None:
        batch = replay.draw(count)
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.on_gpu, cache_enabled=False):
            loss = losses(self.net, batch, self.recipe.result)
        self.optimizer.zero_grad(set_to_none=True)
        (loss.policy + loss.value).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), self.recipe.clip)
        self.optimizer.step()
        with torch.no_grad():
            average = list(self.average.parameters())
            difference = torch._foreach_sub(list(self.net.parameters()), average)
            torch._foreach_mul_(difference, self.fresh)
            torch._foreach_add_(average, difference)
            self.totals += torch.stack([loss.policy, loss.entropy, loss.value, torch.ones_like(loss.value)])

    def means(self) -> Losses:
        """The mean losses of the steps since the last call."""
        policy, entropy, value, count = self.totals.tolist()
        self.totals.zero_()
        count = max(count, 1.0)
        return Losses(policy / count, entropy / count, value / count)

    def save(self, folder: Path, rest: dict) -> None:
        """Writes `checkpoint.pt` and `optimizer.pt`; the old ones stay until the new ones are whole."""
        state = {
            "shape": asdict(self.net.shape), "net": self.net.state_dict(), "average": self.average.state_dict(),
            "step": self.step, "rest": rest,
        }  # fmt: skip
        for name, what in (("optimizer.pt", self.optimizer.state_dict()), ("checkpoint.pt", state)):
            torch.save(what, folder / f"{name}.partial")
            os.replace(folder / f"{name}.partial", folder / name)

    @staticmethod
    def load(folder: Path, recipe: Recipe, device: torch.device) -> tuple[Learner, dict]:
        """A learner as it was saved, and what was saved with it; the optimiser begins anew where its file is missing."""
        state = torch.load(folder / "checkpoint.pt", map_location=device, weights_only=True)
        learner = Learner(Shape(**state["shape"]), recipe, device)
        learner.net.load_state_dict(state["net"])
        learner.average.load_state_dict(state["average"])
        learner.step = state["step"]
        if (folder / "optimizer.pt").exists():
            learner.optimizer.load_state_dict(torch.load(folder / "optimizer.pt", map_location=device, weights_only=True))
        return learner, state["rest"]


def schedule(first: float, last: float, share: float) -> float:
    """The learning rate at this share of a run, on a cosine from the first to the last."""
    return last + (first - last) * (1 + math.cos(math.pi * min(max(share, 0.0), 1.0))) / 2
