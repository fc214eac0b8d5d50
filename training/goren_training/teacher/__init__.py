"""Trains the teacher: a residual network that improves by tree search against itself."""
