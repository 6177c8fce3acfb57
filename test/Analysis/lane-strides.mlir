// RUN: wave-test-opt %s -test-wave-lane-strides=wave-size=16 -split-input-file -verify-diagnostics=only-expected -o /dev/null
// RUN: wave-test-opt %s -test-wave-lane-strides="wave-size=16 placed=true" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACED
// RUN: wave-test-opt %s -test-wave-lane-strides=wave-size=8 -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=SMALL
// RUN: wave-test-opt %s -test-wave-lane-strides="wave-size=16 pieces=8" -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=PIECES

// A stride a value: by how much it grows from lane to lane, 0 where it is the same in all
// lanes, none where it is neither.

// --- numbers and arguments

// expected-remark@+2 {{stride 0 of argument 0}}
// expected-remark@+1 {{stride 0 of argument 1}}
wave.func @numbers(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  // expected-remark@+1 {{stride 0 of result 0}}
  %gx = wave.group_id x : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %gc = wave.group_count y : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %wc = wave.group_wave_count : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %w = wave.group_wave_index : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %lanes = wave.lane_count : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %l = wave.lane_index : i32
  // expected-remark@+1 {{stride none of result 0}}
  %f = wave.is_first_lane : i1
  // expected-remark@+1 {{stride 0 of result 0}}
  %c = arith.constant 4 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  // Each lane has its own.
  // expected-remark@+1 {{stride none of result 0}}
  %local = memref.alloca() : memref<4xi32>
  %i0 = arith.constant 0 : index
  // expected-remark@+1 {{stride 0 of result 0}}
  %length = memref.dim %b, %i0 : memref<?xi32>
}

// -----

// --- arithmetic

wave.func @arithmetic(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %negative = arith.constant -5 : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = arith.addi %w, %l : i32
  // expected-remark@+1 {{stride 2 of result 0}}
  %1 = arith.addi %0, %l : i32
  // expected-remark@+1 {{stride -1 of result 0}}
  %2 = arith.subi %n, %l : i32
  // Lanes that go against each other.
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = arith.addi %l, %2 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %4 = arith.subi %l, %0 : i32
  // expected-remark@+1 {{stride 4 of result 0}}
  %5 = arith.muli %l, %c4 : i32
  // expected-remark@+1 {{stride -10 of result 0}}
  %6 = arith.muli %negative, %1 : i32
  // expected-remark@+1 {{stride 16 of result 0}}
  %7 = arith.shli %1, %c3 : i32
  // A factor that is the same, but not known.
  // expected-remark@+1 {{stride none of result 0}}
  %8 = arith.muli %l, %n : i32
  // expected-remark@+1 {{stride none of result 0}}
  %9 = arith.shli %l, %n : i32
  // expected-remark@+1 {{stride none of result 0}}
  %10 = arith.shli %c4, %l : i32
  // expected-remark@+1 {{stride none of result 0}}
  %11 = arith.muli %l, %l : i32
  // What has none gets none again.
  // expected-remark@+1 {{stride none of result 0}}
  %12 = arith.addi %11, %c4 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %13 = arith.subi %11, %11 : i32
  // Everything else, of what is the same and of what is not.
  // expected-remark@+1 {{stride 0 of result 0}}
  %14 = arith.divui %n, %c4 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %15 = arith.divui %l, %c4 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %16 = arith.andi %l, %c3 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %17 = arith.cmpi ult, %w, %n : i32
  // expected-remark@+1 {{stride none of result 0}}
  %18 = arith.cmpi ult, %l, %n : i32
  // Equal in all lanes by their strides alone.
  // expected-remark@+1 {{stride 0 of result 0}}
  %19 = arith.cmpi ult, %4, %n : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %20 = math.ctpop %4 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %21 = math.ctpop %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %22 = wave.reverse_bits %4 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %23 = arith.uitofp %4 : i32 to f32
  // expected-remark@+1 {{stride none of result 0}}
  %24 = arith.uitofp %l : i32 to f32
  // expected-remark@+2 {{stride 0 of result 0}}
  // expected-remark@+1 {{stride 0 of result 1}}
  %25:2 = arith.mului_extended %4, %n : i32
  // expected-remark@+2 {{stride none of result 0}}
  // expected-remark@+1 {{stride none of result 1}}
  %26:2 = arith.mului_extended %l, %c4 : i32
}

