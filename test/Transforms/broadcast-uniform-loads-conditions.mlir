// RUN: wave-opt %s -wave-broadcast-uniform-loads | FileCheck %s
// RUN: wave-opt %s -wave-broadcast-uniform-loads -wave-verify -canonicalize -cse -o /dev/null
// RUN: wave-opt %s -wave-broadcast-uniform-loads --remarks-filter=wave-broadcast-uniform-loads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A condition that every lane can compute for every trip: each lane loads for its own trip
// if the condition holds in it, and all lanes read under the condition of the trip.

// CHECK-LABEL: wave.func @of_the_trip
// REMARK: Function=of_the_trip
// REMARK-SAME: each lane loads for a trip of its own in which the condition holds, and the wave reads the lanes one by one"
wave.func @of_the_trip(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %m: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  // CHECK: scf.for unsigned
  // CHECK: arith.muli
  // CHECK-NEXT: %[[own:.*]] = arith.addi
  // CHECK-NEXT: %[[odd:.*]] = arith.andi %[[own]], %{{.*}}
  // CHECK-NEXT: %[[holds:.*]] = arith.cmpi ult, %[[odd]],
  // CHECK-NEXT: %[[loaded:.*]] = scf.if %[[holds]] -> (i32) {
  // CHECK-NEXT: arith.index_castui %[[own]]
  // CHECK-NEXT: %[[x:.*]] = memref.load
  // CHECK-NEXT: scf.yield %[[x]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[none:.*]] = arith.constant 0 : i32
  // CHECK-NEXT: scf.yield %[[none]]
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.for %[[number:[^ ]*]] =
  // CHECK: scf.if
  // CHECK-NEXT: %[[read:.*]] = wave.read_lane %[[loaded]], %[[number]] : i32
  // CHECK-NEXT: arith.addi %{{.*}}, %[[read]]
  // CHECK-NOT: memref.load
  // CHECK: wave.return
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %odd = arith.andi %i, %one : i32
    %some = arith.cmpi ult, %odd, %m : i32
    %next = scf.if %some -> (i32) {
      %index = arith.index_castui %i : i32 to index
      %x = memref.load %in[%index] : memref<?xi32>
      %sum = arith.addi %s, %x : i32
      scf.yield %sum : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// Loads in both branches and in a condition in one of them; what decides is a load of the
// trip. The quotient stays under the condition that its divisor is not 0.

// CHECK-LABEL: wave.func @in_branches
// REMARK-NOT: for itself
// REMARK: Function=in_branches
// REMARK-SAME: each lane loads for a trip of its own, and
// REMARK: Function=in_branches
// REMARK-SAME: in which the condition holds
// REMARK: Function=in_branches
// REMARK-SAME: in which the condition holds
wave.func @in_branches(%mask: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %none = arith.constant dense<0.0> : vector<4xf32>
  %place = arith.constant 0 : index
  // CHECK: scf.for unsigned
  // CHECK: %[[mask:.*]] = memref.load
  // CHECK: %[[loaded:.*]]:2 = scf.if %{{.*}} -> (vector<4xf32>, vector<4xf32>) {
  // CHECK: arith.divui %{{.*}}, %[[mask]]
  // CHECK: %[[inner:.*]] = scf.if %{{.*}} -> (vector<4xf32>) {
  // CHECK: vector.load
  // CHECK: } else {
  // CHECK-NEXT: arith.constant dense<0.000000e+00> : vector<4xf32>
  // CHECK: }
  // CHECK: %[[empty:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
  // CHECK-NEXT: scf.yield %[[inner]], %[[empty]]
  // CHECK: } else {
  // CHECK: %[[other:.*]] = vector.load
  // CHECK: scf.yield %{{.*}}, %[[other]]
  // CHECK: scf.for %[[number:[^ ]*]] =
  // CHECK: wave.read_lane %[[mask]], %[[number]]
  // CHECK: scf.if
  // CHECK: scf.if
  // CHECK: wave.read_lane %[[loaded]]#0, %[[number]] : vector<4xf32>
  // CHECK: else
  // CHECK: wave.read_lane %[[loaded]]#1, %[[number]] : vector<4xf32>
  // CHECK-NOT: vector.load
  // CHECK: wave.return
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %none) -> (vector<4xf32>) : i32 {
    %at = arith.index_castui %i : i32 to index
    %m = memref.load %mask[%at] : memref<?xi32>
    %some = arith.cmpi ne, %m, %zero : i32
    %next = scf.if %some -> (vector<4xf32>) {
      %part = arith.divui %i, %m : i32
      %few = arith.cmpi ult, %part, %n : i32
      %more = scf.if %few -> (vector<4xf32>) {
        %element = arith.muli %part, %four : i32
        %index = arith.index_castui %element : i32 to index
        %x = vector.load %in[%index] : memref<?xf32>, vector<4xf32>
        %sum = arith.addf %s, %x : vector<4xf32>
        scf.yield %sum : vector<4xf32>
      } else {
        scf.yield %s : vector<4xf32>
      }
      scf.yield %more : vector<4xf32>
    } else {
      %y = vector.load %in[%at] : memref<?xf32>, vector<4xf32>
      %sum = arith.addf %s, %y : vector<4xf32>
      scf.yield %sum : vector<4xf32>
    }
    scf.yield %next : vector<4xf32>
  }
  vector.store %sum, %out[%place] : memref<?xf32>, vector<4xf32>
}

// A condition that is decided before the loop.

// CHECK-LABEL: wave.func @before_the_loop
// CHECK: scf.for unsigned
// CHECK: scf.if %[[holds:[^ ]*]] -> (i32) {
// CHECK: memref.load
// CHECK: scf.for
// CHECK: scf.if %[[holds]]
// CHECK: wave.read_lane
wave.func @before_the_loop(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %m: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %wave : i32 to index
  %some = arith.cmpi ult, %wave, %m : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    scf.if %some {
      %index = arith.index_castui %i : i32 to index
      %x = memref.load %in[%index] : memref<?xi32>
      memref.store %x, %out[%place] : memref<?xi32>
    }
  }
}

// Lanes may be missing, and the list's start may differ: the loop has two forms, and the
// condition follows what is tested.

// CHECK-LABEL: wave.func @tested
// CHECK: wave.count_bits
// CHECK: wave.all_equal
// CHECK-NOT: wave.all_equal
// CHECK: scf.if
// CHECK: memref.load
// CHECK: scf.if %{{.*}} -> (i32) {
// CHECK-NEXT: memref.load
// CHECK: scf.for
// CHECK: wave.read_lane
// CHECK: scf.if
// CHECK-NEXT: wave.read_lane
// CHECK: else
// CHECK-NOT: wave.read_lane
// CHECK: wave.return
wave.func @tested(%lists: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %tile = arith.divui %lane, %four : i32
  %own = arith.index_castui %tile : i32 to index
  %start = memref.load %lists[%own] : memref<?xi32>
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %number = arith.addi %start, %i : i32
    %at = arith.index_castui %number : i32 to index
    %m = memref.load %lists[%at] : memref<?xi32>
    %some = arith.cmpi ult, %m, %n : i32
    %index = arith.index_castui %m : i32 to index
    %next = scf.if %some -> (i32) {
      %x = memref.load %in[%index] : memref<?xi32>
      %sum = arith.addi %s, %x : i32
      scf.yield %sum : i32
    } else {
      scf.yield %s : i32
    }
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}
