// RUN: wave-opt %s -wave-broadcast-uniform-loads | FileCheck %s
// RUN: wave-opt %s -wave-broadcast-uniform-loads --remarks-filter=wave-broadcast-uniform-loads -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// No kernel here is changed.
// CHECK-NOT: wave.read_lane

// Lanes leave at different trips: by what they are, and by what a lane adds to memory.
// REMARK: Function=different_trips
// REMARK-SAME: each lane loads for itself: lanes of a wave may leave the loop in different iterations"
// CHECK-LABEL: wave.func @different_trips
wave.func @different_trips(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %count = memref.load %in[%place] : memref<?xi32>
  %end = arith.addi %count, %lane : i32
  %sum = scf.for unsigned %i = %zero to %end step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// The lanes load from places of their own: no remark.
// REMARK-NOT: Function=other_places
// CHECK-LABEL: wave.func @other_places
wave.func @other_places(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %own = arith.addi %i, %lane : i32
    %index = arith.index_castui %own : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// A machine loads a word of a constant buffer once for the wave: no remark.
// REMARK-NOT: Function=constants
// CHECK-LABEL: wave.func @constants
wave.func @constants(%in: memref<64xi32> {wave.binding = #wave.binding<cbv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<64xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// REMARK: Function=returns
// REMARK-SAME: each lane loads for itself: lanes may return in the loop"
// CHECK-LABEL: wave.func @returns
wave.func @returns(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %leaves = arith.cmpi eq, %x, %lane : i32
    wave.retire_if %leaves
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// REMARK: Function=barrier
// REMARK-SAME: each lane loads for itself: a barrier is in the loop"
// CHECK-LABEL: wave.func @barrier
wave.func @barrier(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    wave.barrier device
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// REMARK: Function=written_in_the_loop
// REMARK-SAME: each lane loads for itself: the loop may change what it loads"
// CHECK-LABEL: wave.func @written_in_the_loop
wave.func @written_in_the_loop(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %i, %one : i32
    %place = arith.index_castui %next : i32 to index
    memref.store %x, %in[%place] : memref<?xi32>
  }
}

// The image as well, and in a loop inside.
// REMARK: Function=written_image
// REMARK-SAME: each lane loads for itself: the loop may change what it loads"
// CHECK-LABEL: wave.func @written_image
wave.func @written_image(%image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    %x = wave.image_load %image[%i, %zero] : !wave.image<2d, i32, 1> -> i32
    scf.for unsigned %j = %zero to %i step %one : i32 {
      wave.image_store %x, %image[%j, %one] : i32, !wave.image<2d, i32, 1>
    }
  }
}

// An atomic somewhere else may order another wave's store before the load.
// REMARK: Function=ordered_by_an_atomic
// REMARK-SAME: each lane loads for itself: the loop may change what it loads"
// CHECK-LABEL: wave.func @ordered_by_an_atomic
wave.func @ordered_by_an_atomic(%in: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %flags: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  memref.store %n, %in[%place] : memref<?xi32>
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %old = wave.atomic_rmw add %one, %flags[%place] : memref<?xi32>
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %flags[%place] : memref<?xi32>
}

// REMARK: Function=condition
// REMARK-SAME: each lane loads for itself: it stands under a condition, and a lane may not load for a trip in which the condition is false"
// CHECK-LABEL: wave.func @condition
wave.func @condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %some = arith.cmpi ult, %lane, %i : i32
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

// A list that is linked: the next place is known when the last is read.
// REMARK: Function=carried
// REMARK-SAME: each lane loads for itself: its address depends on a value that the loop carries"
// CHECK-LABEL: wave.func @carried
wave.func @carried(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %end = scf.for unsigned %i = %zero to %n step %one iter_args(%at = %zero) -> (i32) : i32 {
    %sum = arith.addi %at, %i : i32
    %index = arith.index_castui %sum : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    scf.yield %x : i32
  }
  memref.store %end, %out[%place] : memref<?xi32>
}

// REMARK: Function=across_lanes
// REMARK-SAME: each lane loads for itself: its address depends on an operation across the lanes"
// CHECK-LABEL: wave.func @across_lanes
wave.func @across_lanes(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %all = wave.reduce add %i : i32
    %index = arith.index_castui %all : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// An array of the lane's own: its elements need not be the same where the index is.
// REMARK-NOT: Function=own_array
// CHECK-LABEL: wave.func @own_array
wave.func @own_array(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %array = memref.alloca() : memref<8xi32>
  memref.store %lane, %array[%place] : memref<8xi32>
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %own = memref.load %array[%index] : memref<8xi32>
    %at = arith.index_castui %own : i32 to index
    %x = memref.load %in[%at] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// The address follows from memory that the loop writes.
// CHECK-LABEL: wave.func @written_indices
wave.func @written_indices(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %indices: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  scf.for unsigned %i = %zero to %n step %one : i32 {
    %index = arith.index_castui %i : i32 to index
    %at = memref.load %indices[%index] : memref<?xi32>
    %here = arith.index_castui %at : i32 to index
    %x = memref.load %in[%here] : memref<?xi32>
    %place = arith.index_castui %x : i32 to index
    memref.store %x, %indices[%place] : memref<?xi32>
  }
}

// REMARK: Function=few
// REMARK-SAME: each lane loads for itself: the loop has few trips"
// CHECK-LABEL: wave.func @few
wave.func @few(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %three = arith.constant 3 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %sum = scf.for unsigned %i = %zero to %three step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// Groupshared memory is read once for all lanes as it is. So is what is the same in each
// trip, which belongs in front of the loop.
// CHECK-LABEL: wave.func @other_memory
// REMARK-NOT: Function=other_memory
wave.func @other_memory(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %list = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %n, %list[%place] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %list[%index] : memref<64xi32, #gpu.address_space<workgroup>>
    %y = memref.load %in[%place] : memref<?xi32>
    %product = arith.muli %x, %y : i32
    %next = arith.addi %s, %product : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// A helper that is not inlined.
wave.func @helper(%in: memref<?xi32>, %i: i32) -> i32 {
  wave.return %i : i32
}
// REMARK: Function=calls
// REMARK-SAME: each lane loads for itself: the loop holds an operation of which nothing is known"
// CHECK-LABEL: wave.func @calls
wave.func @calls(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %place = arith.constant 0 : index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %y = wave.call @helper(%out, %x) : (memref<?xi32>, i32) -> i32
    %next = arith.addi %s, %y : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// All waves compute whether there is a barrier, of the same numbers.
// REMARK: Function=decides_a_barrier
// REMARK-SAME: each lane loads for itself: what the loop computes decides whether a barrier is reached"
// CHECK-LABEL: wave.func @decides_a_barrier
wave.func @decides_a_barrier(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  %some = arith.cmpi ugt, %sum, %n : i32
  scf.if %some {
    wave.barrier group sync
  }
}

// A loop with a break: whether there is a next trip is known in the trip before.
// REMARK: Function=break
// REMARK-SAME: each lane loads for itself: a break or a condition decides in each trip whether the loop goes on, and a lane may not load for a trip that does not run"
// CHECK-LABEL: wave.func @break
wave.func @break(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %place = arith.constant 0 : index
  %sum:3 = scf.while (%i = %zero, %s = %zero, %goes = %true) : (i32, i32, i1) -> (i32, i32, i1) {
    %inside = arith.cmpi ult, %i, %n : i32
    %both = arith.andi %goes, %inside : i1
    scf.condition(%both) %i, %s, %goes : i32, i32, i1
  } do {
  ^bb0(%i: i32, %s: i32, %goes: i1):
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %more = arith.cmpi ne, %x, %zero : i32
    %next = arith.addi %s, %x : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %next, %more : i32, i32, i1
  }
  memref.store %sum#1, %out[%place] : memref<?xi32>
}

// The lanes load from places of their own there: no remark.
// REMARK-NOT: Function=break_of_other_places
// CHECK-LABEL: wave.func @break_of_other_places
wave.func @break_of_other_places(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %i:2 = scf.while (%i = %lane, %goes = %true) : (i32, i1) -> (i32, i1) {
    scf.condition(%goes) %i, %goes : i32, i1
  } do {
  ^bb0(%i: i32, %goes: i1):
    %index = arith.index_castui %i : i32 to index
    %x = memref.load %in[%index] : memref<?xi32>
    %more = arith.cmpi ne, %x, %zero : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %more : i32, i1
  }
  %place = arith.index_castui %i#0 : i32 to index
  memref.store %one, %out[%place] : memref<?xi32>
}

// All lanes decide alike, but by the sum of the trips before.
// REMARK: Function=carried_condition
// REMARK-SAME: each lane loads for itself: it stands under a condition, and a lane may not load for a trip in which the condition is false"
// CHECK-LABEL: wave.func @carried_condition
wave.func @carried_condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %some = arith.cmpi ult, %s, %n : i32
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

// All lanes decide alike, and no lane can vote for another trip's lanes.
// REMARK: Function=voted_condition
// REMARK-SAME: each lane loads for itself: it stands under a condition, and a lane may not load for a trip in which the condition is false"
// CHECK-LABEL: wave.func @voted_condition
wave.func @voted_condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %mine = arith.cmpi ult, %lane, %i : i32
    %some = wave.any %mine
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

// A race may let lanes decide otherwise.
// REMARK: Function=written_condition
// REMARK-SAME: each lane loads for itself: it stands under a condition, and a lane may not load for a trip in which the condition is false"
// CHECK-LABEL: wave.func @written_condition
wave.func @written_condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %m = memref.load %out[%index] : memref<?xi32>
    %some = arith.cmpi ult, %m, %n : i32
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

// Lanes may decide alike, but the other load is not to depend on a test of that.
// REMARK: Function=untested_condition
// REMARK-SAME: each lane loads for itself: it stands under a condition, and a lane may not load for a trip in which the condition is false"
// CHECK-LABEL: wave.func @untested_condition
wave.func @untested_condition(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %m = memref.load %in[%place] : memref<?xi32>
  %sum = scf.for unsigned %i = %zero to %n step %one iter_args(%s = %zero) -> (i32) : i32 {
    %index = arith.index_castui %i : i32 to index
    %y = memref.load %in[%index] : memref<?xi32>
    %some = arith.cmpi ult, %i, %m : i32
    %next = scf.if %some -> (i32) {
      %x = memref.load %in[%index] : memref<?xi32>
      %sum = arith.addi %s, %x : i32
      scf.yield %sum : i32
    } else {
      scf.yield %s : i32
    }
    %both = arith.addi %next, %y : i32
    scf.yield %both : i32
  }
  memref.store %sum, %out[%place] : memref<?xi32>
}

// A break that lanes reach at different trips, behind a load under a condition of the trip.
// REMARK: Function=divergent_break
// REMARK-SAME: each lane loads for itself: a break or a condition decides in each trip whether the loop goes on, and a lane may not load for a trip that does not run"
// CHECK-LABEL: wave.func @divergent_break
wave.func @divergent_break(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %end:3 = scf.while (%i = %zero, %s = %zero, %on = %true) : (i32, i32, i1) -> (i32, i32, i1) {
    %more = arith.cmpi ult, %i, %n : i32
    %both = arith.andi %more, %on : i1
    scf.condition(%both) %i, %s, %on : i32, i32, i1
  } do {
  ^bb0(%i: i32, %s: i32, %on: i1):
    %index = arith.index_castui %i : i32 to index
    %odd = arith.andi %i, %one : i32
    %some = arith.cmpi eq, %odd, %one : i32
    %next = scf.if %some -> (i32) {
      %x = memref.load %in[%index] : memref<?xi32>
      %sum = arith.addi %s, %x : i32
      scf.yield %sum : i32
    } else {
      scf.yield %s : i32
    }
    %stays = arith.cmpi ult, %next, %lane : i32
    %j = arith.addi %i, %one : i32
    scf.yield %j, %next, %stays : i32, i32, i1
  }
  memref.store %end#1, %out[%place] : memref<?xi32>
}

// A return in the branch beside the load.
// REMARK: Function=returns_in_a_branch
// REMARK-SAME: each lane loads for itself: lanes may return in the loop"
// CHECK-LABEL: wave.func @returns_in_a_branch
wave.func @returns_in_a_branch(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %i = %zero to %n step %one : i32 {
    %odd = arith.andi %i, %one : i32
    %some = arith.cmpi eq, %odd, %one : i32
    scf.if %some {
      %index = arith.index_castui %i : i32 to index
      %x = memref.load %in[%index] : memref<?xi32>
      memref.store %x, %out[%place] : memref<?xi32>
      %leaves = arith.cmpi eq, %x, %lane : i32
      wave.retire_if %leaves
    }
  }
}
