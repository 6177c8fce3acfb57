// RUN: wave-opt %s -wave-expand-bfloat16 | FileCheck %s
// RUN: wave-opt %s -wave-expand-bfloat16="native-rounding native-matrices" | FileCheck %s --check-prefix=NATIVE

// A matrix of bf16 becomes one of f32, whose elements are numbers of bf16: loads
// and stores convert, and sums of rows are rounded.

// CHECK-LABEL: wave.func @reduce
wave.func @reduce(%memory: memref<?xbf16> {wave.binding = #wave.binding<uav, 0, 0, bf16>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  // CHECK: wave.matrix_load row_major bf16 %{{.*}} : memref<?xi16> -> !wave.matrix<4x4xf32, acc>
  %a = wave.matrix_load row_major %memory[%zero, %zero] : memref<?xbf16> -> !wave.matrix<4x4xbf16, acc>
  // CHECK: %[[SUM:.*]] = wave.matrix_row_reduce add %{{.*}} : !wave.matrix<4x4xf32, acc>
  // CHECK: %[[ROUNDED:.*]] = wave.matrix_map %[[SUM]] : !wave.matrix<4x4xf32, acc> -> !wave.matrix<4x4xf32, acc>
  // CHECK: arith.bitcast
  %b = wave.matrix_row_reduce add %a : !wave.matrix<4x4xbf16, acc>
  // CHECK: %[[MAX:.*]] = wave.matrix_row_reduce max %[[ROUNDED]]
  %c = wave.matrix_row_reduce max %b : !wave.matrix<4x4xbf16, acc>
  // CHECK-NEXT: wave.matrix_store column_major bf16 %[[MAX]], %{{.*}} : !wave.matrix<4x4xf32, acc>, memref<?xi16>
  wave.matrix_store column_major %c, %memory[%zero, %zero] : !wave.matrix<4x4xbf16, acc>, memref<?xbf16>
}

// With native matrices, only the numbers of code are f32.

// NATIVE-LABEL: wave.func @reduce
// NATIVE: wave.matrix_load row_major bf16 %{{.*}} : memref<?xi16> -> !wave.matrix<4x4xbf16, acc>
// NATIVE-NEXT: wave.matrix_row_reduce add
// NATIVE-NEXT: wave.matrix_row_reduce max
// NATIVE-NEXT: wave.matrix_store column_major bf16 %{{.*}} : !wave.matrix<4x4xbf16, acc>, memref<?xi16>

// CHECK-LABEL: wave.func @doubled
// NATIVE-LABEL: wave.func @doubled
// NATIVE-SAME: %[[x:.*]]: f32
wave.func @doubled(%x: bf16) -> !wave.matrix<4x4xbf16, acc> {
  // NATIVE: wave.matrix_fill %[[x]] : f32 -> !wave.matrix<4x4xbf16, acc>
  %a = wave.matrix_fill %x : bf16 -> !wave.matrix<4x4xbf16, acc>
  // NATIVE: ^bb0(%[[y:.*]]: f32):
  %b = wave.matrix_map %a : !wave.matrix<4x4xbf16, acc> -> !wave.matrix<4x4xbf16, acc> {
  ^bb0(%y: bf16):
    // NATIVE: %[[sum:.*]] = arith.addf %[[y]], %[[y]]
    // NATIVE: %[[narrow:.*]] = arith.truncf %[[sum]]{{.*}} : f32 to bf16
    // NATIVE: %[[wide:.*]] = arith.extf %[[narrow]]
    // NATIVE: wave.matrix_yield %[[wide]] : f32
    %z = arith.addf %y, %y : bf16
    wave.matrix_yield %z : bf16
  }
  wave.return %b : !wave.matrix<4x4xbf16, acc>
}
