"""Running kernels: devices, arrays, the launch layer and the lock-step interpreter."""
