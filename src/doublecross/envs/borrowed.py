"""Arrays without reference counts, for compiled loops that hand many arrays to small functions."""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import INTERPRETED

if INTERPRETED:

    def borrowed(*arrays: Any) -> Any:
        """The same arrays, whose memory the caller keeps alive."""
        return arrays

else:
    from numba.core import cgutils
    from numba.core.types.containers import StarArgTuple, Tuple
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic  # type: ignore[untyped-decorator]  # Numba's decorators have no types
    def borrowed(typing_context: Any, *arrays: Any) -> Any:
        """The same arrays, whose memory the caller keeps alive.

        Numba counts references to an array at every call that it is passed to, by atomic instructions: in a loop over many games that
        took four fifths of the time. An array without an owner has nothing to count.
        """
        kinds = Tuple(arrays)

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            lent = []
            for kind, argument in zip(kinds, cgutils.unpack_tuple(builder, arguments[0]), strict=True):
                given, made = make_array(kind)(context, builder, argument), make_array(kind)(context, builder)
                populate_array(made, data=given.data, shape=given.shape, strides=given.strides, itemsize=given.itemsize, meminfo=None)
                lent.append(made._getvalue())
            return context.make_tuple(builder, kinds, lent)

        return kinds(StarArgTuple(arrays)), build
