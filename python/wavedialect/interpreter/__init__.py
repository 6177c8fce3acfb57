"""The lock-step interpreter: executes a kernel's IR with NumPy, wave by wave, and reports undefined behavior."""
