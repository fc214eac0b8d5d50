"""The process that plays: `goren teach`, and its messages."""

from __future__ import annotations

import contextlib
import fcntl
import struct
import subprocess
from dataclasses import dataclass

import numpy as np

from .views import GLOBAL_BYTES

HEAD = struct.Struct("<4s5I")
ANSWER = struct.Struct("<4s2I")
GAME = np.dtype([("rule", "u1"), ("size", "u1"), ("result", "i1"), ("zero", "u1"), ("stones", "<u2"), ("starts", "<u2")])
PIPE_BYTES = 1 << 20


class ProcessError(Exception):
    """The process that plays has failed or says something unexpected."""


@dataclass(frozen=True)
class Lane:
    """Games that are evaluated together, with the side of their canvas."""

    side: int
    games: int

    @staticmethod
    def parse(text: str) -> Lane:
        """Reads `15:4096`."""
        side, _, games = text.partition(":")
        return Lane(int(side), int(games))

    @property
    def view_bytes(self) -> int:
        return self.side**2 + GLOBAL_BYTES

    @property
    def sample_bytes(self) -> int:
        return self.view_bytes + 2 * self.side**2 + 4


@dataclass
class Question:
    """A message of the process: the views of a lane are in the buffer that was given for it."""

    lane: int
    samples: np.ndarray
    games: np.ndarray
    simulations: int


class Process:
    """`goren teach` with its pipes."""

    def __init__(self, program: str, lanes: list[Lane], options: list[str]) -> None:
        self.lanes = lanes
        chosen = [word for lane in lanes for word in ("--lane", f"{lane.side}:{lane.games}")]
        # Its own process group: an interrupt is for us, and the end of its input ends it.
        self.child = subprocess.Popen(
            [program, "teach", *chosen, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, start_new_session=True,
        )  # fmt: skip
        for pipe in (self.child.stdin, self.child.stdout):
            with contextlib.suppress(OSError):
                fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)

    def read(self, views: list[np.ndarray]) -> Question:
        """The next message; the views go into the buffer of their lane."""
        head = bytearray(HEAD.size)
        self._fill(memoryview(head))
        magic, number, count, samples, games, simulations = HEAD.unpack(head)
        if magic != b"GTL1" or number >= len(self.lanes) or count != self.lanes[number].games:
            raise ProcessError(f"expected a message of a lane, got {bytes(head)!r}")
        lane = self.lanes[number]
        self._fill(memoryview(views[number]).cast("B"))
        made = np.empty((samples, lane.sample_bytes), np.uint8)
        if samples:
            self._fill(memoryview(made).cast("B"))
        ended = np.empty(games, GAME)
        if games:
            self._fill(memoryview(ended).cast("B"))
        return Question(number, made, ended, simulations)

    def answer(self, lane: int, numbers: np.ndarray) -> None:
        """Sends value and logits of each view of a lane [games, 1 + area], as the bits of bfloat16."""
        self._send(memoryview(ANSWER.pack(b"GTA1", lane, self.lanes[lane].games)))
        self._send(memoryview(numbers).cast("B"))

    def close(self) -> int:
        """Ends the games; the exit status."""
        with contextlib.suppress(OSError):
            self.child.stdin.close()
        self.child.stdout.close()
        try:
            return self.child.wait(10)
        except subprocess.TimeoutExpired:
            self.child.kill()
            return self.child.wait()

    def _fill(self, buffer: memoryview) -> None:
        done = 0
        while done < len(buffer):
            count = self.child.stdout.readinto(buffer[done:])
            if not count:
                raise ProcessError(f"expected {len(buffer) - done} more bytes, but the process that plays has ended")
            done += count

    def _send(self, data: memoryview) -> None:
        done = 0
        while done < len(data):
            done += self.child.stdin.write(data[done:])
