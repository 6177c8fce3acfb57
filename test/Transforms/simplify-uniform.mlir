// RUN: wave-opt %s -wave-simplify-uniform | FileCheck %s

// Values that are the same for the wave. Whoever runs the kernel gives %x, so it is.

!out = memref<?xi32>

// CHECK-LABEL: wave.func @reads_and_votes
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.read
// CHECK-NOT: wave.quad
// CHECK-NOT: wave.any
// CHECK-NOT: wave.all
// CHECK-COUNT-6: memref.store %[[x]]
// CHECK: %[[p:.*]] = arith.cmpi
// CHECK-COUNT-4: scf.if %[[p]]
// CHECK: wave.return
wave.func @reads_and_votes(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%c0] : !out
  %1 = wave.read_lane %0, %lane : i32
  memref.store %1, %out[%c0] : !out
  %2 = wave.quad_read_across diagonal %1 : i32
  memref.store %2, %out[%c0] : !out
  %3 = wave.quad_read_lane %2, %lane : i32
  memref.store %3, %out[%c0] : !out
  %4 = wave.reduce minsi %3 : i32
  memref.store %4, %out[%c0] : !out
  // A reduction of a reduction.
  %5 = wave.reduce or %4 : i32
  memref.store %5, %out[%c0] : !out
  %p = arith.cmpi ult, %x, %5 : i32
  %6 = wave.any %p
  scf.if %6 {
    memref.store %x, %out[%c0] : !out
  }
  %7 = wave.all %6
  scf.if %7 {
    memref.store %x, %out[%c0] : !out
  }
  %8 = wave.quad_any %7
  scf.if %8 {
    memref.store %x, %out[%c0] : !out
  }
  %9 = wave.quad_all %8
  scf.if %9 {
    memref.store %x, %out[%c0] : !out
  }
  wave.return
}

// What differs between lanes stays as it is.
// CHECK-LABEL: wave.func @different
// CHECK: wave.read_first_lane
// CHECK: wave.read_lane
// CHECK: wave.quad_read_across
// CHECK: wave.quad_read_lane
// CHECK: wave.any
// CHECK: wave.all
// CHECK: wave.quad_any
// CHECK: wave.quad_all
// CHECK: wave.all_equal
// CHECK: wave.match
// CHECK: wave.reduce add
// CHECK: wave.prefix add
// CHECK: wave.multi_prefix add
// CHECK: wave.prefix_count_bits
// CHECK: wave.multi_prefix_count_bits
wave.func @different(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %p = arith.cmpi ult, %x, %lane : i32
  %0 = wave.read_first_lane %x : i32
  memref.store %0, %out[%place] : !out
  %1 = wave.read_lane %x, %0 : i32
  memref.store %1, %out[%place] : !out
  %2 = wave.quad_read_across diagonal %x : i32
  memref.store %2, %out[%place] : !out
  %3 = wave.quad_read_lane %x, %0 : i32
  memref.store %3, %out[%place] : !out
  %4 = wave.any %p
  %5 = wave.all %p
  %6 = wave.quad_any %p
  %7 = wave.quad_all %p
  %8 = wave.all_equal %x : i32
  %9 = arith.andi %4, %5 : i1
  %10 = arith.andi %9, %6 : i1
  %11 = arith.andi %10, %7 : i1
  %12 = arith.andi %11, %8 : i1
  scf.if %12 {
    memref.store %1, %out[%place] : !out
  }
  %mask = wave.match %x : i32
  %13 = wave.reduce add %x : i32
  memref.store %13, %out[%place] : !out
  %14 = wave.prefix add %x : i32
  memref.store %14, %out[%place] : !out
  %15 = wave.multi_prefix add %x, %mask : i32
  memref.store %15, %out[%place] : !out
  %16 = wave.prefix_count_bits %p : i32
  memref.store %16, %out[%place] : !out
  %17 = wave.multi_prefix_count_bits %p, %mask : i32
  memref.store %17, %out[%place] : !out
  wave.return
}

