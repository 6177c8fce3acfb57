// RUN: wave-opt %s -wave-broadcast-uniform-loads | FileCheck %s
// RUN: wave-opt %s -wave-broadcast-uniform-loads -wave-verify -canonicalize -cse | FileCheck %s --check-prefix=CLEAN
// RUN: wave-opt %s -wave-broadcast-uniform-loads --remarks-filter=wave-broadcast-uniform-loads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The whole wave is here, and the bounds are the same for it: the loop is replaced.

// CHECK-LABEL: wave.func @replaced
// CHECK-SAME: (%[[in:[^:]*]]: memref<?xf32> {{[^%]*}}, %[[out:[^:]*]]: memref<?xf32> {{[^%]*}}, %[[start:[^:]*]]: i32 {{[^%]*}}, %[[end:[^:]*]]: i32
// REMARK: Function=replaced
// REMARK-SAME: each lane loads for a trip of its own, and the wave reads the lanes one by one"
// CLEAN-LABEL: wave.func @replaced
wave.func @replaced(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %start: i32 {wave.element = ui32}, %end: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(8, 32) {
  %one = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f32
  %place = arith.constant 0 : index
  // CHECK: %[[difference:.*]] = arith.subi %[[end]], %[[start]] : i32
  // CHECK: %[[begins:.*]] = arith.cmpi ult, %[[start]], %[[end]] : i32
  // CHECK: %[[trips:.*]] = arith.select %[[begins]], %[[difference]], %{{.*}} : i32
  // CHECK: %[[lanes:.*]] = wave.lane_count : i32
  // CHECK: %[[sum:.*]] = scf.for unsigned %[[first:.*]] = %{{.*}} to %[[trips]] step %[[lanes]] iter_args(%[[before:.*]] = %{{.*}}) -> (f32) : i32 {
  // CHECK-NEXT: %[[left:.*]] = arith.subi %[[trips]], %[[first]] : i32
  // CHECK-NEXT: %[[rest:.*]] = arith.minui %[[left]], %[[lanes]] : i32
  // CHECK-NEXT: %[[lane:.*]] = wave.lane_index : i32
  // CHECK-NEXT: %[[last:.*]] = arith.subi %[[rest]], %{{.*}} : i32
  // CHECK-NEXT: %[[clamped:.*]] = arith.minui %[[lane]], %[[last]] : i32
  // CHECK-NEXT: %[[trip:.*]] = arith.addi %[[first]], %[[clamped]] : i32
  // CHECK-NEXT: %[[distance:.*]] = arith.muli %[[trip]], %{{.*}} : i32
  // CHECK-NEXT: %[[own:.*]] = arith.addi %[[start]], %[[distance]] : i32
  // CHECK-NEXT: %[[index:.*]] = arith.index_castui %[[own]] : i32 to index
  // CHECK-NEXT: %[[loaded:.*]] = memref.load %[[in]][%[[index]]] : memref<?xf32>
  // CHECK-NEXT: %[[piece:.*]] = scf.for %[[number:.*]] = %{{.*}} to %[[rest]] step %{{.*}} iter_args(%[[carried:.*]] = %[[before]]) -> (f32) : i32 {
  // The address is not computed any more.
  // CHECK-NEXT: %[[read:.*]] = wave.read_lane %[[loaded]], %[[number]] : f32
  // CHECK-NEXT: %[[next:.*]] = arith.addf %[[carried]], %[[read]] : f32
  // CHECK-NEXT: scf.yield %[[next]]
  // CHECK: scf.yield %[[piece]]
  // CHECK: memref.store %[[sum]]
  // CLEAN: scf.for unsigned
  // CLEAN: memref.load
  // CLEAN: scf.for
  // CLEAN-NEXT: wave.read_lane
  // CLEAN-NEXT: arith.addf
  // CLEAN-NEXT: scf.yield
  %sum = scf.for unsigned %i = %start to %end step %one iter_args(%s = %zero) -> (f32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xf32>
    %next = arith.addf %s, %x : f32
    scf.yield %next : f32
  }
  memref.store %sum, %out[%place] : memref<?xf32>
}

// A wave may have lanes without a thread: the loop gets two forms.

// CHECK-LABEL: wave.func @versioned
// REMARK: Function=versioned
// REMARK-SAME: one by one, where all lanes are active"
wave.func @versioned(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %end: i32 {wave.element = i32}) kernel num_threads(8, 8, 1) {
  %one = arith.constant 1 : i32
  %start = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %place = arith.constant 0 : index
  // CHECK: %[[here:.*]] = wave.count_bits %true : i32
  // CHECK: %[[lanes:.*]] = wave.lane_count : i32
  // CHECK: %[[all:.*]] = arith.cmpi eq, %[[here]], %[[lanes]] : i32
  // CHECK: %[[sum:.*]] = scf.if %[[all]] -> (f32) {
  // CHECK: arith.cmpi slt
  // CHECK: %[[new:.*]] = scf.for unsigned
  // CHECK: memref.load
  // CHECK: scf.for
  // CHECK-NEXT: wave.read_lane
  // CHECK-NOT: memref.load
  // CHECK: scf.yield %[[new]] : f32
  // CHECK-NEXT: } else {
  // CHECK-NEXT: %[[old:.*]] = scf.for %
  // CHECK-NEXT: arith.index_cast
  // CHECK-NEXT: memref.load
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: scf.yield
  // CHECK-NEXT: }
  // CHECK-NEXT: scf.yield %[[old]] : f32
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.store %[[sum]]
  %sum = scf.for %i = %start to %end step %one iter_args(%s = %zero) -> (f32) : i32 {
    %index = arith.index_cast %i : i32 to index
    %x = memref.load %in[%index] : memref<?xf32>
    %next = arith.addf %s, %x : f32
    scf.yield %next : f32
  }
  memref.store %sum, %out[%place] : memref<?xf32>
}

// The bounds came from memory at a place that may be the same for the wave: that is
// tested, and behind the test the first lane's are taken.

// CHECK-LABEL: wave.func @tested
// REMARK: Function=tested
// REMARK-SAME: one by one, where the address is found to be the same for them"
wave.func @tested(%lists: !wave.image<2d, i32, 2> {wave.binding = #wave.binding<srv, ui32>}, %in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<4xf32>>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) wave_size(16) {
  %one = arith.constant 1 : i32
  %four = arith.constant 4 : i32
  %zero = arith.constant 0 : i32
  %none = arith.constant dense<0.0> : vector<4xf32>
  %place = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %tile = arith.divui %lane, %four : i32
  // CHECK: %[[list:.*]] = wave.image_load
  %list = wave.image_load %lists[%tile, %tile] : !wave.image<2d, i32, 2> -> vector<2xi32>
  // CHECK-NEXT: %[[count:.*]] = vector.extract %[[list]][1]
  %count = vector.extract %list[1] : i32 from vector<2xi32>
  // What is invariant in the loop is computed in front of it.
  // CHECK-NEXT: %[[start:.*]] = vector.extract %[[list]][0]
  // CHECK-NEXT: %[[sameStart:.*]] = wave.all_equal %[[start]] : i32
  // CHECK-NEXT: %[[sameCount:.*]] = wave.all_equal %[[count]] : i32
  // CHECK-NEXT: %[[same:.*]] = arith.andi %[[sameStart]], %[[sameCount]] : i1
  // CHECK-NEXT: scf.if %[[same]] -> (vector<4xf32>) {
  // CHECK-NEXT: %[[firstStart:.*]] = wave.read_first_lane %[[start]] : i32
  // CHECK-NEXT: %[[firstCount:.*]] = wave.read_first_lane %[[count]] : i32
  // CHECK: arith.subi %[[firstCount]],
  // The kernel has one wave size.
  // CHECK: arith.constant 16 : i32
  // CHECK-NOT: %[[list]]
  // CHECK: scf.for unsigned
  // CHECK: %[[sum:.*]] = arith.addi %[[firstStart]], %{{.*}} : i32
  // CHECK: arith.muli %[[sum]],
  // CHECK: vector.load %{{.*}} : memref<?xf32>, vector<4xf32>
  // CHECK: scf.for
  // CHECK-NEXT: wave.read_lane %{{.*}}, %{{.*}} : vector<4xf32>
  // CHECK-NEXT: arith.addf
  // CHECK: } else {
  // CHECK: scf.for unsigned %{{.*}} = %{{.*}} to %[[count]]
  // CHECK: arith.addi %[[start]]
  // CHECK: vector.load
  %sum = scf.for unsigned %i = %zero to %count step %one iter_args(%s = %none) -> (vector<4xf32>) : i32 {
    %start = vector.extract %list[0] : i32 from vector<2xi32>
    %light = arith.addi %start, %i : i32
    %element = arith.muli %light, %four : i32
    %index = arith.index_castui %element : i32 to index
    %x = vector.load %in[%index] : memref<?xf32>, vector<4xf32>
    %next = arith.addf %s, %x : vector<4xf32>
    scf.yield %next : vector<4xf32>
  }
  vector.store %sum, %out[%place] : memref<?xf32>, vector<4xf32>
}

// Both loads go: the address of the second is of the lane's own first one. The number of
// the trip is there where the body wants it, and what else stands in the body stays.

// CHECK-LABEL: wave.func @indirect
// CHECK-SAME: (%[[numbers:[^:]*]]: memref<?xi32> {{[^%]*}}, %[[in:[^:]*]]: memref<?xi64>
wave.func @indirect(%numbers: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %in: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>}, %out: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %start: i64 {wave.element = i64}, %end: i64 {wave.element = i64}, %step: i64 {wave.element = i64}) kernel num_waves(1) {
  %zero = arith.constant 0 : i64
  %lane = wave.lane_index : i32
  %column = arith.index_castui %lane : i32 to index
  // CHECK: %[[positive:.*]] = arith.maxui %{{.*}}, %{{.*}} : i64
  // CHECK: %[[less:.*]] = arith.subi %{{.*}}, %{{.*}} : i64
  // CHECK: %[[quotient:.*]] = arith.divui %[[less]], %[[positive]] : i64
  // CHECK: %[[count:.*]] = arith.addi %[[quotient]], %{{.*}} : i64
  // CHECK: arith.cmpi slt
  // CHECK: arith.select %{{.*}}, %[[count]], %{{.*}} : i64
  // CHECK: scf.for unsigned %[[first:[^ ]*]] = {{.*}} : i64 {
  // CHECK: %[[number:.*]] = memref.load %[[numbers]]
  // CHECK-NEXT: %[[index:.*]] = arith.index_castui %[[number]]
  // CHECK-NEXT: %[[loaded:.*]] = memref.load %[[in]][%[[index]]]
  // CHECK-NEXT: arith.trunci %{{.*}} : i64 to i32
  // CHECK-NEXT: scf.for %[[lane:[^ ]*]] =
  // CHECK-NEXT: arith.extui %[[lane]] : i32 to i64
  // CHECK-NEXT: %[[trip:.*]] = arith.addi %[[first]],
  // CHECK-NEXT: %[[distance:.*]] = arith.muli %[[trip]],
  // CHECK-NEXT: %[[i:.*]] = arith.addi %{{.*}}, %[[distance]]
  // CHECK-NEXT: %[[x:.*]] = wave.read_lane %[[loaded]], %[[lane]] : i64
  // CHECK-NEXT: wave.reduce add %[[i]] : i64
  // CHECK-NOT: memref.load
  // CHECK: wave.return
  %sum = scf.for %i = %start to %end step %step iter_args(%s = %zero) -> (i64) : i64 {
    %place = arith.index_cast %i : i64 to index
    %number = memref.load %numbers[%place] : memref<?xi32>
    %index = arith.index_castui %number : i32 to index
    %x = memref.load %in[%index] : memref<?xi64>
    %all = wave.reduce add %i : i64
    %weighted = arith.muli %x, %all : i64
    %next = arith.addi %s, %weighted : i64
    scf.yield %next : i64
  }
  memref.store %sum, %out[%column] : memref<?xi64>
}

// An index as the loop's number; a loop without results; an array of the group for the
// addresses; both the number and what it leads to are used.

// CHECK-LABEL: wave.func @grouped
wave.func @grouped(%image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %row = arith.constant 3 : i32
  %list = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %n, %list[%zero] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %end = arith.index_castui %n : i32 to index
  // CHECK: %[[list:.*]] = wave.groupshared
  // The array's elements are not proved to be the same, but need not be.
  // CHECK-NOT: scf.if
  // CHECK: scf.for unsigned
  // CHECK: memref.load %[[list]]
  // CHECK-NEXT: wave.image_load
  // CHECK: scf.for
  // CHECK: memref.load %[[list]]
  // CHECK: wave.read_lane
  // CHECK: memref.store
  // CHECK-NEXT: }
  // CHECK-NEXT: }
  scf.for %i = %zero to %end step %one {
    %x = memref.load %list[%i] : memref<64xi32, #gpu.address_space<workgroup>>
    %texel = wave.image_load %image[%x, %row] : !wave.image<2d, i32, 1> -> i32
    %sum = arith.addi %texel, %x : i32
    memref.store %sum, %out[%i] : memref<?xi32>
  }
}

// A read-write buffer that the loop does not write; the loop's bounds are indices of
// what is not proved to be the same.

// CHECK-LABEL: wave.func @casts
wave.func @casts(%in: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %counts: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_threads(64, 1, 1) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %none = arith.constant 0.0 : f16
  %y = wave.dispatch_thread_id x : i32
  %place = arith.index_castui %y : i32 to index
  // CHECK: %[[count:.*]] = memref.load
  %count = memref.load %counts[%place] : memref<?xi32>
  // CHECK-NEXT: %[[end:.*]] = arith.index_castui %[[count]] : i32 to index
  %end = arith.index_castui %count : i32 to index
  // CHECK: wave.all_equal %[[count]] : i32
  // CHECK: scf.if
  // CHECK-NEXT: %[[first:.*]] = wave.read_first_lane %[[count]]
  // CHECK-NEXT: %[[firstEnd:.*]] = arith.index_castui %[[first]] : i32 to index
  // CHECK: arith.subi %[[firstEnd]],
  // CHECK: else
  // CHECK-NEXT: scf.for %{{.*}} = %{{.*}} to %[[end]]
  %sum = scf.for %i = %zero to %end step %one iter_args(%s = %none) -> (f16) {
    %x = memref.load %in[%i] : memref<?xf16>
    %next = arith.addf %s, %x : f16
    scf.yield %next : f16
  }
  memref.store %sum, %in[%place] : memref<?xf16>
}

// Of nested loops both go: the inner one's piece stands in the outer one's.

// CHECK-LABEL: wave.func @nested
// REMARK: Function=nested
// REMARK: Function=nested
wave.func @nested(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  // CHECK: scf.for unsigned
  // CHECK: memref.load
  // CHECK: scf.for
  // CHECK: %[[outer:.*]] = wave.read_lane
  // CHECK: scf.for unsigned
  // CHECK: memref.load
  // CHECK: scf.for
  // CHECK: %[[inner:.*]] = wave.read_lane
  // CHECK: arith.muli %[[outer]], %[[inner]]
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %row = arith.index_castui %i : i32 to index
    %x = memref.load %in[%row] : memref<?xi32>
    %end = arith.addi %i, %n : i32
    %part = scf.for unsigned %j = %i to %end step %one iter_args(%t = %s) -> (i32) : i32 {
      %column = arith.index_castui %j : i32 to index
      %y = memref.load %in[%column] : memref<?xi32>
      %product = arith.muli %x, %y : i32
      %next = arith.addi %t, %product : i32
      scf.yield %next : i32
    }
    scf.yield %part : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// What the first loop gives is the second one's bound.

// CHECK-LABEL: wave.func @one_after_the_other
wave.func @one_after_the_other(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  // CHECK: %[[end:.*]] = scf.for unsigned
  // CHECK: wave.read_lane
  // CHECK: arith.subi %[[end]],
  // CHECK: scf.for unsigned
  // CHECK: wave.read_lane
  %end = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %row = arith.index_castui %i : i32 to index
    %x = memref.load %in[%row] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  %sum = scf.for unsigned %i = %zero to %end step %one iter_args(%s = %zero) -> (i32) : i32 {
    %row = arith.index_castui %i : i32 to index
    %x = memref.load %in[%row] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}
