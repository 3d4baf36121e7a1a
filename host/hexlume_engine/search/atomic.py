"""Adding and exchanging whole numbers of an array in one step that no other thread can interrupt."""

from typing import TYPE_CHECKING, Any

from numba import config
from numba.core import cgutils, types
from numba.extending import intrinsic

if TYPE_CHECKING or config.DISABLE_JIT:
    # Numba's own switch, for debuggers: one thread at a time runs these.
    from .compiled import Numbers

    def add(numbers: Numbers, at: int, amount: int) -> int:
        """Add to a number of an array; return what it was before."""
        numbers[at] += amount
        return numbers[at] - amount

    def exchange(numbers: Numbers, at: int, expected: int, replacement: int) -> bool:
        """Replace a number of an array if it is as expected; return whether it was."""
        before = numbers[at]
        numbers[at] = replacement if before == expected else before
        return before == expected

else:

    def _pointer(context: Any, builder: Any, array_type: Any, arguments: Any) -> Any:
        array = context.make_array(array_type)(context, builder, arguments[0])
        return cgutils.get_item_pointer(context, builder, array_type, array, arguments[1:2], wraparound=False)

    @intrinsic
    def add(typing_context, numbers, at, amount):
        """Add to a number of an array; return what it was before."""

        def generate(context, builder, signature, arguments):
            return builder.atomic_rmw("add", _pointer(context, builder, numbers, arguments), arguments[2], "seq_cst")

        return numbers.dtype(numbers, types.intp, numbers.dtype), generate

    @intrinsic
    def exchange(typing_context, numbers, at, expected, replacement):
        """Replace a number of an array if it is as expected; return whether it was."""

        def generate(context, builder, signature, arguments):
            swap = builder.cmpxchg(_pointer(context, builder, numbers, arguments), *arguments[2:], "seq_cst", "seq_cst")
            return builder.extract_value(swap, 1)

        return types.boolean(numbers, types.intp, numbers.dtype, numbers.dtype), generate
