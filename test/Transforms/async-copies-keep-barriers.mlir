// RUN: wave-opt %s -wave-elide-barriers | FileCheck %s
// RUN: wave-opt %s -wave-pack-groupshared | FileCheck %s --check-prefix=PACK

!shared = memref<64xf32, #gpu.address_space<workgroup>>

// A barrier between a copy and a load of the array stays; the one before the copy orders
// nothing.
// CHECK-LABEL: wave.func @ends_copy
// CHECK-NOT: wave.barrier
// CHECK: wave.async_copy
// CHECK-NEXT: wave.barrier group sync
// CHECK: memref.load

// The array of a copy keeps its own memory.
// PACK-LABEL: wave.func @ends_copy
// PACK-COUNT-2: wave.groupshared
gpu.module @kernels {
wave.func @ends_copy(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  %other = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  wave.barrier group sync
  wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %c0] of [%c1, %n] size [%c1, %n] : !shared, memref<?xf32>
  wave.barrier group sync
  %x = memref.load %tile[%i] : !shared
  memref.store %x, %other[%i] : !shared
  %y = memref.load %other[%i] : !shared
  memref.store %y, %out[%i] : memref<?xf32>
}
}
