// RUN: wave-opt %s -convert-wave-to-gpu -convert-wave-to-spirv | FileCheck %s

// Tiles are cooperative matrices of a subgroup. The module has the Vulkan memory model: accesses are non-private, barriers
// make writes available and visible, and no variable is coherent.

gpu.module @kernels {

// CHECK: spirv.module @tiles Logical Vulkan requires #spirv.vce<v1.6, [Shader, StorageBuffer16BitAccess, BFloat16TypeKHR, BFloat16CooperativeMatrixKHR, VulkanMemoryModel, CooperativeMatrixKHR], [SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>
// CHECK-SAME: matrices = [{element = "bf16", k = 16 : i64, m = 16 : i64, n = 16 : i64, sum = "f32"}]
// CHECK-NOT: {coherent}
// CHECK: %[[variable:.*]] = spirv.Variable : !spirv.ptr<!spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>, Function>
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} ["NonPrivatePointer"] : f32
// CHECK: spirv.ControlBarrier <Workgroup>, <QueueFamily>, <AcquireRelease|UniformMemory|WorkgroupMemory|MakeAvailable|MakeVisible>
// CHECK: %[[a:.*]] = spirv.KHR.CooperativeMatrixLoad %{{.*}}, %{{.*}}, <RowMajor>, <NonPrivatePointer> : !spirv.ptr<i16, StorageBuffer>, i32 -> !spirv.coopmatrix<16x16xbf16, Subgroup, MatrixA>
// CHECK: %[[b:.*]] = spirv.KHR.CooperativeMatrixLoad %{{.*}}, %{{.*}}, <ColumnMajor>, <NonPrivatePointer>
// CHECK: %[[zero:.*]] = spirv.CompositeConstruct %{{.*}} : (f32) -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK: %[[sum:.*]] = spirv.KHR.CooperativeMatrixMulAdd %[[a]], %[[b]], %[[zero]]
// CHECK-SAME: -> !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK: spirv.Store "Function" %[[variable]], %[[sum]]
// CHECK: spirv.KHR.CooperativeMatrixLength : !spirv.coopmatrix<16x16xf32, Subgroup, MatrixAcc>
// CHECK: %[[place:.*]] = spirv.AccessChain %[[variable]][%{{.*}}]
// CHECK: spirv.Load "Function" %[[place]] : f32
// CHECK: spirv.KHR.CooperativeMatrixStore %{{.*}}, %{{.*}}, %{{.*}}, <RowMajor>, <NonPrivatePointer>
wave.func @tiles(%a: memref<?xi16> {wave.binding = #wave.binding<srv, bf16>, wave.name = "a"},
                 %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "o"}) kernel num_waves(1) {
  %i = arith.constant 0 : i32
  %k = arith.constant 0 : index
  %n = arith.constant 16 : i32
  %f = arith.constant 0.0 : f32
  memref.store %f, %o[%k] : memref<?xf32>
  wave.barrier all sync
  %x = wave.matrix_load_tile row_major %a[%i, %n] : memref<?xi16> -> !wave.matrix<16x16xbf16, a>
  %y = wave.matrix_load_tile column_major %a[%i, %n] : memref<?xi16> -> !wave.matrix<16x16xbf16, b>
  %c = wave.matrix_fill %f : f32 -> !wave.matrix<16x16xf32, acc>
  %d = wave.matrix_multiply_add %x, %y, %c : !wave.matrix<16x16xbf16, a>, !wave.matrix<16x16xbf16, b>, !wave.matrix<16x16xf32, acc>
  wave.matrix_set 0, %d : !wave.matrix<16x16xf32, acc>
  %length = wave.matrix_length !wave.matrix<16x16xf32, acc>
  %e = wave.matrix_get_element 0[%length] : !wave.matrix<16x16xf32, acc> -> f32
  %z = arith.negf %e : f32
  wave.matrix_set_element %z, 0[%i] : f32, !wave.matrix<16x16xf32, acc>
  %r = wave.matrix_get 0 : !wave.matrix<16x16xf32, acc>
  wave.matrix_store_tile row_major %r, %o[%i, %n] : !wave.matrix<16x16xf32, acc>, memref<?xf32>
}

// Signed bytes.

// CHECK: spirv.module @bytes
// CHECK-SAME: Int8
// CHECK: spirv.KHR.CooperativeMatrixMulAdd %{{.*}}, %{{.*}}, %{{.*}}, <ASigned|BSigned|CSigned|ResultSigned> : !spirv.coopmatrix<16x32xi8, Subgroup, MatrixA>, !spirv.coopmatrix<32x16xi8, Subgroup, MatrixB> -> !spirv.coopmatrix<16x16xi32, Subgroup, MatrixAcc>
wave.func @bytes(%a: memref<?xi8> {wave.binding = #wave.binding<srv, si8>, wave.name = "a"},
                 %o: memref<?xi32> {wave.binding = #wave.binding<uav, si32>, wave.name = "o"}) kernel num_waves(1) {
  %i = arith.constant 0 : i32
  %n = arith.constant 32 : i32
  %x = wave.matrix_load_tile row_major %a[%i, %n] : memref<?xi8> -> !wave.matrix<16x32xi8, a>
  %y = wave.matrix_load_tile row_major %a[%i, %n] : memref<?xi8> -> !wave.matrix<32x16xi8, b>
  %c = wave.matrix_fill %i : i32 -> !wave.matrix<16x16xi32, acc>
  %d = wave.matrix_multiply_add %x, %y, %c : !wave.matrix<16x32xi8, a>, !wave.matrix<32x16xi8, b>, !wave.matrix<16x16xi32, acc>
  wave.matrix_store_tile row_major %d, %o[%i, %n] : !wave.matrix<16x16xi32, acc>, memref<?xi32>
}
}
