"""Trains the small networks of all rules on what the teacher and short searches say about positions of goren's own searches.

    python -m goren_training.distil --goren ../target/release/goren --teacher teacher/teacher.bin --out run --minutes 9
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import json
import math
import os
import queue
import random
import struct
import subprocess
import sys
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from . import codes, netfile
from .model import FEATURE, HIDDEN, POOLED, Network, Shape
from .samples import Batch
from .teacher.net import Net
from .teacher.netfile import NetError as TeacherError
from .teacher.netfile import read_net as read_teacher
from .teacher.views import GLOBAL_BYTES, OTHER, OWN, RULES, TRAP, legal, symmetries

HEAD = struct.Struct("<4s2I")
MAGIC = b"GHV2"
NO_SCORE, DECIDED = -(1 << 15), (1 << 15) - 1  # Scores of positions that were not searched, and of wins.
WON = 1  # The last byte of a view whose side to move wins by the rules or by fours.
CERTAIN = 0.98  # The chance to win that stands for such a win.
LABELLED = 4096  # Positions that the teacher is shown at once; the number never changes.
HELD_OUT = 8192  # The first positions of each rule on 15×15 are for validation.
LINE = (
    "{minutes:6.2f} min  {rule:9}  {positions:9d} positions  {samples:10d} samples  value {value_loss:.4f} "
    "(least {value_floor:.4f})  policy {policy_loss:.3f} (least {policy_floor:.3f})  top-1 {top1:.1%}  "
    "spread {spread:.2f} (teacher {teacher_spread:.2f})"
)


class DistilError(Exception):
    """What the user asked for cannot be done."""


@dataclass
class Samples:
    """Positions with what the teacher says about them."""

    views: Tensor  # [count, area + 4] u8
    policy: Tensor  # [count, area] bf16: the chance of each move
    chances: Tensor  # [count, 3]: win, draw and loss

    def batch(self, symmetry: Tensor | None = None, tables: Tensor | None = None) -> tuple[Batch, Tensor, Tensor]:
        """The positions as the network sees them, the teacher's policy, and which moves are legal."""
        cells, numbers = self.views[:, :-GLOBAL_BYTES], self.views[:, -GLOBAL_BYTES:]
        policy = self.policy.float()
        if symmetry is not None and tables is not None:
            place = tables[symmetry]
            cells, policy = cells.gather(1, place), policy.gather(1, place)
        side = round(cells.shape[1] ** 0.5)
        board = torch.ones_like(cells)
        for code, digit in ((OWN, 2), (OTHER, 3), (TRAP, 0)):
            board.masked_fill_(cells == code, digit)
        nothing = torch.zeros(len(cells), device=cells.device)
        batch = Batch(codes.geometry(side, cells.device), board, True, numbers[:, 1] == 1, nothing, nothing, nothing)
        return batch, policy, legal(cells, numbers)


def joined(parts: list[Samples]) -> Samples:
    """All of them together."""
    return Samples(*(torch.cat([getattr(part, name) for part in parts]) for name in ("views", "policy", "chances")))


@dataclass
class Blend:
    """How the target of the value comes from the teacher's chances and the score of a search."""

    share: float  # of the search, in logarithms of odds
    scale: float  # the score of odds of e to one

    def chances(self, teachers: Tensor, scores: Tensor) -> Tensor:
        """Win, draw and loss [count, 3]; the draws stay the teacher's as far as there is room for them."""
        win, draw, loss = teachers.unbind(1)
        odds = ((win + draw / 2) / (loss + draw / 2)).log()
        mixed = self.share * (scores / self.scale) + (1 - self.share) * odds
        half = mixed.sigmoid().clamp(1 - CERTAIN, CERTAIN)
        draw = torch.minimum(draw, 2 * torch.minimum(half, 1 - half))
        searched = torch.stack([half - draw / 2, draw, 1 - half - draw / 2], 1)
        certain = torch.tensor([CERTAIN, 0.0, 1 - CERTAIN], device=teachers.device)
        searched = torch.where((scores >= DECIDED)[:, None], certain, searched)
        searched = torch.where((scores <= -DECIDED)[:, None], certain.flip(0), searched)
        return torch.where((scores == NO_SCORE)[:, None], teachers, searched)


