// RUN: wave-opt %s -split-input-file -wave-to-spirv=opt-level=1 | FileCheck %s
// RUN: wave-opt %s -split-input-file -wave-to-spirv="opt-level=1 unchecked=true" | FileCheck %s --check-prefix=UNCHECKED

// A vector's number is the index that was multiplied. Where it is not below the number of
// vectors, the access is to one that has no part in the buffer.
// CHECK-LABEL: spirv.module {{.*}}@copy
// CHECK-DAG: @buffer_arg0 {{.*}}!spirv.rtarray<vector<4xf32>, stride=16>
// CHECK-DAG: @buffer_arg1 {{.*}}!spirv.rtarray<vector<2xf32>, stride=8>
// CHECK: spirv.func @copy
// CHECK: %[[vectors:.*]] = spirv.ShiftRightLogical %[[length:[0-9]+]], %
// CHECK: %[[more:.*]] = spirv.IAdd %[[length]], %
// CHECK: %[[outside:.*]] = spirv.ShiftRightLogical %[[more]], %
// CHECK: %[[i:.*]] = spirv.IMul %
// CHECK-NOT: spirv.IMul
// CHECK: %[[in:.*]] = spirv.ULessThan %[[i]], %[[vectors]] : i32
// CHECK: %[[number:.*]] = spirv.Select %[[in]], %[[i]], %[[outside]]
// CHECK: spirv.AccessChain %buffer_arg0_addr[%{{.*}}, %[[number]]]
// CHECK: spirv.Load "StorageBuffer" %{{.*}} : vector<4xf32>
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : vector<2xf32>
// UNCHECKED-LABEL: spirv.module {{.*}}@copy
// UNCHECKED: spirv.func @copy
// UNCHECKED: %[[i:.*]] = spirv.IMul
// UNCHECKED: spirv.AccessChain %buffer_arg0_addr[%{{.*}}, %[[i]]]
// UNCHECKED: spirv.AccessChain %buffer_arg1_addr[%{{.*}}, %[[i]]]
gpu.module @kernels {
wave.func @copy(%a: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>}, %b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<2xf32>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c2 = arith.constant 2 : i32
  %c4 = arith.constant 4 : i32
  %most = arith.constant 1073741823 : i32
  %most2 = arith.constant 2147483647 : i32
  %none = arith.constant -1 : i32
  %i = arith.muli %n, %n : i32
  %first = arith.muli %i, %c4 : i32
  %some = arith.cmpi ult, %i, %most : i32
  %index = arith.select %some, %first, %none : i32
  %place = arith.index_castui %index : i32 to index
  %x = vector.load %a[%place] : memref<?xf32>, vector<4xf32>
  %y = vector.shuffle %x, %x [3, 1] : vector<4xf32>, vector<4xf32>
  %first2 = arith.muli %i, %c2 : i32
  %some2 = arith.cmpi ult, %i, %most2 : i32
  %index2 = arith.select %some2, %first2, %none : i32
  %place2 = arith.index_castui %index2 : i32 to index
  vector.store %y, %b[%place2] : memref<?xf32>, vector<2xf32>
}
}

// -----

// Multiples that are written otherwise, of 16-bit numbers as well.
// CHECK-LABEL: spirv.module {{.*}}@multiples
// CHECK-DAG: @buffer_arg0 {{.*}}!spirv.rtarray<vector<4xf16>, stride=8>
// CHECK-DAG: @buffer_arg1 {{.*}}!spirv.rtarray<vector<2xi64>, stride=16>
// CHECK-NOT: : f16
// CHECK: spirv.Load "StorageBuffer" %{{.*}} : vector<4xf16>
// CHECK: spirv.Store "StorageBuffer" %{{.*}}, %{{.*}} : vector<4xf16>
// CHECK: spirv.Load "StorageBuffer" %{{.*}} : vector<2xi64>
// UNCHECKED-LABEL: spirv.module {{.*}}@multiples
// UNCHECKED: spirv.func @multiples
// UNCHECKED-DAG: %[[sum:.*]] = spirv.IAdd
// UNCHECKED-DAG: %[[number:.*]] = spirv.ShiftRightLogical %[[sum]], %
// UNCHECKED-DAG: spirv.AccessChain %buffer_arg0_addr[%{{.*}}, %[[number]]]
gpu.module @kernels {
wave.func @multiples(%a: memref<?xf16> {wave.binding = #wave.binding<uav, vector<4xf16>>}, %b: memref<?xi64> {wave.binding = #wave.binding<uav, vector<2xui64>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c8 = arith.constant 8 : i32
  %c12 = arith.constant 12 : i32
  %place4 = arith.constant 4 : index
  %first = arith.muli %n, %c8 : i32
  %next = arith.addi %first, %c12 : i32
  %place = arith.index_castui %next : i32 to index
  %x = vector.load %a[%place] : memref<?xf16>, vector<4xf16>
  vector.store %x, %a[%place4] : memref<?xf16>, vector<4xf16>
  %first2 = arith.muli %n, %c12 : i32
  %place2 = arith.index_castui %first2 : i32 to index
  %y = vector.load %b[%place2] : memref<?xi64>, vector<2xi64>
  vector.store %y, %b[%place4] : memref<?xi64>, vector<2xi64>
}
}

// -----

// An array of scalars where anything else happens: a component by itself, an atomic,
// another vector, one of three, an index that is no multiple.
// CHECK-LABEL: spirv.module {{.*}}@scalars
// CHECK-DAG: @buffer_arg0 {{.*}}!spirv.rtarray<i32, stride=4>
// CHECK-DAG: @buffer_arg1 {{.*}}!spirv.rtarray<i32, stride=4>
// CHECK-DAG: @buffer_arg2 {{.*}}!spirv.rtarray<i32, stride=4>
// CHECK-DAG: @buffer_arg3 {{.*}}!spirv.rtarray<i32, stride=4>
// CHECK-DAG: @buffer_arg4 {{.*}}!spirv.rtarray<i32, stride=4>
gpu.module @kernels {
wave.func @scalars(%a: memref<?xi32> {wave.binding = #wave.binding<uav, vector<4xui32>>}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, vector<4xui32>>}, %c: memref<?xi32> {wave.binding = #wave.binding<uav, vector<4xui32>>}, %d: memref<?xi32> {wave.binding = #wave.binding<uav, vector<3xui32>>}, %e: memref<?xi32> {wave.binding = #wave.binding<uav, vector<2xui32>>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %place0 = arith.constant 0 : index
  %place = arith.index_castui %n : i32 to index
  %0 = vector.load %e[%place] : memref<?xi32>, vector<2xi32>
  %1 = vector.shuffle %0, %0 [0, 1, 0, 1] : vector<2xi32>, vector<2xi32>
  %2 = vector.shuffle %0, %0 [0, 1, 0] : vector<2xi32>, vector<2xi32>
  vector.store %1, %a[%place0] : memref<?xi32>, vector<4xi32>
  memref.store %n, %a[%place0] : memref<?xi32>
  vector.store %1, %b[%place0] : memref<?xi32>, vector<4xi32>
  %old = wave.atomic_rmw add %n, %b[%place0] : memref<?xi32>
  vector.store %1, %c[%place0] : memref<?xi32>, vector<4xi32>
  vector.store %0, %c[%place0] : memref<?xi32>, vector<2xi32>
  vector.store %2, %d[%place0] : memref<?xi32>, vector<3xi32>
}
}
