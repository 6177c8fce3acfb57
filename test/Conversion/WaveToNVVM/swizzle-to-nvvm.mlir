// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90 | FileCheck %s

// Rows of 64 elements: bits 6 to 8 of an index number the row modulo 8, bits 3 to 5 the
// piece. A constant that is a multiple of eight rows is added behind the exchange.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK: llvm.mlir.global internal @swizzled{{.*}} {addr_space = 3 : i32, alignment = 128 : i64}
// CHECK-LABEL: llvm.func @swizzled
// CHECK: %[[sum:.*]] = arith.addi %{{.*}}, %c16_i32
// CHECK: %[[row:.*]] = arith.shrui %[[sum]], %c3_i32
// CHECK: %[[bits:.*]] = arith.andi %[[row]], %c56_i32
// CHECK: %[[place:.*]] = arith.xori %[[sum]], %[[bits]]
// CHECK: %[[wide:.*]] = arith.extsi %[[place]]
// CHECK: %[[start:.*]] = llvm.getelementptr %{{.*}}[%[[wide]]]
// CHECK: %[[moved:.*]] = llvm.getelementptr %[[start]][%c1024_i64]
// CHECK: nvvm.ldmatrix %[[moved]]
gpu.module @kernels {
wave.func @swizzled(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %pitch: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %tile = wave.groupshared : !tile
  wave.async_copy %tile[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c32, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %lane = wave.lane_index : i32
  %lane_index = arith.index_castui %lane : i32 to index
  %stride = arith.constant 64 : index
  %distance = arith.constant 1040 : index
  %line = arith.muli %lane_index, %stride : index
  %first = arith.addi %line, %distance : index
  %parts:2 = wave.matrix_load_blocks %tile[%first] : !tile -> (f16, f16)
}
}

// -----

// Two elements at an odd index may be in different pieces.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK: llvm.mlir.global internal @unaligned{{.*}} {addr_space = 3 : i32, alignment = 16 : i64}
// CHECK-LABEL: llvm.func @unaligned
// CHECK-NOT: arith.xori
gpu.module @kernels {
wave.func @unaligned(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %pitch: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %tile = wave.groupshared : !tile
  wave.async_copy %tile[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c32, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %lane = wave.lane_index : i32
  %index = arith.index_castui %lane : i32 to index
  %two = vector.load %tile[%index] : !tile, vector<2xf16>
  vector.store %two, %tile[%index] : !tile, vector<2xf16>
  %parts:2 = wave.matrix_load_blocks %tile[%index] : !tile -> (f16, f16)
}
}

// -----

// Rows with padding, and rows of two lengths.

!tile = memref<2304xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @padded
// CHECK-NOT: arith.xori
gpu.module @kernels {
wave.func @padded(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %pitch: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c8 = arith.constant 8 : i32
  %c64 = arith.constant 64 : i32
  %c72 = arith.constant 72 : i32
  %c128 = arith.constant 128 : i32
  %first = wave.groupshared : !tile
  %second = wave.groupshared : !tile
  wave.async_copy %first[%c0, %c72], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c8, %c64] : !tile, memref<?xf16>
  wave.async_copy %second[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c8, %c64] : !tile, memref<?xf16>
  wave.async_copy %second[%c0, %c128], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c8, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %lane = wave.lane_index : i32
  %index = arith.index_castui %lane : i32 to index
  %parts:2 = wave.matrix_load_blocks %first[%index] : !tile -> (f16, f16)
  %more:2 = wave.matrix_load_blocks %second[%index] : !tile -> (f16, f16)
}
}
