// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_90a | FileCheck %s

// Rows of 128 bytes: eight of them are 1024 bytes, and the unit of a descriptor is 16 bytes.
// Each 16 rows begin 2048 bytes further on. Lanes may have written the array, hence the fence.

!tile = memref<2048xf16, #gpu.address_space<workgroup>>

// CHECK: llvm.mlir.global internal @rows{{.*}} alignment = 1024
// CHECK-LABEL: llvm.func @rows
// CHECK: nvvm.fence.proxy
// CHECK: %[[address:.*]] = llvm.ptrtoint %{{.*}} : !llvm.ptr<3> to i32
// CHECK: %[[low:.*]] = arith.andi %[[address]], %c262143_i32
// CHECK: %[[place:.*]] = arith.shrui %[[low]], %c4_i32
// CHECK: %[[wide:.*]] = arith.extui %[[place]] : i32 to i64
// CHECK: %[[one:.*]] = arith.ori %[[wide]], %c4611686293305819136_i64
// CHECK: %[[two:.*]] = arith.ori %{{.*}}, %c4611686293305819136_i64
// CHECK: llvm.inline_asm has_side_effects "{
// CHECK-SAME: setp.eq.b32 adds, 0, 0;
// CHECK-SAME: wgmma.fence.sync.aligned;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$8, $9, $10, $11}, $16, adds, 1, 1, 0;
// CHECK-SAME: wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {$0, $1, $2, $3}, {$12, $13, $14, $15}, $17, adds, 1, 1, 0;
// CHECK-SAME: wgmma.commit_group.sync.aligned;
// CHECK-SAME: wgmma.wait_group.sync.aligned 0;
// CHECK-SAME: "=f,=f,=f,=f,0,1,2,3,r,r,r,r,r,r,r,r,l,l,~{memory}"
// CHECK-SAME: %[[one]], %[[two]] :
gpu.module @kernels {
wave.func @rows(%b: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %h: f16 {wave.element = f16}, %f: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %tile = wave.groupshared : !tile
  wave.async_copy %tile[%c0, %c64], %b[%c0, %n] at [%c0, %c0] of [%n, %n] size [%c32, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %d:4 = wave.matrix_multiply_memory f16 depth 32 (%h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h, %h), column_major %tile[%c0] stride 64, (%f, %f, %f, %f)
      : (f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16, f16), !tile, (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  %i = arith.index_castui %c0 : i32 to index
  memref.store %d#3, %o[%i] : memref<?xf32>
  wave.return
}
}

// -----

// A row-major factor is transposed. Zeros are not added: the registers need no value.

!tile = memref<1024xf16, #gpu.address_space<workgroup>>

// CHECK-LABEL: llvm.func @zeros
// CHECK: setp.ne.b32 adds, 0, 0;
// CHECK-SAME: k16.f32.f16.f16 {$0, $1, $2,
// CHECK-SAME: {$32, $33, $34, $35}, $36, adds, 1, 1, 1;
// CHECK-SAME: setp.eq.b32 adds, 0, 0;
gpu.module @kernels {
wave.func @zeros(%b: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}, %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %h: f16 {wave.element = f16}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c16 = arith.constant 16 : i32
  %c64 = arith.constant 64 : i32
  %f = arith.constant 0.0 : f32
  %tile = wave.groupshared : !tile
  wave.async_copy %tile[%c0, %c64], %b[%c0, %n] at [%c0, %c0] of [%n, %n] size [%c16, %c64] : !tile, memref<?xf16>
  wave.barrier group sync
  %d:32 = wave.matrix_multiply_memory f16 depth 16 (%h, %h, %h, %h, %h, %h, %h, %h), row_major %tile[%c0] stride 64, (%f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f, %f)
      : (f16, f16, f16, f16, f16, f16, f16, f16), !tile, (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) -> (f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32)
  %i = arith.index_castui %c0 : i32 to index
  memref.store %d#31, %o[%i] : memref<?xf32>
  wave.return
}
}
