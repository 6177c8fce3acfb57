// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// One step and its reasons a value: where it is the same, and what makes it differ.

// --- numbers

wave.func @numbers() kernel num_waves(4) wave_size(8, 32) {
  // expected-remark@+1 {{result 0: group}}
  %gx = wave.group_id x : i32
  // expected-remark@+1 {{result 0: group}}
  %gc = wave.group_count y : i32
  // expected-remark@+1 {{result 0: group}}
  %wc = wave.group_wave_count : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %w = wave.group_wave_index : i32
  // The pipeline is made for one size.
  // expected-remark@+1 {{result 0: group}}
  %n = wave.lane_count : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %l = wave.lane_index : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %f = wave.is_first_lane : i1
  // expected-remark@+1 {{result 0: group}}
  %c = arith.constant 4 : i32
  // expected-remark@+1 {{result 0: group}}
  %a = arith.addi %gx, %c : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %b = arith.addi %gx, %w : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %d = arith.addi %w, %l : i32
}

// -----

// One wave a group: its index is 0.
wave.func @single_wave() kernel num_waves(1) {
  // expected-remark@+1 {{result 0: group}}
  %w = wave.group_wave_index : i32
}

// -----

// Waves of a num_threads dispatch may have different sizes.
wave.func @numbers_of_threads() kernel num_threads(64, 1, 1) {
  // expected-remark@+1 {{result 0: wave (wave size)}}
  %n = wave.lane_count : i32
  // expected-remark@+1 {{result 0: group}}
  %wc = wave.group_wave_count : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %w = wave.group_wave_index : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %d = wave.dispatch_thread_id x : i32
  // One thread in this dimension.
  // expected-remark@+1 {{result 0: group}}
  %t = wave.group_thread_id y : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %tx = wave.group_thread_id x : i32
  // expected-remark@+1 {{result 0: group}}
  %dz = wave.dispatch_thread_id z : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %i = wave.group_index : i32
}

// -----

wave.func @lane_count_in_a_range() kernel num_threads(64, 1, 1) wave_size(16, 64) {
  // expected-remark@+1 {{result 0: wave (wave size)}}
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  // expected-remark@+1 {{result 0: wave (wave size)}}
  %twice = arith.addi %n, %n : i32
  // expected-remark@+1 {{result 0: wave (numbers, wave size)}}
  %first = arith.muli %n, %w : i32
}

// -----

wave.func @lane_count_of_one_size() kernel num_threads(64, 1, 1) wave_size(32) {
  // expected-remark@+1 {{result 0: group}}
  %n = wave.lane_count : i32
}

// -----

// --- arguments

// expected-remark@+1 {{argument 0: group}}
wave.func @arguments(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
}

// -----

// A helper's callers may pass anything.
// expected-remark@+1 {{argument 0: lane (memory)}}
wave.func @arguments_of_helper(%n: i32) {
}

// -----

// --- operations across lanes

wave.func @across_lanes(%u: i32 {wave.element = ui32}, %up: i1 {wave.element = i1}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %p = wave.is_first_lane : i1
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %0 = wave.any %p
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %1 = wave.all %p
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %2 = wave.ballot %p : vector<4xi32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %3 = wave.count_bits %p : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %4 = wave.prefix_count_bits %p : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %5 = wave.all_equal %l : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %6 = wave.prefix add %u : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %7 = wave.read_first_lane %l : i32
  // The component of a mask is what the mask is.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %8 = vector.extract %2[0] : i32 from vector<4xi32>

  // Of a value that is the same for the group, what does not depend on the number of
  // active lanes is the same for the group.
  // expected-remark@+1 {{result 0: group}}
  %10 = wave.any %up
  // expected-remark@+1 {{result 0: group}}
  %11 = wave.all %up
  // expected-remark@+1 {{result 0: group}}
  %12 = wave.read_first_lane %u : i32
  // expected-remark@+1 {{result 0: group}}
  %13 = wave.reduce maxui %u : i32
  // expected-remark@+1 {{result 0: group}}
  %14 = wave.reduce minsi %u : i32
  // expected-remark@+1 {{result 0: group}}
  %15 = wave.reduce and %u : i32
  // expected-remark@+1 {{result 0: group}}
  %16 = wave.reduce or %up : i1
  // The others depend on it: it is the same here, where all lanes of all waves are.
  // expected-remark@+1 {{result 0: group}}
  %17 = wave.reduce add %u : i32
  // expected-remark@+1 {{result 0: group}}
  %18 = wave.reduce mul %u : i32
  // expected-remark@+1 {{result 0: group}}
  %19 = wave.reduce xor %up : i1
  // expected-remark@+1 {{result 0: group}}
  %20 = wave.count_bits %up : i32
  // expected-remark@+1 {{result 0: group}}
  %21 = wave.ballot %up : vector<4xi32>

  // A lane of a wave-uniform index, a lane of each lane's own.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %22 = wave.read_lane %l, %u : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %23 = wave.read_lane %l, %w : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %24 = wave.read_lane %l, %l : i32
  // expected-remark@+1 {{result 0: group}}
  %25 = wave.read_lane %u, %l : i32

  // expected-remark@+1 {{result 0: group}}
  %26 = wave.assume_uniform %l : i32
}