class Teacher:
    """The residual network as a judge of positions, the mean of what it says about several of their symmetries."""

    def __init__(self, net: Net, device: torch.device, views: int = 1) -> None:
        on_gpu = device.type == "cuda"
        self.net = net.to(device, torch.bfloat16 if on_gpu else torch.float32).eval().requires_grad_(False)
        self.net = self.net.to(memory_format=torch.channels_last)
        self.device = device
        # Which cell of a board each cell comes from, by the board's side and the symmetry.
        self.places = {side: symmetries(side)[side][:views].to(device) for side in (15, 20)}

    @torch.no_grad()
    def label(self, views: Tensor, scores: Tensor | None = None, blend: Blend | None = None) -> Samples:
        """What it says about views [count, area + 4], and the searches about those with a score [count]."""
        cells, numbers = views[:, :-GLOBAL_BYTES], views[:, -GLOBAL_BYTES:]
        places = self.places[round(cells.shape[1] ** 0.5)]
        may = legal(cells, numbers)
        policy = torch.zeros(cells.shape, device=views.device)
        chances = torch.zeros(len(views), 3, device=views.device)
        for place in places:
            logits, wdl = self.net(torch.cat([cells[:, place], numbers], 1))
            turned = torch.empty_like(policy).index_copy_(1, place, logits.float())
            policy += turned.masked_fill(~may, -1e4).softmax(1) / len(places)
            chances += wdl.float().softmax(1) / len(places)
        if scores is not None and blend is not None:
            chances = blend.chances(chances, scores.float())
        won = torch.tensor([CERTAIN, 0.0, 1 - CERTAIN], device=views.device)
        chances = torch.where(numbers[:, 3:] == WON, won, chances)
        return Samples(views, policy.to(torch.bfloat16), chances)


class Store:
    """A ring of labelled positions of one rule on boards of one side."""

    def __init__(self, side: int, capacity: int, device: torch.device) -> None:
        area = side * side
        self.capacity, self.added = capacity, 0
        self.all = Samples(
            torch.zeros(capacity, area + GLOBAL_BYTES, dtype=torch.uint8, device=device),
            torch.zeros(capacity, area, dtype=torch.bfloat16, device=device),
            torch.zeros(capacity, 3, device=device),
        )
        self.tables = symmetries(side)[side].to(device)

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def add(self, samples: Samples) -> None:
        """Takes more; the oldest go."""
        count = len(samples.views)
        rows = (self.added + torch.arange(count, device=samples.views.device)) % self.capacity
        for name in ("views", "policy", "chances"):
            getattr(self.all, name)[rows] = getattr(samples, name)
        self.added += count

    def draw(self, count: int) -> tuple[Batch, Tensor, Tensor, Tensor, Tensor]:
        """Random samples, each in a random one of its eight symmetries."""
        device = self.all.views.device
        rows = torch.randint(len(self), (count,), device=device)
        chosen = Samples(self.all.views[rows], self.all.policy[rows], self.all.chances[rows])
        batch, policy, legal_moves = chosen.batch(torch.randint(8, (count,), device=device), self.tables)
        return batch, policy, legal_moves, chosen.chances, chosen.views[:, -1] != WON


def losses(net: Network, batch: Batch, policy: Tensor, legal_moves: Tensor, chances: Tensor, counts: Tensor, **how):
    """Cross-entropies of value and policy of each position, and the logits; `counts` tells where the policy counts."""
    value, logits = net(batch, **how)
    value_loss = -(chances * value.log_softmax(1)).sum(1)
    logits = logits.masked_fill(~legal_moves, -1e4)
    policy_loss = -(policy * logits.log_softmax(1)).sum(1) * counts
    return value_loss, policy_loss, value, logits


