"""Tests of the trainer: packs, codes, the model against its file, and a toy run."""

from __future__ import annotations

import contextlib
import io
import json
import random
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from goren_training import codes, netfile, train
from goren_training.model import FEATURE, OUTPUT, Network, Shape
from goren_training.pack import BLACK, DRAW, NO_SCORE, PROVEN, WHITE, Game, PackError
from goren_training.pack import read_pack, root_of_score, score_of_root, write_pack
from goren_training.reference import WALL, Position, Reference, line_codes, name_of, point_of
from goren_training.samples import Batch, fit_scale, groups, held_out

torch.set_num_threads(1)  # Small tensors only: more threads would wait for each other.
CPU = torch.device("cpu")
SMALL = ["--sides", "16", "--middle", "8", "--batch", "32", "--validation", "400", "--report", "1000"]


def random_game(source: random.Random, size: int, rule: str = "freestyle") -> Game:
    """A game of two players who extend their longest row or stop the other's, with traps and made-up scores."""
    points = list(range(size * size))
    traps = tuple(source.sample(points, source.choice((0, 0, 3))))
    board = {point: -1 for point in traps}

    def longest(point: int, colour: int) -> int:
        best = 1
        for dx, dy in codes.DIRECTIONS:
            row = 1
            for sign in (1, -1):
                x, y = point % size + sign * dx, point // size + sign * dy
                while 0 <= x < size and 0 <= y < size and board.get(x + size * y) == colour:
                    row, x, y = row + 1, x + sign * dx, y + sign * dy
            best = max(best, row)
        return best

    moves, result = [], DRAW
    while len(board) < size * size:
        colour = len(moves) % 2
        free = [point for point in points if point not in board]
        gain = {point: 2 * longest(point, colour) + longest(point, 1 - colour) + source.random() for point in free}
        point = max(gain, key=gain.get) if len(moves) >= 4 else source.choice(free)
        own = longest(point, colour)
        score = 100 * (own - longest(point, 1 - colour)) + source.randrange(-40, 40)
        root = PROVEN if own >= 5 else NO_SCORE if len(moves) < 4 else root_of_score(score)
        moves.append((point, len(moves) >= 4, root))
        board[point] = colour
        if own >= 5:
            result = (BLACK, WHITE)[colour]
            break
    return Game(rule, size, result, 4, moves, traps)


def batch_of(positions: list[Position]) -> Batch:
    """Positions on boards of one side as the trainer sees them."""
    cells = [[digit + 1 for digit in position.digits(position.side)] for position in positions]
    nothing = torch.zeros(len(positions), dtype=torch.int64)
    white = torch.tensor([position.side == 1 for position in positions])
    shape = codes.geometry(positions[0].size, CPU)
    return Batch(shape, torch.tensor(cells, dtype=torch.uint8), True, white, nothing, nothing, nothing)


def random_position(source: random.Random, size: int, stones: int | None = None) -> Position:
    points = source.sample(range(size * size), size * size)
    stones = source.randrange(size * size - 4) if stones is None else stones
    traps = source.choice((0, 2))
    used = points[traps : traps + stones]
    return Position(size, used[::2], used[1::2], source.randrange(2), points[:traps])


def random_network(shape: Shape) -> Network:
    """A network with lively outputs: large rows, and biases that are not zero."""
    torch.manual_seed(5)
    model = Network(shape)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith(("w2", "b2")):
                parameter.mul_(4)
            if name.endswith(("bias", "b1")):
                parameter.normal_(0, 0.3)
    return model.eval().requires_grad_(False)


