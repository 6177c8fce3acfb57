// RUN: wave-opt %s -convert-wave-to-simd="wave-size=32 vector-bits=512" | FileCheck %s

// An array of the group is in the cache: nothing is fetched early.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: llvm.call_intrinsic "llvm.experimental.vector.compress"
// CHECK-NOT: prefetch
// CHECK: llvm.return
wave.func @into_array(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %t = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %keep = arith.cmpf ogt, %x, %zero : f32
  %count = wave.prefix_count_bits %keep : i32
  %j = arith.index_castui %count : i32 to index
  scf.if %keep {
    memref.store %l, %t[%j] : memref<64xi32, #gpu.address_space<workgroup>>
  }
  %v = memref.load %t[%i] : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%i] : memref<?xi32>
}