class Student:
    """A network in training for one rule."""

    def __init__(self, rule: str, options: argparse.Namespace, device: torch.device) -> None:
        self.rule, self.options = rule, options
        self.shape = Shape(colours=netfile.colours(rule))
        self.net = Network(self.shape).to(device)
        if options.init:
            load(self.net, netfile.read_net(options.init / f"{rule}.bin"))
        self.net.bf16 = options.precision == "bf16"
        self.average = copy.deepcopy(self.net).eval().requires_grad_(False)
        on_gpu = device.type == "cuda"
        self.optimizer = torch.optim.AdamW(
            self.net.parameters(), betas=(0.9, 0.99), weight_decay=options.decay, fused=on_gpu
        )
        self.stores = {side: Store(side, max(options.capacity // (1 if side == 15 else 6), 1), device) for side in (15, 20)}
        self.held_out: list[Samples] = []
        self.valid: Samples | None = None
        self.steps = self.samples = self.positions = 0

    def take(self, side: int, samples: Samples) -> None:
        """Keeps labelled positions."""
        self.positions += len(samples.views)
        if side == 15 and self.valid is None:
            self.held_out.append(samples)
            if sum(len(part.views) for part in self.held_out) >= self.options.held_out:
                self.valid = joined(self.held_out)
            return
        self.stores[side].add(samples)

    def is_ready(self) -> bool:
        """Whether there is enough to draw from."""
        return self.valid is not None and sum(map(len, self.stores.values())) >= self.options.fill

    def train_step(self, progress: float, choice: random.Random) -> None:
        """One step at this share of the schedule."""
        options = self.options
        warm = min(1.0, (self.steps + 1) / max(options.warmup, 1))
        for group in self.optimizer.param_groups:
            group["lr"] = options.lr * warm * (0.01 + 0.495 * (1 + math.cos(math.pi * min(progress, 1.0))))
        sides = [side for side, store in self.stores.items() if len(store)]
        side = choice.choices(sides, [len(self.stores[side]) for side in sides])[0]
        drawn = self.stores[side].draw(options.batch)
        value_loss, policy_loss, _, _ = losses(self.net, *drawn, way=options.gather)
        self.optimizer.zero_grad(set_to_none=True)
        (value_loss.mean() + options.policy_weight * policy_loss.mean()).backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), options.clip)
        self.optimizer.step()
        self.net.clip()
        self.steps += 1
        self.samples += options.batch
        keep = min(options.average, (1 + self.steps) / (10 + self.steps))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.net.parameters()), 1 - keep)

    @torch.no_grad()
    def validate(self) -> dict[str, float]:
        """Losses of the averaged network on held-out positions, and how far apart values lie, in logarithms of odds."""
        total: dict[str, float] = {}
        table = self.average.table()
        spreads: tuple[list[Tensor], list[Tensor]] = ([], [])
        for start in range(0, len(self.valid.views), 1024):
            part = Samples(*(getattr(self.valid, name)[start : start + 1024] for name in ("views", "policy", "chances")))
            batch, policy, legal_moves = part.batch()
            counts = part.views[:, -1] != WON
            value_loss, policy_loss, value, logits = losses(
                self.average, batch, policy, legal_moves, part.chances, counts, table=table
            )
            is_best = (logits.argmax(1) == policy.argmax(1)) & counts
            numbers = {
                "value_loss": value_loss, "value_floor": torch.special.entr(part.chances).sum(1),
                "policy_loss": policy_loss, "policy_floor": torch.special.entr(policy).sum(1) * counts,
                "top1": is_best.float(), "counts": counts.float(),
            }  # fmt: skip
            for name, number in numbers.items():
                total[name] = total.get(name, 0.0) + float(number.double().sum())
            for chances, spread in ((value.softmax(1), spreads[0]), (part.chances, spreads[1])):
                odds = (chances[:, 0] + chances[:, 1] / 2) / (chances[:, 2] + chances[:, 1] / 2)
                spread.append(odds.log()[counts])
        count, counted = len(self.valid.views), max(total.pop("counts"), 1.0)
        means = {name: number / (count if name.startswith("value") else counted) for name, number in total.items()}
        own, teachers = (float(torch.cat(spread).std()) for spread in spreads)
        return means | {"spread": own, "teacher_spread": teachers}

    def state(self) -> dict:
        """What `restore` needs."""
        return {
            "shape": asdict(self.shape), "model": self.net.state_dict(), "average": self.average.state_dict(),
            "optimizer": self.optimizer.state_dict(), "steps": self.steps, "samples": self.samples,
            "positions": self.positions,
        }  # fmt: skip

    def restore(self, state: dict) -> None:
        """Goes on from a `state`."""
        self.net.load_state_dict(state["model"])
        self.average.load_state_dict(state["average"])
        self.optimizer.load_state_dict(state["optimizer"])
        self.steps, self.samples, self.positions = state["steps"], state["samples"], state["positions"]


