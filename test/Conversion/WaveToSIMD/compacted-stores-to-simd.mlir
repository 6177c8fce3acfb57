// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=16 vector-bits=256" -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=32 vector-bits=512" -canonicalize -cse | FileCheck %s --check-prefix=WIDE
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=16 vector-bits=128" -canonicalize -cse | FileCheck %s --check-prefix=SHORT

// Exactly the counted lanes store: the wave writes one range. Before AVX-512 the
// registers are put together on the stack, and one masked store writes the rest.
// CHECK: llvm.mlir.global internal constant @wave_kernel_set_bits(dense<"0x00000000000000000000000000000000010000000000000000010000000000000200
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[buffer:.*]] = llvm.alloca
// CHECK: %[[keep:.*]] = arith.cmpf ogt,
// CHECK: %[[counted:.*]] = llvm.bitcast %[[keep]] : vector<16xi1> to i16
// CHECK: %[[range:.*]] = arith.cmpi eq, %{{.*}}, %[[counted]] : i16
// CHECK: scf.if %[[range]] {
// CHECK-COUNT-2: llvm.store %{{.*}} {alignment = 4 : i64} : vector<8xi32>, !llvm.ptr
// CHECK: scf.for
// CHECK: llvm.intr.prefetch
// CHECK: llvm.store %{{.*}} {alignment = 4 : i64} : vector<8xi32>, !llvm.ptr
// CHECK: llvm.intr.masked.store
// CHECK-NOT: llvm.intr.masked.store
// CHECK: } else {
// CHECK: llvm.intr.masked.scatter
// The lines that the next waves write are fetched early.
// WIDE-LABEL: func internal @wave_groups(
// WIDE: llvm.call_intrinsic "llvm.experimental.vector.compress"
// WIDE: %[[place:.*]] = llvm.getelementptr %{{.*}}[%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, i32
// WIDE: %[[ahead:.*]] = llvm.getelementptr %[[place]][1024]
// WIDE: "llvm.intr.prefetch"(%[[ahead]])
// WIDE: llvm.intr.masked.store %{{.*}}, %[[place]]
// WIDE: llvm.call_intrinsic "llvm.experimental.vector.compress"
// WIDE: } else {
// WIDE: llvm.intr.masked.scatter
//
// Without shuffles by vectors of indices it is a scatter.
// SHORT-NOT: @wave_kernel_set_bits
// SHORT-LABEL: func internal @wave_groups(
// SHORT: llvm.intr.masked.scatter
// SHORT: llvm.return
wave.func @kept(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %keep = arith.cmpf ogt, %x, %zero : f32
  %count = wave.prefix_count_bits %keep : i32
  %place = arith.addi %count, %n : i32
  %j = arith.index_castui %place : i32 to index
  scf.if %keep {
    memref.store %l, %out[%j] : memref<?xi32>
  }
}

// -----

// One test of scalars for the bounds of the whole range; the lanes are tested
// only if it fails.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: %[[ones:.*]] = llvm.intr.ctpop(%{{.*}}) : (i16) -> i16
// CHECK: %[[count:.*]] = arith.extui %[[ones]] : i16 to i64
// CHECK: %[[end:.*]] = arith.addi %{{.*}}, %[[count]] : i64
// CHECK: %[[inside:.*]] = arith.cmpi ule, %[[end]], %{{.*}} : i64
// CHECK: %[[range:.*]] = arith.andi %{{.*}}, %[[inside]] : i1
// CHECK: scf.if %[[range]] {
// CHECK: llvm.intr.masked.store
// CHECK: } else {
// CHECK: llvm.intr.masked.scatter
wave.func @guarded(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %length = memref.dim %out, %c0 : memref<?xi32>
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %keep = arith.cmpf ogt, %x, %zero : f32
  %count = wave.prefix_count_bits %keep : i32
  %place = arith.addi %n, %count : i32
  %j = arith.index_castui %place : i32 to index
  scf.if %keep {
    %may = arith.cmpi ult, %j, %length : index
    scf.if %may {
      memref.store %l, %out[%j] : memref<?xi32>
    }
  }
}

// -----

// The sum of two counts is no range, nor is a multiple of a count.
// CHECK-NOT: @wave_kernel_set_bits
// CHECK-LABEL: func internal @wave_groups(
// CHECK-COUNT-2: llvm.intr.masked.scatter
// CHECK: llvm.return
wave.func @no_range(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %x = memref.load %in[%i] : memref<?xf32>
  %zero = arith.constant 0.0 : f32
  %keep = arith.cmpf ogt, %x, %zero : f32
  %drop = arith.cmpf olt, %x, %zero : f32
  %count = wave.prefix_count_bits %keep : i32
  %other = wave.prefix_count_bits %drop : i32
  %sum = arith.addi %count, %other : i32
  %c2 = arith.constant 2 : i32
  %twice = arith.muli %count, %c2 : i32
  %j = arith.index_castui %sum : i32 to index
  %k = arith.index_castui %twice : i32 to index
  scf.if %keep {
    memref.store %l, %out[%j] : memref<?xi32>
    memref.store %l, %out[%k] : memref<?xi32>
  }
}
