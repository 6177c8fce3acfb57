"""The target that only runs passes; their output is the result."""

from ...driver.rooms import Target

TARGET = Target("mlir", __name__, "the passes of --pipeline", 3, ("wave",), makes_code=False)
