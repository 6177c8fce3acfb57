// RUN: wave-test-opt %s -test-wave-atomic-results -split-input-file -verify-diagnostics -o /dev/null

// A remark at each memory into which something may be written that depends on what an
// atomic returned. Memories without one are not reached.

// --- append: a place for each lane

wave.func @append(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %as_value: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %as_index: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %as_vector: memref<?xi32> {wave.binding = #wave.binding<uav, vector<2xui32>>},
    %other: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %true = arith.constant true
  %n = wave.count_bits %true : i32
  %l = wave.lane_index : i32
  %first = wave.is_first_lane : i1
  %zero = arith.constant 0 : i32
  %old = scf.if %first -> i32 {
    %r = wave.atomic_rmw add %n, %counter[%i0] : memref<?xi32>
    scf.yield %r : i32
  } else {
    scf.yield %zero : i32
  }
  // Arithmetic and operations across lanes hand it on.
  %base = wave.read_first_lane %old : i32
  %place = arith.addi %base, %l : i32
  %i = arith.index_castui %place : i32 to index
  memref.store %place, %as_value[%i0] : memref<?xi32>
  memref.store %one, %as_index[%i] : memref<?xi32>
  %pair = vector.from_elements %one, %base : vector<2xi32>
  vector.store %pair, %as_vector[%i0] : memref<?xi32>, vector<2xi32>
  memref.store %n, %other[%i0] : memref<?xi32>
}

// -----

// --- what atomics leave

// Sums and maxima of what is known beforehand are the same in any order, and so is what
// is made of them behind a barrier; a load without one is a race.
wave.func @histogram(
    %in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
    %counts: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %shared = wave.groupshared : memref<16xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %zero = arith.constant 0 : i32
  memref.store %zero, %shared[%i] : memref<16xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %key = memref.load %in[%i] : memref<?xi32>
  %bin = arith.index_castui %key : i32 to index
  %0 = wave.atomic_rmw add %l, %shared[%bin] : memref<16xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %sum = memref.load %shared[%i] : memref<16xi32, #gpu.address_space<workgroup>>
  %1 = wave.atomic_rmw add %sum, %counts[%i] : memref<?xi32>
  memref.store %sum, %out[%i] : memref<?xi32>
}

// -----

// Who exchanges last is seen, and who finds what he expects.
wave.func @exchanges(
    // expected-remark@+1 {{reaches argument 0}}
    %a: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %loaded: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %0 = wave.atomic_exchange %l, %a[%i0] : memref<?xi32>
  %1 = wave.atomic_cas %zero, %l, %b[%i0] : memref<?xi32>
  %2 = memref.load %b[%i0] : memref<?xi32>
  memref.store %2, %loaded[%i0] : memref<?xi32>
}

// -----

// Kinds that do not agree on one place; %apart has a place for each.
wave.func @kinds(
    // expected-remark@+1 {{reaches argument 0}}
    %mixed: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %unknown: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %apart: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %l = wave.lane_index : i32
  %i = arith.index_castui %l : i32 to index
  %0 = wave.atomic_rmw add %l, %mixed[%i0] : memref<?xi32>
  %1 = wave.atomic_rmw maxui %l, %mixed[%i0] : memref<?xi32>
  %2 = wave.atomic_rmw minsi %l, %unknown[%i0] : memref<?xi32>
  %3 = wave.atomic_rmw minui %l, %unknown[%i] : memref<?xi32>
  %4 = wave.atomic_rmw minui %l, %apart[%i0] : memref<?xi32>
  %5 = wave.atomic_rmw maxui %l, %apart[%i1] : memref<?xi32>
}

// -----

// Exchanges and compare-and-swaps of one value leave this value; a flag that is also
// cleared, or added to, shows the last operation.
wave.func @flags(
    %set: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %passed: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %cleared: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %added: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 4}}
    %lanes: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %0 = wave.atomic_exchange %one, %set[%i0] : memref<?xi32>
  %1 = wave.atomic_cas %l, %one, %set[%i0] : memref<?xi32>
  %2 = wave.atomic_exchange %n, %passed[%i0] : memref<?xi32>
  %3 = wave.atomic_exchange %one, %cleared[%i0] : memref<?xi32>
  %4 = wave.atomic_cas %one, %zero, %cleared[%i0] : memref<?xi32>
  %5 = wave.atomic_exchange %one, %added[%i0] : memref<?xi32>
  %6 = wave.atomic_rmw add %one, %added[%i0] : memref<?xi32>
  %7 = wave.atomic_exchange %l, %lanes[%i0] : memref<?xi32>
}

