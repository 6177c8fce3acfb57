"""What a GPU hides: kernels are watched on the CPU while they run."""