@torch.no_grad()
def load(net: Network, file: netfile.NetFile) -> None:
    """Takes the weights of a network file."""
    units = {"whole": POOLED * FEATURE, "quarter": POOLED * FEATURE}
    for generator, arrays in zip(net.generators, file.generators, strict=True):
        for name, array in arrays.items():
            getattr(generator, name).copy_(torch.from_numpy(array.astype(np.float32)))
    for heads, layers in zip(net.heads, file.heads, strict=True):
        for name, (bias, weight) in layers.items():
            linear = getattr(heads, name)
            linear.bias.copy_(torch.from_numpy(bias.astype(np.float32)) / units.get(name, HIDDEN * FEATURE))
            linear.weight.copy_(torch.from_numpy(weight.astype(np.float32)) / FEATURE)


class Harvest:
    """`goren harvest`, read by a thread of its own."""

    def __init__(self, program: str, options: list[str]) -> None:
        self.child = subprocess.Popen([program, "harvest", *options], stdout=subprocess.PIPE, start_new_session=True)
        self.messages: queue.Queue[tuple[int, np.ndarray, np.ndarray] | None] = queue.Queue(maxsize=4096)
        self.error: str | None = None
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self) -> None:
        pipe = self.child.stdout
        while len(head := pipe.read(HEAD.size)) == HEAD.size:
            magic, side, count = HEAD.unpack(head)
            if magic != MAGIC or side not in (15, 20):
                self.error = f"expected positions, got {head!r}"
                break
            length = count * (side * side + GLOBAL_BYTES)
            body = pipe.read(length + 2 * count)
            if len(body) < length + 2 * count:
                break
            views = np.frombuffer(body, np.uint8, length).reshape(count, -1)
            self.messages.put((side, views, np.frombuffer(body, "<i2", count, length)))
        self.messages.put(None)

    def newest(self) -> list[tuple[int, np.ndarray, np.ndarray]]:
        """What has come since the last call."""
        found = []
        with contextlib.suppress(queue.Empty):
            while True:
                message = self.messages.get_nowait()
                if message is None:
                    raise DistilError(self.error or "goren harvest ended")
                found.append(message)
        return found

    def close(self) -> None:
        """Ends the process."""
        self.child.kill()
        self.child.wait()


