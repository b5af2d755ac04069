"""Named bit tricks on 64-bit masks; every other module uses the names.

A *mask* is a ``uint64`` whose bit i says that i is a member. A *multiset* is a pair of masks ``once, twice``: bit i of ``once`` is
set if i is held at least once, of ``twice`` if it is held twice (so ``twice`` is a subset of ``once``).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba.core import cgutils, config, types
from numba.extending import intrinsic

from doublecross.kernel.jit import INTERPRETED, compiled

NONE = np.uint64(0)
ONE = np.uint64(1)
ALL = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
_32 = np.uint64(32)
_FOR_THIS_CPU = config.CPU_NAME is None and config.CPU_FEATURES is None
_HAS_PDEP = not INTERPRETED and _FOR_THIS_CPU and bool(binding.get_host_cpu_features().get("bmi2"))
_LOW_32 = np.uint64(0xFFFF_FFFF)

if INTERPRETED:

    def popcount(mask: Any) -> Any:
        """How many members a mask has."""
        return int(mask).bit_count()

    def lowest(mask: Any) -> Any:
        """The smallest member of a mask that is not empty."""
        number = int(mask)
        return (number & -number).bit_length() - 1

    def highest(mask: Any) -> Any:
        """The largest member of a mask that is not empty."""
        return int(mask).bit_length() - 1

    def add32(a: Any, b: Any) -> Any:
        """The sum of two 32-bit words, modulo 2^32."""
        return np.uint32((int(a) + int(b)) & 0xFFFF_FFFF)

    def add64(a: Any, b: Any) -> Any:
        """The sum of two 64-bit words, modulo 2^64."""
        return np.uint64((int(a) + int(b)) & 0xFFFF_FFFF_FFFF_FFFF)

    def mul64(a: Any, b: Any) -> Any:
        """The product of two 64-bit words, modulo 2^64."""
        return np.uint64((int(a) * int(b)) & 0xFFFF_FFFF_FFFF_FFFF)

else:

    def _count_intrinsic(name: str) -> Any:
        @intrinsic
        def count(typing_context: Any, mask: Any) -> Any:
            def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
                if name == "ctpop":
                    return builder.ctpop(arguments[0])
                no = context.get_constant(types.boolean, False)
                zeros = builder.cttz if name == "cttz" else builder.ctlz
                return zeros(arguments[0], no)

            return types.int64(types.uint64), build

        return count

    _population = _count_intrinsic("ctpop")
    _trailing_zeros = _count_intrinsic("cttz")
    _leading_zeros = _count_intrinsic("ctlz")

    @compiled
    def popcount(mask: Any) -> Any:
        """How many members a mask has."""
        return _population(mask)

    @compiled
    def lowest(mask: Any) -> Any:
        """The smallest member of a mask that is not empty."""
        return _trailing_zeros(mask)

    @compiled
    def highest(mask: Any) -> Any:
        """The largest member of a mask that is not empty."""
        return 63 - _leading_zeros(mask)

    @compiled
    def add32(a: Any, b: Any) -> Any:
        """The sum of two 32-bit words, modulo 2^32."""
        return np.uint32(a + b)

    @compiled
    def add64(a: Any, b: Any) -> Any:
        """The sum of two 64-bit words, modulo 2^64."""
        return a + b

    @compiled
    def mul64(a: Any, b: Any) -> Any:
        """The product of two 64-bit words, modulo 2^64."""
        return a * b


@compiled
def bit(member: Any) -> Any:
    """The mask with one member (0 to 63)."""
    return ONE << np.uint64(member)


@compiled
def has(mask: Any, member: Any) -> Any:
    """Whether a mask has this member."""
    return ((mask >> np.uint64(member)) & ONE) != NONE


@compiled
def below(count: Any) -> Any:
    """The mask of the members 0 to count - 1 (count 0 to 63)."""
    return (ONE << np.uint64(count)) - ONE


@compiled
def from_(member: Any) -> Any:
    """The mask of all members from this one (0 to 63) up to 63."""
    return ALL << np.uint64(member)


@compiled
def without_lowest(mask: Any) -> Any:
    """A mask that is not empty, less its smallest member."""
    return mask & (mask - ONE)


@compiled
def _nth_by_halves(mask: Any, index: Any) -> Any:
    base, word, rest = 0, mask, index
    for width in (32, 16, 8, 4, 2, 1):
        half = popcount(word & below(width))
        if rest >= half:
            rest -= half
            base += width
            word = word >> np.uint64(width)
    return base


@compiled
def size(once: Any, twice: Any) -> Any:
    """How many cards a multiset holds."""
    return popcount(once) + popcount(twice)


@compiled
def less(once: Any, twice: Any, gone1: Any, gone2: Any) -> Any:
    """The multiset (once, twice) without the members (gone1, gone2), as far as it holds them."""
    left2 = twice & ~gone1
    left1 = (once & ~gone1) | (twice & gone1 & ~gone2)
    return left1, left2


@compiled
def high_product32(word: Any, count: Any) -> Any:
    """The upper half of the 64-bit product of two 32-bit numbers, as a signed integer."""
    return np.int64((np.uint64(word) * np.uint64(count)) >> _32)


@compiled
def low_product32(word: Any, count: Any) -> Any:
    """The lower half of the 64-bit product of two 32-bit numbers."""
    return (np.uint64(word) * np.uint64(count)) & _LOW_32


if _HAS_PDEP:

    @intrinsic
    def _deposit(typing_context: Any, source: Any, mask: Any) -> Any:
        """The BMI2 instruction PDEP: the low bits of `source`, spread over the members of `mask`."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            word = ir.IntType(64)
            function = cgutils.get_or_insert_function(builder.module, ir.FunctionType(word, [word, word]), "llvm.x86.bmi.pdep.64")
            return builder.call(function, arguments)

        return types.uint64(types.uint64, types.uint64), build

    @compiled
    def nth(mask: Any, index: Any) -> Any:
        """The member with `index` smaller members, for 0 <= index < popcount(mask)."""
        return lowest(_deposit(bit(index), mask))

else:

    @compiled
    def nth(mask: Any, index: Any) -> Any:
        """The member with `index` smaller members, for 0 <= index < popcount(mask)."""
        return _nth_by_halves(mask, index)
