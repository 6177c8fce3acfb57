// An edited module may hold what the pipeline never makes: the error is at its line.
// RUN: split-file %s %t
// RUN: wave-translate --wave-to-dxil %t/fine.mlir -o %t/fine.dxil
// RUN: not wave-translate --wave-to-dxil %t/minimum.mlir -o %t/bad.dxil 2>&1 | FileCheck %s --check-prefix=MINIMUM
// RUN: not wave-translate --wave-to-dxil %t/byte.mlir -o %t/bad.dxil 2>&1 | FileCheck %s --check-prefix=BYTE
// RUN: not wave-translate --wave-to-dxil %t/vector.mlir -o %t/bad.dxil 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not wave-translate --wave-to-dxil %t/float.mlir -o %t/bad.dxil 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: not wave-translate --wave-to-dxil %t/matrix.mlir -o %t/bad.dxil 2>&1 | FileCheck %s --check-prefix=MATRIX
// RUN: not ls %t/bad.dxil

// MINIMUM: minimum.mlir:6:14: error: '{{.*}}call i32 @llvm.umin.i32({{.*}}' has no form in DXIL: use an operation of the dxil dialect [dxil-instruction]
// BYTE: byte.mlir:5:13: error: '{{.*}}trunc i32 {{.*}} to i8' has a value of type 'i8', {{.*}}[dxil-value-type]
// VECTOR: vector.mlir:6:13: error: '{{.*}} load <2 x i32>, {{.*}}' has a value of type '<2 x i32>', {{.*}}[dxil-value-type]
// FLOAT: float.mlir:8:5: error: 'store float {{.*}}' is not how DXIL uses memory: loads, stores and atomics have the type of the array's elements [dxil-memory-access]
// MATRIX: matrix.mlir:1:1: error: '@words = {{.*}}[2 x [32 x i32]]{{.*}}' is not how DXIL uses memory: {{.*}}[dxil-memory-access]

//--- fine.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<32 x i32>
  llvm.func @k() {
    %thread = dxil.flattened_thread_id_in_group : () -> i32
    %seven = arith.constant 7 : i32
    %value = dxil.u_min %thread, %seven : (i32, i32) -> i32
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %word = llvm.getelementptr %words[0, %thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x i32>
    llvm.store %value, %word : i32, !llvm.ptr<3>
    llvm.return
  }
}
//--- minimum.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<32 x i32>
  llvm.func @k() {
    %thread = dxil.flattened_thread_id_in_group : () -> i32
    %seven = arith.constant 7 : i32
    %value = arith.minui %thread, %seven : i32
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %word = llvm.getelementptr %words[0, %thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x i32>
    llvm.store %value, %word : i32, !llvm.ptr<3>
    llvm.return
  }
}
//--- byte.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<32 x i32>
  llvm.func @k() {
    %thread = dxil.flattened_thread_id_in_group : () -> i32
    %byte = arith.trunci %thread : i32 to i8
    %value = arith.extui %byte : i8 to i32
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %word = llvm.getelementptr %words[0, %thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x i32>
    llvm.store %value, %word : i32, !llvm.ptr<3>
    llvm.return
  }
}
//--- vector.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.9", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<32 x i32>
  llvm.func @k() {
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %one = arith.constant dense<1> : vector<2xi32>
    %both = llvm.load %words : !llvm.ptr<3> -> vector<2xi32>
    %sum = arith.addi %both, %one : vector<2xi32>
    llvm.store %sum, %words : vector<2xi32>, !llvm.ptr<3>
    llvm.return
  }
}
//--- float.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<32 x i32>
  llvm.func @k() {
    %thread = dxil.flattened_thread_id_in_group : () -> i32
    %value = arith.constant 1.0 : f32
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %word = llvm.getelementptr %words[0, %thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<32 x i32>
    llvm.store %value, %word : f32, !llvm.ptr<3>
    llvm.return
  }
}
//--- matrix.mlir
dxil.module @k attributes {num_threads = array<i32: 32, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {module = "k.dxil"}} {
  llvm.mlir.global external @words() {addr_space = 3 : i32} : !llvm.array<2 x array<32 x i32>>
  llvm.func @k() {
    %thread = dxil.flattened_thread_id_in_group : () -> i32
    %words = llvm.mlir.addressof @words : !llvm.ptr<3>
    %word = llvm.getelementptr %words[0, 1, %thread] : (!llvm.ptr<3>, i32) -> !llvm.ptr<3>, !llvm.array<2 x array<32 x i32>>
    llvm.store %thread, %word : i32, !llvm.ptr<3>
    llvm.return
  }
}
