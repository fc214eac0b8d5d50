"""The network that plays: evaluates whole lanes in bfloat16, from one buffer into another."""

from __future__ import annotations

import copy

import numpy as np
import torch
from torch import Tensor

from .net import Net, expected
from .process import Lane


class Evaluator:
    """A copy of a network for inference, with buffers and, on a GPU, a recorded graph for each lane.

    Sizes never change, so that convolutions are tuned once.
    """

    def __init__(self, net: Net, lanes: list[Lane], device: torch.device) -> None:
        self.device, self.lanes = device, lanes
        self.net = copy.deepcopy(net).eval().requires_grad_(False)
        self.net.to(torch.bfloat16 if device.type == "cuda" else torch.float32)
        self.weights = list(self.net.parameters())
        cuda = device.type == "cuda"
        self.stream = torch.cuda.Stream(priority=-1) if cuda else None
        self.views = [torch.zeros(lane.games, lane.view_bytes, dtype=torch.uint8, pin_memory=cuda) for lane in lanes]
        self.answers = [
            torch.zeros(lane.games, 1 + lane.side**2, dtype=torch.bfloat16, pin_memory=cuda) for lane in lanes
        ]
        self.buffers: list[np.ndarray] = [views.numpy() for views in self.views]
        self.events = [torch.cuda.Event() for _ in lanes] if cuda else []
        self.graphs: list[torch.cuda.CUDAGraph] = []
        if cuda:
            self._record()

    @torch.no_grad()
    def _evaluate(self, views: Tensor) -> Tensor:
        policy, wdl = self.net(views)
        return torch.cat([expected(wdl)[:, None].to(torch.bfloat16), policy.to(torch.bfloat16)], 1)

    def _record(self) -> None:
        self.inputs = [views.to(self.device) for views in self.views]
        self.outputs: list[Tensor] = []
        for views in self.inputs:
            views[:, -2] = 15
        self.stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(self.stream):
            for views in self.inputs:
                for _ in range(3):
                    self._evaluate(views)
        torch.cuda.synchronize()
        pool = None
        for views in self.inputs:
            graph = torch.cuda.CUDAGraph()
            with torch.cuda.graph(graph, pool=pool, stream=self.stream):
                self.outputs.append(self._evaluate(views))
            pool = pool or graph.pool()
            self.graphs.append(graph)
        torch.cuda.synchronize()

    @torch.no_grad()
    def load(self, net: Net) -> None:
        """Takes the weights of another network; on a GPU, after what the current stream has been given so far."""
        weights = [parameter.detach() for parameter in net.parameters()]
        if self.stream is None:
            torch._foreach_copy_(self.weights, weights)
            return
        training = torch.cuda.current_stream()
        self.stream.wait_stream(training)
        with torch.cuda.stream(self.stream):
            torch._foreach_copy_(self.weights, weights)
        training.wait_stream(self.stream)

    def start(self, lane: int) -> None:
        """Begins to evaluate the views in a lane's buffer."""
        if self.stream is None:
            self.answers[lane].copy_(self._evaluate(self.views[lane]))
            return
        with torch.cuda.stream(self.stream):
            self.inputs[lane].copy_(self.views[lane], non_blocking=True)
            self.graphs[lane].replay()
            self.answers[lane].copy_(self.outputs[lane], non_blocking=True)
            self.events[lane].record(self.stream)

    def finish(self, lane: int) -> np.ndarray:
        """Waits for a lane's answers: the bits of value and logits of each view."""
        if self.stream is not None:
            self.events[lane].synchronize()
        return self.answers[lane].view(torch.int16).numpy()