class Distiller:
    """The teacher, the students and their positions."""

    def __init__(self, options: argparse.Namespace, start: float) -> None:
        self.options, self.start = options, start
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.random = random.Random(options.seed)
        torch.set_float32_matmul_precision("high" if options.precision == "tf32" else "highest")
        net, self.teacher_positions = read_teacher(options.teacher)
        self.teacher = Teacher(net, self.device, options.symmetries)
        self.blend = Blend(options.search_share, options.search_scale)
        self.students = {rule: Student(rule, options, self.device) for rule in options.weights}
        self.before, self.records = 0.0, []
        checkpoint = options.out / "students.pt"
        if checkpoint.exists():
            state = torch.load(checkpoint, map_location=self.device, weights_only=True)
            self.before, self.records = state["minutes"], state["records"]
            for rule, student in self.students.items():
                if rule in state["students"]:
                    student.restore(state["students"][rule])
        self.pending: dict[int, list[tuple[np.ndarray, np.ndarray]]] = {15: [], 20: []}

    def elapsed(self) -> float:
        """Minutes since the call began."""
        return (time.monotonic() - self.start) / 60

    def label(self, messages: list[tuple[int, np.ndarray, np.ndarray]]) -> None:
        """Lets the teacher judge new positions, a fixed number at a time."""
        for side, views, scores in messages:
            self.pending[side].append((views, scores))
        chunk = self.options.labelled
        for side, parts in self.pending.items():
            if sum(len(scores) for _, scores in parts) < chunk:
                continue
            views, scores = (np.concatenate(column) for column in zip(*parts))
            whole = len(views) // chunk * chunk
            self.pending[side] = [(views[whole:], scores[whole:])]
            for begin in range(0, whole, chunk):
                some = views[begin : begin + chunk]
                theirs = torch.from_numpy(scores[begin : begin + chunk].astype(np.int32)).to(self.device)
                samples = self.teacher.label(torch.from_numpy(some).to(self.device), theirs, self.blend)
                rules = some[:, side * side]
                for rule, student in self.students.items():
                    mine = np.flatnonzero(rules == RULES.index(rule))
                    if len(mine):
                        rows = torch.from_numpy(mine).to(self.device)
                        parts_of = (getattr(samples, name)[rows] for name in ("views", "policy", "chances"))
                        student.take(side, Samples(*parts_of))

    def run(self, harvest: Harvest) -> None:
        """Trains until the time is up, then writes the networks."""
        options = self.options
        last_report = last_save = time.monotonic()
        first = None
        while self.elapsed() < options.minutes:
            self.label(harvest.newest())
            ready = [rule for rule, student in self.students.items() if student.is_ready()]
            if len(ready) < len(self.students):
                time.sleep(0.05)
                continue
            if first is None:
                first = self.elapsed()
                self.report()
            progress = (self.elapsed() - first) / max(options.minutes - first, 1e-9)
            for _ in range(16):
                rule = self.random.choices(ready, [options.weights[rule] for rule in ready])[0]
                self.students[rule].train_step(progress, self.random)
            if self.device.type == "cuda":
                torch.cuda.synchronize()  # The clock must not run ahead of the work.
            now = time.monotonic()
            if now - last_report > options.report:
                self.report()
                last_report = time.monotonic()
            if now - last_save > 60:
                self.save()
                last_save = time.monotonic()
        if first is None:
            raise DistilError("the time was over before there were positions enough")
        self.report()
        self.save()

    def report(self) -> None:
        """Validates every student, prints a line each and keeps it."""
        for rule, student in self.students.items():
            if student.valid is None:
                continue
            record = {
                "minutes": round(self.before + self.elapsed(), 2), "rule": rule, "positions": student.positions,
                "samples": student.samples,
            }  # fmt: skip
            record |= {name: round(number, 5) for name, number in student.validate().items()}
            print(LINE.format(**record), flush=True)
            self.records.append(record)
        (self.options.out / "log.jsonl").write_text("".join(json.dumps(record) + "\n" for record in self.records))

    def save(self) -> None:
        """Writes the networks and the checkpoint; the old ones stay until the new ones are whole."""
        out = self.options.out
        for rule, student in self.students.items():
            netfile.write_net(out / f"{rule}.bin", student.average, rule, self.options.generation)
        state = {
            "minutes": self.before + self.elapsed(), "records": self.records,
            "students": {rule: student.state() for rule, student in self.students.items()},
        }  # fmt: skip
        torch.save(state, out / "students.pt.partial")
        os.replace(out / "students.pt.partial", out / "students.pt")


