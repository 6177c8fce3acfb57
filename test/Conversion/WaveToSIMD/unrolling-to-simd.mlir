// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256 unroll-cost=0" -canonicalize -cse | FileCheck %s --check-prefix=LOOPS

// The code of few waves and of few trips is emitted one after the other: wave 0 writes
// nothing, and wave 1 does not test its index.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[shared:arg[0-9]+]]: !llvm.ptr {llvm.noalias}, %{{.*}}: !llvm.ptr {llvm.noalias}, %{{.*}}: i64, %{{.*}}: i64)
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-COUNT-6: llvm.load %{{.*}} -> vector<8xf32>
// CHECK: vector.reduction <minnumf>
// CHECK-NOT: llvm.store %{{.*}}, %[[shared]]
// CHECK-NOT: scf.if
// CHECK-COUNT-3: llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[least:.*]] = vector.reduction <minnumf>
// CHECK-NOT: scf.if
// CHECK: llvm.store %[[least]], %[[shared]]
// CHECK-NOT: scf.for
// CHECK: llvm.return
//
// LOOPS-LABEL: func internal @wave_groups(
// LOOPS: scf.for
// LOOPS: scf.for %{{.*}} = %c0_i32 to %c3_i32
// LOOPS: scf.for unsigned %{{.*}} = %c1_i32 to %c7_i32 step %c2_i32
// LOOPS: scf.if
wave.func @few(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(3) {
  %s = wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
  %place = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %most = arith.constant 3.40282347E+38 : f32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %least = scf.for unsigned %i = %c1 to %c7 step %c2 iter_args(%a = %most) -> f32 : i32 {
    %row = arith.muli %i, %c8 : i32
    %at = arith.addi %row, %l : i32
    %k = arith.index_castui %at : i32 to index
    %v = memref.load %in[%k] : memref<?xf32>
    %b = arith.minnumf %a, %v : f32
    scf.yield %b : f32
  }
  %r = wave.reduce minnumf %least : f32
  %isLast = arith.cmpi eq, %w, %c2 : i32
  scf.if %isLast {
    memref.store %r, %s[%place] : memref<1xf32, #gpu.address_space<workgroup>>
  }
}

// -----

// More than four waves, and more than eight trips, remain loops.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} = %c0_i32 to %c5_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %c9_i32
wave.func @many(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(5) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %l = wave.lane_index : i32
  scf.for %i = %c0 to %c9 step %c1 : i32 {
    %at = arith.addi %i, %l : i32
    %k = arith.index_castui %at : i32 to index
    memref.store %i, %out[%k] : memref<?xi32>
  }
}

// -----

// So do loops with negative bounds, and those that hold an atomic, which is a loop of
// its own.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} = %c-1_i32 to %c1_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %c2_i32
wave.func @refused(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c-1 = arith.constant -1 : i32
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %l = wave.lane_index : i32
  scf.for %i = %c-1 to %c1 step %c1 : i32 {
    %at = arith.addi %i, %l : i32
    %k = arith.index_castui %at : i32 to index
    memref.store %i, %out[%k] : memref<?xi32>
  }
  scf.for %i = %c0 to %c2 step %c1 : i32 {
    %k = arith.index_castui %l : i32 to index
    %old = wave.atomic_rmw add %i, %out[%k] : memref<?xi32>
  }
}