// -----

// --- widths

wave.func @widths() kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %c3 = arith.constant 3 : i32
  %l3 = arith.muli %l, %c3 : i32
  // An index counts as 32 bits.
  // expected-remark@+1 {{stride 3 of result 0}}
  %0 = arith.index_cast %l3 : i32 to index
  // expected-remark@+1 {{stride 3 of result 0}}
  %1 = arith.index_castui %l3 : i32 to index
  // expected-remark@+1 {{stride 3 of result 0}}
  %2 = arith.index_castui %0 : index to i32
  // expected-remark@+1 {{stride none of result 0}}
  %3 = arith.index_cast %0 : index to i64
  // expected-remark@+1 {{stride 3 of result 0}}
  %4 = arith.trunci %l3 : i32 to i16
  // expected-remark@+1 {{stride none of result 0}}
  %5 = arith.index_cast %4 : i16 to index
  // Some lane may have wrapped around.
  // expected-remark@+1 {{stride none of result 0}}
  %6 = arith.extui %l3 : i32 to i64
  // expected-remark@+1 {{stride none of result 0}}
  %7 = arith.extsi %l3 : i32 to i64
  // expected-remark@+1 {{stride 0 of result 0}}
  %8 = arith.extui %w : i32 to i64
  // expected-remark@+1 {{stride 0 of result 0}}
  %9 = arith.extsi %w : i32 to i64
  %zero = arith.subi %l, %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %10 = arith.extui %zero : i32 to i64
  // expected-remark@+1 {{stride 0 of result 0}}
  %11 = arith.index_cast %zero : i32 to index
  // A stride fits into the type of its value.
  %c2 = arith.constant 2 : i32
  %l2 = arith.muli %l, %c2 : i32
  // expected-remark@+1 {{stride -1 of result 0}}
  %12 = arith.trunci %l3 : i32 to i1
  // expected-remark@+1 {{stride 0 of result 0}}
  %13 = arith.trunci %l2 : i32 to i1
  %i40000 = arith.constant 40000 : i32
  %l40000 = arith.muli %l, %i40000 : i32
  // expected-remark@+1 {{stride -25536 of result 0}}
  %14 = arith.trunci %l40000 : i32 to i16
}

// -----

// Too large a stride is none, whatever a wrap would make of it.
wave.func @wrap() kernel num_waves(4) {
  %l = wave.lane_index : i32
  %c1 = arith.constant 1 : i32
  %c30 = arith.constant 30 : i32
  %c31 = arith.constant 31 : i32
  %most = arith.constant 0x7fffffff : i32
  %least = arith.constant 0x80000000 : i32
  // expected-remark@+1 {{stride 1073741824 of result 0}}
  %0 = arith.shli %l, %c30 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %1 = arith.shli %l, %c31 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %2 = arith.addi %0, %0 : i32
  // expected-remark@+1 {{stride 2147483647 of result 0}}
  %3 = arith.muli %l, %most : i32
  // expected-remark@+1 {{stride none of result 0}}
  %4 = arith.addi %3, %l : i32
  // expected-remark@+1 {{stride none of result 0}}
  %5 = arith.muli %l, %least : i32
  // expected-remark@+1 {{stride none of result 0}}
  %6 = arith.muli %3, %most : i32
  // Nor does it come back.
  // expected-remark@+1 {{stride none of result 0}}
  %7 = arith.subi %4, %l : i32
  // Beyond 64 bits.
  %i = arith.index_castui %3 : i32 to index
  %huge = arith.constant 0x7fffffffffffffff : index
  // expected-remark@+1 {{stride none of result 0}}
  %8 = arith.muli %i, %huge : index
}

// -----

// --- selections and conditions