def weight(text: str) -> tuple[str, int]:
    """Reads `renju=20`."""
    rule, _, number = text.partition("=")
    if rule not in RULES or not number.isdigit() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"expected a rule and a weight such as `renju=20`, got `{text}`")
    return rule, int(number)


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Reads the command line."""
    cuda = torch.cuda.is_available()
    parser = argparse.ArgumentParser(
        prog="goren_training.distil", description="Trains the small networks on what the teacher says."
    )
    add = parser.add_argument
    add("--goren", default="goren", help="the program that searches")
    add("--teacher", type=Path, required=True, help="the teacher's network file")
    add("--out", type=Path, required=True, help="folder of networks, checkpoint and log; goes on with what is there")
    add("--init", type=Path, help="begin with the networks RULE.bin in this folder")
    add("--minutes", type=float, default=9.0, help="wall-clock budget of this call")
    add("--rule", type=weight, action="append", help="RULE=WEIGHT, its share of games and steps [default: all five]")
    add("--harvest", action="append", default=[], help="option passed on to `goren harvest`, such as --harvest=--nodes=600")
    add("--generation", type=int, default=0, help="number written into the network files")
    add("--batch", type=int, default=4096 if cuda else 64)
    add("--labelled", type=int, default=LABELLED if cuda else 256, help="positions that the teacher is shown at once")
    add("--held-out", type=int, default=HELD_OUT if cuda else 256, help="positions of each rule for validation")
    add("--capacity", type=int, default=5_000_000 if cuda else 20_000, help="positions kept of each rule")
    add("--fill", type=int, default=60_000 if cuda else 256, help="positions before the first step")
    add("--symmetries", type=int, default=8, choices=range(1, 9), help="symmetries of a position that the teacher is shown")
    add("--search-share", type=float, default=0.0, help="share of an undecided search's score in the value's target")
    add("--search-scale", type=float, default=155.0, help="the score of a winning chance of 73 percent")
    add("--lr", type=float, default=2e-3, help="highest learning rate")
    add("--warmup", type=int, default=200, help="steps until it is reached")
    add("--decay", type=float, default=1e-4, help="weight decay")
    add("--clip", type=float, default=1.0, help="largest norm of the gradient")
    add("--average", type=float, default=0.999, help="share of the old average of weights kept each step")
    add("--policy-weight", type=float, default=0.3, help="weight of the policy's loss beside the value's")
    add("--precision", choices=("float32", "tf32", "bf16"), default="float32", help="bf16: in the generator only")
    add("--gather", default="index_add" if cuda else "bag", help="how rows are summed; a question of speed only")
    add("--report", type=float, default=45.0, help="seconds between reports")
    add("--device", default="cuda" if cuda else "cpu")
    add("--seed", type=int, default=1)
    options = parser.parse_args(words)
    options.weights = dict(options.rule or [("freestyle", 40), ("standard", 20), ("renju", 20), ("caro", 10), ("caro6", 10)])
    return options


def main(words: list[str] | None = None) -> int:
    """Distils; the exit status."""
    start = time.monotonic()
    options = arguments(words)
    options.out.mkdir(parents=True, exist_ok=True)
    harvest = None
    try:
        distiller = Distiller(options, start)
        rules = [f"--rule={rule}={number}" for rule, number in options.weights.items()]
        # Other games in each call.
        seed = options.seed + sum(student.positions for student in distiller.students.values())
        harvest = Harvest(options.goren, [*rules, f"--seed={seed}", *options.harvest])
        distiller.run(harvest)
    except (DistilError, TeacherError, netfile.NetError, OSError) as error:
        print(f"distil: {error}", file=sys.stderr)
        return 1
    finally:
        if harvest:
            harvest.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