class Packs(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "games.pack"

    def test_a_pack_reads_back_as_written(self) -> None:
        source = random.Random(1)
        games = [random_game(source, size, rule) for size in (5, 9, 22) for rule in ("freestyle", "caro6")]
        games[1].moves[-1] = (24, True, -509)
        games[2].moves[:3] = [(0, False, -1), (80, True, 511), (7, True, -511)]
        write_pack(self.path, games)
        read = read_pack(self.path)
        self.assertEqual(len(read), len(games))
        self.assertEqual(read.rule.tolist(), [0, 4, 0, 4, 0, 4])
        for i, game in enumerate(games):
            part = slice(read.start[i], read.start[i + 1])
            self.assertEqual(list(zip(read.point[part], read.quiet[part], read.root[part])), game.moves)
            self.assertEqual(tuple(read.trap[read.trap_start[i] : read.trap_start[i + 1]]), game.traps)
            self.assertEqual((read.result[i], read.size[i], read.placed[i]), (game.result, game.size, game.placed))
        some = read.select(read.rule == 4)
        self.assertEqual(some.length.tolist(), [len(game.moves) for game in games[1::2]])
        self.assertEqual(some.point[-1], games[-1].moves[-1][0])

    def test_a_pack_has_the_documented_bytes(self) -> None:
        moves = [(112, False, -512), (224, True, -2), (3, True, 511)]
        write_pack(self.path, [Game("renju", 15, WHITE, 1, moves, (14,))])
        expected = "47524e5001 12 0f 01 01 0300 0e00 700008aeff 03fe07"
        self.assertEqual(self.path.read_bytes(), bytes.fromhex(expected))

    def test_a_cut_game_is_dropped_with_a_warning(self) -> None:
        source = random.Random(2)
        write_pack(self.path, [random_game(source, 7), random_game(source, 7)])
        whole = self.path.read_bytes()
        for cut in (1, len(whole) // 3):
            self.path.write_bytes(whole[:-cut])
            warning = io.StringIO()
            with contextlib.redirect_stderr(warning):
                self.assertEqual(len(read_pack(self.path)), 1)
            self.assertIn("cut off", warning.getvalue())

    def test_errors_quote_what_was_found(self) -> None:
        for data, expected in (
            (b"PK\x03\x04\x00", "PK"),
            (b"GRNP\x02", r"\\x02"),
            (b"GRNP\x01\x00\x1f\x00\x00\x00\x00", "side from 5 to 22, got 31"),
            (b"GRNP\x01\x07\x0f\x00\x00\x00\x00", "0x07"),
            (b"GRNP\x01\x00\x05\x00\x00\x01\x00\x1e\x00\x00", "points below 25, got 30"),
        ):
            self.path.write_bytes(data)
            with self.assertRaisesRegex(PackError, expected):
                read_pack(self.path)

    def test_roots_keep_scores(self) -> None:
        for score in (0, 1, -7, 200, -8000):
            kept = float(score_of_root(np.array([root_of_score(score)]))[0])
            self.assertAlmostEqual(kept, score, delta=1 + abs(score) / 30)


class Codes(unittest.TestCase):
    def test_codes_are_those_of_the_plain_walk(self) -> None:
        source = random.Random(3)
        for size in range(5, 23):
            position = random_position(source, size)
            found = codes.codes(codes.geometry(size, CPU), batch_of([position]).board)[0]
            for half, view in enumerate((position.side, 1 - position.side)):
                digits = position.digits(view)
                for point, digit in enumerate(digits):
                    if digit != WALL:
                        expected = line_codes(digits, size, point)
                        self.assertEqual(found[point, half].tolist(), expected, (size, name_of(point, size)))

    def test_every_code_has_its_parts(self) -> None:
        low, high, digit = codes.parts(CPU)
        self.assertEqual(len(low), 199_290)
        self.assertTrue(torch.equal(3 * (high * (high + 1) // 2 + low) + digit, torch.arange(199_290)))
        self.assertTrue((low <= high).all())

    def test_samples_are_boards_of_the_game(self) -> None:
        source = random.Random(4)
        games = [random_game(source, 9) for _ in range(12)]
        with tempfile.TemporaryDirectory() as folder:
            write_pack(f"{folder}/a.pack", games)
            (group,) = groups(read_pack(f"{folder}/a.pack"), CPU)
        index = torch.cat([group.open, group.proven])
        self.assertEqual(len(index), sum(len(game.moves) - 4 for game in games))
        batch = group.batch(index)
        for i, sample in enumerate(index.tolist()):
            game, ply = games[sample // 512], sample % 512
            stones = [move[0] for move in game.moves[:ply]]
            digits = Position(9, stones[::2], stones[1::2], ply % 2, list(game.traps)).digits(ply % 2)
            self.assertEqual(batch.board[i].tolist(), [digit + 1 for digit in digits])
            self.assertEqual((batch.move[i], batch.root[i]), (game.moves[ply][0], game.moves[ply][2]))
            self.assertEqual(batch.outcome[i], {DRAW: 1, 1 + ply % 2: 0, 2 - ply % 2: 2}[game.result])

    def test_the_eight_symmetries_are_different_and_move_everything(self) -> None:
        shape = codes.geometry(6, CPU)
        images = {tuple(row.tolist()) for row in shape.symmetries}
        self.assertEqual(len(images), 8)
        for image in images:
            self.assertEqual(sorted(image), list(range(37)))
            # Neighbours stay neighbours.
            for a, b in ((0, 1), (14, 20)):
                (xa, ya), (xb, yb) = divmod(image[a], 6), divmod(image[b], 6)
                self.assertEqual(abs(xa - xb) + abs(ya - yb), 1)


class Networks(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = Path(self.folder.name) / "net.bin"

    def exported(self, rule: str) -> tuple[Network, torch.Tensor, Reference]:
        model = random_network(Shape(colours=netfile.colours(rule), sides=8, middle=6))
        netfile.write_net(self.path, model, rule, 3)
        reference = Reference(netfile.read_net(self.path))
        return model.double(), torch.from_numpy(np.concatenate(reference.rows)).double() / FEATURE, reference

    def test_the_file_computes_exactly_what_the_model_does(self) -> None:
        source = random.Random(6)
        for rule in ("freestyle", "renju"):
            model, table, reference = self.exported(rule)
            for size in (5, 10, 15, 22):
                positions = [random_position(source, size, stones) for stones in (0, size, size * size // 2)]
                batch = batch_of(positions)
                values, policies = model(batch, table)
                values, policies = values * OUTPUT, policies * OUTPUT
                self.assertGreater(values.std(), 100)
                for i, position in enumerate(positions):
                    value, policy = reference.evaluate(position)
                    self.assertEqual(values[i].tolist(), value)
                    empty = (batch.board[i] == 1).nonzero()[:, 0].tolist()
                    self.assertEqual({point: float(policies[i, point]) for point in empty}, policy)

    def test_generated_rows_are_the_baked_ones_but_for_rounding(self) -> None:
        model, table, _ = self.exported("renju")
        difference = (model.float().table() - table).abs()
        self.assertLessEqual(float(difference.max()), 1 / FEATURE)
        self.assertLess(float((difference > 0).float().mean()), 1e-3)
        self.assertGreater(float(table.std()), 0.1)

    def test_ways_to_sum_rows_agree_in_result_and_gradient(self) -> None:
        model = random_network(Shape(colours=2, sides=8, middle=6)).requires_grad_(True)
        batch = batch_of([random_position(random.Random(7), 9) for _ in range(3)])
        outcomes = []
        for way in train.WAYS:
            for unique in (False, True):
                model.zero_grad()
                value, policy = model(batch, way=way, unique=unique)
                (value.square().sum() + policy.square().mean()).backward()
                outcomes.append((value.detach(), policy.detach(), model.generators[1].sides.grad.clone()))
        for outcome in outcomes[1:]:
            for mine, first in zip(outcome, outcomes[0]):
                torch.testing.assert_close(mine, first, rtol=1e-3, atol=1e-3)

    def test_symmetries_and_exchanged_colours_change_nothing(self) -> None:
        model, table, _ = self.exported("freestyle")
        position = random_position(random.Random(8), 11)
        shape = codes.geometry(11, CPU)
        value, policy = model(batch_of([position]), table)
        swapped = Position(11, position.white, position.black, 1 - position.side, position.traps)
        torch.testing.assert_close(model(batch_of([swapped]), table), (value, policy), rtol=0, atol=0)
        for image in shape.symmetries:

            def turned(points: list[int]) -> list[int]:
                return [int(image[point]) for point in points]

            other = Position(11, turned(position.black), turned(position.white), position.side, turned(position.traps))
            other_value, other_policy = model(batch_of([other]), table)
            torch.testing.assert_close(other_value, value, rtol=0, atol=0)
            torch.testing.assert_close(other_policy[0, image[:-1]], policy[0], rtol=0, atol=0)

    def test_ablations_run_but_are_not_exported(self) -> None:
        batch = batch_of([random_position(random.Random(9), 7)])
        for ablation in ({"codebooks": 2}, {"depthwise": True}, {"width": 16}):
            model = random_network(Shape(sides=8, middle=6, **ablation))
            for unique in (False, True):
                value, policy = model(batch, unique=unique)
                self.assertEqual((value.shape, policy.shape), ((1, 3), (1, 49)))
            with self.assertRaisesRegex(netfile.NetError, "1 codebook"):
                netfile.write_net(self.path, model, "freestyle", 0)

    def test_damaged_files_are_refused(self) -> None:
        self.exported("freestyle")
        whole = self.path.read_bytes()
        for data, expected in (
            (b"GRNP" + whole[4:], "GRNP"),
            (whole[:4] + b"\x07" + whole[5:], "version 1.*got 7"),
            (whole[:-1], f"expected {len(whole)} bytes.*got {len(whole) - 1}"),
            (whole[:99] + bytes([whole[99] ^ 1]) + whole[100:], "damaged"),
        ):
            self.path.write_bytes(data)
            with self.assertRaisesRegex(netfile.NetError, expected):
                netfile.read_net(self.path)

    def test_the_hash_is_fnv1a(self) -> None:
        self.assertEqual(netfile.fnv1a(b"foobar"), 0x85944171F73967E8)


class Training(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.pack = f"{cls.folder.name}/toy.pack"
        source = random.Random(10)
        write_pack(cls.pack, [random_game(source, source.choice((6, 7))) for _ in range(150)])

    def train(self, *arguments: str) -> tuple[int, str]:
        """Runs the command; returns its status and all it printed."""
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            status = train.main(["--packs", self.pack, *arguments])
        return status, printed.getvalue()

    def test_a_toy_run_learns_exports_and_resumes(self) -> None:
        out = Path(self.folder.name) / "run"
        arguments = ["--out", str(out), *SMALL, "--warmup", "10", "--lr", "0.01", "--average", "0.9", "--seconds", "600"]
        status, printed = self.train(*arguments, "--steps", "60")
        self.assertEqual(status, 0, printed)
        records = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
        self.assertLess(records[-1]["policy_loss"], records[0]["policy_loss"] - 0.2)
        self.assertLess(records[-1]["value_loss"], records[0]["value_loss"])
        self.assertGreater(records[-1]["top5"], records[-1]["top1"])
        self.assertIn("</svg>", (out / "curves.svg").read_text())
        value, policy = Reference(netfile.read_net(out / "net.bin")).evaluate(Position(7, [24], [], 1))
        self.assertEqual((len(value), len(policy)), (3, 48))

        status, printed = self.train(*arguments, "--steps", "70", "--resume", "--generation", "7")
        self.assertEqual(status, 0, printed)
        resumed = [json.loads(line) for line in (out / "log.jsonl").read_text().splitlines()]
        self.assertEqual(resumed[: len(records)], records)
        self.assertEqual(resumed[len(records)]["policy_loss"], records[-1]["policy_loss"])
        self.assertEqual((records[-1]["step"], resumed[-1]["step"]), (60, 70))
        self.assertEqual(netfile.read_net(out / "net.bin").generation, 7)

        tuned = Path(self.folder.name) / "tuned"
        status, printed = self.train("--out", str(tuned), *SMALL, "--steps", "1", "--init", str(out / "checkpoint.pt"))
        self.assertEqual(status, 0, printed)
        first = json.loads((tuned / "log.jsonl").read_text().splitlines()[0])
        self.assertEqual((first["step"], first["policy_loss"]), (0, resumed[-1]["policy_loss"]))

        # Under renju each colour starts with the shared weights.
        source = random.Random(10)
        renju = f"{self.folder.name}/renju.pack"
        write_pack(renju, [random_game(source, source.choice((6, 7)), "renju") for _ in range(150)])
        colours = Path(self.folder.name) / "colours"
        arguments = ["--rule", "renju", "--out", str(colours), *SMALL, "--steps", "1", "--init", str(out / "checkpoint.pt")]
        status, printed = self.train("--packs", renju, *arguments)
        self.assertEqual(status, 0, printed)
        first = json.loads((colours / "log.jsonl").read_text().splitlines()[0])
        self.assertEqual(first["policy_loss"], resumed[-1]["policy_loss"])
        self.assertEqual(len(netfile.read_net(colours / "net.bin").generators), 2)

    def test_errors_are_clear(self) -> None:
        out = f"{self.folder.name}/none"
        for arguments, expected in (
            (["--out", out, "--rule", "renju"], "expected games of renju in the packs, found 150 of freestyle"),
            (["--out", out, "--resume"], "expected a checkpoint at"),
            ([], "expected a folder, --out DIR"),
        ):
            status, printed = self.train(*arguments)
            self.assertEqual(status, 1)
            self.assertIn(expected, printed)

    def test_targets_mix_score_and_outcome_and_trust_proofs(self) -> None:
        root = torch.tensor([80, -80, PROVEN, -PROVEN, 0])
        outcome = torch.tensor([0, 1, 2, 0, 2])
        batch = Batch(codes.geometry(5, CPU), torch.zeros(5, 25), False, outcome, outcome, root, outcome)
        found = train.targets(batch, 200.0, 0.7)
        win = 1 / (1 + np.exp(-1))
        likely, unlikely = 0.7 * win, 0.7 * (1 - win)
        expected = [[likely + 0.3, 0, unlikely], [unlikely, 0.3, likely], [1, 0, 0], [0, 0, 1], [0.35, 0, 0.65]]
        torch.testing.assert_close(found, torch.tensor(expected, dtype=torch.float32))

    def test_the_fitted_scale_is_the_one_outcomes_were_made_with(self) -> None:
        source, games = random.Random(11), []
        for _ in range(400):
            scores = [source.gauss(0, 300) for _ in range(10)]
            for score in scores:
                won = source.random() < 1 / (1 + np.exp(-score / 120))
                games.append(Game("freestyle", 9, BLACK if won else WHITE, 0, [(40, True, root_of_score(score))]))
        path = f"{self.folder.name}/scale.pack"
        write_pack(path, games)
        self.assertAlmostEqual(fit_scale(read_pack(path)), 120, delta=12)

    def test_held_out_games_depend_on_their_moves_alone(self) -> None:
        games = read_pack(self.pack)
        held = held_out(games)
        some = np.arange(len(games)) % 3 > 0
        self.assertTrue(np.array_equal(held_out(games.select(some)), held[some]))
        self.assertTrue(0 < held.sum() < 12)

    def test_proven_scores_are_capped(self) -> None:
        (group, *_) = groups(read_pack(self.pack), CPU)
        batch = group.draw(1000, 0.02)
        self.assertEqual(int((batch.root.abs() == PROVEN).sum()), 20)


class Names(unittest.TestCase):
    def test_points_have_names(self) -> None:
        self.assertEqual((point_of("a1", 15), point_of("h8", 15), point_of("i2", 20)), (0, 112, 28))
        self.assertEqual(name_of(112, 15), "h8")
        with self.assertRaisesRegex(ValueError, "got `p1`"):
            point_of("p1", 15)


if __name__ == "__main__":
    unittest.main()
