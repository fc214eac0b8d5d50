"""Network files: writing a model as one, and reading one into arrays."""

from __future__ import annotations

import os
import struct
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .model import HEAD, WIDTH, Network

GOMOCUP = {"freestyle": 0, "standard": 1, "renju": 4, "caro": 9, "caro6": 8}
MAGIC, VERSION = b"GRNN", 1
HEAD_LAYERS = {  # in the file's order: outputs, inputs
    "whole": (HEAD, 2 * WIDTH),
    "quarter": (HEAD, 2 * WIDTH),
    "hidden": (HEAD, 2 * HEAD),
    "value": (3, HEAD),
    "policy": (2 * WIDTH, 2 * HEAD),
}


class NetError(ValueError):
    """A file that is not a network, or a model that no file can hold."""


@dataclass
class NetFile:
    """What a file holds: for each colour the generator's f32 arrays and the heads' (bias i32, weights i8) by name."""

    rule: str
    generation: int
    generators: list[dict[str, np.ndarray]]
    heads: list[dict[str, tuple[np.ndarray, np.ndarray]]]


def colours(rule: str) -> int:
    """Renju's forbidden moves make Black and White different."""
    return 2 if rule == "renju" else 1


def fnv1a(data: bytes) -> int:
    """The 64-bit FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def write_net(path: str | Path, model: Network, rule: str, generation: int) -> None:
    """Writes the model; the file appears only once it is complete."""
    shape = model.shape
    if not shape.exportable:
        raise NetError(f"a network file has 1 codebook, no depthwise layer and width {WIDTH}, the model is {shape}")
    if shape.colours != colours(rule):
        raise NetError(f"{rule} takes {colours(rule)} colours, the model has {shape.colours}")
    out = bytearray(MAGIC)
    out += struct.pack("<BBBBHHI", VERSION, GOMOCUP[rule], shape.colours, 0, shape.sides, shape.middle, generation)
    for generator, heads in zip(model.generators, model.heads):
        for name in _generator_shapes(shape.sides, shape.middle):
            out += getattr(generator, name).detach().cpu().numpy().astype("<f4").tobytes()
        for name in HEAD_LAYERS:
            bias, weight = (array.detach().cpu().numpy() for array in getattr(heads, name).integers())
            if np.abs(bias).max() >= 1 << 29:
                raise NetError(f"{path}: expected biases below 2^29, got {np.abs(bias).max()} in {name}")
            out += bias.astype("<i4").tobytes() + weight.astype("i1").tobytes()
    out += struct.pack("<Q", fnv1a(out))
    partial = Path(f"{path}.partial")
    partial.write_bytes(out)
    os.replace(partial, path)


def read_net(path: str | Path) -> NetFile:
    """Reads a network file, or raises `NetError`."""
    data = Path(path).read_bytes()
    if data[:4] != MAGIC or len(data) < 24:
        raise NetError(f"{path}: expected a network, beginning with {MAGIC!r}, got {len(data)} bytes with {data[:4]!r}")
    version, number, count, zero, sides, middle, generation = struct.unpack_from("<BBBBHHI", data, 4)
    rules = {number: rule for rule, number in GOMOCUP.items()}
    if version != VERSION or number not in rules or count not in (1, 2) or zero:
        raise NetError(
            f"{path}: expected version {VERSION}, a rule of {sorted(rules)}, 1 or 2 colours and a zero, "
            f"got {version}, {number}, {count} and {zero}"
        )
    shapes = _generator_shapes(sides, middle)
    size = 4 * sum(int(np.prod(shape)) for shape in shapes.values())
    size += sum(outputs * (4 + inputs) for outputs, inputs in HEAD_LAYERS.values())
    expected = 16 + count * size + 8
    if len(data) != expected:
        raise NetError(f"{path}: expected {expected} bytes for H {sides}, M {middle}, colours {count}, got {len(data)}")
    stored, found = struct.unpack("<Q", data[-8:])[0], fnv1a(data[:-8])
    if stored != found:
        raise NetError(f"{path}: expected the hash {stored:#018x}, got {found:#018x}: the file is damaged")

    at = 16

    def take(kind: str, shape: tuple[int, ...]) -> np.ndarray:
        nonlocal at
        array = np.frombuffer(data, kind, int(np.prod(shape)), at).reshape(shape)
        at += array.nbytes
        return array

    generators, heads = [], []
    for _ in range(count):
        generators.append({name: take("<f4", shape) for name, shape in shapes.items()})
        heads.append({name: (take("<i4", shape[:1]), take("i1", shape)) for name, shape in HEAD_LAYERS.items()})
    return NetFile(rules[number], generation, generators, heads)


def _generator_shapes(sides: int, middle: int) -> dict[str, tuple[int, ...]]:
    return {
        "sides": (364, sides), "centres": (3, sides),
        "b1": (middle,), "w1": (sides, middle), "b2": (WIDTH,), "w2": (middle, WIDTH),
    }  # fmt: skip
