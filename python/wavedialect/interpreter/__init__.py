"""The lock-step interpreter: executes the IR of a kernel with NumPy, wave by wave, and reports what is undefined."""
