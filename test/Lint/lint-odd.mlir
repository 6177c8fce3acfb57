// RUN: wave-opt --wave-lint --verify-diagnostics %s | FileCheck %s

// What nobody writes, and a pass may leave: the lints have nothing to say of it.
// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
wave.func @words_of_a_ballot(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi eq, %l, %c0 : i32
  %b = wave.ballot %p : vector<4xi32>
  %v = vector.extract %b[-1] : i32 from vector<4xi32>
  memref.store %v, %out[%i0] : memref<?xi32>
}

wave.func @far_element(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %m = arith.constant 9223372036854775807 : i64
  %max = arith.index_cast %m : i64 to index
  %i1 = arith.constant 1 : index
  %c = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi eq, %l, %c : i32
  %i0 = arith.select %p, %i1, %max : index
  memref.store %c, %a[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %v = memref.load %a[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%i1] : memref<?xi32>
}
}
