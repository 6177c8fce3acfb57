// RUN: wave-test-opt %s --test-hoist-from-branches --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --test-hoist-from-branches --cse --canonicalize --test-wave-from-pure | not FileCheck %s

// The same operation on both sides of a condition gives another sum on each.
// microsoft/DirectXShaderCompiler, ShaderOpArithTable.xml: the operations of its tests
// stand in both branches on purpose.

// CHECK-LABEL: wave.func @sums
wave.func @sums(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: scf.if
  // CHECK-NEXT: wave.reduce add
  // CHECK: else
  // CHECK-NEXT: wave.reduce add
  scf.if %p {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%c0] : memref<?xi32>
  } else {
    %s = wave.reduce add %x : i32
    memref.store %s, %out[%c0] : memref<?xi32>
  }
}
