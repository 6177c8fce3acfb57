"""Running kernels: devices, arrays and the launch layer."""
