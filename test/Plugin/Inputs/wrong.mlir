gpu.module @kernels {
  wave.func @kernel() kernel num_waves(0) {
  }
}
