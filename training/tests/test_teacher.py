"""Tests of the teacher: views, network, file, replay, messages, and runs with a process that pretends to play."""

from __future__ import annotations

import contextlib
import io
import json
import os
import stat
import sys
import tempfile
import textwrap
import unittest
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from goren_training.netfile import NetError
from goren_training.teacher import train, views
from goren_training.teacher.evaluator import Evaluator
from goren_training.teacher.learner import Learner, Recipe, losses, schedule
from goren_training.teacher.net import Net, Shape, _pool, expected, grown
from goren_training.teacher.netfile import read_net, write_net
from goren_training.teacher.process import Lane, Process, ProcessError
from goren_training.teacher.replay import Replay

torch.set_num_threads(1)  # Small tensors only: more threads would wait for each other.
CPU = torch.device("cpu")
TINY = Shape(2, 8, 4, 8)
ROOT = Path(__file__).resolve().parents[1]

# Speaks like `goren teach`: random views, and samples whose result the view tells.
PLAYER = """
import os, struct, sys
import numpy as np
sys.path.insert(0, {root!r})
lanes = [tuple(map(int, sys.argv[i + 1].split(":"))) for i, word in enumerate(sys.argv) if word == "--lane"]
random = np.random.default_rng(int(sys.argv[sys.argv.index("--seed") + 1]))
out, into = sys.stdout.buffer, sys.stdin.buffer
def some(side, count):
    views = random.choice(np.array([0, 9, 0x80, 0x81], np.uint8), (count, side * side + 4))
    views[:, -4:] = [0, 0, side, 0]
    return views
def ask(lane):
    side, games = lanes[lane]
    made = games
    out.write(struct.pack("<4s5I", b"GTL1", lane, games, made, 1, 32 * games) + some(side, games).tobytes())
    views = some(side, made)
    policy = (views[:, :-4] == 9).astype(np.float32)
    policy /= policy.sum(1, keepdims=True)
    policy = (policy.view(np.uint32) >> 16).astype("<u2")
    result = np.sign((views[:, :-4] == 0x80).sum(1).astype(int) - (views[:, :-4] == 0x81).sum(1)).astype(np.int8)
    tail = np.zeros((made, 4), np.uint8)
    tail[:, 2], tail[:, 3] = result.view(np.uint8), 1
    out.write(np.concatenate([views, policy.view(np.uint8), tail], 1).tobytes())
    out.write(struct.pack("<BBbBHH", 0, side, 1, 0, 30, 2))
    out.flush()
for lane in range(len(lanes)):
    ask(lane)
while head := into.read(12):
    magic, lane, count = struct.unpack("<4s2I", head)
    side, games = lanes[lane]
    assert magic == b"GTA1" and count == games
    assert len(into.read(2 * games * (1 + side * side))) == 2 * games * (1 + side * side)
    ask(lane)
"""


def random_views(count: int, side: int, size: int, seed: int = 1) -> torch.Tensor:
    """Boards in the corner of a canvas."""
    source = torch.Generator().manual_seed(seed)
    codes = torch.tensor([0, 1, 9, 0x47, 0x80, 0x81, 0x82], dtype=torch.uint8)
    cells = torch.full((count, side, side), views.OUTSIDE, dtype=torch.uint8)
    cells[:, :size, :size] = codes[torch.randint(len(codes), (count, size, size), generator=source)]
    numbers = torch.tensor([[2, 0, size, 0]], dtype=torch.uint8).repeat(count, 1)
    return torch.cat([cells.flatten(1), numbers], 1)


def random_net(shape: Shape = TINY) -> Net:
    """A network whose every weight matters."""
    torch.manual_seed(3)
    net = Net(shape)
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.normal_(0, 0.2)
    return net


