// RUN: wave-test-opt %s --control-flow-sink --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --control-flow-sink --canonicalize --test-wave-from-pure | not FileCheck %s

// Used in a branch only, executed by all lanes. Release notes of
// microsoft/DirectXShaderCompiler: #8001, #5744.

// CHECK-LABEL: wave.func @prefix_of_all
wave.func @prefix_of_all(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: wave.prefix add
  // CHECK: scf.if
  %s = wave.prefix add %x : i32
  scf.if %p {
    memref.store %s, %out[%c0] : memref<?xi32>
  }
}
