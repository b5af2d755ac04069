"""The game's own chance against published vectors, and what is drawn from it."""

from __future__ import annotations

import struct
from collections import Counter
from typing import Any

import numpy as np
import pytest

from doublecross.kernel.machine import records
from doublecross.kernel.rng import (
    POLICY_RNG,
    RNG_FIELDS,
    WORDS,
    chacha_block,
    next_policy_word,
    next_word,
    policy_uniform,
    uniform,
)

CHACHA = np.dtype(RNG_FIELDS)


def generator(key: bytes = bytes(32), counter: int = 0, stream: int = 0) -> Any:
    state = records(CHACHA)[0]
    state["key"] = np.frombuffer(key, dtype="<u4")
    state["counter"], state["stream"], state["spent"] = np.uint64(counter), np.uint64(stream), WORDS
    return state


def block(state: Any, rounds: int) -> list[int]:
    chacha_block(state, rounds)
    return [int(word) for word in state["words"]]


def keystream(state: Any, rounds: int) -> str:
    return struct.pack("<16I", *block(state, rounds)).hex()


def test_chacha8_with_zero_key_and_nonce() -> None:
    """Strombergson, "Test Vectors for the Stream Cipher ChaCha" (2013), TC1: 256-bit key, 8 rounds."""
    assert keystream(generator(), 8) == (
        "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e984ce172b9216f419f445367456d5619314a42a3da86b001387bfdb80e0cfe42"
    )


@pytest.mark.parametrize(
    ("counter", "expected"),
    [
        (
            0,
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586",
        ),
        (
            1,
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f",
        ),
    ],
)
def test_chacha20_rfc_8439_appendix_a_1(counter: int, expected: str) -> None:
    assert keystream(generator(counter=counter), 20) == expected


def test_chacha20_rfc_8439_section_2_3_2() -> None:
    """The RFC has a 32-bit counter (1) and a 96-bit nonce in the four words that are a 64-bit counter and the stream here."""
    nonce = struct.unpack("<3I", bytes.fromhex("000000090000004a00000000"))
    state = generator(bytes(range(32)), counter=1 | nonce[0] << 32, stream=nonce[1] | nonce[2] << 32)
    words = "e4e7f110 15593bd1 1fdd0f50 c47120a3 c7f4d1c7 0368c033 9aaa2204 4e6cd4c3 466482d2 09aa9f07 05d7c214 a2028bd9"
    assert block(state, 20) == [int(word, 16) for word in f"{words} d19c12b5 b94e16de e883d0cb 4e3c50a2".split()]


def test_chacha8_as_in_gos_runtime() -> None:
    """The C2SP specification of ChaCha8Rand, derived from our block function.

    There, constants and counter are not added at the end, and four blocks are interleaved word by word.
    """
    constants = [int(word) for word in np.frombuffer(b"expand 32-byte k", dtype="<u4")]
    output = b""
    for first in range(0, 16, 4):
        blocks = []
        for counter in range(first, first + 4):
            words = block(generator(b"ABCDEFGHIJKLMNOPQRSTUVWXYZ123456", counter=counter), 8)
            added = [*constants, *[0] * 8, counter, 0, 0, 0]
            blocks.append([(word - more) % 2**32 for word, more in zip(words, added, strict=True)])
        output += b"".join(struct.pack("<4I", *same_place) for same_place in zip(*blocks, strict=True))
    assert struct.unpack_from("<8Q", output) == (
        0xB773B6063D4616A5,
        0x1160AF22A66ABC3C,
        0x8C2599D9418D287C,
        0x7EE07E037EDC5CD6,
        0xCFAA9EE02D1C16AD,
        0x0E090EEF8FEBEA79,
        0x3C82D271128B5B3E,
        0x9C5ADDC11252A34F,
    )


