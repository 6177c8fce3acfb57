// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8" -canonicalize -cse | FileCheck %s

// Lanes with different indices gather from one global; a mask is not needed, because every index is valid.
// CHECK-LABEL: llvm.mlir.global internal constant @wave_kernel_table_0
// CHECK-SAME: (dense<[1, 4, 9, 16, 25, 36, 49, 64, 81]> : tensor<9xi32>) {{.*}}alignment = 64
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK: %[[TABLE:.*]] = llvm.mlir.addressof @wave_kernel_table_0
// CHECK: %[[INDEX:.*]] = arith.minui %{{.*}}, %{{.*}} : vector<8xi32>
// CHECK: %[[PLACES:.*]] = llvm.getelementptr %[[TABLE]][%[[INDEX]]] : (!llvm.ptr, vector<8xi32>)
// CHECK: llvm.intr.masked.gather %[[PLACES]], %{{.*}}, %{{.*}} {alignment = 4 : i32}
wave.func @long(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %i = memref.load %in[%place] : memref<?xi32>
  %a = wave.lookup %i, dense<[1, 4, 9, 16, 25, 36, 49, 64, 81]> : tensor<9xi32> -> i32
  memref.store %a, %in[%place] : memref<?xi32>
  wave.return
}

// -----

// An index that is the same for all lanes is one load, and an index that is proved to be valid is not limited.
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK: %[[TABLE:.*]] = llvm.mlir.addressof @wave_kernel_table_0
// CHECK-NOT: arith.minui
// CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[TABLE]][%{{.*}}] : (!llvm.ptr, i32) -> !llvm.ptr, f32
// CHECK: llvm.load %[[PLACE]] {alignment = 4 : i64} : !llvm.ptr -> f32
wave.func @uniform(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32})
    kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %seven = arith.constant 7 : i32
  %index = arith.andi %i, %seven : i32
  %a = wave.lookup %index, dense<[1.0, 4.0, 9.0, 16.0, 25.0, 36.0, 49.0, 64.0, 81.0]> : tensor<9xf32> -> f32
  memref.store %a, %out[%place] : memref<?xf32>
  wave.return
}

// -----

// A short table needs no memory.
// CHECK-NOT: wave_kernel_table
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-COUNT-7: arith.select {{.*}} : vector<8xi1>, vector<8xi32>
wave.func @short(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %i = memref.load %in[%place] : memref<?xi32>
  %a = wave.lookup %i, dense<[1, 4, 9, 16, 25, 36, 49, 64]> : tensor<8xi32> -> i32
  memref.store %a, %in[%place] : memref<?xi32>
  wave.return
}
