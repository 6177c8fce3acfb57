// RUN: wave-opt %s -wave-expand-bfloat16 | FileCheck %s

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
