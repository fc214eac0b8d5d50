"""Trains a network on game packs for a given time and writes it as a file.

    python -m goren_training.train --packs a.pack b.pack --rule freestyle --seconds 150 --out DIR
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import os
import pickle
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from . import netfile
from .curves import chart
from .model import FEATURE, Network, Shape
from .netfile import NetError
from .pack import PROVEN, RULES, Games, PackError, read_packs
from .reference import bake
from .samples import Batch, fit_scale, groups, held_out

WAYS = ("bag", "embedding", "index_add")
LINE = (
    "step {step:6d}  {samples:10d} samples  {seconds:6.1f} s  {rate:7d}/s  "
    "value {value_loss:.4f} (least {value_floor:.4f})  outcome {outcome_loss:.4f} (search {search_loss:.4f})  "
    "policy {policy_loss:.3f}  top-1 {top1:.1%}  top-5 {top5:.1%}"
)


class TrainingError(Exception):
    """What the user asked for cannot be done."""


def targets(batch: Batch, scale: float, share: float) -> Tensor:
    """Chances [batch, 3] of win, draw and loss: `share` from the score, the rest from the outcome; decided scores are certain."""
    root = batch.root.float()
    win = torch.sigmoid(root * root.abs() / 32 / scale)
    won, proven = (root > 0).float(), (batch.root.abs() == PROVEN)[:, None]
    score = torch.stack([win, torch.zeros_like(win), 1 - win], 1)
    certain = torch.stack([won, torch.zeros_like(win), 1 - won], 1)
    return torch.where(proven, certain, share * score + (1 - share) * F.one_hot(batch.outcome, 3))


def value_losses(value: Tensor, target: Tensor) -> Tensor:
    """Cross-entropy of each position."""
    return -(target * value.log_softmax(1)).sum(1)


def policy_logits(policy: Tensor, batch: Batch) -> Tensor:
    """Policies with −∞ for points that are not empty."""
    return policy.masked_fill(batch.board != 1, -math.inf)


class Trainer:
    """A model in training with its data."""

    def __init__(self, options: argparse.Namespace, games: Games) -> None:
        self.options = options
        self.device = torch.device(options.device)
        torch.manual_seed(options.seed)
        self.random = random.Random(options.seed)
        valid = held_out(games)
        self.groups = groups(games.select(~valid), self.device)
        self.valid = groups(games.select(valid), self.device)
        if not self.groups or not self.valid:
            raise TrainingError(
                f"{len(games)} games of {options.rule} are too few: none to train with or none held out; a few hundred are enough"
            )
        self.fitted_scale = fit_scale(games)

        self.step = self.samples = 0
        self.trained_seconds = 0.0
        self.records: list[dict] = []
        state = self._stored()
        self.shape = self._shape(state)
        self.model = Network(self.shape).to(self.device)
        if state:
            self.model.load_state_dict(state["model" if options.resume else "average"])
        self.average = copy.deepcopy(self.model).eval().requires_grad_(False)
        self.model.bf16 = options.precision == "bf16"
        self.optimizer = torch.optim.AdamW(
            self.model.parameters(), betas=(0.9, 0.99), weight_decay=options.decay, fused=self.device.type == "cuda"
        )
        if options.resume and state:
            self.average.load_state_dict(state["average"])
            self.optimizer.load_state_dict(state["optimizer"])
            self.step, self.samples, self.trained_seconds = state["step"], state["samples"], state["trained_seconds"]
            self.records = state["records"]
            torch.manual_seed(options.seed + self.step)

    def _stored(self) -> dict | None:
        options = self.options
        path = options.out / "checkpoint.pt" if options.resume else options.init
        if path is None:
            return None
        if not path.exists():
            raise TrainingError(f"expected a checkpoint at {path}, found none")
        try:
            state = torch.load(path, map_location=self.device, weights_only=True)
            state["rule"], state["shape"]["colours"]
        except (pickle.UnpicklingError, RuntimeError, KeyError, TypeError, EOFError) as error:
            raise TrainingError(f"{path}: expected a checkpoint such as checkpoint.pt, got something else") from error
        if state["rule"] != options.rule and options.resume:
            raise TrainingError(f"{path} is for {state['rule']}, not for {options.rule}")
        if state["shape"]["colours"] == 1 and netfile.colours(options.rule) == 2:
            _give_each_colour_its_own(state)
        return state

    def _shape(self, state: dict | None) -> Shape:
        options = self.options
        asked = {
            "sides": options.sides, "middle": options.middle, "width": options.width,
            "codebooks": options.codebooks, "depthwise": options.depthwise or None,
        }  # fmt: skip
        asked = {name: value for name, value in asked.items() if value is not None}
        asked["colours"] = netfile.colours(options.rule)
        if state is None:
            return Shape(**asked)
        stored = Shape(**state["shape"])
        for name, value in asked.items():
            if getattr(stored, name) != value:
                raise TrainingError(f"the checkpoint has {name} {getattr(stored, name)}, not {value}")
        return stored

    def draw(self) -> Batch:
        """A batch from one board size, chosen in proportion to its samples."""
        group = self.random.choices(self.groups, [len(group) for group in self.groups])[0]
        return group.draw(self.options.batch, self.options.proven)

    def train_step(self, progress: float) -> None:
        """One step at this share of the schedule."""
        options = self.options
        warm = min(1.0, (self.step + 1) / max(options.warmup, 1))
        for parameters in self.optimizer.param_groups:
            parameters["lr"] = options.lr * warm * (0.01 + 0.495 * (1 + math.cos(math.pi * min(progress, 1.0))))
        batch = self.draw()
        value, policy = self.model(batch, way=options.gather, unique=options.unique)
        value_loss = value_losses(value, targets(batch, options.scale, options.score_share)).mean()
        policy_loss = F.cross_entropy(policy_logits(policy, batch), batch.move)
        self.optimizer.zero_grad(set_to_none=True)
        (value_loss + options.policy_weight * policy_loss).backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), options.clip)
        self.optimizer.step()
        self.model.clip()
        self.step += 1
        self.samples += options.batch
        keep = min(options.average, (1 + self.step) / (10 + self.step))
        torch._foreach_lerp_(list(self.average.parameters()), list(self.model.parameters()), 1 - keep)

    @torch.no_grad()
    def validate(self, table: Tensor | None = None) -> dict[str, float]:
        """Losses and accuracies of the averaged model on held-out positions as they were played.

        `table` replaces the rows its generators make.
        """
        torch.set_float32_matmul_precision("highest")
        options = self.options
        if table is None:
            table = self.average.table()
        total: dict[str, Tensor] = {}

        def add(name: str, numbers: Tensor) -> None:
            total[name] = total.get(name, 0) + numbers.double().sum()

        count = 0
        everything = sum(len(group) for group in self.valid)
        for group in self.valid:
            index = group.fixed(math.ceil(options.validation * len(group) / everything), options.proven)
            count += len(index)
            for part in index.split(1024):
                batch = group.batch(part)
                value, policy = self.average(batch, table)
                target = targets(batch, options.scale, options.score_share)
                add("value_loss", value_losses(value, target))
                add("value_floor", torch.special.entr(target).sum(1))
                # How well the network and the search's score predict the outcome, as the expected result.
                chance = value.softmax(1)
                points = 1 - batch.outcome / 2
                is_open = batch.root.abs() != PROVEN
                mean = (chance[:, 0] + chance[:, 1] / 2).clamp(1e-6, 1 - 1e-6)
                root = batch.root.float()
                score = root * root.abs() / 32 / self.fitted_scale
                add("open", is_open)
                add("outcome_loss", F.binary_cross_entropy(mean, points, reduction="none") * is_open)
                add("search_loss", F.binary_cross_entropy_with_logits(score, points, reduction="none") * is_open)
                logits = policy_logits(policy, batch)
                add("policy_loss", F.cross_entropy(logits, batch.move, reduction="none"))
                rank = (logits > logits.gather(1, batch.move[:, None])).sum(1)
                add("top1", rank < 1)
                add("top5", rank < 5)
        means = {name: float(number) / count for name, number in total.items()}
        share = max(means.pop("open"), 1 / count)
        return means | {name: means[name] / share for name in ("outcome_loss", "search_loss")}

    def run(self, start: float) -> None:
        """Trains until the time is up, then exports; `start` is when the clock began."""
        options = self.options
        schedule = options.schedule or options.seconds
        last_step = options.steps or math.inf
        already, begun = self.trained_seconds, time.monotonic()
        self.report(begun)
        reserve = 2.5 * (time.monotonic() - begun) + self.bake_seconds() + 1
        last_report = last_save = time.monotonic()
        torch.set_float32_matmul_precision("high" if options.precision == "tf32" else "highest")
        end, first_samples = start + options.seconds - reserve, self.samples
        while self.step < last_step and ((now := time.monotonic()) < end or self.samples == first_samples):
            timed = (already + now - begun) / max(schedule - reserve - (begun - start), 1.0)
            self.train_step(max(timed, self.step / last_step))
            if self.step % 16 == 0 and self.device.type == "cuda":
                torch.cuda.synchronize()  # The clock must not run ahead of the work.
            self.trained_seconds = already + time.monotonic() - begun
            if time.monotonic() - last_report > options.report:
                self.report(begun, first_samples)
                torch.set_float32_matmul_precision("high" if options.precision == "tf32" else "highest")
                last_report = time.monotonic()
            if time.monotonic() - last_save > 60:
                self.save()
                last_save = time.monotonic()
        final = self.report(begun, first_samples)
        self.save()
        if self.shape.exportable:
            self.export(final)
        else:
            print("no network file: it cannot hold this model", file=sys.stderr)

    def bake_seconds(self) -> float:
        """A conservative estimate of how long `bake` takes."""
        operations = 199_290 * self.shape.colours * self.shape.middle * (self.shape.sides + self.shape.width)
        return operations / 1.5e8 / min(os.cpu_count() or 1, 8)

    def report(self, begun: float, first_samples: int | None = None) -> dict:
        """Validates, prints one line and writes the log and the curves."""
        if self.device.type == "cuda":
            torch.cuda.synchronize()
        seconds = time.monotonic() - begun
        rate = 0.0 if first_samples is None else (self.samples - first_samples) / max(seconds, 1e-9)
        seconds = round(self.trained_seconds, 1)
        record = {"step": self.step, "samples": self.samples, "seconds": seconds, "rate": round(rate)}
        record |= {name: round(number, 5) for name, number in self.validate().items()}
        print(LINE.format(**record), flush=True)
        self.records.append(record)
        (self.options.out / "log.jsonl").write_text("".join(json.dumps(record) + "\n" for record in self.records))
        columns = {name: [record[name] for record in self.records] for name in record}
        panels = {
            "Value": {
                "loss": columns["value_loss"],
                "least loss": columns["value_floor"],
                "outcome": columns["outcome_loss"],
                "outcome by search": columns["search_loss"],
            },
            "Policy": {"loss": columns["policy_loss"]},
            "Policy accuracy": {"first": columns["top1"], "first five": columns["top5"]},
        }
        (self.options.out / "curves.svg").write_text(chart([samples / 1e6 for samples in columns["samples"]], panels))
        return record

    def save(self) -> None:
        """Writes the checkpoint; the old one stays until the new one is complete."""
        state = {
            "rule": self.options.rule, "shape": asdict(self.shape), "model": self.model.state_dict(),
            "average": self.average.state_dict(), "optimizer": self.optimizer.state_dict(), "step": self.step,
            "samples": self.samples, "trained_seconds": self.trained_seconds, "records": self.records,
        }  # fmt: skip
        path = self.options.out / "checkpoint.pt"
        torch.save(state, f"{path}.partial")
        os.replace(f"{path}.partial", path)

    def export(self, final: dict) -> None:
        """Writes the averaged model as a network file and checks that the file, read back, has the loss reported."""
        path = self.options.out / "net.bin"
        netfile.write_net(path, self.average, self.options.rule, self.options.generation)
        rows = np.concatenate([bake(generator) for generator in netfile.read_net(path).generators])
        loss = self.validate(torch.from_numpy(rows).float().to(self.device) / FEATURE)
        for name in ("value_loss", "policy_loss"):
            if abs(loss[name] - final[name]) > 1e-3:
                raise TrainingError(f"{path} has the {name} {loss[name]:.5f}, the model {final[name]:.5f}")
        size, value, policy = path.stat().st_size, loss["value_loss"], loss["policy_loss"]
        print(f"{path}: {size} bytes; read back: value {value:.5f}, policy {policy:.5f}, as reported")

    def bench(self, steps: int) -> None:
        """Prints samples per second for the ways to sum rows."""
        for unique in (False, True):
            for way in WAYS:
                self.options.gather, self.options.unique = way, unique
                for count in (3, steps):
                    began = time.monotonic()
                    for _ in range(count):
                        self.train_step(0.0)
                    if self.device.type == "cuda":
                        torch.cuda.synchronize()
                rate = steps * self.options.batch / (time.monotonic() - began)
                print(f"--gather {way:9}  {'--unique' if unique else '--all   '}  {rate:9.0f} samples/s", flush=True)


def _give_each_colour_its_own(state: dict) -> None:
    """Initialises Black and White from a checkpoint that both colours shared."""
    state["shape"]["colours"] = 2
    for part in ("model", "average"):
        for name, values in list(state[part].items()):
            kind, number, rest = name.split(".", 2)
            assert number == "0", name
            state[part][f"{kind}.1.{rest}"] = values.clone()


def parser() -> argparse.ArgumentParser:
    """The command line."""
    cuda = torch.cuda.is_available()
    result = argparse.ArgumentParser(prog="goren_training.train", description="Trains a network on game packs.")
    add = result.add_argument
    add("--packs", nargs="+", required=True, help="game packs; games of other rules in them are left out")
    add("--rule", choices=RULES, default="freestyle")
    add("--out", type=Path, help="folder for net.bin, checkpoint.pt, log.jsonl and curves.svg")
    add("--seconds", type=float, default=60, help="wall-clock budget of this call, export included")
    add("--schedule", type=float, help="seconds over which the learning rate falls (default: --seconds)")
    add("--steps", type=int, help="stop after so many steps even if time is left; the learning rate falls accordingly")
    begin = result.add_mutually_exclusive_group()
    begin.add_argument("--resume", action="store_true", help="go on from the checkpoint in --out")
    begin.add_argument("--init", type=Path, help="begin with the weights of this checkpoint")
    add("--generation", type=int, default=0, help="number written into the network file")
    add("--batch", type=int, default=4096 if cuda else 256)
    add("--lr", type=float, default=2e-3, help="highest learning rate")
    add("--warmup", type=int, default=200, help="steps until it is reached")
    add("--decay", type=float, default=1e-4, help="weight decay")
    add("--clip", type=float, default=1.0, help="largest norm of the gradient")
    add("--average", type=float, default=0.999, help="share of the old average of weights kept each step")
    add("--policy-weight", type=float, default=0.3, help="weight of the policy's loss beside the value's")
    add("--scale", type=float, default=200, help="a score of so much is a chance of 73 %% to win")
    add("--score-share", type=float, default=0.7, help="share of the score in the value's target, beside the outcome")
    add("--proven", type=float, default=0.1, help="largest share of proven scores in a batch")
    add("--validation", type=int, default=40_000 if cuda else 4_000, help="held-out positions looked at")
    add("--report", type=float, default=20, help="seconds between validations")
    add("--sides", type=int, help="H, the generator's first width (default 128)")
    add("--middle", type=int, help="M, its second width (default 64)")
    add("--width", type=int, help="numbers in a row (default 32; others cannot be exported)")
    add("--codebooks", type=int, choices=(1, 2), help="2: own rows for diagonals (cannot be exported)")
    add("--depthwise", action="store_true", help="3×3 convolution on half the features (cannot be exported)")
    add("--precision", choices=("float32", "tf32", "bf16"), default="float32", help="bf16: in the generator only")
    add("--gather", choices=WAYS, default="index_add" if cuda else "bag", help="how rows are summed; a question of speed only")
    add("--unique", action=argparse.BooleanOptionalAction, default=not cuda, help="make only the rows a batch needs")
    add("--device", default="cuda" if cuda else "cpu")
    add("--seed", type=int, default=1)
    add("--fit-scale", action="store_true", help="print the --scale that fits the outcomes best, and stop")
    add("--bench-steps", type=int, help="print samples a second after so many steps of each kind, and stop")
    return result


def main(arguments: list[str] | None = None) -> int:
    start = time.monotonic()
    options = parser().parse_args(arguments)
    try:
        games = read_packs(options.packs)
        wanted = games.rule == RULES.index(options.rule)
        if not wanted.any():
            counts = zip(*np.unique(games.rule, return_counts=True))
            found = ", ".join(f"{count} of {RULES[rule]}" for rule, count in counts)
            raise TrainingError(f"expected games of {options.rule} in the packs, found {found or 'none at all'}")
        games = games.select(wanted)
        if options.fit_scale:
            print(f"{fit_scale(games):.1f}")
            return 0
        if options.out is None:
            raise TrainingError("expected a folder, --out DIR")
        options.out.mkdir(parents=True, exist_ok=True)
        trainer = Trainer(options, games)
        samples, held = (sum(len(group) for group in side) for side in (trainer.groups, trainer.valid))
        scale = f"scale that fits outcomes {trainer.fitted_scale:.0f}"
        print(f"{len(games)} games, {samples} samples, {held} held out; {scale}", flush=True)
        if options.bench_steps:
            trainer.bench(options.bench_steps)
        else:
            trainer.run(start)
    except (PackError, NetError, TrainingError, OSError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
