"""Functions for the kernels of these tests, in a file of their own."""

import wavedialect as wd


@wd.func
def square(x):
    return x * x


def unrelated():
    """Nobody compiles this."""
