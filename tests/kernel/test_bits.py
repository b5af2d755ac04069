"""The bit tricks against Python's sets and numbers."""

from __future__ import annotations

from typing import Any

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from doublecross.kernel import bits

members = st.sets(st.integers(0, 63))
some_members = st.sets(st.integers(0, 63), min_size=1)
words32 = st.integers(0, 2**32 - 1)
words64 = st.integers(0, 2**64 - 1)


def mask_of(chosen: set[int]) -> np.uint64:
    return np.uint64(sum(1 << member for member in chosen))


def set_of(mask: Any) -> set[int]:
    return {member for member in range(64) if int(mask) >> member & 1}


@given(members)
def test_popcount_counts(chosen: set[int]) -> None:
    assert int(bits.popcount(mask_of(chosen))) == len(chosen)


@given(some_members)
def test_lowest_and_highest(chosen: set[int]) -> None:
    assert int(bits.lowest(mask_of(chosen))) == min(chosen)
    assert int(bits.highest(mask_of(chosen))) == max(chosen)


@given(some_members)
def test_without_lowest(chosen: set[int]) -> None:
    assert set_of(bits.without_lowest(mask_of(chosen))) == chosen - {min(chosen)}


@given(members, st.integers(0, 63))
def test_bit_and_has(chosen: set[int], member: int) -> None:
    assert set_of(bits.bit(member)) == {member}
    assert bool(bits.has(mask_of(chosen), member)) == (member in chosen)


@given(st.integers(0, 63))
def test_below_and_from(bound: int) -> None:
    assert set_of(bits.below(bound)) == set(range(bound))
    assert set_of(bits.from_(bound)) == set(range(bound, 64))


@given(some_members)
def test_nth_finds_each_member_by_its_rank(chosen: set[int]) -> None:
    mask = mask_of(chosen)
    assert [int(bits.nth(mask, index)) for index in range(len(chosen))] == sorted(chosen)


@given(members, members)
def test_size_counts_a_multiset(once: set[int], others: set[int]) -> None:
    twice = once & others
    assert int(bits.size(mask_of(once), mask_of(twice))) == len([*once, *twice])


@given(words64, words64)
def test_sums_and_products_of_64_bits(a: int, b: int) -> None:
    assert int(bits.add64(np.uint64(a), np.uint64(b))) == (a + b) % 2**64
    assert int(bits.mul64(np.uint64(a), np.uint64(b))) == a * b % 2**64


@given(words32, words32)
def test_sums_and_products_of_32_bits(a: int, b: int) -> None:
    total = bits.add32(np.uint32(a), np.uint32(b))
    assert int(total) == (a + b) % 2**32
    assert int(bits.high_product32(np.uint32(a), b)) == a * b >> 32
    assert int(bits.low_product32(np.uint32(a), b)) == a * b % 2**32


def test_the_ends() -> None:
    assert int(bits.popcount(bits.NONE)) == 0
    assert int(bits.popcount(bits.ALL)) == 64
    assert set_of(bits.ALL) == set(range(64))
    assert [int(bits.nth(bits.ALL, index)) for index in (0, 31, 32, 63)] == [0, 31, 32, 63]
    assert int(bits.below(0)) == 0


@given(some_members, st.data())
def test_nth_agrees_with_its_portable_form(chosen: set[int], data: st.DataObject) -> None:
    index = data.draw(st.integers(0, len(chosen) - 1))
    assert int(bits.nth(mask_of(chosen), index)) == sorted(chosen)[index]
    assert int(bits._nth_by_halves(mask_of(chosen), index)) == sorted(chosen)[index]
