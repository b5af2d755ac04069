"""Arrays without reference counts, for compiled loops that hand many arrays to small functions."""

from __future__ import annotations

from typing import Any

from doublecross.kernel.jit import INTERPRETED

if INTERPRETED:

    def borrowed(array: Any) -> Any:
        """The same array, whose memory the caller keeps alive."""
        return array

else:
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array, populate_array

    @intrinsic  # type: ignore[untyped-decorator]  # Numba's decorators have no types
    def borrowed(typing_context: Any, array: Any) -> Any:
        """The same array, whose memory the caller keeps alive.

        Numba counts references to an array at every call that it is passed to, by atomic instructions: in a loop over many games that
        took four fifths of the time. An array without an owner has nothing to count.
        """

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            given = make_array(array)(context, builder, arguments[0])
            made = make_array(array)(context, builder)
            populate_array(made, data=given.data, shape=given.shape, strides=given.strides, itemsize=given.itemsize, meminfo=None)
            return made._getvalue()

        return array(array), build
