// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8" -canonicalize -cse | FileCheck %s

// The launch's block, and how the kernel's function is called with what it holds.

// Memory that the kernel is given does not overlap; read-only is marked. A scalar is one
// argument, so is each component of a vector; the groups' numbers, the waves' and the two
// addresses follow, then groupshared arrays and the waves' own memory.
// CHECK-LABEL: llvm.func internal @wave_groups(
// CHECK-SAME: %arg0: !llvm.ptr {llvm.noalias, llvm.readonly}, %arg1: i32,
// CHECK-SAME: %arg2: i1, %arg3: f16, %arg4: f64, %arg5: f64, %arg6: i1, %arg7: i1, %arg8: i16,
// CHECK-SAME: %arg9: !llvm.ptr {llvm.noalias}, %arg10: i32, %arg11: i32,
// CHECK-SAME: %arg12: !llvm.ptr {llvm.noalias}, %arg13: i32,
// CHECK-SAME: %arg14: i32, %arg15: i32, %arg16: i32, %arg17: i32, %arg18: i32, %arg19: !llvm.ptr, %arg20: !llvm.ptr,
// CHECK-SAME: %arg21: !llvm.ptr {llvm.noalias}, %arg22: !llvm.ptr {llvm.noalias}, %arg23: !llvm.ptr {llvm.noalias}, %arg24: i64, %arg25: i64)
// CHECK-SAME: passthrough = ["noinline", "nounwind"]

// What an array without elements has as its element 0.
// CHECK: llvm.mlir.global internal constant @wave_kernel_zero(dense<0> : tensor<8xi64>) {{.*}}alignment = 64
// CHECK: llvm.func @wave_kernel(%[[block:.*]]: !llvm.ptr, %[[scratch:.*]]: !llvm.ptr, %[[first:.*]]: i64, %[[end:.*]]: i64) {
// CHECK: %[[zero:.*]] = llvm.mlir.addressof @wave_kernel_zero
// CHECK: %[[cell:.*]] = llvm.getelementptr %[[block]][8] : (!llvm.ptr) -> !llvm.ptr, i64
// CHECK-NEXT: %[[a:.*]] = llvm.load %[[cell]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][9]
// CHECK-NEXT: %[[elements:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[empty:.*]] = arith.cmpi eq, %[[elements]], %c0_i64 : i64
// CHECK-NEXT: %[[in:.*]] = arith.select %[[empty]], %[[zero]], %[[a]] : !llvm.ptr
// CHECK-NEXT: %[[length:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][10]
// CHECK-NEXT: %[[bits:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i64
// CHECK-NEXT: %[[b:.*]] = arith.trunci %[[bits]] : i64 to i1
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][11]
// CHECK-NEXT: %[[h:.*]] = llvm.load %[[cell]] : !llvm.ptr -> f16
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][12]
// CHECK-NEXT: %[[v0:.*]] = llvm.load %[[cell]] : !llvm.ptr -> f64
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][13]
// CHECK-NEXT: %[[v1:.*]] = llvm.load %[[cell]] : !llvm.ptr -> f64
// CHECK-NEXT: llvm.getelementptr %[[block]][14]
// CHECK: %[[p0:.*]] = arith.trunci %{{.*}} : i64 to i1
// CHECK-NEXT: llvm.getelementptr %[[block]][15]
// CHECK: %[[p1:.*]] = arith.trunci %{{.*}} : i64 to i1
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][16]
// CHECK-NEXT: %[[s:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i16
// CHECK-NEXT: llvm.getelementptr %[[block]][17]
// CHECK: llvm.getelementptr %[[block]][18]
// Without a row or without a column there is no texel.
// CHECK: %[[wide:.*]] = arith.select %{{.*}}, %[[zero]], %{{.*}} : !llvm.ptr
// CHECK-NEXT: llvm.getelementptr %[[block]][19]
// CHECK: %[[image:.*]] = arith.select %{{.*}}, %[[zero]], %[[wide]] : !llvm.ptr
// CHECK-NEXT: %[[width:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: %[[height:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: llvm.getelementptr %[[block]][20]
// CHECK: llvm.getelementptr %[[block]][21]
// CHECK: %[[out:.*]] = arith.select %{{.*}}, %[[zero]], %{{.*}} : !llvm.ptr
// CHECK-NEXT: %[[space:.*]] = llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK-NEXT: %[[x:.*]] = llvm.load %[[block]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][1]
// CHECK-NEXT: %[[y:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][2]
// CHECK-NEXT: %[[z:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][3]
// CHECK-NEXT: %[[waves:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][6]
// CHECK-NEXT: %[[count:.*]] = llvm.load %[[cell]] : !llvm.ptr -> i32
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][4]
// CHECK-NEXT: %[[table:.*]] = llvm.load %[[cell]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[cell:.*]] = llvm.getelementptr %[[block]][5]
// CHECK-NEXT: %[[flag:.*]] = llvm.load %[[cell]] : !llvm.ptr -> !llvm.ptr
// CHECK-NEXT: %[[c:.*]] = llvm.getelementptr %[[scratch]][64] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: %[[own:.*]] = llvm.getelementptr %[[scratch]][192] : (!llvm.ptr) -> !llvm.ptr, i8
// CHECK-NEXT: llvm.call @wave_groups(%[[in]], %[[length]], %[[b]], %[[h]], %[[v0]], %[[v1]], %[[p0]], %[[p1]], %[[s]], %[[image]], %[[width]], %[[height]], %[[out]], %[[space]], %[[x]], %[[y]], %[[z]], %[[waves]], %[[count]], %[[table]], %[[flag]], %[[scratch]], %[[c]], %[[own]], %[[first]], %[[end]])
// CHECK-NEXT: llvm.return