// -----

// --- memory

wave.func @memory(%ro: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                  %unwritten: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                  %written: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                  %counted: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %wi = arith.index_castui %w : i32 to index
  %li = arith.index_castui %l : i32 to index
  // expected-remark@+1 {{result 0: group}}
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  memref.store %one, %written[%c0] : memref<?xi32>
  memref.store %one, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %l, %local[%c0] : memref<4xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %old = wave.atomic_rmw add %one, %counted[%c0] : memref<?xi32>
  // expected-remark@+1 {{result 0: group}}
  %length = memref.dim %written, %c0 : memref<?xi32>
  // expected-remark@+1 {{result 0: group}}
  %0 = memref.load %ro[%c0] : memref<?xi32>
  // expected-remark@+1 {{result 0: wave (numbers, memory)}}
  %1 = memref.load %ro[%wi] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %2 = memref.load %ro[%li] : memref<?xi32>
  // expected-remark@+1 {{result 0: group}}
  %3 = memref.load %unwritten[%c0] : memref<?xi32>
  // Somebody writes these, maybe between the loads of two lanes.
  // expected-remark@+1 {{result 0: lane (memory)}}
  %4 = memref.load %written[%c0] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %5 = memref.load %counted[%c0] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %6 = memref.load %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %7 = memref.load %local[%c0] : memref<4xi32>
  // The wave makes them one, but for the wave only.
  // expected-remark@+1 {{result 0: wave (numbers, memory)}}
  %8 = wave.read_first_lane %6 : i32
  // expected-remark@+1 {{result 0: group}}
  %9 = wave.assume_uniform %6 : i32
}

// -----

// A store later in a loop, or in a branch that may run, is a store.
wave.func @written_later(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  scf.for %i = %i0 to %n step %i1 : i32 {
    // expected-remark@+1 {{result 0: lane (memory)}}
    %0 = memref.load %b[%c0] : memref<?xi32>
    memref.store %i, %b[%c0] : memref<?xi32>
  }
}

// -----

// A call may write what it is given, and gives anything.
wave.func @helper(%b: memref<?xi32>, %x: i32) -> i32 {
  wave.return %x : i32
}
wave.func @call(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{result 0: lane (memory)}}
  %r = wave.call @helper(%b, %n) : (memref<?xi32>, i32) -> i32
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %b[%c0] : memref<?xi32>
}

// -----

// --- conditions

wave.func @conditions(%u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %byLane = arith.cmpi eq, %l, %c0 : i32
  %byWave = arith.cmpi eq, %w, %c0 : i32

  // expected-remark@+2 {{result 0: group}}
  // expected-remark@+1 {{decision: group}}
  %0 = scf.if %u -> i32 {
    scf.yield %c0 : i32
  } else {
    scf.yield %c1 : i32
  }
  // expected-remark@+2 {{result 0: wave (numbers)}}
  // expected-remark@+1 {{decision: wave (numbers)}}
  %1 = scf.if %byWave -> i32 {
    scf.yield %c0 : i32
  } else {
    scf.yield %c1 : i32
  }
  // Merged after lanes that went different ways: both values are constants, the result
  // is not one.
  // expected-remark@+2 {{result 0: lane (numbers)}}
  // expected-remark@+1 {{decision: lane (numbers)}}
  %2 = scf.if %byLane -> i32 {
    // Inside it is the same for those that are there.
    // expected-remark@+1 {{result 0: group}}
    %inside = arith.addi %c1, %n : i32
    scf.yield %inside : i32
  } else {
    scf.yield %c1 : i32
  }
  // The same value on both sides.
  // expected-remark@+1 {{result 0: group}}
  %3 = scf.if %byLane -> i32 {
    scf.yield %n : i32
  } else {
    scf.yield %n : i32
  }
  // A selection is as a condition.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %4 = arith.select %byLane, %c0, %c1 : i32
  // A different value on one side only.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %5 = scf.if %u -> i32 {
    scf.yield %l : i32
  } else {
    scf.yield %c1 : i32
  }
  // Operations across lanes inside: the lanes that are there make one value, the merge
  // makes two again.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %6 = scf.if %byLane -> i32 {
    // expected-remark@+1 {{result 0: wave (numbers)}}
    %s = wave.reduce add %c1 : i32
    scf.yield %s : i32
  } else {
    scf.yield %c0 : i32
  }
}