wave.func @conditions(%u: i1 {wave.element = i1}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %next = arith.addi %l, %n : i32
  %byLane = arith.cmpi ult, %l, %n : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = arith.select %u, %l, %next : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = arith.select %u, %c0, %n : i32
  // expected-remark@+1 {{stride none of result 0}}
  %2 = arith.select %u, %l, %n : i32
  // The strides are the same, the bases are not.
  // expected-remark@+1 {{stride none of result 0}}
  %3 = arith.select %byLane, %l, %next : i32
  // expected-remark@+1 {{stride none of result 0}}
  %4 = arith.select %byLane, %c0, %c1 : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %5 = arith.select %byLane, %l, %l : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %6 = scf.if %u -> i32 {
    scf.yield %l : i32
  } else {
    scf.yield %next : i32
  }
  // expected-remark@+1 {{stride none of result 0}}
  %7 = scf.if %u -> i32 {
    scf.yield %l : i32
  } else {
    scf.yield %n : i32
  }
  // A condition that only the strides show to be the same.
  %zero = arith.subi %next, %l : i32
  %alike = arith.cmpi ult, %zero, %c1 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %8 = scf.if %alike -> i32 {
    scf.yield %c0 : i32
  } else {
    scf.yield %n : i32
  }
  // Lanes that went different ways.
  // expected-remark@+2 {{stride none of result 0}}
  // expected-remark@+1 {{stride none of result 1}}
  %9:2 = scf.if %byLane -> (i32, i32) {
    // Inside it holds for those that are there.
    // expected-remark@+1 {{stride 1 of result 0}}
    %inside = arith.addi %l, %c1 : i32
    scf.yield %inside, %c0 : i32, i32
  } else {
    scf.yield %next, %c1 : i32, i32
  }
  // The same value on both sides.
  // expected-remark@+2 {{stride 1 of result 0}}
  // expected-remark@+1 {{stride 0 of result 1}}
  %10:2 = scf.if %byLane -> (i32, i32) {
    scf.yield %next, %n : i32, i32
  } else {
    scf.yield %next, %n : i32, i32
  }
}

// -----

// --- loops