// Which lanes are active is not known in a kernel of threads: one count for all.
// CHECK-LABEL: wave.func @counts
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.reduce
// CHECK-NOT: wave.prefix add
// CHECK: %[[n:.*]] = wave.count_bits %true
// CHECK-NOT: wave.count_bits
// CHECK: %[[sum:.*]] = arith.muli %[[x]], %[[n]]
// CHECK: memref.store %[[sum]]
// CHECK: %[[bit:.*]] = arith.andi %[[n]], %c1
// CHECK: %[[odd:.*]] = arith.muli %[[x]], %[[bit]]
// CHECK: memref.store %[[odd]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %true
// CHECK: %[[scan:.*]] = arith.muli %[[x]], %[[before]]
// CHECK: memref.store %[[scan]]
// CHECK: wave.return
wave.func @counts(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.reduce add %x : i32
  memref.store %0, %out[%c0] : !out
  %1 = wave.reduce xor %x : i32
  memref.store %1, %out[%c0] : !out
  %2 = wave.prefix add %x : i32
  memref.store %2, %out[%c0] : !out
  wave.return
}

// In a whole wave counts are numbers.
// CHECK-LABEL: wave.func @whole_wave
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.reduce
// CHECK-NOT: count_bits
// CHECK: %[[n:.*]] = wave.lane_count
// CHECK: %[[sum:.*]] = arith.muli %[[x]], %[[n]]
// CHECK: memref.store %[[sum]]
// CHECK: memref.store %c0_i32
// CHECK: %[[before:.*]] = wave.lane_index
// CHECK: %[[scan:.*]] = arith.muli %[[x]], %[[before]]
// CHECK: memref.store %[[scan]]
// CHECK: memref.store %c1_i32
// CHECK: %[[all:.*]] = wave.lane_count
// CHECK: memref.store %[[all]]
// CHECK: %[[place:.*]] = wave.lane_index
// CHECK: memref.store %[[place]]
// The size is not known.
// CHECK: wave.ballot
// CHECK: wave.return
wave.func @whole_wave(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %minus = arith.constant -1 : i32
  %0 = wave.reduce add %x : i32
  memref.store %0, %out[%c0] : !out
  %1 = wave.reduce xor %x : i32
  memref.store %1, %out[%c0] : !out
  %2 = wave.prefix add %x : i32
  memref.store %2, %out[%c0] : !out
  %3 = wave.reduce mul %minus : i32
  memref.store %3, %out[%c0] : !out
  %4 = wave.count_bits %true : i32
  memref.store %4, %out[%c0] : !out
  %5 = wave.prefix_count_bits %true : i32
  memref.store %5, %out[%c0] : !out
  %6 = wave.ballot %true : vector<4xi32>
  vector.store %6, %out[%c0] : !out, vector<4xi32>
  wave.return
}

// CHECK-LABEL: wave.func @one_size
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK-NOT: wave.lane_count
// CHECK-NOT: count_bits
// CHECK-NOT: wave.ballot
// CHECK: %[[sum:.*]] = arith.muli %[[x]], %c64_i32
// CHECK: memref.store %[[sum]]
// CHECK: %[[mask:.*]] = arith.constant dense<[-1, -1, 0, 0]> : vector<4xi32>
// CHECK: vector.store %[[mask]]
// CHECK: wave.return
wave.func @one_size(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(64) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %0 = wave.reduce add %x : i32
  memref.store %0, %out[%c0] : !out
  %6 = wave.ballot %true : vector<4xi32>
  vector.store %6, %out[%c0] : !out, vector<4xi32>
  wave.return
}

