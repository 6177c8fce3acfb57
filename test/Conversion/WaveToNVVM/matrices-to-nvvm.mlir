// RUN: wave-opt %s -split-input-file --convert-wave-to-nvvm=sm=sm_80 | FileCheck %s

// Two roundings are one.

// CHECK-LABEL: llvm.func @halves
// CHECK-COUNT-6: llvm.call_intrinsic "llvm.nvvm.ff2f16x2.rn"(%{{.*}}, %{{.*}}) : (f32, f32) -> vector<2xf16>
// CHECK: %[[sums:.*]] = nvvm.mma.sync A[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}] B[%{{.*}}, %{{.*}}] C[%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}]
// CHECK-SAME: layoutA = #nvvm.mma_layout<row>, layoutB = #nvvm.mma_layout<col>
// CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 16>
// CHECK: llvm.extractvalue %[[sums]][0]
// CHECK: llvm.extractvalue %[[sums]][3]
wave.func @halves(%o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %h: f16 {wave.element = f16}, %f: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %a:4 = wave.matrix_multiply_tile f16 (%h, %h, %h, %h, %h, %h, %h, %h), (%h, %h, %h, %h), (%f, %f, %f, %f)
      : (f16, f16, f16, f16, f16, f16, f16, f16), (f16, f16, f16, f16), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  memref.store %a#0, %o[%i] : memref<?xf32>
  memref.store %a#3, %o[%i] : memref<?xf32>
}

// -----

// The bits of two bf16 are a register.

// CHECK-LABEL: llvm.func @bfloat16
// CHECK: llvm.bitcast %{{.*}} : vector<2xi16> to i32
// CHECK: nvvm.mma.sync
// CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<bf16>
wave.func @bfloat16(%o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %s: i32 {wave.element = ui32}, %f: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %h = arith.trunci %s : i32 to i16
  %a:4 = wave.matrix_multiply_tile bf16 (%h, %h, %h, %h, %h, %h, %h, %h), (%h, %h, %h, %h), (%f, %f, %f, %f)
      : (i16, i16, i16, i16, i16, i16, i16, i16), (i16, i16, i16, i16), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  memref.store %a#0, %o[%i] : memref<?xf32>
}

// -----

// Lanes that ran apart come together first.

// CHECK-LABEL: llvm.func @bytes
// CHECK: scf.if
// CHECK: nvvm.bar.warp.sync
// CHECK: nvvm.mma.sync
// CHECK-SAME: intOverflowBehavior = #nvvm.mma_int_overflow<wrapped>
// CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 32>
wave.func @bytes(%o: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %w: i32 {wave.element = ui32}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %w : i32
  scf.if %some {
    memref.store %w, %o[%i] : memref<?xi32>
  }
  %a:4 = wave.matrix_multiply_tile i8 (%w, %w, %w, %w), (%w, %w), (%w, %w, %w, %w)
      : (i32, i32, i32, i32), (i32, i32), (i32, i32, i32, i32) -> (i32, i32, i32, i32)
  memref.store %a#0, %o[%i] : memref<?xi32>
}

// -----

// CHECK-LABEL: llvm.func @blocks
// CHECK: %[[two:.*]] = nvvm.ldmatrix %{{.*}} {eltType = #nvvm.ld_st_matrix_elt_type<b16>, layout = #nvvm.mma_layout<col>, num = 2 : i32, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>} : (!llvm.ptr<3>) -> !llvm.struct<(i32, i32)>
// CHECK: %[[second:.*]] = llvm.extractvalue %[[two]][1]
// CHECK: llvm.bitcast %[[second]] : i32 to vector<2xf16>
wave.func @blocks(%out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %i8 = arith.constant 8 : index
  %tile = wave.groupshared : memref<4096xf16, #gpu.address_space<workgroup>>
  %b:4 = wave.matrix_load_blocks transposed %tile[%i8] : memref<4096xf16, #gpu.address_space<workgroup>> -> (f16, f16, f16, f16)
  memref.store %b#3, %out[%i0] : memref<?xf16>
}

// -----

// Numbers of tf32.

// CHECK-LABEL: llvm.func @rounded
// CHECK: nvvm.mma.sync
// CHECK-SAME: multiplicandAPtxType = #nvvm.mma_type<tf32>
// CHECK-SAME: shape = #nvvm.shape<m = 16, n = 8, k = 8>
wave.func @rounded(%o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %f: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 0 : index
  %a:4 = wave.matrix_multiply_tile tf32 (%f, %f, %f, %f), (%f, %f), (%f, %f, %f, %f)
      : (f32, f32, f32, f32), (f32, f32), (f32, f32, f32, f32) -> (f32, f32, f32, f32)
  memref.store %a#0, %o[%i] : memref<?xf32>
}
