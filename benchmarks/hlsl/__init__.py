"""The kernels of the examples in HLSL."""
