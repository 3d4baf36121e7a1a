"""Adding and exchanging whole numbers of an array in one step that no other thread can interrupt."""

from typing import TYPE_CHECKING, Any

from numba.core import cgutils, types
from numba.extending import intrinsic

if TYPE_CHECKING:
    from .compiled import Numbers

    def add(numbers: Numbers, at: int, amount: int) -> int:
        """Add to a number of an array; return what it was before."""

    def exchange(numbers: Numbers, at: int, expected: int, replacement: int) -> bool:
        """Replace a number of an array if it is as expected; return whether it was."""

else:

    def _pointer(context: Any, builder: Any, array_type: Any, array: Any, at: Any) -> Any:
        made = context.make_array(array_type)(context, builder, array)
        return cgutils.get_item_pointer(context, builder, array_type, made, [at], wraparound=False)

    @intrinsic
    def add(typing_context, numbers, at, amount):
        """Add to a number of an array; return what it was before."""

        def generate(context, builder, signature, arguments):
            pointer = _pointer(context, builder, numbers, arguments[0], arguments[1])
            return builder.atomic_rmw("add", pointer, arguments[2], "seq_cst")

        return numbers.dtype(numbers, types.intp, numbers.dtype), generate

    @intrinsic
    def exchange(typing_context, numbers, at, expected, replacement):
        """Replace a number of an array if it is as expected; return whether it was."""

        def generate(context, builder, signature, arguments):
            pointer = _pointer(context, builder, numbers, arguments[0], arguments[1])
            done = builder.cmpxchg(pointer, arguments[2], arguments[3], "seq_cst", "seq_cst")
            return builder.extract_value(done, 1)

        return types.boolean(numbers, types.intp, numbers.dtype, numbers.dtype), generate
