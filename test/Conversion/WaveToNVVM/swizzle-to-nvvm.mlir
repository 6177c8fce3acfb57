// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90 | FileCheck %s

// Rows of 64 elements: bits 6 to 8 of an index number the row modulo 8, bits 3 to 5 the
// piece. A constant that is a multiple of eight rows is added behind the exchange, and so
// is a value. The other bits of the constant are combined with the place of the rest by
// exclusive or, because the rest has none of them.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK: llvm.mlir.global internal @swizzled{{.*}} {addr_space = 3 : i32, alignment = 128 : i64}
// CHECK-LABEL: llvm.func @swizzled
// CHECK: %[[far:.*]] = arith.muli %{{.*}}, %c512_i32
// CHECK: %[[line:.*]] = arith.muli %{{.*}}, %c64
// CHECK: %[[near:.*]] = arith.index_cast %[[line]]
// CHECK: %[[row:.*]] = arith.shrui %[[near]], %c3_i32
// CHECK: %[[bits:.*]] = arith.andi %[[row]], %c56_i32
// CHECK: %[[exchanged:.*]] = arith.xori %[[near]], %[[bits]]
// CHECK: %[[place:.*]] = arith.xori %[[exchanged]], %c16_i32
// CHECK: %[[sum:.*]] = arith.addi %[[place]], %[[far]]
// CHECK: %[[wide:.*]] = arith.extsi %[[sum]]
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
  %blocks = arith.constant 512 : i32
  %far = arith.muli %pitch, %blocks : i32
  %far_index = arith.index_castui %far : i32 to index
  %line = arith.muli %lane_index, %stride : index
  %rest = arith.addi %far_index, %distance : index
  %first = arith.addi %rest, %line : index
  %parts:2 = wave.matrix_load_blocks %tile[%first] : !tile -> (f16, f16)
}
}

// -----

// The rest may have bits of the constant: they are added first.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @carried
// CHECK: %[[near:.*]] = arith.muli %{{.*}}, %c24_i32
// CHECK: arith.addi %[[near]], %c16_i32
// CHECK: %[[sum:.*]] = arith.addi %[[near]], %c16_i32
// CHECK: %[[row:.*]] = arith.shrui %[[sum]], %c3_i32
// CHECK: %[[bits:.*]] = arith.andi %[[row]], %c56_i32
// CHECK: arith.xori %[[sum]], %[[bits]]
gpu.module @kernels {
wave.func @carried(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %pitch: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %tile = wave.groupshared : !tile
  wave.async_copy %tile[%c0, %c64], %a[%c0, %pitch] at [%c0, %c0] of [%c64, %c64] size [%c32, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %lane = wave.lane_index : i32
  %c16 = arith.constant 16 : i32
  %c24 = arith.constant 24 : i32
  %pieces = arith.muli %lane, %c24 : i32
  %sum = arith.addi %pieces, %c16 : i32
  %first = arith.index_castui %sum : i32 to index
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
