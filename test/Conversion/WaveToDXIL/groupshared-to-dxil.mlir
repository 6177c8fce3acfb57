// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.0 -split-input-file | FileCheck %s

// CHECK-LABEL: dxil.module @arrays
// CHECK: llvm.mlir.global external @groupshared_0() {addr_space = 3 : i32, alignment = 4 : i64} : !llvm.array<64 x i32>
// CHECK: llvm.mlir.global external @groupshared_1() {addr_space = 3 : i32, alignment = 8 : i64} : !llvm.array<2 x f64>
// CHECK: llvm.func @arrays()
// CHECK-DAG: %[[a:.*]] = llvm.mlir.addressof @groupshared_0 : !llvm.ptr<3>
// CHECK-DAG: %[[b:.*]] = llvm.mlir.addressof @groupshared_1 : !llvm.ptr<3>
// CHECK-DAG: %[[c:.*]] = llvm.alloca %{{.*}} x !llvm.array<8 x f32> {alignment = 4 : i64} : (i32) -> !llvm.ptr
// CHECK-DAG: %[[c64:.*]] = arith.constant 64 : i32
// CHECK: scf.if
// CHECK: %[[p:.*]] = llvm.getelementptr inbounds %[[a]][0, %[[i:.*]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<64 x i32>
// CHECK: %[[x:.*]] = llvm.load %[[p]] {alignment = 4 : i64} : !llvm.ptr<3> -> i32
// CHECK: %[[q:.*]] = llvm.getelementptr inbounds %[[b]][0, %[[i]]] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<2 x f64>
// CHECK: llvm.load %[[q]] {alignment = 8 : i64} : !llvm.ptr<3> -> f64
// CHECK: %[[r:.*]] = llvm.getelementptr inbounds %[[c]][0, %[[i]]] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.array<8 x f32>
// CHECK: llvm.store %{{.*}}, %[[r]] {alignment = 4 : i64} : f32, !llvm.ptr
// CHECK: arith.index_castui %[[c64]] : i32 to index
// CHECK-NOT: memref
// CHECK-NOT: wave.groupshared
// CHECK: llvm.return
wave.func @arrays(%i: i32 {wave.element = ui32}, %p: i1 {wave.element = i1}) kernel num_threads(32, 1, 1) {
  %a = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<2xf64, #gpu.address_space<workgroup>>
  scf.if %p {
    %c = memref.alloca() : memref<8xf32>
    %at = arith.index_castui %i : i32 to index
    %x = memref.load %a[%at] : memref<64xi32, #gpu.address_space<workgroup>>
    %y = memref.load %b[%at] : memref<2xf64, #gpu.address_space<workgroup>>
    %z = arith.truncf %y : f64 to f32
    memref.store %z, %c[%at] : memref<8xf32>
    memref.store %x, %a[%at] : memref<64xi32, #gpu.address_space<workgroup>>
  }
  %zero = arith.constant 0 : index
  %n = memref.dim %a, %zero : memref<64xi32, #gpu.address_space<workgroup>>
  %l = arith.index_castui %n : index to i32
  memref.store %l, %a[%zero] : memref<64xi32, #gpu.address_space<workgroup>>
}

// -----

// A vector is taken apart: the array is of scalars. A kernel may have an array's name.

// CHECK-LABEL: dxil.module @groupshared_0
// CHECK: llvm.mlir.global external @groupshared_0_()
// CHECK: llvm.func @groupshared_0()
// CHECK: %[[a:.*]] = llvm.mlir.addressof @groupshared_0_
// CHECK: %[[i1:.*]] = arith.addi %[[i:.*]], %{{.*}} : i32
// CHECK: llvm.getelementptr inbounds %[[a]][0, %[[i1]]]
wave.func @groupshared_0(%i: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %a = wave.groupshared : memref<4xf32, #gpu.address_space<workgroup>>
  %at = arith.index_castui %i : i32 to index
  %v = vector.load %a[%at] : memref<4xf32, #gpu.address_space<workgroup>>, vector<2xf32>
  vector.store %v, %a[%at] : memref<4xf32, #gpu.address_space<workgroup>>, vector<2xf32>
}