class Views(unittest.TestCase):
    def test_planes_tell_threats_stones_and_the_board(self) -> None:
        table = views.plane_table()
        self.assertEqual(table[7 | 2 << 3 | views.FORBIDDEN].nonzero().flatten().tolist(), [6, 8, 14, 15, 19])
        self.assertEqual(table[views.OWN].nonzero().flatten().tolist(), [16, 19])
        self.assertEqual(table[views.TRAP].nonzero().flatten().tolist(), [18, 19])
        self.assertEqual(table[views.OUTSIDE].sum(), 0)

    def test_what_is_forbidden_to_black_is_legal_for_white(self) -> None:
        view = random_views(1, 15, 9)
        cells, numbers = view[:, :-4], view[:, -4:]
        black = views.legal(cells, numbers)
        numbers[0, 1] = 1
        white = views.legal(cells, numbers)
        self.assertTrue(((cells == 0x47) == (white & ~black)).all())
        self.assertFalse(white[cells >= 0x80].any())

    def test_symmetries_turn_the_board_and_leave_the_rest(self) -> None:
        tables = views.symmetries(15)
        for size in (9, 15):
            for number in range(8):
                table = tables[size, number]
                self.assertEqual(sorted(table.tolist()), list(range(225)))
                outside = [cell for cell in range(225) if cell % 15 >= size or cell // 15 >= size]
                self.assertEqual(table[outside].tolist(), outside)
            self.assertEqual(len({tuple(tables[size, number].tolist()) for number in range(8)}), 8)


class Network(unittest.TestCase):
    def test_the_mean_of_a_pooling_is_over_the_board(self) -> None:
        net = random_net()
        policy, wdl = net(random_views(3, 15, 11))
        self.assertEqual((policy.shape, wdl.shape), ((3, 225), (3, 3)))
        self.assertTrue((expected(wdl).abs() <= 1).all())
        rows = torch.rand(2, 225, 8)
        mask = torch.zeros(2, 15, 15)
        mask[:, :11, :11] = 1 / 121
        inside = rows.unflatten(1, (15, 15))[:, :11, :11]
        pooled = torch.cat([inside.mean((1, 2)), rows.amax(1)], 1)
        torch.testing.assert_close(_pool(rows, mask.flatten(1)), pooled)

    def test_a_new_network_is_undecided(self) -> None:
        with torch.no_grad():
            policy, wdl = Net(TINY)(random_views(2, 20, 20))
        self.assertEqual(float(policy.abs().sum() + wdl.abs().sum()), 0)

    def test_a_grown_network_computes_the_same_and_its_new_blocks_learn(self) -> None:
        view = random_views(3, 15, 15)
        for before, after in ((2, 5), (3, 4), (2, 2)):
            net = random_net(Shape(before, 8, 4, 8))
            larger = grown(net, Shape(after, 8, 4, 8))
            self.assertEqual(larger.shape.blocks, after)
            for old, new in zip(net(view), larger(view)):
                torch.testing.assert_close(old, new, rtol=0, atol=0)
            optimizer = torch.optim.Adam(larger.parameters(), lr=1e-3)
            # What ends a block learns first, what comes before it as soon as that is not zero.
            for name in ("second", "first", "pooled"):
                policy, wdl = larger(view)
                optimizer.zero_grad()
                (policy.square().sum() + wdl.square().sum()).backward()
                for layer in getattr(larger, name)[len(getattr(net, name)) :]:
                    self.assertGreater(float(layer.weight.grad.abs().max()), 0, name)
                optimizer.step()

    def test_a_network_neither_shrinks_nor_gets_wider(self) -> None:
        for shape in (Shape(1, 8, 4, 8), Shape(4, 16, 4, 8)):
            with self.assertRaisesRegex(NetError, "at least 2 blocks and exactly 8 channels"):
                grown(random_net(), shape)

    def test_the_file_holds_the_network(self) -> None:
        net = random_net()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "net.bin"
            write_net(path, net, 12345)
            again, positions = read_net(path)
            self.assertEqual((again.shape, positions), (TINY, 12345))
            for old, new in zip(net.parameters(), again.parameters()):
                torch.testing.assert_close(old.bfloat16().float(), new)
            data = bytearray(path.read_bytes())
            data[100] ^= 1
            path.write_bytes(data)
            with self.assertRaisesRegex(NetError, "damaged"):
                read_net(path)
            path.write_bytes(data[:-1])
            with self.assertRaisesRegex(NetError, "bytes for"):
                read_net(path)


class Learning(unittest.TestCase):
    def samples(self, count: int) -> torch.Tensor:
        view = random_views(count, 15, 15)
        policy = (view[:, :-4] == 9).float()
        policy = (policy / policy.sum(1, keepdim=True)).bfloat16()
        tail = torch.tensor([[0, 0, 255, 1]], dtype=torch.uint8).repeat(count, 1)
        tail[:, :2] = torch.tensor([0.5]).bfloat16().view(torch.uint8)
        return torch.cat([view, policy.view(torch.uint8), tail], 1)

    def test_replay_keeps_the_newest_and_turns_policy_with_board(self) -> None:
        replay = Replay(15, 8, CPU)
        samples = self.samples(12)
        replay.add(samples[:1])
        replay.add(samples[1:5])
        replay.add(samples[5:])
        self.assertEqual((len(replay), replay.added), (8, 12))
        rows = torch.arange(4, 12) % 8
        self.assertTrue((replay.views[rows] == samples[4:, :229]).all())
        replay.aim(8)
        batch = replay.draw(64)
        self.assertTrue(((batch.policy > 0) == (batch.views[:, :-4] == 9)).all())
        self.assertTrue((batch.result == -1).all() and (batch.search == 0.5).all() and (batch.has_policy == 1).all())

    def test_steps_lower_the_losses_and_a_resumed_learner_goes_on_alike(self) -> None:
        replay = Replay(15, 64, CPU)
        replay.add(self.samples(64))

        def learn(learner: Learner, steps: int) -> float:
            for step in range(steps):
                torch.manual_seed(learner.step)
                learner.learn(replay, 32, 64, schedule(0.03, 0.01, step / steps))
            return learner.means().policy

        torch.manual_seed(1)
        one = Learner(TINY, Recipe(warmup=2), CPU)
        replay.aim(64)
        with torch.no_grad():
            before = losses(one.net, replay.draw(64), 0.7)
        learn(one, 60)
        with tempfile.TemporaryDirectory() as folder:
            one.save(Path(folder), {"minutes": 1.5})
            other, rest = Learner.load(Path(folder), Recipe(warmup=2), CPU)
        self.assertEqual((rest, other.step), ({"minutes": 1.5}, 60))
        self.assertEqual(learn(one, 5), learn(other, 5))
        for old, new in zip(one.average.parameters(), other.average.parameters()):
            torch.testing.assert_close(old, new)
        with torch.no_grad():
            after = losses(one.net, replay.draw(64), 0.7)
        self.assertLess(float(after.policy), float(before.policy) - 0.5)
        self.assertLess(float(after.value), float(before.value) - 0.1)
        self.assertGreaterEqual(float(after.policy), float(after.entropy) - 1e-3)

    def test_the_evaluator_answers_with_value_and_logits(self) -> None:
        net = random_net()
        evaluator = Evaluator(Net(TINY), [Lane(15, 3)], CPU)
        evaluator.load(net)
        view = random_views(3, 15, 15)
        evaluator.buffers[0][:] = view.numpy()
        evaluator.start(0)
        answers = torch.from_numpy(evaluator.finish(0)).view(torch.bfloat16)
        policy, wdl = net(view)
        torch.testing.assert_close(answers[:, 0], expected(wdl).bfloat16())
        torch.testing.assert_close(answers[:, 1:], policy.bfloat16())


class Runs(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.player = self.folder / "player"
        self.player.write_text(f"#!{sys.executable}\n" + textwrap.dedent(PLAYER).replace("{root!r}", repr(str(ROOT))))
        os.chmod(self.player, self.player.stat().st_mode | stat.S_IXUSR)

    def train(self, *words: str) -> tuple[int, str]:
        out = io.StringIO()
        command = [
            "--goren", str(self.player), "--out", str(self.folder / "run"), "--lane", "15:16", "--lane", "20:4", "--blocks", "2",
            "--channels", "8", "--batch", "16", "--fill", "16", "--window", "400", "--device", "cpu", *words,
        ]  # fmt: skip
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            status = train.main(command)
        return status, out.getvalue()

    def test_a_run_learns_and_the_next_one_goes_on(self) -> None:
        status, text = self.train("--steps", "6")
        self.assertEqual(status, 0, text)
        run = self.folder / "run"
        history = [json.loads(line) for line in (run / "history.jsonl").read_text().splitlines()]
        self.assertEqual(history[-1]["steps"], 6)
        self.assertGreater(history[-1]["positions"], 20)
        net, positions = read_net(run / "teacher.bin")
        self.assertEqual((net.shape.blocks, positions), (2, history[-1]["positions"]))
        status, text = self.train("--steps", "9")
        self.assertEqual(status, 0, text)
        again = [json.loads(line) for line in (run / "history.jsonl").read_text().splitlines()]
        self.assertEqual(again[:-1], history)
        self.assertEqual(again[-1]["steps"], 9)
        self.assertGreater(again[-1]["positions"], positions)

    def test_a_run_grows_the_network_it_begins_with(self) -> None:
        first = self.folder / "first.bin"
        write_net(first, random_net(Shape(2, 8)), 700)
        status, text = self.train("--init", str(first), "--blocks", "3", "--steps", "2")
        self.assertEqual(status, 0, text)
        net, positions = read_net(self.folder / "run" / "teacher.bin")
        self.assertEqual(net.shape, Shape(3, 8))
        self.assertGreater(positions, 700)

    def test_a_run_that_would_shrink_its_network_is_refused(self) -> None:
        first = self.folder / "first.bin"
        write_net(first, random_net(Shape(3, 8)), 700)
        status, text = self.train("--init", str(first))
        self.assertEqual(status, 1)
        self.assertIn("expected at least 3 blocks and exactly 8 channels, as the network has, got 2 and 8", text)

    def test_a_network_begins_as_the_file_says_unless_told_otherwise(self) -> None:
        first = self.folder / "first.bin"
        write_net(first, random_net(Shape(3, 8)), 700)
        options = train.arguments(["--out", str(self.folder), "--init", str(first), "--device", "cpu", "--window", "8"])
        net = train.Trainer(options, 0.0).learner.net
        self.assertEqual(net.shape, Shape(3, 8))
        for old, new in zip(read_net(first)[0].parameters(), net.parameters()):
            torch.testing.assert_close(old, new)

    def test_a_process_that_ends_early_is_reported(self) -> None:
        self.player.write_text(f"#!{sys.executable}\n")
        status, text = self.train("--steps", "6")
        self.assertEqual(status, 1)
        self.assertIn("has ended", text)

    def test_messages_that_are_none_are_refused(self) -> None:
        self.player.write_text(f"#!{sys.executable}\nimport os\nos.write(1, b'x' * 100)\n")
        process = Process(str(self.player), [Lane(15, 1)], [])
        self.addCleanup(process.close)
        with self.assertRaisesRegex(ProcessError, "expected a message"):
            process.read([np.zeros((1, 229), np.uint8)])


if __name__ == "__main__":
    unittest.main()
