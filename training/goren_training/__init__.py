"""Trains goren's network: from game packs to a network file."""
