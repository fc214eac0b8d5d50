"""Makes a small random network and its evaluations, for the test of goren's own reader.

    python -m goren_training.teacher.golden ../crates/teacher/tests/golden
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch

from .net import Net, Shape, expected
from .netfile import read_net, write_net
from .views import OUTSIDE

BOARDS = ((15, 15, 2, 0), (15, 9, 2, 1), (20, 20, 0, 0), (20, 17, 4, 1))
"""Canvas, board, rule and side to move of each view."""


def write(folder: Path) -> None:
    """Writes `net.bin` and `answers.bin`."""
    torch.manual_seed(1)
    net = Net(Shape(2, 24, 8, 16))
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.normal_(0, 0.1)
    write_net(folder / "net.bin", net, 4711)
    net, _ = read_net(folder / "net.bin")
    codes = torch.tensor([0, 0, 0, 1, 2 | 1 << 3, 4 | 5 << 3, 6, 7 | 7 << 3, 0x43 | 3 << 3, 0x80, 0x80, 0x81, 0x82], dtype=torch.uint8)
    out = bytearray()
    for canvas, size, rule, white in BOARDS:
        cells = torch.full((canvas, canvas), OUTSIDE, dtype=torch.uint8)
        cells[:size, :size] = codes[torch.randint(len(codes), (size, size))]
        view = torch.cat([cells.flatten(), torch.tensor([rule, white, size, 0], dtype=torch.uint8)])
        with torch.no_grad():
            policy, wdl = net(view[None])
        numbers = torch.cat([expected(wdl), policy[0]])
        out += bytes([canvas]) + view.numpy().tobytes() + numbers.numpy().astype("<f4").tobytes()
    (folder / "answers.bin").write_bytes(out)


if __name__ == "__main__":
    write(Path(sys.argv[1]))
