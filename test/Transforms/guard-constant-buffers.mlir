// RUN: wave-opt %s -wave-guard-buffers | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: wave-opt %s -wave-guard-buffers=hardware=true | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: wave-opt %s -wave-guard-buffers=constant-buffers-only=true | FileCheck %s --check-prefixes=CHECK,ONLY

// A load at a constant index in bounds has no test; the API is never relied on.
// CHECK-LABEL: wave.func @loads
// CHECK-SAME: (%[[c:[^:]*]]: memref<8xi32> {{.*}}, %[[in:[^:]*]]: memref<?xi32> {wave.binding = #wave.binding<srv
wave.func @loads(%c: memref<8xi32> {wave.binding = #wave.binding<cbv, ui32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                 %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %i = arith.index_castui %n : i32 to index
  // CHECK: %[[i:.*]] = arith.index_castui
  // CHECK-NEXT: memref.load %[[c]][%{{.*}}]
  %0 = memref.load %c[%c7] : memref<8xi32>
  // CHECK-NEXT: vector.load %[[c]][%{{.*}}]
  %1 = vector.load %c[%c4] : memref<8xi32>, vector<4xi32>
  // CHECK-NEXT: %[[may:.*]] = arith.cmpi ult, %[[i]], %[[length:.*]] : index
  // CHECK-NEXT: scf.if %[[may]] -> (i32) {
  // CHECK-NEXT: memref.load %[[c]][%[[i]]]
  %2 = memref.load %c[%i] : memref<8xi32>
  // CHECK: %[[may:.*]] = arith.cmpi ult, %{{.*}}
  // CHECK-NEXT: scf.if %[[may]]
  %3 = memref.load %c[%c8] : memref<8xi32>
  // CHECK: %[[may:.*]] = arith.cmpi ult, %{{.*}}
  // CHECK-NEXT: scf.if %[[may]] -> (vector<4xi32>) {
  // CHECK-NEXT: vector.load %[[c]][%{{.*}}]
  %4 = vector.load %c[%c5] : memref<8xi32>, vector<4xi32>
  // ALL: arith.cmpi ult
  // ALL: scf.if
  // ONLY-NOT: scf.if
  // CHECK: memref.load %[[in]]
  %5 = memref.load %in[%i] : memref<?xi32>
  %6 = vector.extract %1[0] : i32 from vector<4xi32>
  %7 = vector.extract %4[0] : i32 from vector<4xi32>
  %8 = arith.addi %0, %6 : i32
  %9 = arith.addi %8, %7 : i32
  %10 = arith.addi %9, %2 : i32
  %11 = arith.addi %10, %3 : i32
  %12 = arith.addi %11, %5 : i32
  memref.store %12, %out[%c0] : memref<?xi32>
}
