// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison
// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256 unroll-cost=0" -canonicalize -cse | FileCheck %s --check-prefix=LOOPS

// The code of few waves and of few trips is emitted one after the other. What each wave
// does is known then: only the second one writes the array.
// CHECK-LABEL: func internal @wave_groups(
// CHECK-SAME: %[[shared:arg11]]: !llvm.ptr {llvm.noalias}, %arg12: !llvm.ptr {llvm.noalias}
// CHECK: scf.for
// CHECK-NOT: scf.for
// CHECK-COUNT-3: llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[first:.*]] = vector.reduction <minnumf>
// CHECK: llvm.store %[[first]], %{{.*}} {alignment = 64 : i64} : f32
// CHECK-COUNT-3: llvm.load %{{.*}} -> vector<8xf32>
// CHECK: %[[second:.*]] = vector.reduction <minnumf>
// CHECK-NEXT: llvm.store %[[second]], %[[shared]] {alignment = 4 : i64}
// CHECK: arith.minnumf %{{.*}} : f32
// CHECK-NOT: scf.for
// CHECK: llvm.return
//
// LOOPS-LABEL: func internal @wave_groups(
// LOOPS: scf.for
// LOOPS: scf.for %{{.*}} = %c0_i32 to %c2_i32
// LOOPS: scf.for unsigned %{{.*}} = %c1_i32 to %c7_i32 step %c2_i32
// LOOPS: scf.if
wave.func @few(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
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
    %rowOfWave = arith.addi %row, %w : i32
    %at = arith.addi %rowOfWave, %l : i32
    %k = arith.index_castui %at : i32 to index
    %v = memref.load %in[%k] : memref<?xf32>
    %b = arith.minnumf %a, %v : f32
    scf.yield %b : f32
  }
  %r = wave.reduce minnumf %least : f32
  %isSecond = arith.cmpi eq, %w, %c1 : i32
  scf.if %isSecond {
    memref.store %r, %s[%place] : memref<1xf32, #gpu.address_space<workgroup>>
  }
  wave.barrier group sync
  %isFirst = arith.cmpi ult, %w, %c1 : i32
  scf.if %isFirst {
    %other = memref.load %s[%place] : memref<1xf32, #gpu.address_space<workgroup>>
    %both = arith.minnumf %r, %other : f32
    memref.store %both, %out[%place] : memref<?xf32>
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
