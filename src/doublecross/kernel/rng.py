"""Randomness: ChaCha8 for the game's own chance, and a small fast generator for playouts.

The state of ChaCha8 lies in the game's record (`RNG_FIELDS`), so that a copy of the record goes on exactly as the original, and a
live table's deck can neither be guessed nor computed from what was seen: the key has 256 bits. The block function is that of
D. J. Bernstein, "ChaCha, a variant of Salsa20" (2008), with 8 rounds, a 64-bit block counter and a 64-bit stream number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from doublecross.kernel.bits import ONE, add32, add64, high_product32, low_product32, mul64
from doublecross.kernel.jit import compiled

WORDS = 16
"""32-bit words in one ChaCha block."""

RNG_FIELDS: list[tuple[Any, ...]] = [
    ("key", "u4", (8,)),
    ("counter", "u8"),
    ("stream", "u8"),
    ("words", "u4", (WORDS,)),
    ("spent", "i8"),
]
"""Fields every game's state begins with: the key, the next block's number, the stream, the current block, words of it used up."""

POLICY_RNG = np.dtype([("word", "u8")])
"""The state of the playouts' own generator (SplitMix64); it never touches a game's chance."""

_WORD_0, _WORD_1, _WORD_2, _WORD_3 = (np.uint32(word) for word in (0x61707865, 0x3320646E, 0x79622D32, 0x6B206574))
_GOLDEN = np.uint64(0x9E37_79B9_7F4A_7C15)
_MIX_1 = np.uint64(0xBF58_476D_1CE4_E5B9)
_MIX_2 = np.uint64(0x94D0_49BB_1331_11EB)
_2_32 = np.uint64(1 << 32)


@compiled
def _rotate(word: Any, left: Any) -> Any:
    return np.uint32((word << np.uint32(left)) | (word >> np.uint32(32 - left)))


@compiled
def _quarter(a: Any, b: Any, c: Any, d: Any) -> Any:
    """One quarter round, on four words; returns the four new words."""
    a = add32(a, b)
    d = _rotate(d ^ a, 16)
    c = add32(c, d)
    b = _rotate(b ^ c, 12)
    a = add32(a, b)
    d = _rotate(d ^ a, 8)
    c = add32(c, d)
    b = _rotate(b ^ c, 7)
    return a, b, c, d


@compiled
def chacha_block(state: Any, rounds: Any) -> None:
    """Fill ``state.words`` with block number ``state.counter`` of the keystream of (key, stream)."""
    k = state.key
    k0, k1, k2, k3, k4, k5, k6, k7 = k[0], k[1], k[2], k[3], k[4], k[5], k[6], k[7]
    n0, n1 = np.uint32(state.counter & np.uint64(0xFFFF_FFFF)), np.uint32(state.counter >> np.uint64(32))
    n2, n3 = np.uint32(state.stream & np.uint64(0xFFFF_FFFF)), np.uint32(state.stream >> np.uint64(32))
    a0, a1, a2, a3 = _WORD_0, _WORD_1, _WORD_2, _WORD_3
    b0, b1, b2, b3 = k0, k1, k2, k3
    c0, c1, c2, c3 = k4, k5, k6, k7
    d0, d1, d2, d3 = n0, n1, n2, n3
    for _ in range(rounds // 2):
        a0, b0, c0, d0 = _quarter(a0, b0, c0, d0)
        a1, b1, c1, d1 = _quarter(a1, b1, c1, d1)
        a2, b2, c2, d2 = _quarter(a2, b2, c2, d2)
        a3, b3, c3, d3 = _quarter(a3, b3, c3, d3)
        a0, b1, c2, d3 = _quarter(a0, b1, c2, d3)
        a1, b2, c3, d0 = _quarter(a1, b2, c3, d0)
        a2, b3, c0, d1 = _quarter(a2, b3, c0, d1)
        a3, b0, c1, d2 = _quarter(a3, b0, c1, d2)
    w = state.words
    w[0], w[1], w[2], w[3] = add32(a0, _WORD_0), add32(a1, _WORD_1), add32(a2, _WORD_2), add32(a3, _WORD_3)
    w[4], w[5], w[6], w[7] = add32(b0, k0), add32(b1, k1), add32(b2, k2), add32(b3, k3)
    w[8], w[9], w[10], w[11] = add32(c0, k4), add32(c1, k5), add32(c2, k6), add32(c3, k7)
    w[12], w[13], w[14], w[15] = add32(d0, n0), add32(d1, n1), add32(d2, n2), add32(d3, n3)


@compiled
def next_word(state: Any) -> Any:
    """The next 32 random bits of the game's own chance."""
    if state.spent >= WORDS:
        chacha_block(state, 8)
        state.counter = add64(state.counter, ONE)
        state.spent = 0
    word = state.words[state.spent]
    state.spent += 1
    return word


@compiled
def uniform(state: Any, count: Any) -> Any:
    """A number from 0 to count - 1 (count below 2^32), exactly uniform (Lemire 2019, rejection)."""
    word = next_word(state)
    if low_product32(word, count) < np.uint64(count):
        threshold = (_2_32 - np.uint64(count)) % np.uint64(count)
        while low_product32(word, count) < threshold:
            word = next_word(state)
    return high_product32(word, count)


@compiled
def next_policy_word(rng: Any) -> Any:
    """The next 64 bits of the playouts' generator (SplitMix64: Steele, Lea, Flood 2014)."""
    rng.word = add64(rng.word, _GOLDEN)
    word = rng.word
    word = mul64(word ^ (word >> np.uint64(30)), _MIX_1)
    word = mul64(word ^ (word >> np.uint64(27)), _MIX_2)
    return word ^ (word >> np.uint64(31))


@compiled
def policy_uniform(rng: Any, count: Any) -> Any:
    """A number from 0 to count - 1 for a policy; the bias is below count / 2^32."""
    return high_product32(next_policy_word(rng) >> np.uint64(32), count)
