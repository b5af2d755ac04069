"""The memory of one search tree: records in arrays that are allocated once."""

from __future__ import annotations

import numpy as np

NODE = np.dtype(
    [
        ("key", "u8"),  # hash of the seat and of what it knows
        ("first", "i4"),  # its edges: so many from this one on, the most promising first
        ("degree", "i4"),
        ("visits", "i4"),
        ("asked", "i4"),  # how often the model of a rival was asked here
        ("generation", "i4"),  # of the search that used it last
    ]
)
"""One information set of one seat."""

EDGE = np.dtype([("action", "i4"), ("visits", "i4"), ("total", "f8")])
"""One action at a node: how often it was tried, and the win share of the node's seat summed over these iterations."""

TREE = np.dtype(
    [
        ("nodes", "i8"),  # so many are in use
        ("edges", "i8"),
        ("generation", "i8"),
        ("iterations", "i8"),  # in this generation
        ("modelled", "f8"),  # the share of iterations in which the rivals do what their model does
        ("exploration", "f8"),  # weight of the confidence term of UCB1
        ("root", "i8"),  # the searching seat
        ("totals", "f8", (8,)),  # win shares of all seats, summed over these iterations
    ]
)
"""What there is once in a tree."""

STEP = np.dtype([("node", "i4"), ("edge", "i4"), ("seat", "i4")])
"""One choice in the tree on the way of an iteration."""

MAX_STEPS = 256
"""After so many choices in the tree an iteration goes on as a playout."""