def test_words_come_in_the_order_of_the_keystream() -> None:
    state = generator(bytes(range(32)), counter=7, stream=9)
    words = [int(next_word(state)) for _ in range(3 * WORDS)]
    assert words == [word for counter in (7, 8, 9) for word in block(generator(bytes(range(32)), counter, 9), 8)]
    assert (int(state["counter"]), int(state["spent"])) == (10, WORDS)


def test_a_copy_goes_on_exactly_as_the_original() -> None:
    states = records(CHACHA, 2)
    states[0] = generator(bytes(range(32)))
    for _ in range(5):
        next_word(states[0])
    states[1] = states[0]
    assert [int(next_word(states[0])) for _ in range(40)] == [int(next_word(states[1])) for _ in range(40)]
    assert states[0].tobytes() == states[1].tobytes()


def test_the_counter_goes_round_at_its_end() -> None:
    state = generator(counter=2**64 - 1)
    last = block(generator(counter=2**64 - 1), 8)
    assert [int(next_word(state)) for _ in range(2 * WORDS)] == last + block(generator(counter=0), 8)


def test_key_counter_and_stream_all_matter() -> None:
    starts = [generator(), generator(counter=1), generator(counter=2**32), generator(stream=1), generator(stream=2**32)]
    starts += [generator(bytes(byte) + b"\1" + bytes(31 - byte)) for byte in range(32)]
    assert len({keystream(state, 8) for state in starts}) == len(starts)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 6, 36, 63, 72])
def test_uniform_numbers_are_in_bounds_and_equally_frequent(count: int) -> None:
    state = generator(b"frequencies of uniform numbers.."[:32])
    draws = 500 * count
    found = Counter(int(uniform(state, count)) for _ in range(draws))
    assert set(found) == set(range(count))
    surprise = sum((times - 500) ** 2 / 500 for times in found.values())
    # Chi squared with count - 1 degrees of freedom: five standard deviations above its mean (the seed is fixed, so this never flickers).
    assert surprise <= (count - 1) + 5 * (2 * (count - 1)) ** 0.5


def test_uniform_rejects_the_words_that_would_tip_the_scales() -> None:
    """With 3 outcomes, 2^32 = 3 n + 1: exactly one word has to go, the word 0 in Lemire's method."""
    state = generator()
    state["words"][:4] = [0, 0, 0x8000_0000, 1]
    state["spent"] = 0
    assert (int(uniform(state, 3)), int(state["spent"])) == (1, 3)
    assert (int(uniform(state, 3)), int(state["spent"])) == (0, 4)


def test_uniform_takes_every_word_where_the_count_is_a_power_of_two() -> None:
    state = generator()
    state["words"][:3] = [0, 0xFFFF_FFFF, 0x4000_0000]
    state["spent"] = 0
    assert [int(uniform(state, 4)) for _ in range(3)] == [0, 3, 1]
    assert int(state["spent"]) == 3


def test_uniform_over_nearly_all_words() -> None:
    state = generator()
    state["words"][:2] = [0xFFFF_FFFF, 0x7FFF_FFFF]
    state["spent"] = 0
    most = 2**32 - 1
    for word in (0xFFFF_FFFF, 0x7FFF_FFFF):
        assert int(uniform(state, most)) == word * most >> 32


@pytest.mark.parametrize(
    ("seed", "expected"),
    [
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]),
        (1234567, [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]),
    ],
)
def test_the_policies_generator_is_splitmix64(seed: int, expected: list[int]) -> None:
    rng = records(POLICY_RNG)[0]
    rng["word"] = np.uint64(seed)
    assert [int(next_policy_word(rng)) for _ in expected] == expected


def test_policy_numbers_are_in_bounds_and_equally_frequent() -> None:
    rng = records(POLICY_RNG)[0]
    rng["word"] = np.uint64(5)
    found = Counter(int(policy_uniform(rng, 7)) for _ in range(7000))
    assert set(found) == set(range(7))
    assert all(850 < times < 1150 for times in found.values())