wave.func @for_loops(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %l = wave.lane_index : i32
  %lanes = wave.lane_count : i32
  %byLane = arith.muli %l, %l : i32

  // Lane by lane through an array: lanes leave at different trips.
  // expected-remark@+3 {{stride 1 of argument 0 of region 0}}
  // expected-remark@+2 {{stride 0 of argument 1 of region 0}}
  // expected-remark@+1 {{stride none of result 0}}
  %0 = scf.for %i = %l to %n step %lanes iter_args(%x = %c0) -> i32 : i32 {
    // expected-remark@+1 {{stride 4 of result 0}}
    %offset = arith.muli %i, %c4 : i32
    %more = arith.addi %x, %c1 : i32
    scf.yield %more : i32
  }
  // The same trips for all; each adds to the stride of what is the same already, or
  // keeps that of what is not.
  // expected-remark@+6 {{stride 0 of argument 0 of region 0}}
  // expected-remark@+5 {{stride 1 of argument 1 of region 0}}
  // expected-remark@+4 {{stride none of argument 2 of region 0}}
  // expected-remark@+3 {{stride 1 of result 0}}
  // expected-remark@+2 {{stride none of result 1}}
  // expected-remark@+1 {{stride 0 of result 2}}
  %1:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %l, %y = %l, %z = %n) -> (i32, i32, i32) : i32 {
    %next = arith.addi %x, %lanes : i32
    // One more a trip is no constant.
    // expected-remark@+1 {{stride none of result 0}}
    %wider = arith.addi %y, %l : i32
    %sum = arith.addi %z, %i : i32
    scf.yield %next, %wider, %sum : i32, i32, i32
  }
  // Each lane has its own number of trips.
  // expected-remark@+6 {{stride 0 of argument 0 of region 0}}
  // expected-remark@+5 {{stride 1 of argument 1 of region 0}}
  // expected-remark@+4 {{stride none of result 0}}
  // expected-remark@+3 {{stride 1 of result 1}}
  // expected-remark@+2 {{stride none of result 2}}
  // expected-remark@+1 {{stride 0 of result 3}}
  %2:4 = scf.for %i = %c0 to %byLane step %c1
      iter_args(%x = %l, %same = %l, %different = %c0, %alike = %n) -> (i32, i32, i32, i32) : i32 {
    %next = arith.addi %x, %c1 : i32
    scf.yield %next, %l, %n, %n : i32, i32, i32, i32
  }
  // Steps that differ.
  // expected-remark@+1 {{stride none of argument 0 of region 0}}
  scf.for %i = %c0 to %n step %l : i32 {
  }
  // It gets different in the second trip only.
  // expected-remark@+5 {{stride none of argument 1 of region 0}}
  // expected-remark@+4 {{stride none of argument 2 of region 0}}
  // expected-remark@+3 {{stride none of argument 3 of region 0}}
  // expected-remark@+2 {{stride none of result 0}}
  // expected-remark@+1 {{stride none of result 2}}
  %3:3 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0, %y = %c0, %z = %c0) -> (i32, i32, i32) : i32 {
    // expected-remark@+1 {{stride none of result 0}}
    %early = arith.addi %x, %c1 : i32
    scf.yield %y, %z, %l : i32, i32, i32
  }
  // Lanes that leave a loop inside a loop.
  // expected-remark@+1 {{stride none of argument 1 of region 0}}
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %c0) -> i32 : i32 {
    // expected-remark@+2 {{stride 0 of argument 1 of region 0}}
    // expected-remark@+1 {{stride none of result 0}}
    %inner = scf.for %j = %c0 to %l step %c1 iter_args(%z = %c0) -> i32 : i32 {
      %more = arith.addi %z, %c1 : i32
      scf.yield %more : i32
    }
    scf.yield %inner : i32
  }
  // Bounds that get different after they were taken for the same.
  // expected-remark@+1 {{stride none of argument 1 of region 0}}
  %5 = scf.for %i = %c0 to %n step %c1 iter_args(%bound = %c4) -> i32 : i32 {
    // expected-remark@+1 {{stride none of result 0}}
    %inner = scf.for %j = %c0 to %bound step %c1 iter_args(%z = %c0) -> i32 : i32 {
      %more = arith.addi %z, %c1 : i32
      scf.yield %more : i32
    }
    scf.yield %byLane : i32
  }
}

// -----

wave.func @while_loops(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %lanes = wave.lane_count : i32

  // The wave leaves as one.
  // expected-remark@+6 {{stride 0 of argument 0 of region 0}}
  // expected-remark@+5 {{stride 1 of argument 1 of region 0}}
  // expected-remark@+4 {{stride 0 of argument 0 of region 1}}
  // expected-remark@+3 {{stride 1 of argument 1 of region 1}}
  // expected-remark@+2 {{stride 0 of result 0}}
  // expected-remark@+1 {{stride 1 of result 1}}
  %0:2 = scf.while (%i = %c0, %x = %l) : (i32, i32) -> (i32, i32) {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i, %x : i32, i32
  } do {
  ^bb0(%i: i32, %x: i32):
    %next = arith.addi %i, %c1 : i32
    %following = arith.addi %x, %lanes : i32
    scf.yield %next, %following : i32, i32
  }
  // Lane by lane: inside each trip has its stride, outside each lane has its last value,
  // unless it was there before.
  // expected-remark@+8 {{stride 1 of argument 0 of region 0}}
  // expected-remark@+7 {{stride 0 of argument 1 of region 0}}
  // expected-remark@+6 {{stride 1 of argument 0 of region 1}}
  // expected-remark@+5 {{stride 0 of argument 1 of region 1}}
  // expected-remark@+4 {{stride none of result 0}}
  // expected-remark@+3 {{stride none of result 1}}
  // expected-remark@+2 {{stride 1 of result 2}}
  // expected-remark@+1 {{stride 0 of result 3}}
  %1:4 = scf.while (%i = %l, %x = %c0) : (i32, i32) -> (i32, i32, i32, i32) {
    %more = arith.cmpi ult, %i, %n : i32
    scf.condition(%more) %i, %x, %l, %n : i32, i32, i32, i32
  } do {
  ^bb0(%i: i32, %x: i32, %y: i32, %z: i32):
    %next = arith.addi %i, %lanes : i32
    %sum = arith.addi %x, %c1 : i32
    scf.yield %next, %sum : i32, i32
  }
  // A value of the loop, even one that does not change.
  // expected-remark@+1 {{stride none of result 0}}
  %2 = scf.while (%i = %l) : (i32) -> i32 {
    %more = arith.cmpi ult, %i, %n : i32
    %inside = arith.addi %l, %n : i32
    scf.condition(%more) %inside : i32
  } do {
  ^bb0(%x: i32):
    %next = arith.addi %x, %lanes : i32
    scf.yield %next : i32
  }
  // A condition that gets different.
  %true = arith.constant true
  // expected-remark@+3 {{stride none of argument 0 of region 0}}
  // expected-remark@+2 {{stride 0 of argument 0 of region 1}}
  // expected-remark@+1 {{stride none of result 0}}
  %3 = scf.while (%go = %true, %i = %c0) : (i1, i32) -> i32 {
    scf.condition(%go) %i : i32
  } do {
  ^bb0(%i: i32):
    %next = arith.addi %i, %c1 : i32
    %stay = arith.cmpi ult, %next, %l : i32
    scf.yield %stay, %next : i1, i32
  }
}

