// RUN: wave-opt %s -verify-diagnostics -convert-wave-to-gpu -convert-wave-to-spirv
// RUN: wave-opt %s -verify-diagnostics -convert-wave-to-dxil
// RUN: wave-opt %s -verify-diagnostics -convert-wave-to-simd=wave-size=8
// RUN: wave-opt %s -verify-diagnostics -convert-wave-to-nvvm

// Pipelines expand bf16 first; no conversion knows it.
gpu.module @kernels {
  // expected-error@+2 {{bf16 has no code of its own: run wave-expand-bfloat16 first [value-type]}}
  wave.func @not_expanded(
      %out: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>})
      kernel stage(compute) num_threads(32, 1, 1) {
    wave.return
  }
}
