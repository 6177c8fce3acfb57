// RUN: not wave-translate --wave-to-spirv %s 2>&1 | FileCheck %s
// RUN: not wave-translate --wave-to-dxil %s 2>&1 | FileCheck %s

// A value that uses itself is none that upstream's simplifications come to an end with.

// CHECK: error: 'arith.negf' is outside of a function: move it into a wave.func [operation-not-supported]
gpu.module @kernels {
  wave.func @k(%x: f32 {wave.element = f32}) kernel num_threads(64, 1, 1) {
  }
  %0 = arith.negf %0 : f32
}
