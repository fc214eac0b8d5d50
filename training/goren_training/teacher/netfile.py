"""The teacher's file: shape, positions learnt from, and all weights as bfloat16."""

from __future__ import annotations

import os
import struct
from pathlib import Path

import torch
from torch import Tensor, nn

from ..netfile import NetError, fnv1a
from .net import Net, Shape

MAGIC, VERSION = b"GTNN", 1
HEAD = struct.Struct("<4sBBHHHIQ")


def tensors(net: Net) -> list[Tensor]:
    """All weights in the file's order: each layer's weight [output, input, …], then its bias if it has one."""
    layers: list[nn.Module] = [net.stem]
    for number, (first, second) in enumerate(zip(net.first, net.second)):
        layers.append(first)
        if number % 2 == 1:
            layers.append(net.pooled[number // 2])
        layers.append(second)
    layers += [net.policy, net.policy_pooled, net.policy_out, net.hidden, net.value]
    return [tensor for layer in layers for tensor in (layer.weight, layer.bias) if tensor is not None]


def write_net(path: str | Path, net: Net, positions: int) -> None:
    """Writes a network; the file appears only when it is whole."""
    shape = net.shape
    numbers = (shape.blocks, shape.channels, shape.policy, shape.hidden, 0, positions)
    out = bytearray(HEAD.pack(MAGIC, VERSION, *numbers))
    for tensor in tensors(net):
        bits = tensor.detach().float().cpu().to(torch.bfloat16).contiguous().view(torch.int16)
        out += bits.numpy().astype("<i2").tobytes()
    out += struct.pack("<Q", fnv1a(out))
    partial = Path(f"{path}.partial")
    partial.write_bytes(out)
    os.replace(partial, path)


def read_net(path: str | Path) -> tuple[Net, int]:
    """The network of a file and the positions it has learnt from, or `NetError`."""
    data = Path(path).read_bytes()
    if len(data) < HEAD.size + 8 or data[:4] != MAGIC or data[4] != VERSION:
        raise NetError(f"{path}: expected a teacher, beginning with {MAGIC!r}, got {len(data)} bytes with {data[:5]!r}")
    _, _, blocks, channels, policy, hidden, _, positions = HEAD.unpack_from(data)
    net = Net(Shape(blocks, channels, policy, hidden))
    all_tensors = tensors(net)
    expected = HEAD.size + 2 * sum(tensor.numel() for tensor in all_tensors) + 8
    if len(data) != expected:
        raise NetError(f"{path}: expected {expected} bytes for {net.shape}, got {len(data)}")
    stored, found = struct.unpack("<Q", data[-8:])[0], fnv1a(data[:-8])
    if stored != found:
        raise NetError(f"{path}: expected the hash {stored:#018x}, got {found:#018x}: the file is damaged")
    at = HEAD.size
    with torch.no_grad():
        for tensor in all_tensors:
            bits = torch.frombuffer(bytearray(data[at : at + 2 * tensor.numel()]), dtype=torch.bfloat16)
            tensor.copy_(bits.reshape(tensor.shape))
            at += 2 * tensor.numel()
    return net, positions