// -----

// --- memory

wave.func @memory(%ro: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                  %unwritten: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                  %written: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>},
                  %image: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>},
                  %out: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(4) {
  %i0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %li = arith.index_castui %l : i32 to index
  %zero = arith.subi %l, %l : i32
  // An address that only the strides show to be the same.
  // expected-remark@+1 {{stride 0 of result 0}}
  %same = arith.index_castui %zero : i32 to index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %0 = memref.load %ro[%i0] : memref<?xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = memref.load %ro[%same] : memref<?xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %2 = memref.load %ro[%li] : memref<?xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = vector.load %unwritten[%same] : memref<?xi32>, vector<2xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %4 = vector.load %unwritten[%li] : memref<?xi32>, vector<2xi32>
  // Somebody writes these, but a wave loads once what all its lanes load.
  // expected-remark@+1 {{stride 0 of result 0}}
  %5 = memref.load %written[%i0] : memref<?xi32>
  memref.store %c1, %written[%i0] : memref<?xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = memref.load %shared[%i0] : memref<4xi32, #gpu.address_space<workgroup>>
  // An array of each lane's own has as many places.
  // expected-remark@+1 {{stride none of result 0}}
  %7 = memref.load %local[%i0] : memref<4xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %8 = wave.atomic_rmw add %c1, %written[%i0] : memref<?xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %9 = wave.image_load %image[%w, %zero] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // expected-remark@+1 {{stride none of result 0}}
  %10 = wave.image_load %image[%w, %l] : !wave.image<2d, f32, 4> -> vector<4xf32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %11 = wave.image_load %out[%w, %w] : !wave.image<2d, f32, 4> -> vector<4xf32>
  wave.image_store %9, %out[%l, %w] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// -----

// --- rows and columns of lanes

wave.func @rows(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %c15 = arith.constant 15 : i32
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %c48 = arith.constant 48 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  // A wave stands in one row of 16.
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = arith.remui %l, %c16 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = arith.divui %l, %c16 : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %2 = arith.andi %l, %c15 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = arith.shrui %l, %c4 : i32
  // And in two rows of 8.
  // expected-remark@+1 {{stride none of result 0}}
  %4 = arith.remui %l, %c8 : i32
  // expected-remark@+1 {{stride none of result 0}}
  %5 = arith.divui %l, %c8 : i32
  // A row is a multiple of 16, and so is where the wave begins.
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = arith.muli %w, %c32 : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %7 = arith.addi %6, %l : i32
  // expected-remark@+1 {{stride 1 of result 0}}
  %8 = arith.remui %7, %c48 : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %9 = arith.divui %7, %c48 : i32
  // A wave that begins anywhere may stand in two.
  // expected-remark@+1 {{stride 1 of result 0}}
  %10 = arith.addi %l, %n : i32
  // expected-remark@+1 {{stride none of result 0}}
  %11 = arith.remui %10, %c16 : i32
  // A loop that goes on by whole waves stays where it begins.
  // expected-remark@+1 {{stride 1 of argument 0}}
  scf.for unsigned %i = %l to %n step %c32 : i32 {
    // expected-remark@+1 {{stride 1 of result 0}}
    %12 = arith.remui %i, %c16 : i32
  }
  // expected-remark@+1 {{stride 1 of argument 0}}
  scf.for unsigned %i = %l to %n step %c8 : i32 {
    // expected-remark@+1 {{stride none of result 0}}
    %13 = arith.remui %i, %c16 : i32
  }
}

// -----

// --- a wave in two pieces, of which all lanes have their number, active or not

wave.func @pieces(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %c8 = arith.constant 8 : i32
  %c16 = arith.constant 16 : i32
  %l = wave.lane_index : i32
  // What holds for a wave holds for its pieces.
  // PIECES: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = arith.addi %l, %n : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = wave.reduce add %l : i32
  // A piece stands in one row of 8, or in half of one of 16, but not in one of 4.
  // PIECES: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %x = arith.remui %l, %c8 : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %y = arith.divui %l, %c8 : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %2 = arith.remui %l, %c16 : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %3 = arith.remui %l, %c4 : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %row = arith.muli %y, %n : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %place = arith.addi %row, %x : i32
  // Lanes that are not active load nothing.
  %i = arith.index_castui %y : i32 to index
  // PIECES: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %4 = memref.load %b[%i] : memref<?xi32>
  // They have chosen a side by chance, but a selection is made by all.
  // PIECES: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %p = arith.cmpi ult, %y, %n : i32
  // PIECES: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %5 = scf.if %p -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %place : i32
  }
  // PIECES: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %6 = arith.select %p, %x, %place : i32
  // A loop that the wave leaves as one, and one that it does not.
  // PIECES: [[@LINE+4]]:{{.*}} stride 1 of result 0
  // PIECES: [[@LINE+3]]:{{.*}} stride 1 of argument 1 of region 0
  // expected-remark@+2 {{stride none of argument 1 of region 0}}
  // expected-remark@+1 {{stride none of result 0}}
  %7 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %place) -> i32 : i32 {
    %next = arith.addi %a, %row : i32
    scf.yield %next : i32
  }
  // PIECES: [[@LINE+6]]:{{.*}} stride none of result 0
  // PIECES: [[@LINE+5]]:{{.*}} stride 1 of argument 0 of region 0
  // PIECES: [[@LINE+4]]:{{.*}} stride 1 of argument 0 of region 1
  // expected-remark@+3 {{stride none of argument 0 of region 0}}
  // expected-remark@+2 {{stride none of argument 0 of region 1}}
  // expected-remark@+1 {{stride none of result 0}}
  %8 = scf.while (%a = %x) : (i32) -> i32 {
    %more = arith.cmpi ult, %a, %n : i32
    scf.condition(%more) %a : i32
  } do {
  ^bb0(%a: i32):
    %next = arith.addi %a, %row : i32
    scf.yield %next : i32
  }
}

