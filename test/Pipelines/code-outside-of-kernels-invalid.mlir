// RUN: wave-opt %s -wave-to-spirv -verify-diagnostics -split-input-file
// RUN: wave-opt %s -wave-to-dxil -verify-diagnostics -split-input-file
// RUN: wave-opt %s -wave-to-simd=wave-size=4 -verify-diagnostics -split-input-file
// RUN: wave-opt %s -wave-legalize -verify-diagnostics -split-input-file

// Upstream's simplifications see the whole module. Some never end, or crash, on code that a wave.func cannot hold.

gpu.module @kernels {
  wave.func @k() kernel num_threads(64, 1, 1) {
  }
  // expected-error@+1 {{'arith.negf' is outside of a function: move it into a wave.func [operation-not-supported]}}
  %0 = arith.negf %0 : f32
}

// -----

wave.func @k() kernel num_threads(64, 1, 1) {
}
// expected-error@+1 {{'scf.execute_region' is outside of a function: move it into a wave.func [operation-not-supported]}}
scf.execute_region {
  scf.yield
}

// -----

gpu.module @kernels {
  wave.func @k() kernel num_threads(64, 1, 1) {
  }
  // expected-error@+1 {{'gpu.func' is beside wave.func: compile it in a module of its own [operation-not-supported]}}
  gpu.func @lowered(%b: memref<?xi32>) kernel {
    %c = arith.constant -1 : index
    %0 = memref.dim %b, %c : memref<?xi32>
    gpu.return
  }
}