// -----

// --- loops

wave.func @loops(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32

  // The same trips for all.
  // expected-remark@+4 {{result 0: group}}
  // expected-remark@+3 {{argument 0 of region 0: group}}
  // expected-remark@+2 {{argument 1 of region 0: group}}
  // expected-remark@+1 {{decision: group}}
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> i32 : i32 {
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  // Lanes leave at different trips: inside each trip has one value, outside each lane
  // has its own last one.
  // expected-remark@+4 {{result 0: lane (numbers)}}
  // expected-remark@+3 {{argument 0 of region 0: group}}
  // expected-remark@+2 {{argument 1 of region 0: group}}
  // expected-remark@+1 {{decision: lane (numbers)}}
  %1 = scf.for %i = %c0 to %l step %c1 iter_args(%x = %c0) -> i32 : i32 {
    // expected-remark@+1 {{result 0: group}}
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  // expected-remark@+2 {{result 0: wave (numbers)}}
  // expected-remark@+1 {{decision: wave (numbers)}}
  %2 = scf.for %i = %c0 to %w step %c1 iter_args(%x = %c0) -> i32 : i32 {
    %y = arith.addi %x, %c1 : i32
    scf.yield %y : i32
  }
  // Where it starts differs, so does the number.
  // expected-remark@+2 {{argument 0 of region 0: lane (numbers)}}
  // expected-remark@+1 {{decision: lane (numbers)}}
  scf.for %i = %l to %n step %c1 : i32 {
  }
  // So it does where the step differs.
  // expected-remark@+1 {{argument 0 of region 0: wave (numbers)}}
  scf.for %i = %c0 to %n step %w : i32 {
  }
  // It gets different in the second trip.
  // expected-remark@+2 {{argument 1 of region 0: lane (numbers)}}
  // expected-remark@+1 {{argument 2 of region 0: lane (numbers)}}
  %3:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c0) -> (i32, i32) : i32 {
    scf.yield %y, %l : i32, i32
  }
  // Lanes that leave a loop inside a loop take different numbers into the next trip.
  // expected-remark@+1 {{argument 1 of region 0: lane (numbers)}}
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> i32 : i32 {
    // expected-remark@+2 {{argument 1 of region 0: group}}
    // expected-remark@+1 {{result 0: lane (numbers)}}
    %inner = scf.for %j = %c0 to %l step %c1 iter_args(%z = %c0) -> i32 : i32 {
      %more = arith.addi %z, %c1 : i32
      scf.yield %more : i32
    }
    scf.yield %inner : i32
  }
}

// -----

wave.func @while_loops(%n: i32 {wave.element = ui32}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32

  // expected-remark@+4 {{result 0: group}}
  // expected-remark@+3 {{argument 0 of region 0: group}}
  // expected-remark@+2 {{argument 0 of region 1: group}}
  // expected-remark@+1 {{decision: group}}
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  // A number that is the same inside differs outside.
  // expected-remark@+4 {{result 0: lane (numbers)}}
  // expected-remark@+3 {{argument 0 of region 0: group}}
  // expected-remark@+2 {{argument 0 of region 1: group}}
  // expected-remark@+1 {{decision: lane (numbers)}}
  %1 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %l : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  // A break flag that lanes set at different trips.
  %true = arith.constant true
  // expected-remark@+4 {{result 0: lane (numbers)}}
  // expected-remark@+3 {{argument 1 of region 0: lane (numbers)}}
  // expected-remark@+2 {{argument 0 of region 1: group}}
  // expected-remark@+1 {{decision: lane (numbers)}}
  %2:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    scf.condition(%go) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %next = arith.addi %i, %c1 : i32
    %stay = arith.cmpi ult, %next, %l : i32
    scf.yield %next, %stay : i32, i1
  }
  // Memory decides.
  // expected-remark@+2 {{result 0: lane (memory)}}
  // expected-remark@+1 {{decision: lane (memory)}}
  %3 = scf.while (%i = %c0) : (i32) -> i32 {
    %limit = memref.load %b[%i0] : memref<?xi32>
    %more = arith.cmpi ult, %i, %limit : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    memref.store %i, %b[%i0] : memref<?xi32>
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
  // What is passed on need not be what is carried.
  // expected-remark@+2 {{argument 0 of region 1: lane (numbers)}}
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %4 = scf.while (%i = %c0) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %l : i32
  } do {
  ^bb0(%x: i32):
    scf.yield %c1 : i32
  }
}

// -----

// --- partitions and quads

