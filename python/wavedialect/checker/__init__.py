"""Detects errors that a GPU hides: runs kernels on the CPU and observes them."""
