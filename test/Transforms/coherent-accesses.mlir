// RUN: wave-opt %s -canonicalize -cse -loop-invariant-code-motion -wave-hoist-uniform -wave-broadcast-uniform-loads -wave-simplify-uniform -wave-aggregate-atomics -wave-specialize -canonicalize -cse -symbol-dce | FileCheck %s
// RUN: wave-opt %s -wave-guard-buffers -canonicalize -cse | FileCheck %s --check-prefix=GUARD

// Other groups may store coherent memory at any time: no pass removes, merges or moves an access.

!flags = memref<?xi32>
#uav = #wave.binding<uav, ui32>
!image = !wave.image<2d, i32, 1>

gpu.module @kernels {

// A loop that waits for another group.
// CHECK-LABEL: wave.func @waits
// CHECK: scf.while
// CHECK-NEXT: wave.coherent_load
// CHECK: scf.condition
// GUARD-LABEL: wave.func @waits
// GUARD: scf.while
// GUARD: scf.if
// GUARD-NEXT: wave.coherent_load
wave.func @waits(%flags: !flags {wave.binding = #uav, wave.coherent}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %flag = wave.coherent_load %flags[%i0] : !flags
    %isUnset = arith.cmpi eq, %flag, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
}

// CHECK-LABEL: wave.func @loads_twice
// CHECK: %[[a:.*]] = wave.coherent_load
// CHECK: %[[b:.*]] = wave.coherent_load
// CHECK: arith.addi %[[a]], %[[b]]
wave.func @loads_twice(%flags: !flags {wave.binding = #uav, wave.coherent}, %out: !flags {wave.binding = #uav}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %a = wave.coherent_load %flags[%i0] : !flags
  %b = wave.coherent_load %flags[%i0] : !flags
  %c = arith.addi %a, %b : i32
  memref.store %c, %out[%i0] : !flags
}

// CHECK-LABEL: wave.func @loads_what_it_stored
// CHECK: wave.coherent_store
// CHECK: %[[a:.*]] = wave.coherent_load
// CHECK: memref.store %[[a]]
// CHECK: wave.coherent_store
// CHECK: wave.coherent_store
wave.func @loads_what_it_stored(%flags: !flags {wave.binding = #uav, wave.coherent}, %out: !flags {wave.binding = #uav}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  wave.coherent_store %n, %flags[%i0] : !flags
  %a = wave.coherent_load %flags[%i0] : !flags
  memref.store %a, %out[%i0] : !flags
  wave.coherent_store %n, %flags[%i0] : !flags
  wave.coherent_store %n, %flags[%i0] : !flags
}

// A uniform load in a loop of the whole wave.
// CHECK-LABEL: wave.func @in_a_loop
// CHECK: scf.for
// CHECK: wave.coherent_load
// CHECK: wave.read_first_lane
// CHECK: memref.store
wave.func @in_a_loop(%flags: !flags {wave.binding = #uav, wave.coherent}, %out: !flags {wave.binding = #uav}, %n: i32 {wave.element = ui32}) kernel num_waves(1) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %sum = scf.for unsigned %i = %c0 to %n step %c1 iter_args(%before = %c0) -> (i32) : i32 {
    %flag = wave.coherent_load %flags[%i0] : !flags
    %first = wave.read_first_lane %flag : i32
    %next = arith.addi %before, %first : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%i0] : !flags
}

// Texels and bytes have no operations of their own.
// CHECK-LABEL: wave.func @waits_for_a_texel
// CHECK: scf.while
// CHECK-NEXT: wave.image_load
// CHECK-NOT: wave.byte_load
// CHECK: scf.while
// CHECK-NEXT: wave.byte_load
// CHECK: wave.return
wave.func @waits_for_a_texel(%image: !image {wave.binding = #uav, wave.coherent}, %bytes: memref<?xi8> {wave.binding = #wave.binding<uav, ui8>, wave.coherent}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  scf.while : () -> () {
    %texel = wave.image_load %image[%c0, %c0] : !image -> i32
    %isUnset = arith.cmpi eq, %texel, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
  scf.while : () -> () {
    %byte = wave.byte_load %bytes[%i0] : memref<?xi8>
    %isUnset = arith.cmpi eq, %byte, %c0 : i32
    scf.condition(%isUnset)
  } do {
    scf.yield
  }
}

// CHECK-LABEL: wave.func @texels_that_only_this_lane_loads
// CHECK-NOT: wave.image_load
// CHECK: wave.return
wave.func @texels_that_only_this_lane_loads(%image: !image {wave.binding = #uav}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %texel = wave.image_load %image[%c0, %c0] : !image -> i32
}
}
