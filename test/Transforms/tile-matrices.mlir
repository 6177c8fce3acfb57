// RUN: wave-opt %s -wave-tile-matrices=unchecked -canonicalize -cse -split-input-file | FileCheck %s
// RUN: wave-opt %s -wave-tile-matrices -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=CHECKED
// RUN: wave-opt %s -wave-tile-matrices="unchecked tile=8,8,8,8" -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=SMALL

// Whole tiles at known multiples: no scratch memory, and no test.

// CHECK-LABEL: wave.func @product
// CHECK-NOT: wave.groupshared
// CHECK-NOT: scf.if
// CHECK: %[[a0:.*]] = wave.matrix_load_tile row_major %{{.*}}[%c0{{.*}}, %c32{{.*}}] : memref<?xf16> -> !wave.matrix<16x16xf16, a>
// CHECK: %[[a1:.*]] = wave.matrix_load_tile row_major %{{.*}}[%c16{{.*}}, %c32{{.*}}]
// CHECK: %[[b0:.*]] = wave.matrix_load_tile column_major {{.*}} -> !wave.matrix<16x16xf16, b>
// CHECK: %[[b1:.*]] = wave.matrix_load_tile column_major
// CHECK: %[[zero:.*]] = wave.matrix_fill %{{.*}} : f32 -> !wave.matrix<16x16xf32, acc>
// CHECK: %[[sum:.*]] = wave.matrix_multiply_add %[[a0]], %[[b0]], %[[zero]]
// CHECK: %[[all:.*]] = wave.matrix_multiply_add %[[a1]], %[[b1]], %[[sum]]
// CHECK: wave.matrix_store_tile row_major %[[all]]

// One test for each access of a buffer; otherwise lanes access elements.

// CHECKED-LABEL: wave.func @product
// CHECKED: wave.groupshared : memref<512xi32
// CHECKED: %[[length:.*]] = memref.dim
// CHECKED: scf.if
// CHECKED: wave.matrix_load_tile row_major %arg0
// CHECKED: } else {
// CHECKED: memref.load %arg0
// CHECKED: wave.barrier wave sync
// CHECKED: wave.matrix_load_tile row_major %{{.*}} : memref<512xi32
// CHECKED: wave.barrier wave sync

// SMALL-LABEL: wave.func @product
// SMALL-COUNT-16: wave.matrix_multiply_add %{{.*}} : !wave.matrix<8x8xf16, a>, !wave.matrix<8x8xf16, b>, !wave.matrix<8x8xf32, acc>
wave.func @product(%a: memref<?xf16> {wave.binding = #wave.binding<srv, f16>},
                   %b: memref<?xf16> {wave.binding = #wave.binding<srv, f16>},
                   %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %zero = arith.constant 0.0 : f32
  %i = arith.constant 0 : i32
  %n = arith.constant 32 : i32
  %x = wave.matrix_load row_major %a[%i, %n] : memref<?xf16> -> !wave.matrix<16x32xf16, a>
  %y = wave.matrix_load column_major %b[%i, %n] : memref<?xf16> -> !wave.matrix<32x16xf16, b>
  %c = wave.matrix_fill %zero : f32 -> !wave.matrix<16x16xf32, acc>
  %d = wave.matrix_multiply_add %x, %y, %c : !wave.matrix<16x32xf16, a>, !wave.matrix<32x16xf16, b>, !wave.matrix<16x16xf32, acc>
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<16x16xf32, acc>, memref<?xf32>
}

// -----

// Where the alignment of rows is unknown, the kernel tests it.

// CHECK-LABEL: wave.func @unknown_rows
// CHECK: %[[rest:.*]] = arith.andi %arg1, %c3
// CHECK: %[[aligned:.*]] = arith.cmpi eq, %[[rest]], %c0
// CHECK: scf.if %[[aligned]]
wave.func @unknown_rows(%a: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %a[%i, %i] : memref<?xf32> -> !wave.matrix<16x16xf32, acc>
  wave.matrix_store row_major %c, %a[%i, %i] : !wave.matrix<16x16xf32, acc>, memref<?xf32>
}

// -----

// Accumulators of f16 are tiles of f32, so that lanes convert their elements.

// CHECK-LABEL: wave.func @short_sums
// CHECK: %[[x:.*]] = memref.load %arg0
// CHECK: arith.extf %[[x]] : f16 to f32
// CHECK: wave.matrix_load_tile {{.*}} -> !wave.matrix<16x16xf32, acc>
// CHECK: wave.matrix_store_tile
// CHECK: arith.truncf %{{.*}} : f32 to f16
wave.func @short_sums(%a: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(1) {
  %i = arith.constant 0 : i32
  %n = arith.constant 32 : i32
  %c = wave.matrix_load row_major %a[%i, %n] : memref<?xf16> -> !wave.matrix<16x16xf16, acc>
  wave.matrix_store row_major %c, %a[%i, %n] : !wave.matrix<16x16xf16, acc>, memref<?xf16>
}

// -----

// A map is a loop over the elements that a lane has.

// CHECK-LABEL: wave.func @elements
// CHECK: wave.matrix_length !wave.matrix<16x16xf32, acc>
// CHECK: wave.matrix_set [[from:.*]], %{{.*}} : !wave.matrix<16x16xf32, acc>
// CHECK: scf.for
// CHECK: %[[x:.*]] = wave.matrix_get_element [[from]][%[[k:.*]]]
// CHECK: %[[y:.*]] = arith.mulf %[[x]], %{{.*}} : f32
// CHECK: wave.matrix_set_element %[[y]], [[to:.*]][%[[k]]]
// CHECK: wave.matrix_get [[to]]
wave.func @elements(%a: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %s: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 0 : i32
  %n = arith.constant 32 : i32
  %c = wave.matrix_load row_major %a[%i, %n] : memref<?xf32> -> !wave.matrix<16x16xf32, acc>
  %d = wave.matrix_map %c, %s : !wave.matrix<16x16xf32, acc>, f32 -> !wave.matrix<16x16xf32, acc> {
  ^bb0(%x: f32, %y: f32):
    %z = arith.mulf %x, %y : f32
    wave.matrix_yield %z : f32
  }
  wave.matrix_store row_major %d, %a[%i, %n] : !wave.matrix<16x16xf32, acc>, memref<?xf32>
}

// -----

// The sum of a row, and the elements of a factor, are in scratch memory of the wave.

// CHECK-LABEL: wave.func @rows_and_roles
// CHECK: wave.groupshared : memref<1536xi32
// CHECK: wave.group_wave_index
// CHECK: wave.matrix_store_tile
// CHECK: wave.barrier wave sync
// CHECK: arith.addf
// CHECK: wave.barrier wave sync
// CHECK: wave.matrix_load_tile
// CHECK: wave.matrix_store_tile
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: wave.matrix_load_tile {{.*}} -> !wave.matrix<16x16xf16, b>
wave.func @rows_and_roles(%a: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(4) {
  %i = arith.constant 0 : i32
  %n = arith.constant 32 : i32
  %one = arith.constant 1.0 : f16
  %c = wave.matrix_fill %one : f16 -> !wave.matrix<16x16xf16, acc>
  %r = wave.matrix_row_reduce add %c : !wave.matrix<16x16xf16, acc>
  %b = wave.matrix_convert %r : !wave.matrix<16x16xf16, acc> -> !wave.matrix<16x16xf16, b>
  wave.matrix_store row_major %b, %a[%i, %n] : !wave.matrix<16x16xf16, b>, memref<?xf16>
}