// The version, the bytes of groupshared memory and of a wave's own, the lanes.
// CHECK: llvm.mlir.global external constant @wave_kernel_info(dense<[1, 192, 0, 8]> : tensor<4xi64>)
// CHECK-NOT: gpu.module
gpu.module @kernels {
  wave.func @helper() {
  }
  wave.func @arguments(
      %in: memref<?xf16> {wave.binding = #wave.binding<srv, vector<3xf16>>}, %b: i1 {wave.element = i1}, %h: f16 {wave.element = f16},
      %v: vector<2xf64> {wave.element = vector<2xf64>}, %p: vector<2xi1> {wave.element = vector<2xi1>}, %s: i16 {wave.element = si16},
      %image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}) kernel num_waves(2) {
    %a = wave.groupshared : memref<3xf64, #gpu.address_space<workgroup>>
    %c = wave.groupshared : memref<40xi16, #gpu.address_space<workgroup>>
  }
}

// -----

// Groups are numbered with x fastest; each asks first whether the launch goes on.
// CHECK-LABEL: llvm.func internal @wave_groups(
// CHECK-SAME: %[[out:arg0]]: {{[^,]*}}, %arg1: i32, %[[n:arg2]]: i32, %[[x:arg3]]: i32, %[[y:arg4]]: i32, %arg5: i32, %arg6: i32, %arg7: i32, %arg8: !llvm.ptr, %[[flag:arg9]]: !llvm.ptr, %arg10: !llvm.ptr {llvm.noalias}, %[[first:arg11]]: i64, %[[end:arg12]]: i64
// CHECK-DAG: %[[xs:.*]] = arith.extui %[[x]] : i32 to i64
// CHECK-DAG: %[[ys:.*]] = arith.extui %[[y]] : i32 to i64
// CHECK-DAG: %[[row:.*]] = arith.divui %[[first]], %[[xs]]
// CHECK-DAG: %[[x0:.*]] = arith.remui %[[first]], %[[xs]]
// CHECK-DAG: %[[y0:.*]] = arith.remui %[[row]], %[[ys]]
// CHECK-DAG: %[[z0:.*]] = arith.divui %[[row]], %[[ys]]
// CHECK: scf.for %{{.*}} = %[[first]] to %[[end]] step %{{.*}} iter_args(%[[gx:.*]] = %{{.*}}, %[[gy:.*]] = %{{.*}}, %[[gz:.*]] = %{{.*}}) -> (i32, i32, i32) : i64 {
// CHECK-NEXT: %[[stop:.*]] = llvm.load volatile %[[flag]]
// CHECK-NEXT: %[[run:.*]] = arith.cmpi eq, %[[stop]], %c0_i32 : i32
// CHECK-NEXT: scf.if %[[run]] {
// CHECK-NEXT: %[[place:.*]] = llvm.getelementptr %[[out]][%[[gz]]]
// CHECK-NEXT: llvm.store %[[n]], %[[place]]
// CHECK: %[[x1:.*]] = arith.addi %[[gx]], %c1_i32
// CHECK-NEXT: %[[full:.*]] = arith.cmpi eq, %[[x1]], %[[x]]
// CHECK-NEXT: %[[nx:.*]] = arith.select %[[full]], %c0_i32, %[[x1]]
// CHECK-NEXT: %[[y1:.*]] = arith.addi %[[gy]], %c1_i32
// CHECK-NEXT: %[[fully:.*]] = arith.cmpi eq, %[[y1]], %[[y]]
// CHECK-NEXT: %[[y2:.*]] = arith.select %[[fully]], %c0_i32, %[[y1]]
// CHECK-NEXT: %[[ny:.*]] = arith.select %[[full]], %[[y2]], %[[gy]]
// CHECK-NEXT: %[[both:.*]] = arith.andi %[[full]], %[[fully]]
// CHECK-NEXT: %[[z1:.*]] = arith.addi %[[gz]], %c1_i32
// CHECK-NEXT: %[[nz:.*]] = arith.select %[[both]], %[[z1]], %[[gz]]
// CHECK-NEXT: scf.yield %[[nx]], %[[ny]], %[[nz]]
wave.func @groups(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %g = wave.group_id z : i32
  %i = arith.index_castui %g : i32 to index
  memref.store %n, %out[%i] : memref<?xi32>
}