// -----

// Fields of structs have different remainders by the size of a struct. The index is -1 if
// that of the struct is too large.
wave.func @fields(
    %apart: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %meeting: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %two = arith.constant 2 : i32
  %four = arith.constant 4 : i32
  %one = arith.constant 1 : i32
  %none = arith.constant -1 : i32
  %l = wave.lane_index : i32
  %fits = arith.cmpi ult, %l, %four : i32
  %even = arith.muli %l, %two : i32
  %checked = arith.select %fits, %even, %none : i32
  %odd = arith.addi %even, %one : i32
  %fourth = arith.muli %l, %four : i32
  %i = arith.index_castui %checked : i32 to index
  %j = arith.index_castui %odd : i32 to index
  %k = arith.index_castui %fourth : i32 to index
  %0 = wave.atomic_rmw add %l, %apart[%i] : memref<?xi32>
  %1 = wave.atomic_rmw maxui %l, %apart[%j] : memref<?xi32>
  %2 = wave.atomic_exchange %l, %meeting[%k] : memref<?xi32>
  %3 = wave.atomic_rmw add %l, %meeting[%i] : memref<?xi32>
}

// -----

// What one returned goes into others: as operand, index and condition.
wave.func @atomics_of_results(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %operand: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %index: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %condition: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  %i = arith.index_castui %0 : i32 to index
  %isLast = arith.cmpi eq, %0, %one : i32
  %1 = wave.atomic_rmw add %0, %operand[%i0] : memref<?xi32>
  %2 = wave.atomic_rmw add %one, %index[%i] : memref<?xi32>
  scf.if %isLast {
    %3 = wave.atomic_rmw add %one, %condition[%i0] : memref<?xi32>
  }
}

// -----

// --- through memory

