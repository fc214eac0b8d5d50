"""Lets the teacher learn from games against itself for some minutes.

    python -m goren_training.teacher.train --goren ../target/release/goren --minutes 9 --out DIR
"""

from __future__ import annotations

import argparse
import collections
import json
import signal
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch

from ..netfile import NetError
from .evaluator import Evaluator
from .learner import Learner, Recipe, schedule
from .net import Shape, grown
from .netfile import read_net, write_net
from .process import GAME, Lane, Process, ProcessError, Question
from .replay import Replay
from .views import RULES

LINE = (
    "{minutes:6.2f} min  {positions:9d} positions  {games:7d} games  {stones:4.1f} stones  Black {black:.0%}  draws {draws:.0%}  "
    "starts {starts:4.1f}  policy {policy:.3f} (least {entropy:.3f})  value {value:.4f}  {simulations_s:7d} sims/s  "
    "{samples_s:7d} samples/s  wait {wait:.0%}"
)


@dataclass
class Tally:
    """What happened since the last report."""

    begun: float
    simulations: int = 0
    samples: int = 0
    waited: float = 0.0
    games: list[np.ndarray] = field(default_factory=list)


class Trainer:
    """Games, network and time."""

    def __init__(self, options: argparse.Namespace, start: float) -> None:
        self.options, self.start = options, start
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        torch.backends.cudnn.benchmark = True
        recipe = Recipe(warmup=options.warmup, average=options.average)
        # What came before this call: minutes, positions, games and the reports.
        self.before, self.positions, self.games = 0.0, 0, 0
        self.records: list[dict] = []
        if (options.out / "checkpoint.pt").exists():
            self.learner, rest = Learner.load(options.out, recipe, self.device)
            self.before, self.positions, self.games = rest["minutes"], rest["positions"], rest["games"]
            self.records = rest["records"]
        else:
            given = {name: number for name in ("blocks", "channels") if (number := getattr(options, name)) is not None}
            shape = Shape(**given)
            net = None
            if options.init:
                net, self.positions = read_net(options.init)
                shape = replace(net.shape, **given)
                net = grown(net, shape)
            self.learner = Learner(shape, recipe, self.device)
            if net:
                self.learner.start_from(net)
        self.evaluator = Evaluator(self.learner.average, options.lane, self.device)
        capacity = {side: options.window if side == 15 else options.window // 4 for side in {lane.side for lane in options.lane}}
        self.replays = {side: Replay(side, count, self.device) for side, count in capacity.items()}
        self.owed = 0.0
        self.fresh = 0
        self.stopped = False
        on_gpu = self.device.type == "cuda"
        self.training, self.copying = (torch.cuda.Stream(), torch.cuda.Stream()) if on_gpu else (None, None)
        if self.training:
            self.training.wait_stream(torch.cuda.current_stream())

    def elapsed(self) -> float:
        """Minutes since the call began."""
        return (time.monotonic() - self.start) / 60

    def run(self, process: Process) -> None:
        """Plays and learns until the time is up."""
        options, evaluator = self.options, self.evaluator
        under_way: collections.deque[int] = collections.deque()
        tally = Tally(time.monotonic())
        last_save = time.monotonic()
        while not self.stopped and self.elapsed() < options.minutes and self.learner.step < options.steps:
            began = time.monotonic()
            question = process.read(evaluator.buffers)
            tally.waited += time.monotonic() - began
            evaluator.start(question.lane)
            under_way.append(question.lane)
            if len(under_way) >= min(options.ahead + 1, len(options.lane)):
                lane = under_way.popleft()
                process.answer(lane, evaluator.finish(lane))
            self.take(question, tally)
            self.learn(tally)
            now = time.monotonic()
            if now - tally.begun > options.report:
                self.report(tally)
                tally = Tally(time.monotonic())
            if now - last_save > 60:
                self.save()
                last_save = now
        self.report(tally)
        self.save()

    def take(self, question: Question, tally: Tally) -> None:
        """Keeps the samples of a message."""
        tally.simulations += question.simulations
        if len(question.games):
            tally.games.append(question.games)
            self.games += len(question.games)
        count = len(question.samples)
        if count:
            self.positions += count
            self.fresh += count
            self.owed += count * self.options.uses
            # On a stream of its own: a copy from ordinary memory waits for what its stream was given before.
            with torch.cuda.stream(self.copying):
                samples = torch.from_numpy(question.samples).to(self.device)
            if self.training:
                self.training.wait_stream(self.copying)
                samples.record_stream(self.training)
            with torch.cuda.stream(self.training):
                self.replays[self.options.lane[question.lane].side].add(samples)

    def learn(self, tally: Tally) -> None:
        """Makes the steps that the newest samples are worth, a few at a time."""
        options = self.options
        if self.fresh < options.fill:
            # A step needs something to draw from; what came before is used all the same.
            self.owed = min(self.owed, options.batch)
            return
        for _ in range(2):
            if self.owed < options.batch or self.learner.step >= options.steps:
                return
            self.owed -= options.batch
            sizes = {side: len(replay) for side, replay in self.replays.items()}
            at = int(torch.randint(sum(sizes.values()), ()))
            side = next(side for side in sizes if (at := at - sizes[side]) < 0)
            replay = self.replays[side]
            window = max(options.fill, int(options.window_share * replay.added))
            lr = schedule(options.lr, options.lr_end, self.elapsed() / options.minutes)
            with torch.cuda.stream(self.training):
                self.learner.learn(replay, options.batch, window, lr)
                if self.learner.step % 8 == 0:
                    self.evaluator.load(self.learner.average)
            tally.samples += options.batch

    def report(self, tally: Tally) -> None:
        """Prints one line and keeps it."""
        if self.training:
            self.training.synchronize()
        seconds = max(time.monotonic() - tally.begun, 1e-9)
        games = np.concatenate([np.zeros(0, GAME), *tally.games])

        def mean(numbers: Sequence[float]) -> float:
            return float(np.mean(numbers)) if len(numbers) else 0.0

        with torch.cuda.stream(self.training):
            loss = self.learner.means()
        record = {
            "minutes": round(self.before + self.elapsed(), 2), "positions": self.positions, "games": self.games,
            "steps": self.learner.step, "stones": round(mean(games["stones"]), 1), "black": round(mean(games["result"] == 1), 3),
            "draws": round(mean(games["result"] == 0), 3), "starts": round(mean(games["starts"]), 2),
            "policy": round(loss.policy, 4), "entropy": round(loss.entropy, 4), "value": round(loss.value, 4),
            "simulations_s": round(tally.simulations / seconds), "samples_s": round(tally.samples / seconds),
            "wait": round(tally.waited / seconds, 3),
            "rules": {rule: int((games["rule"] == number).sum()) for number, rule in enumerate(RULES)},
        }  # fmt: skip
        print(LINE.format(**record), flush=True)
        self.records.append(record)
        text = "".join(json.dumps(each) + "\n" for each in self.records)
        (self.options.out / "history.jsonl").write_text(text)

    def save(self) -> None:
        """Writes the checkpoint and the network that plays."""
        if self.training:
            self.training.synchronize()
        rest = {"minutes": self.before + self.elapsed(), "positions": self.positions, "games": self.games, "records": self.records}
        self.learner.save(self.options.out, rest)
        write_net(self.options.out / "teacher.bin", self.learner.average, self.positions)


def arguments(words: list[str] | None = None) -> argparse.Namespace:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description="Lets the teacher learn from games against itself.")
    cuda = torch.cuda.is_available()
    parser.add_argument("--goren", default="goren", help="the program that plays")
    parser.add_argument("--out", type=Path, required=True, help="folder of checkpoint, history and network; goes on with what is there")
    parser.add_argument("--init", type=Path, help="begin with the weights of this network file")
    parser.add_argument("--minutes", type=float, default=9.0, help="wall-clock budget of this call")
    parser.add_argument("--steps", type=int, default=1 << 60, help="stop after so many steps")
    parser.add_argument("--lane", type=Lane.parse, action="append", help="SIDE:GAMES, several times")
    parser.add_argument("--teach", action="append", default=[], help="option passed on to `goren teach`, such as --teach=--simulations=32")
    parser.add_argument("--ahead", type=int, default=1, help="lanes that wait behind the one being evaluated")
    parser.add_argument("--blocks", type=int, help="[default: 6, or as in --init; with more, that network grows]")
    parser.add_argument("--channels", type=int, help="[default: 96, or as in --init]")
    parser.add_argument("--batch", type=int, default=4096)
    parser.add_argument("--uses", type=float, default=4.0, help="how often each position is learnt from")
    parser.add_argument("--window", type=int, default=2_000_000, help="positions kept")
    parser.add_argument("--window-share", type=float, default=0.6, help="share of this call's positions that is learnt from")
    parser.add_argument("--fill", type=int, default=60_000, help="positions before the first step")
    parser.add_argument("--lr", type=float, default=1e-3)
    parser.add_argument("--lr-end", type=float, help="learning rate at the end [default: --lr]")
    parser.add_argument("--warmup", type=int, default=300)
    parser.add_argument("--average", type=float, default=0.998)
    parser.add_argument("--report", type=float, default=20.0, help="seconds between reports")
    parser.add_argument("--device", default="cuda" if cuda else "cpu")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(words)
    options.lane = options.lane or [Lane(15, 64), Lane(15, 64)]
    options.lr_end = options.lr if options.lr_end is None else options.lr_end
    return options


def main(words: list[str] | None = None) -> int:
    """Trains; the exit status."""
    start = time.monotonic()
    options = arguments(words)
    options.out.mkdir(parents=True, exist_ok=True)
    try:
        trainer = Trainer(options, start)
        # Other games in each call.
        seed = options.seed + trainer.positions
        process = Process(options.goren, options.lane, [*options.teach, "--seed", str(seed)])
    except (NetError, OSError) as error:
        print(f"teacher: {error}", file=sys.stderr)
        return 1

    def stop(*_: object) -> None:
        trainer.stopped = True

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, stop)
    try:
        trainer.run(process)
    except ProcessError as error:
        print(f"teacher: {error}", file=sys.stderr)
        trainer.save()
        return 1
    finally:
        process.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
