"""Tests of distillation: labels, batches, networks as a beginning, and runs with a process that pretends to search."""

from __future__ import annotations

import contextlib
import io
import json
import os
import stat
import sys
import tempfile
import unittest
from pathlib import Path

import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from goren_training import codes, distil, netfile
from goren_training.model import Network, Shape
from goren_training.teacher.net import Net
from goren_training.teacher.net import Shape as TeacherShape
from goren_training.teacher.netfile import write_net as write_teacher
from goren_training.teacher.views import symmetries

torch.set_num_threads(1)  # Small tensors only: more threads would wait for each other.
CPU = torch.device("cpu")

# Writes like `goren harvest`: random boards of two rules.
SEARCHER = """
import struct, sys
import numpy as np
random = np.random.default_rng(1)
while True:
    for side in (15, 20):
        views = random.choice(np.array([0, 9, 0, 0x80, 0x81, 0x82], np.uint8), (256, side * side + 4))
        views[:, -4] = random.choice(np.array([0, 2], np.uint8), 256)
        views[:, -3] = random.integers(0, 2, 256)
        views[:, -2], views[:, -1] = side, random.integers(0, 10, 256) == 0
        scores = random.choice(np.array([-32768, -32767, -90, 0, 90, 32767], "<i2"), 256)
        sys.stdout.buffer.write(struct.pack("<4s2I", b"GHV2", side, 256) + views.tobytes() + scores.tobytes())
"""


def teacher() -> Net:
    """A small one whose every weight matters."""
    torch.manual_seed(3)
    net = Net(TeacherShape(2, 8, 4, 8))
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.normal_(0, 0.2)
    return net


def view(*, white: int = 0, won: int = 0) -> torch.Tensor:
    """An own stone on the first cell, the other's on the second, a trap on the third, a forbidden point on the fourth."""
    cells = torch.zeros(225, dtype=torch.uint8)
    cells[:4] = torch.tensor([0x80, 0x81, 0x82, 0x40])
    return torch.cat([cells, torch.tensor([2, white, 15, won], dtype=torch.uint8)])