// Some lanes are elsewhere: a number of lanes is no longer the number of all.
// CHECK-LABEL: wave.func @part_of_a_wave
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK: scf.if
// CHECK: %[[n:.*]] = wave.count_bits %true
// CHECK: arith.muli %[[x]], %[[n]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %true
// CHECK: memref.store %[[before]]
// CHECK: %[[mask:.*]] = wave.ballot %true
// CHECK: vector.store %[[mask]]
// All are back.
// CHECK: arith.muli %[[x]], %c64
// CHECK: wave.retire_if
// CHECK: wave.count_bits %true
// CHECK: wave.prefix_count_bits %true
// CHECK: wave.return
wave.func @part_of_a_wave(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(64) {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %x : i32
  scf.if %some {
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%c0] : !out
    %1 = wave.prefix_count_bits %true : i32
    memref.store %1, %out[%c0] : !out
    %2 = wave.ballot %true : vector<4xi32>
    vector.store %2, %out[%c0] : !out, vector<4xi32>
  }
  %3 = wave.reduce add %x : i32
  memref.store %3, %out[%c0] : !out
  wave.retire_if %some
  %4 = wave.reduce add %x : i32
  memref.store %4, %out[%c0] : !out
  %5 = wave.prefix add %x : i32
  memref.store %5, %out[%c0] : !out
  wave.return
}

// CHECK-LABEL: wave.func @products
// CHECK: %[[lowest:.*]] = arith.andi %{{.*}}, %c1
// CHECK: %[[odd:.*]] = arith.cmpi ne, %[[lowest]], %c0
// CHECK: %[[sign:.*]] = arith.select %[[odd]], %c-1_i32, %c1
// CHECK: memref.store %[[sign]]
// CHECK: memref.store %c0_i32
// CHECK: memref.store %c1_i32
// CHECK: %[[first:.*]] = wave.is_first_lane
// CHECK: %[[scan:.*]] = arith.select %[[first]], %c1{{.*}}, %c0_i32
// CHECK: memref.store %[[scan]]
// A power is not less work.
// CHECK: wave.reduce mul
// CHECK: wave.prefix mul
// CHECK: wave.return
wave.func @products(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %i0 = arith.constant 0 : index
  %c-1_i32 = arith.constant -1 : i32
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = wave.reduce mul %c-1_i32 : i32
  memref.store %0, %out[%i0] : !out
  %1 = wave.reduce mul %c0_i32 : i32
  memref.store %1, %out[%i0] : !out
  %2 = wave.prefix mul %c1_i32 : i32
  memref.store %2, %out[%i0] : !out
  %3 = wave.prefix mul %c0_i32 : i32
  memref.store %3, %out[%i0] : !out
  %4 = wave.reduce mul %x : i32
  memref.store %4, %out[%i0] : !out
  %5 = wave.prefix mul %x : i32
  memref.store %5, %out[%i0] : !out
  wave.return
}

// CHECK-LABEL: wave.func @scans_of_bits
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK: %[[first:.*]] = wave.is_first_lane
// CHECK: arith.select %[[first]], %c-1_i32, %[[x]]
// CHECK: %[[again:.*]] = wave.is_first_lane
// CHECK: arith.select %[[again]], %c0_i32, %[[x]]
// CHECK: %[[lowest:.*]] = arith.andi %{{.*}}, %c1_i32
// CHECK: arith.muli %[[x]], %[[lowest]]
// Booleans have no arithmetic.
// CHECK: %[[bit:.*]] = arith.trunci %{{.*}} : i32 to i1
// CHECK: arith.andi %{{.*}}, %[[bit]] : i1
// CHECK-NOT: wave.prefix and
// CHECK: wave.return
wave.func @scans_of_bits(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %i0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %0 = wave.prefix and %x : i32
  memref.store %0, %out[%i0] : !out
  %1 = wave.prefix or %x : i32
  memref.store %1, %out[%i0] : !out
  %2 = wave.prefix xor %x : i32
  memref.store %2, %out[%i0] : !out
  %p = arith.cmpi ult, %x, %c1 : i32
  %3 = wave.prefix xor %p : i1
  %4 = wave.prefix and %p : i1
  %5 = arith.andi %3, %4 : i1
  scf.if %5 {
    memref.store %2, %out[%i0] : !out
  }
  wave.return
}

