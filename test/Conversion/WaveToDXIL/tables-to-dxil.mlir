// RUN: wave-opt %s -split-input-file --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s

// Equal tables are one global; every index is valid.
// CHECK-LABEL: dxil.module @long
// CHECK: llvm.mlir.global internal constant @table_0(dense<[1, 4, 9, 16, 25]> : tensor<5xi32>) {{.*}}alignment = 4 : i64{{.*}} : !llvm.array<5 x i32>
// CHECK: %[[TABLE:.*]] = llvm.mlir.addressof @table_0 : !llvm.ptr
// CHECK-NOT: llvm.mlir.addressof
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult, %[[I:.*]], %[[LAST:.*]] : i32
// CHECK-NEXT: %[[INDEX:.*]] = arith.select %[[INSIDE]], %[[I]], %[[LAST]] : i32
// CHECK-NEXT: %[[PLACE:.*]] = llvm.getelementptr inbounds %[[TABLE]][0, %[[INDEX]]] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<5 x i32>
// CHECK-NEXT: llvm.load %[[PLACE]] {alignment = 4 : i64} : !llvm.ptr -> i32
// CHECK: llvm.getelementptr inbounds %[[TABLE]][0,
wave.func @long(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32})
    kernel num_threads(32, 1, 1) {
  %first = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %next = arith.addi %i, %one : i32
  %a = wave.lookup %i, dense<[1, 4, 9, 16, 25]> : tensor<5xi32> -> i32
  %b = wave.lookup %next, dense<[1, 4, 9, 16, 25]> : tensor<5xi32> -> i32
  %sum = arith.addi %a, %b : i32
  memref.store %sum, %out[%first] : memref<?xi32>
  wave.return
}

// -----

// A short table needs no memory.
// CHECK-LABEL: dxil.module @short
// CHECK-COUNT-3: arith.select
// CHECK-NOT: llvm.mlir.global
wave.func @short(%out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32})
    kernel num_threads(32, 1, 1) {
  %first = arith.constant 0 : index
  %a = wave.lookup %i, dense<[1, 4, 9, 16]> : tensor<4xi32> -> i32
  memref.store %a, %out[%first] : memref<?xi32>
  wave.return
}