// -----

// --- operations across lanes

wave.func @across_lanes(%u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %p = wave.is_first_lane : i1
  // expected-remark@+1 {{stride 0 of result 0}}
  %0 = wave.read_first_lane %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = wave.read_lane %l, %u : i32
  // expected-remark@+1 {{stride none of result 0}}
  %2 = wave.read_lane %l, %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.ballot %p : vector<4xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %4 = wave.any %p
  // expected-remark@+1 {{stride 0 of result 0}}
  %5 = wave.reduce add %l : i32
  // Which lanes are active is not known.
  // expected-remark@+1 {{stride none of result 0}}
  %6 = wave.prefix add %u : i32
  // expected-remark@+1 {{stride none of result 0}}
  %7 = wave.match %l : i32
  // expected-remark@+1 {{stride none of result 0}}
  %8 = wave.quad_read_across x %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %9 = wave.quad_read_across x %u : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %10 = wave.assume_uniform %p : i1
  // expected-remark@+1 {{stride 1 of result 0}}
  %11 = arith.addi %0, %l : i32
}

// -----

// --- vectors, which have no stride but 0

wave.func @vectors(%v: vector<2xf32> {wave.element = vector<2xf32>}, %u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %zero = arith.subi %l, %l : i32
  // expected-remark@+1 {{stride 0 of result 0}}
  %0 = vector.from_elements %u, %zero : vector<2xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %1 = vector.from_elements %u, %l : vector<2xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %2 = vector.broadcast %l : i32 to vector<2xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %3 = arith.addi %0, %2 : vector<2xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %4 = arith.addi %0, %0 : vector<2xi32>
  // expected-remark@+1 {{stride 0 of result 0}}
  %5 = vector.extract %0[1] : i32 from vector<2xi32>
  // Not even the other component is known to be the same.
  // expected-remark@+1 {{stride none of result 0}}
  %6 = vector.extract %1[0] : i32 from vector<2xi32>
  // expected-remark@+1 {{stride none of result 0}}
  %7 = arith.trunci %2 : vector<2xi32> to vector<2xi16>
  // expected-remark@+1 {{stride 0 of result 0}}
  %8 = math.sqrt %v : vector<2xf32>
  // expected-remark@+1 {{stride none of result 0}}
  %9 = arith.muli %2, %0 : vector<2xi32>
}

