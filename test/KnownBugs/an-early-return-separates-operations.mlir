// RUN: wave-test-opt %s --cse --canonicalize | FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure=also-writes --cse --test-wave-from-pure | not FileCheck %s
// RUN: wave-test-opt %s --test-wave-as-pure --cse --test-wave-from-pure | not FileCheck %s

// After an early return the lanes are gone for what follows, at every depth.
// gpuweb/gpuweb#1770, shader-slang/slang tests/hlsl-intrinsic/active-mask/if-early-exit.slang.

// CHECK-LABEL: wave.func @sums
wave.func @sums(%p: i1 {wave.element = i1}, %x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[before:.*]] = wave.reduce add
  %0 = wave.reduce add %x : i32
  // CHECK: scf.if
  scf.if %p {
    // CHECK: wave.retire_if
    %l = wave.lane_index : i32
    %c3 = arith.constant 3 : i32
    %small = arith.cmpi ult, %l, %c3 : i32
    wave.retire_if %small
  }
  // CHECK: %[[after:.*]] = wave.reduce add
  %1 = wave.reduce add %x : i32
  // CHECK: memref.store %[[before]]
  memref.store %0, %out[%c0] : memref<?xi32>
  // CHECK: memref.store %[[after]]
  memref.store %1, %out[%c0] : memref<?xi32>
}
