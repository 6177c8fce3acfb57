// RUN: wave-opt %s -split-input-file -convert-wave-to-simd="wave-size=8 vector-bits=256" -canonicalize -cse | FileCheck %s --implicit-check-not=ub.poison

// Each trip reads 16 elements for the two waves: the group runs through the loop, and
// the waves take each trip in turn.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} : i64 {
// CHECK: scf.for unsigned %[[i:.*]] = %c0_i32 to %c9_i32
// CHECK: scf.for %{{.*}} = %c0_i32 to %c2_i32
// CHECK: llvm.atomicrmw
wave.func @turns(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %base = arith.muli %w, %c8 : i32
  %first = arith.addi %base, %l : i32
  scf.for unsigned %i = %c0 to %c9 step %c1 : i32 {
    %row = arith.shli %i, %c4 : i32
    %at = arith.addi %first, %row : i32
    %k = arith.index_castui %at : i32 to index
    %v = memref.load %in[%k] : memref<?xi32>
    %vi = arith.index_castui %v : i32 to index
    %old = wave.atomic_rmw add %c1, %out[%vi] : memref<?xi32>
  }
}

// -----

// A wave without gaps goes through its whole loop.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} = %c0_i32 to %c2_i32
// CHECK: scf.for unsigned %{{.*}} = %c0_i32 to %c9_i32
wave.func @no_gaps(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c8 = arith.constant 8 : i32
  %c9 = arith.constant 9 : i32
  %l = wave.lane_index : i32
  scf.for unsigned %i = %c0 to %c9 step %c1 : i32 {
    %row = arith.muli %i, %c8 : i32
    %at = arith.addi %row, %l : i32
    %k = arith.index_castui %at : i32 to index
    %v = memref.load %in[%k] : memref<?xi32>
    %vi = arith.index_castui %v : i32 to index
    %old = wave.atomic_rmw add %c1, %out[%vi] : memref<?xi32>
  }
}

// -----

// So does one whose loop carries a value, one that reads a vector from before the loop,
// and one whose trips differ from those of the other waves.
// CHECK-LABEL: func internal @wave_groups(
// CHECK: scf.for %{{.*}} = %c0_i32 to %c2_i32
// CHECK: scf.for unsigned %{{.*}} = %c0_i32 to %c9_i32 {{.*}} iter_args
// CHECK: scf.for unsigned %{{.*}} = %c0_i32 to %c10_i32
// CHECK-NOT: scf.for %{{.*}} = %c0_i32 to %c2_i32
// CHECK: scf.while
// CHECK: llvm.return
wave.func @refused(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c16 = arith.constant 16 : i32
  %c9 = arith.constant 9 : i32
  %c10 = arith.constant 10 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %ownTrips = arith.addi %c9, %w : i32
  %sum = scf.for unsigned %i = %c0 to %c9 step %c1 iter_args(%a = %c0) -> i32 : i32 {
    %row = arith.muli %i, %c16 : i32
    %at = arith.addi %l, %row : i32
    %k = arith.index_castui %at : i32 to index
    %v = memref.load %in[%k] : memref<?xi32>
    %b = arith.addi %a, %v : i32
    scf.yield %b : i32
  }
  scf.for unsigned %i = %c0 to %c10 step %c1 : i32 {
    %row = arith.muli %i, %c16 : i32
    %at = arith.addi %l, %row : i32
    %k = arith.index_castui %at : i32 to index
    memref.store %sum, %out[%k] : memref<?xi32>
  }
  scf.for unsigned %i = %c0 to %ownTrips step %c1 : i32 {
    %row = arith.muli %i, %c16 : i32
    %at = arith.addi %l, %row : i32
    %k = arith.index_castui %at : i32 to index
    memref.store %i, %out[%k] : memref<?xi32>
  }
}
