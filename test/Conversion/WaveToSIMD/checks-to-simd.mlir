// RUN: wave-opt %s --split-input-file --convert-wave-to-simd=wave-size=8 | FileCheck %s

// A function runs one wave of one group, and calls the checker with vectors in memory and
// masks as words. Memory is not said to be nobody else's: other waves run during a call.

// CHECK: llvm.func @wave_check_access(!llvm.ptr, i32, !llvm.ptr, i32, i32, !llvm.ptr, i64, i64)
// CHECK: llvm.func @wave_check_barrier(!llvm.ptr, i32, i64, i64)
// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK-NOT: noalias
module attributes {wave.checks = "{}"} {
wave.func @accesses(%out: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 0, si32>})
    kernel stage(compute) num_waves(2) wave_size(8) {
  %store = wave.groupshared : memref<8xi32, #gpu.address_space<workgroup>>
  %c3 = arith.constant 3 : index
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %square = arith.muli %lane, %lane : i32
  %j = arith.index_castui %square : i32 to index
  // CHECK: llvm.call @wave_check_enter(%[[CHECKER:.*]], %{{.*}}, %{{.*}}) : (!llvm.ptr, i64, i64) -> ()
  // One element for all lanes that differ in what they store: the values are handed over.
  // CHECK: llvm.store %{{.*}}, %[[VALUES:.*]] : vector<8xi32>, !llvm.ptr
  // CHECK: llvm.call @wave_check_access(%[[CHECKER]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[VALUES]],
  wave.check access site(0)(%store, %c3, %square : memref<8xi32, #gpu.address_space<workgroup>>, index, i32)
  // Elements in a row need no vector of indices, and no values.
  // CHECK-NOT: llvm.store
  // CHECK: llvm.call @wave_check_access
  wave.check access site(1)(%store, %i, %square : memref<8xi32, #gpu.address_space<workgroup>>, index, i32)
  // CHECK: llvm.store %{{.*}}, %[[INDICES:.*]] : vector<8xi32>, !llvm.ptr
  // CHECK: llvm.call @wave_check_access(%[[CHECKER]], %{{.*}}, %[[INDICES]],
  wave.check access site(2)(%out, %j : memref<?xi32>, index)
  %c5 = arith.constant 5 : i32
  %few = arith.cmpi ult, %square, %c5 : i32
  // What is rare is called where it happens.
  // CHECK: scf.if
  // CHECK: llvm.call @wave_check_undefined
  wave.check undefined site(3)(%few : i1)
  // The lanes that are read.
  // CHECK: scf.if
  // CHECK: llvm.store %{{.*}}, %[[READ:.*]] : vector<8xi32>, !llvm.ptr
  // CHECK: llvm.call @wave_check_undefined(%[[CHECKER]], %{{.*}}, %[[READ]],
  wave.check undefined site(3)(%few, %square : i1, i32)
  // CHECK: scf.if
  scf.if %few {
    // A barrier is the checker's, and does not split the function.
    // CHECK: llvm.call @wave_check_barrier
    // CHECK-NOT: scf.for
    wave.check barrier site(4)
    wave.barrier group sync
    // CHECK: llvm.call @wave_check_event
    wave.check event site(5)
  }
  // CHECK: llvm.call @wave_check_branch(%[[CHECKER]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (!llvm.ptr, i32, i64, i64, i64, i64) -> ()
  wave.check branch site(6)(%few : i1)
  // CHECK: arith.extui %{{.*}} : vector<8xi32> to vector<8xi64>
  // CHECK: llvm.call @wave_check_uniform
  wave.check uniform site(7)(%square : i32)
  // CHECK: scf.if
  // CHECK: llvm.call @wave_check_retire
  wave.check retire site(8)(%few : i1)
  // CHECK: llvm.return
  wave.return
}
}

// -----

// Lanes outside of an image have no texel, and no two channels are alike.
// CHECK-LABEL: llvm.func internal @wave_groups
module attributes {wave.checks = "{}"} {
wave.func @image(%image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, 0, 0, f32>})
    kernel stage(compute) num_waves(1) wave_size(8) {
  %lane = wave.lane_index : i32
  %c0 = arith.constant 0 : i32
  // CHECK: arith.cmpi ult
  // CHECK: arith.cmpi ult
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : vector<8xi1>, vector<8xi32>
  // CHECK: llvm.call @wave_check_access
  wave.check access site(0)(%image, %lane, %c0 : !wave.image<2d, f32, 4>, i32, i32)
  wave.return
}
}