// -----

// A helper's arguments may be anything.
// expected-remark@+1 {{stride none of argument 0}}
wave.func @helper(%n: i32) {
}

// -----

// --- threads, in waves of 16 in order, in waves from a table, and in waves of 8

// One dimension, the last wave cut off.
wave.func @line() kernel num_threads(40, 1, 1) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// Waves lie within rows.
wave.func @rows() kernel num_threads(32, 2, 3) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// Rows lie within waves, waves within planes.
wave.func @planes() kernel num_threads(4, 4, 2) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// Rows that are waves of 8.
wave.func @halves() kernel num_threads(8, 3, 1) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// Waves that go over rows and planes.
wave.func @odd() kernel num_threads(6, 3, 3) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride none of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// One dimension that is not the first.
wave.func @column() kernel num_threads(1, 40, 1) {
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %2 = wave.group_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %3 = wave.group_thread_id z : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %4 = wave.dispatch_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride none of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %5 = wave.dispatch_thread_id y : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %6 = wave.dispatch_thread_id z : i32
}

// -----

// A single thread.
wave.func @single() kernel num_threads(1, 1, 1) {
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %0 = wave.group_index : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = wave.group_thread_id x : i32
  // PLACED: [[@LINE+3]]:{{.*}} stride 0 of result 0
  // SMALL: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %2 = wave.dispatch_thread_id x : i32
}

// -----

// Lanes and waves are what they are wherever the threads lie.
wave.func @lanes_of_threads(%ro: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_threads(32, 2, 1) {
  // PLACED: [[@LINE+2]]:{{.*}} stride 1 of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %l = wave.lane_index : i32
  // PLACED: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %w = wave.group_wave_index : i32
  // PLACED: [[@LINE+2]]:{{.*}} stride 0 of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %n = wave.lane_count : i32
  %y = wave.group_thread_id y : i32
  // A row is the same for a wave only where threads are in order, and so is what follows.
  // PLACED: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %first = arith.cmpi eq, %y, %w : i32
  // PLACED: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride 1 of result 0}}
  %0 = scf.if %first -> i32 {
    scf.yield %l : i32
  } else {
    %next = arith.addi %l, %n : i32
    scf.yield %next : i32
  }
  %row = arith.index_castui %y : i32 to index
  // PLACED: [[@LINE+2]]:{{.*}} stride none of result 0
  // expected-remark@+1 {{stride 0 of result 0}}
  %1 = memref.load %ro[%row] : memref<?xi32>
}