// Each component of a vector; the widths of numbers.
// CHECK-LABEL: wave.func @widths
// CHECK: %[[n:.*]] = wave.count_bits
// CHECK: %[[two:.*]] = vector.broadcast %[[n]] : i32 to vector<2xi32>
// CHECK: arith.muli %{{.*}}, %[[two]] : vector<2xi32>
// CHECK: %[[long:.*]] = arith.extui %[[n]] : i32 to i64
// CHECK: arith.muli %{{.*}}, %[[long]] : i64
// CHECK: %[[short:.*]] = arith.trunci %[[n]] : i32 to i16
// CHECK: arith.muli %{{.*}}, %[[short]] : i16
// CHECK: wave.return
wave.func @widths(%x: i32 {wave.element = ui32}, %y: i64 {wave.element = ui64}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %v = vector.from_elements %x, %x : vector<2xi32>
  %0 = wave.reduce add %v : vector<2xi32>
  vector.store %0, %out[%c0] : !out, vector<2xi32>
  %1 = wave.reduce add %y : i64
  %2 = arith.trunci %1 : i64 to i32
  memref.store %2, %out[%c0] : !out
  %z = arith.trunci %x : i32 to i16
  %3 = wave.reduce add %z : i16
  %4 = arith.extui %3 : i16 to i32
  memref.store %4, %out[%c0] : !out
  wave.return
}

// Sums and products of floats round as they are written; their minima do not round.
// CHECK-LABEL: wave.func @floats
// CHECK-SAME: %[[x:[^:]*]]: f32
// CHECK: wave.reduce add
// CHECK: wave.reduce mul
// CHECK: wave.prefix add
// CHECK-NOT: wave.reduce
// CHECK: memref.store %[[x]]
// Not even a NaN equals itself, and it matches its own lane alone.
// CHECK: arith.cmpf oeq, %[[x]], %[[x]]
// CHECK: wave.match %[[x]]
// CHECK: %[[all:.*]] = wave.ballot %true
// CHECK: vector.extract %[[all]]
// CHECK: wave.return
wave.func @floats(%x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.reduce add %x : f32
  memref.store %0, %out[%c0] : memref<?xf32>
  %1 = wave.reduce mul %x : f32
  memref.store %1, %out[%c0] : memref<?xf32>
  %2 = wave.prefix add %x : f32
  memref.store %2, %out[%c0] : memref<?xf32>
  %3 = wave.reduce minnumf %x : f32
  memref.store %3, %out[%c0] : memref<?xf32>
  %4 = wave.all_equal %x : f32
  scf.if %4 {
    memref.store %x, %out[%c0] : memref<?xf32>
  }
  %5 = wave.match %x : f32
  %6 = vector.extract %5[0] : i32 from vector<4xi32>
  %7 = arith.uitofp %6 : i32 to f32
  memref.store %7, %out[%c0] : memref<?xf32>
  %y = arith.uitofp %n : i32 to f32
  %8 = wave.match %y : f32
  %9 = vector.extract %8[0] : i32 from vector<4xi32>
  %10 = arith.uitofp %9 : i32 to f32
  memref.store %10, %out[%c0] : memref<?xf32>
  wave.return
}

// CHECK-LABEL: wave.func @equal_and_matching
// CHECK: arith.select %true, %c1_i32, %c0_i32
// CHECK: arith.constant dense<true> : vector<2xi1>
// CHECK: %[[all:.*]] = wave.ballot %true
// CHECK: vector.store %[[all]]
// CHECK: wave.return
wave.func @equal_and_matching(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %c1_i32 = arith.constant 1 : i32
  %0 = wave.all_equal %x : i32
  %1 = arith.select %0, %c1_i32, %c0_i32 : i32
  memref.store %1, %out[%c0] : !out
  %v = vector.from_elements %x, %x : vector<2xi32>
  %2 = wave.all_equal %v : vector<2xi32>
  %3 = arith.extui %2 : vector<2xi1> to vector<2xi32>
  vector.store %3, %out[%c0] : !out, vector<2xi32>
  %4 = wave.match %v : vector<2xi32>
  vector.store %4, %out[%c0] : !out, vector<4xi32>
  wave.return
}

