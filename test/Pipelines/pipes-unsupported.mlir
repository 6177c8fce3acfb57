// RUN: wave-opt %s -wave-to-spirv -verify-diagnostics
// RUN: wave-opt %s -wave-to-dxil="shader-model=6.8 wave-size=32" -verify-diagnostics
// RUN: wave-opt %s -wave-to-dxil="shader-model=6.0" -verify-diagnostics

gpu.module @kernels {
  wave.func @pipe() kernel num_waves(2) {
    // expected-error@+1 {{the target does not support pipes: run the kernel on CUDA, on the CPU or in the interpreter [pipe-target]}}
    %pipe = wave.pipe stages 1 producers [0] consumers [1]
  }
}