wave.func @arrays(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %gathered: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
    %clean: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  // expected-remark@+1 {{reaches the array}}
  %offset = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{reaches the array}}
  %local = memref.alloca() : memref<4xi32>
  %totals = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  memref.store %one, %totals[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  memref.store %0, %offset[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %1 = memref.load %offset[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  memref.store %1, %local[%i0] : memref<4xi32>
  %own = memref.load %local[%i0] : memref<4xi32>
  memref.store %own, %out[%i0] : memref<?xi32>
  %i = arith.index_castui %1 : i32 to index
  %2 = memref.load %in[%i] : memref<?xi32>
  memref.store %2, %gathered[%i0] : memref<?xi32>
  %3 = memref.load %totals[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %3, %clean[%i0] : memref<?xi32>
  // A memory's length does not depend on what is there.
  %length = memref.dim %out, %i0 : memref<?xi32>
  memref.store %one, %clean[%length] : memref<?xi32>
}

// -----

// An array holds counts first, and offsets later: a load in between sees counts. It is
// another matter in a loop, and in a buffer, where another group may be that far.
wave.func @order(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %late: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %looped: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %buffer: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 4}}
    %of_buffer: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 5}}
    %sides: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %early: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  // expected-remark@+1 {{reaches the array}}
  %store = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{reaches the array}}
  %ring = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{reaches the array}}
  %either = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %first = wave.is_first_lane : i1
  %isSmall = arith.cmpi ult, %n, %one : i32
  memref.store %n, %store[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  scf.if %first {
    %total = memref.load %store[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
    %seen = memref.load %buffer[%i0] : memref<?xi32>
    memref.store %seen, %of_buffer[%i0] : memref<?xi32>
    memref.store %total, %early[%i0] : memref<?xi32>
    // This one is not reached by what it returns.
    %offset = wave.atomic_rmw add %total, %counter[%i0] : memref<?xi32>
    memref.store %offset, %store[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %offset, %buffer[%i0] : memref<?xi32>
  }
  wave.barrier group sync
  %1 = memref.load %store[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %1, %late[%i0] : memref<?xi32>
  scf.for %i = %zero to %n step %one : i32 {
    %2 = memref.load %ring[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %2, %looped[%i0] : memref<?xi32>
    wave.barrier group sync
    scf.if %first {
      memref.store %1, %ring[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
  }
  scf.if %isSmall {
    %3 = memref.load %either[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
    memref.store %3, %sides[%i0] : memref<?xi32>
  } else {
    memref.store %1, %either[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
}

// -----

wave.func @images(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %as_place: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %as_texel: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>},
    %clean: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  wave.image_store %one, %as_place[%one, %0] : i32, !wave.image<2d, i32, 1>
  %1 = wave.image_load %as_place[%one, %one] : !wave.image<2d, i32, 1> -> i32
  wave.image_store %1, %as_texel[%one, %one] : i32, !wave.image<2d, i32, 1>
  %width = wave.image_size x %as_texel : !wave.image<2d, i32, 1>
  wave.image_store %width, %clean[%one, %one] : i32, !wave.image<2d, i32, 1>
}

// -----

// --- conditions

wave.func @conditions(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %inside: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %result: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %same: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %clean: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %isSmall = arith.cmpi ult, %n, %one : i32
  // An atomic in a condition of the kernel's own.
  scf.if %isSmall {
    %r = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
    memref.store %one, %clean[%i0] : memref<?xi32>
  }
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  %isFirst = arith.cmpi ult, %0, %one : i32
  %either:2 = scf.if %isFirst -> (i32, i32) {
    // Two conditions deep.
    scf.if %isSmall {
      memref.store %n, %inside[%i0] : memref<?xi32>
    }
    scf.yield %one, %n : i32, i32
  } else {
    scf.yield %n, %n : i32, i32
  }
  memref.store %either#0, %result[%i0] : memref<?xi32>
  memref.store %either#1, %same[%i0] : memref<?xi32>
  // Behind it all lanes are there again.
  %sum = wave.reduce add %n : i32
  memref.store %sum, %clean[%i0] : memref<?xi32>
}

// -----

// --- loops

wave.func @for_loops(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %inside: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %result: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %carried: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 4}}
    %numbers: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %clean: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %limit = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  %trips:2 = scf.for %i = %zero to %limit step %one iter_args(%a = %zero, %b = %n) -> (i32, i32) : i32 {
    memref.store %i, %inside[%i0] : memref<?xi32>
    %next = arith.addi %a, %one : i32
    scf.yield %next, %b : i32, i32
  }
  memref.store %trips#0, %result[%i0] : memref<?xi32>
  memref.store %trips#1, %clean[%i0] : memref<?xi32>
  // The sum of what atomics return, and a sum beside it.
  %sums:2 = scf.for %i = %zero to %n step %one iter_args(%a = %zero, %b = %zero) -> (i32, i32) : i32 {
    %r = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
    memref.store %a, %carried[%i0] : memref<?xi32>
    %nextA = arith.addi %a, %r : i32
    %nextB = arith.addi %b, %i : i32
    memref.store %b, %clean[%i0] : memref<?xi32>
    scf.yield %nextA, %nextB : i32, i32
  }
  memref.store %sums#1, %clean[%i0] : memref<?xi32>
  scf.for %i = %limit to %n step %one : i32 {
    memref.store %i, %numbers[%i0] : memref<?xi32>
  }
}

// -----

wave.func @while_loops(
    // expected-remark@+1 {{reaches argument 0}}
    %lock: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %inside: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %trips: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 3}}
    %across: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %clean: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %count:2 = scf.while (%t = %zero) : (i32) -> (i32, i32) {
    %r = wave.atomic_cas %zero, %one, %lock[%i0] : memref<?xi32>
    %isTaken = arith.cmpi ne, %r, %zero : i32
    scf.condition(%isTaken) %t, %n : i32, i32
  } do {
  ^bb0(%t: i32, %same: i32):
    memref.store %n, %inside[%i0] : memref<?xi32>
    // Which lanes still try.
    %sum = wave.reduce add %one : i32
    memref.store %sum, %across[%i0] : memref<?xi32>
    %next = arith.addi %t, %one : i32
    scf.yield %next : i32
  }
  memref.store %count#0, %trips[%i0] : memref<?xi32>
  memref.store %count#1, %clean[%i0] : memref<?xi32>
  // Nothing of the lock.
  %last = scf.while (%t = %zero) : (i32) -> i32 {
    %isBelow = arith.cmpi ult, %t, %n : i32
    scf.condition(%isBelow) %t : i32
  } do {
  ^bb0(%t: i32):
    memref.store %t, %clean[%i0] : memref<?xi32>
    %next = arith.addi %t, %one : i32
    scf.yield %next : i32
  }
  memref.store %last, %clean[%i0] : memref<?xi32>
}

// -----

// A value that goes around several loops before it is seen.
wave.func @rotates(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:3 = scf.for %i = %zero to %n step %one iter_args(%a = %zero, %b = %zero, %c = %zero) -> (i32, i32, i32) : i32 {
    memref.store %a, %out[%i0] : memref<?xi32>
    %old = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
    scf.yield %b, %c, %old : i32, i32, i32
  }
}

// -----

// --- returns

wave.func @returns(
    // expected-remark@+1 {{reaches argument 0}}
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %before: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 2}}
    %after: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %isSmall = arith.cmpi ult, %n, %one : i32
  // Of the kernel's own.
  wave.retire_if %isSmall
  %0 = wave.atomic_rmw add %one, %before[%i0] : memref<?xi32>
  %isFirst = arith.cmpi ult, %0, %one : i32
  scf.if %isSmall {
    wave.retire_if %isFirst
  }
  memref.store %n, %after[%i0] : memref<?xi32>
  // How many come here depends on it.
  %1 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
}

// -----

wave.func @returns_that_a_condition_decides(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %after: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %isSmall = arith.cmpi ult, %n, %one : i32
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  %isFirst = arith.cmpi ult, %0, %one : i32
  scf.if %isFirst {
    wave.retire_if %isSmall
  }
  memref.store %n, %after[%i0] : memref<?xi32>
}

// -----

// The next trip comes after the return.
wave.func @returns_in_loops(
    // expected-remark@+1 {{reaches argument 0}}
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %next: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %before: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  memref.store %one, %before[%i0] : memref<?xi32>
  scf.for %i = %zero to %n step %one : i32 {
    memref.store %i, %next[%i0] : memref<?xi32>
    %r = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
    %isFirst = arith.cmpi ult, %r, %one : i32
    wave.retire_if %isFirst
  }
}

// -----

// The programmer's word does not change where a value comes from.
wave.func @assumed(
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    // expected-remark@+1 {{reaches argument 1}}
    %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = wave.atomic_rmw add %one, %counter[%i0] : memref<?xi32>
  %1 = wave.assume_uniform %0 : i32
  memref.store %1, %out[%i0] : memref<?xi32>
}

// -----

// A helper that was not inlined may do anything with what it is given.
wave.func @helper(
    // expected-remark@+1 {{reaches argument 0}}
    %b: memref<?xi32>) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %0 = wave.atomic_rmw add %one, %b[%i0] : memref<?xi32>
  memref.store %0, %b[%i0] : memref<?xi32>
}
wave.func @calls(
    // expected-remark@+1 {{reaches argument 0}}
    %passed: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
    %kept: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  wave.call @helper(%passed) : (memref<?xi32>) -> ()
  memref.store %one, %kept[%i0] : memref<?xi32>
}