wave.func @partitions(%u: i32 {wave.element = ui32}, %f: f32 {wave.element = f32}, %v: vector<2xi32> {wave.element = vector<2xsi32>}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %0 = wave.match %l : i32
  // All lanes of a wave match: here all there are.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %1 = wave.match %w : i32
  // expected-remark@+1 {{result 0: group}}
  %2 = wave.match %u : i32
  // expected-remark@+1 {{result 0: group}}
  %3 = wave.match %v : vector<2xi32>
  // A NaN matches only its own lane.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %4 = wave.match %f : f32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %5 = wave.multi_prefix add %u, %2 : i32
  %p = wave.is_first_lane : i1
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %6 = wave.multi_prefix_count_bits %p, %2 : i32
}

// -----

wave.func @quads(%u: i32 {wave.element = ui32}, %up: i1 {wave.element = i1}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %p = wave.is_first_lane : i1
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %0 = wave.quad_read_across x %l : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %1 = wave.quad_read_lane %l, %u : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %2 = wave.quad_any %p
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %3 = wave.quad_all %p
  // Where all lanes have one value, it does not matter which is read.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %4 = wave.quad_read_across diagonal %w : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %5 = wave.quad_read_lane %w, %l : i32
  // expected-remark@+1 {{result 0: group}}
  %6 = wave.quad_read_across y %u : i32
  // expected-remark@+1 {{result 0: group}}
  %7 = wave.quad_any %up
  // expected-remark@+1 {{result 0: group}}
  %8 = wave.quad_all %up
}

// -----

// --- vectors

wave.func @vectors(%v: vector<2xf32> {wave.element = vector<2xf32>}, %u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %0 = vector.from_elements %u, %w : vector<2xi32>
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %1 = vector.insert %l, %0[0] : i32 into vector<2xi32>
  // Not even the other component is known to be the same.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %2 = vector.extract %1[1] : i32 from vector<2xi32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %3 = vector.shuffle %0, %0 [0, 3, 1] : vector<2xi32>, vector<2xi32>
  // expected-remark@+1 {{result 0: group}}
  %4 = vector.broadcast %u : i32 to vector<4xi32>
  // expected-remark@+1 {{result 0: group}}
  %5 = math.sqrt %v : vector<2xf32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %6 = wave.reduce add %1 : vector<2xi32>
  // expected-remark@+1 {{result 0: group}}
  %7 = wave.reduce maxsi %4 : vector<4xi32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %8 = wave.all_equal %1 : vector<2xi32>
  // expected-remark@+1 {{result 0: group}}
  %9 = wave.all_equal %4 : vector<4xi32>
  // A NaN equals nothing.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %10 = wave.all_equal %v : vector<2xf32>
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %11 = wave.prefix add %4 : vector<4xi32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %12 = wave.read_first_lane %1 : vector<2xi32>
  // expected-remark@+1 {{result 0: group}}
  %13 = wave.reverse_bits %4 : vector<4xi32>
}

// -----

// --- vectors and images in memory

wave.func @vectors_in_memory(%in: memref<?xf32> {wave.binding = #wave.binding<srv, vector<2xf32>>},
                             %unwritten: memref<?xf32> {wave.binding = #wave.binding<uav, vector<2xf32>>},
                             %out: memref<?xf32> {wave.binding = #wave.binding<uav, vector<2xf32>>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  // expected-remark@+1 {{result 0: group}}
  %0 = vector.load %in[%i0] : memref<?xf32>, vector<2xf32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %1 = vector.load %in[%i] : memref<?xf32>, vector<2xf32>
  // expected-remark@+1 {{result 0: group}}
  %2 = vector.load %unwritten[%i0] : memref<?xf32>, vector<2xf32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %3 = vector.load %out[%i0] : memref<?xf32>, vector<2xf32>
  // What a vector's store writes, scalar loads read.
  // expected-remark@+1 {{result 0: lane (memory)}}
  %4 = memref.load %out[%i0] : memref<?xf32>
  vector.store %0, %out[%i0] : memref<?xf32>, vector<2xf32>
}

// -----

wave.func @exchanged(%a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                     %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %a[%i0] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %1 = memref.load %b[%i0] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %2 = wave.atomic_exchange %u, %a[%i0] : memref<?xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %3 = wave.atomic_cas %u, %u, %b[%i0] : memref<?xi32>
}

// -----

wave.func @images(%in: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>},
                  %out: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  // expected-remark@+1 {{result 0: group}}
  %w = wave.image_size x %out : !wave.image<2d, f32, 4>
  // expected-remark@+1 {{result 0: group}}
  %0 = wave.image_load %in[%u, %w] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %1 = wave.image_load %in[%u, %l] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %2 = wave.image_load %out[%u, %u] : !wave.image<2d, f32, 4> -> vector<4xf32>
  wave.image_store %0, %out[%u, %u] : vector<4xf32>, !wave.image<2d, f32, 4>
}