// Lanes that all have one mask are one class.
// CHECK-LABEL: wave.func @partitions
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK: wave.prefix add %{{.*}} : f32
// CHECK: wave.prefix_count_bits %{{.*}}
// CHECK: %[[mask:.*]] = wave.match
// CHECK: %[[n:.*]] = wave.multi_prefix_count_bits %true{{.*}}, %[[mask]]
// CHECK: arith.muli %[[x]], %[[n]]
// CHECK: %[[m:.*]] = wave.multi_prefix_count_bits %true{{.*}}, %[[mask]]
// CHECK: %[[first:.*]] = arith.cmpi eq, %[[m]], %c0{{.*}}
// CHECK: arith.select %[[first]], %c-1_i32, %[[x]]
// CHECK-NOT: wave.multi_prefix{{ }}
// CHECK: wave.return
wave.func @partitions(%x: i32 {wave.element = ui32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_threads(64, 1, 1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %f = arith.uitofp %lane : i32 to f32
  %p = arith.cmpi ult, %lane, %x : i32
  %same = wave.match %x : i32
  %0 = wave.multi_prefix add %f, %same : f32
  memref.store %0, %out[%place] : memref<?xf32>
  %1 = wave.multi_prefix_count_bits %p, %same : i32
  %2 = arith.uitofp %1 : i32 to f32
  memref.store %2, %out[%place] : memref<?xf32>
  %mask = wave.match %p : i1
  %3 = wave.multi_prefix add %x, %mask : i32
  %4 = arith.uitofp %3 : i32 to f32
  memref.store %4, %out[%place] : memref<?xf32>
  %5 = wave.multi_prefix and %x, %mask : i32
  %6 = arith.uitofp %5 : i32 to f32
  memref.store %6, %out[%place] : memref<?xf32>
  wave.return
}

// In the branch where they are equal the lane's own value is still not the first lane's:
// it has been read before, by other lanes.
// CHECK-LABEL: wave.func @found_equal
// CHECK: %[[first:.*]] = wave.read_first_lane
// CHECK: scf.if
// CHECK: wave.read_first_lane
// CHECK: wave.atomic_rmw or %[[first]]
wave.func @found_equal(%in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %key = memref.load %in[%place] : !out
  %first = wave.read_first_lane %key : i32
  %same = arith.cmpi eq, %key, %first : i32
  scf.if %same {
    %again = wave.read_first_lane %key : i32
    memref.store %again, %out[%place] : !out
    %old = wave.atomic_rmw or %first, %out[%c0] : !out
  }
  wave.return
}

// After a divergent branch, or a loop that lanes leave in different trips, a value differs
// although it did not inside.
// CHECK-LABEL: wave.func @merged
// CHECK: wave.reduce maxui
// CHECK: wave.reduce maxui
wave.func @merged(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %some = arith.cmpi ult, %lane, %x : i32
  %0 = scf.if %some -> i32 {
    scf.yield %x : i32
  } else {
    scf.yield %c0 : i32
  }
  %1 = wave.reduce maxui %0 : i32
  memref.store %1, %out[%place] : !out
  %2 = scf.for %i = %c0 to %lane step %c1 iter_args(%s = %c0) -> (i32) : i32 {
    %next = arith.addi %s, %x : i32
    scf.yield %next : i32
  }
  %3 = wave.reduce maxui %2 : i32
  memref.store %3, %out[%place] : !out
  wave.return
}

// An operation that is replaced stands in a condition that nobody needs any more.
// CHECK-LABEL: wave.func @gone_with_its_condition
// CHECK-NOT: scf.if
// CHECK: wave.return
wave.func @gone_with_its_condition(%x: i32 {wave.element = ui32}, %limit: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %low = arith.cmpi ult, %x, %limit : i32
  %chosen = scf.if %low -> (i32) {
    %greatest = wave.reduce maxui %x : i32
    %sum = arith.addi %greatest, %c1 : i32
    scf.yield %sum : i32
  } else {
    scf.yield %c2 : i32
  }
  %same = wave.all_equal %chosen : i32
  %bit = arith.extui %same : i1 to i32
  memref.store %bit, %out[%c0] : memref<?xi32>
}