class Labels(unittest.TestCase):
    def test_the_teacher_judges_what_the_rules_leave_open(self) -> None:
        samples = distil.Teacher(teacher(), CPU).label(torch.stack([view(), view(white=1), view(won=1)]))
        self.assertTrue(torch.allclose(samples.policy.float().sum(1), torch.ones(3), atol=0.02))
        self.assertEqual(samples.policy[0, :4].tolist(), [0, 0, 0, 0])
        self.assertGreater(samples.policy[1, 3].item(), 0)
        self.assertTrue(torch.allclose(samples.chances.sum(1), torch.ones(3)))
        self.assertEqual(round(samples.chances[2, 0].item(), 4), distil.CERTAIN)
        self.assertNotEqual(samples.chances[0].tolist(), samples.chances[2].tolist())

    def test_searches_shift_the_chances_and_leave_the_draws(self) -> None:
        teachers = torch.tensor([[0.5, 0.2, 0.3]]).repeat(5, 1)
        scores = torch.tensor([distil.NO_SCORE, distil.DECIDED, -distil.DECIDED, 0, 8000]).float()
        plain, won, lost, even, better = distil.Blend(0.5, 155).chances(teachers, scores).tolist()
        for one, other in zip(plain, [0.5, 0.2, 0.3]):
            self.assertAlmostEqual(one, other, 5)
        self.assertAlmostEqual(won[0], distil.CERTAIN, 5)
        self.assertAlmostEqual(lost[2], distil.CERTAIN, 5)
        odds = (even[0] + 0.1) / (even[2] + 0.1)
        self.assertAlmostEqual(odds, (0.6 / 0.4) ** 0.5, 4)
        self.assertAlmostEqual(even[1], 0.2, 5)
        self.assertAlmostEqual(better[1], 2 * (1 - distil.CERTAIN), 5)
        for chances in (plain, won, lost, even, better):
            self.assertAlmostEqual(sum(chances), 1, 5)

    def test_the_mean_over_all_symmetries_turns_with_the_board(self) -> None:
        judge = distil.Teacher(teacher(), CPU, 8)
        place = symmetries(15)[15][5]
        turned = torch.cat([view()[:225][place], view()[225:]])
        one, other = (judge.label(each[None]) for each in (view(), turned))
        self.assertTrue(torch.allclose(one.chances, other.chances, atol=1e-5))
        self.assertTrue(torch.allclose(one.policy[0].float()[place], other.policy[0].float(), atol=1e-3))
        single = distil.Teacher(teacher(), CPU).label(view()[None])
        self.assertFalse(torch.allclose(one.chances, single.chances, atol=1e-5))

    def test_boards_and_policies_are_turned_together(self) -> None:
        policy = torch.zeros(8, 225, dtype=torch.bfloat16)
        policy[:, 3] = 1
        samples = distil.Samples(view().repeat(8, 1), policy, torch.zeros(8, 3))
        store = distil.Store(15, 8, CPU)
        batch, turned, legal = samples.batch(torch.arange(8), store.tables)
        self.assertEqual(batch.board[0, :5].tolist(), [2, 3, 0, 1, 1])
        boards = {tuple(board.tolist()) for board in batch.board}
        self.assertEqual(len(boards), 8)
        for board, chance, may in zip(batch.board, turned, legal):
            self.assertEqual(sorted(board.tolist()), sorted(batch.board[0].tolist()))
            at = int(chance.argmax())
            self.assertFalse(may[at])
            own, other = int((board == 2).nonzero()), int((board == 3).nonzero())
            step = other - own
            self.assertEqual(at, own + 3 * step)
        self.assertEqual(codes.codes(batch.shape, batch.board).shape, (8, 225, 2, 4))

    def test_a_ring_keeps_the_newest(self) -> None:
        store = distil.Store(15, 4, CPU)
        for number in range(3):
            views = view().repeat(2, 1)
            views[:, 10] = number
            store.add(distil.Samples(views, torch.zeros(2, 225, dtype=torch.bfloat16), torch.zeros(2, 3)))
        self.assertEqual(len(store), 4)
        self.assertEqual(sorted(store.all.views[:, 10].tolist()), [1, 1, 2, 2])


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.searcher = self.folder / "searcher"
        self.searcher.write_text(f"#!{sys.executable}\n" + SEARCHER)
        os.chmod(self.searcher, self.searcher.stat().st_mode | stat.S_IXUSR)
        write_teacher(self.folder / "teacher.bin", teacher(), 7)

    def distil(self, *words: str) -> tuple[int, str]:
        out = io.StringIO()
        command = [
            "--goren", str(self.searcher), "--teacher", str(self.folder / "teacher.bin"), "--out", str(self.folder / "run"),
            "--rule", "freestyle=2", "--rule", "renju=1", "--batch", "8", "--labelled", "64", "--held-out", "64",
            "--capacity", "600", "--fill", "64", "--device", "cpu", *words,
        ]  # fmt: skip
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = distil.main(command)
        return status, out.getvalue()

    def test_a_run_learns_writes_networks_and_goes_on(self) -> None:
        status, text = self.distil("--minutes", "0.15")
        self.assertEqual(status, 0, text)
        run = self.folder / "run"
        log = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
        self.assertEqual({record["rule"] for record in log}, {"freestyle", "renju"})
        first, last = (next(r for r in order if r["rule"] == "freestyle") for order in (log, log[::-1]))
        self.assertGreater(last["samples"], first["samples"])
        self.assertLess(last["policy_loss"], first["policy_loss"])
        file = netfile.read_net(run / "renju.bin")
        self.assertEqual((file.rule, len(file.generators)), ("renju", 2))
        status, text = self.distil("--minutes", "0.1")
        self.assertEqual(status, 0, text)
        again = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
        self.assertEqual(again[: len(log)], log)
        self.assertGreaterEqual(again[-1]["minutes"], log[-1]["minutes"])

    def test_a_network_file_is_a_beginning(self) -> None:
        torch.manual_seed(5)
        model = Network(Shape(colours=2))
        netfile.write_net(self.folder / "renju.bin", model, "renju", 1)
        copy = Network(Shape(colours=2))
        distil.load(copy, netfile.read_net(self.folder / "renju.bin"))
        netfile.write_net(self.folder / "again.bin", copy, "renju", 1)
        self.assertEqual((self.folder / "again.bin").read_bytes(), (self.folder / "renju.bin").read_bytes())

    def test_a_program_that_ends_is_reported(self) -> None:
        self.searcher.write_text(f"#!{sys.executable}\nprint('x' * 100)\n")
        status, text = self.distil("--minutes", "1")
        self.assertEqual(status, 1)
        self.assertIn("expected positions", text)


if __name__ == "__main__":
    unittest.main()
