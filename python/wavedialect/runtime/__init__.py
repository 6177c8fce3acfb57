"""Runs kernels: devices, arrays and the launch layer."""
