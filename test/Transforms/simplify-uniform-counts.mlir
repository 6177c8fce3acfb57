// RUN: wave-opt %s -wave-simplify-uniform | FileCheck %s

// Values of which only the number of lanes is not known, votes and counts.

!out = memref<?xi32>

// CHECK-LABEL: wave.func @some_lanes_have_one_value
// CHECK-SAME: %[[x:[^:]*]]: i32
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK-NOT: wave.reduce
// CHECK: %[[n:.*]] = wave.count_bits %[[c]]
// CHECK: memref.store %[[n]]
// CHECK: %[[m:.*]] = wave.count_bits %[[c]]
// CHECK: %[[sum:.*]] = arith.muli %[[x]], %[[m]]
// CHECK: memref.store %[[sum]]
// The other way round.
// CHECK: %[[not:.*]] = arith.xori %[[c]], %true
// CHECK: wave.count_bits %[[not]]
// Minus as many.
// CHECK: wave.count_bits %[[c]]
// CHECK: arith.muli %{{.*}}, %c-1_i32
// CHECK: wave.any %[[c]]
// CHECK: arith.select %{{.*}}, %[[x]], %c0_i32
// CHECK: wave.all %[[c]]
// CHECK: arith.select %{{.*}}, %[[x]], %c0_i32
// CHECK: %[[before:.*]] = wave.prefix_count_bits %[[c]]
// CHECK: memref.store %[[before]]
// CHECK: wave.prefix_count_bits %[[c]]
// CHECK: arith.cmpi ne, %{{.*}}, %c0_i32
// CHECK: arith.select %{{.*}}, %[[x]], %c0_i32
// CHECK-NOT: wave.prefix{{ }}
// CHECK: wave.return
wave.func @some_lanes_have_one_value(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %one = arith.extui %c : i1 to i32
  %0 = wave.reduce add %one : i32
  memref.store %0, %out[%place] : !out
  %either = arith.select %c, %x, %c0 : i32
  %1 = wave.reduce add %either : i32
  memref.store %1, %out[%place] : !out
  %neither = arith.select %c, %c0, %x : i32
  %2 = wave.reduce add %neither : i32
  memref.store %2, %out[%place] : !out
  %minus = arith.extsi %c : i1 to i32
  %3 = wave.reduce add %minus : i32
  memref.store %3, %out[%place] : !out
  %4 = wave.reduce maxui %either : i32
  memref.store %4, %out[%place] : !out
  %5 = wave.reduce and %either : i32
  memref.store %5, %out[%place] : !out
  %6 = wave.prefix add %one : i32
  memref.store %6, %out[%place] : !out
  %7 = wave.prefix or %either : i32
  memref.store %7, %out[%place] : !out
  wave.return
}

// The larger one of 0 and what may be negative is not known, and what differs between
// lanes is no multiple.
// CHECK-LABEL: wave.func @some_lanes_have_others
// CHECK: wave.reduce maxsi
// CHECK: wave.any
// CHECK-NOT: wave.any
// CHECK: wave.reduce add
// CHECK: wave.reduce add %{{.*}} : f32
wave.func @some_lanes_have_others(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c7 = arith.constant 7 : i32
  %f0 = arith.constant 0.0 : f32
  %f1 = arith.constant 1.0 : f32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %either = arith.select %c, %x, %c0 : i32
  %0 = wave.reduce maxsi %either : i32
  memref.store %0, %out[%place] : !out
  %seven = arith.select %c, %c7, %c0 : i32
  %1 = wave.reduce maxsi %seven : i32
  memref.store %1, %out[%place] : !out
  %own = arith.select %c, %lane, %c0 : i32
  %2 = wave.reduce add %own : i32
  memref.store %2, %out[%place] : !out
  %float = arith.select %c, %f1, %f0 : f32
  %3 = wave.reduce add %float : f32
  %4 = arith.fptoui %3 : f32 to i32
  memref.store %4, %out[%place] : !out
  wave.return
}

// CHECK-LABEL: wave.func @booleans
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: wave.all %[[c]]
// CHECK: wave.any %[[c]]
// CHECK: wave.count_bits %[[c]]
// CHECK: arith.trunci
// CHECK: wave.reduce and %{{.*}} : vector<2xi1>
wave.func @booleans(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %0 = wave.reduce and %c : i1
  %1 = wave.reduce or %c : i1
  %2 = wave.reduce xor %c : i1
  %both = vector.from_elements %c, %0 : vector<2xi1>
  %3 = wave.reduce and %both : vector<2xi1>
  %4 = vector.extract %3[0] : i1 from vector<2xi1>
  %5 = arith.andi %1, %2 : i1
  %6 = arith.andi %4, %5 : i1
  scf.if %6 {
    memref.store %lane, %out[%place] : !out
  }
  wave.return
}

// CHECK-LABEL: wave.func @compared_counts
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: %[[any:.*]] = wave.any %[[c]]
// CHECK: %[[none:.*]] = arith.xori %[[any]], %true
// CHECK: scf.if %[[any]]
// CHECK: scf.if %[[none]]
// CHECK: %[[d:.*]] = arith.cmpi eq
// CHECK: %[[all:.*]] = wave.all %[[d]]
// CHECK: scf.if %[[all]]
// Somebody wants the number.
// CHECK: wave.count_bits
// CHECK: arith.cmpi ugt
// CHECK: scf.if
// 0 in one place, all lanes in the other: that would be two votes.
// CHECK: wave.count_bits
// CHECK: wave.lane_count
// CHECK: arith.cmpi
// CHECK: arith.cmpi
// CHECK-NOT: wave.any
// CHECK-NOT: wave.all
// CHECK: wave.return
wave.func @compared_counts(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %n = wave.count_bits %c : i32
  %0 = arith.cmpi ugt, %n, %c0 : i32
  scf.if %0 {
    memref.store %x, %out[%place] : !out
  }
  %1 = arith.cmpi slt, %n, %c1 : i32
  scf.if %1 {
    memref.store %x, %out[%place] : !out
  }
  %d = arith.cmpi eq, %lane, %x : i32
  %all = wave.count_bits %true : i32
  %m = wave.count_bits %d : i32
  %2 = arith.cmpi eq, %all, %m : i32
  scf.if %2 {
    memref.store %x, %out[%place] : !out
  }
  %e = arith.cmpi uge, %lane, %x : i32
  %k = wave.count_bits %e : i32
  %3 = arith.cmpi ugt, %k, %c0 : i32
  scf.if %3 {
    memref.store %k, %out[%place] : !out
  }
  %f = arith.cmpi ne, %lane, %x : i32
  %l = wave.count_bits %f : i32
  %lanes = wave.lane_count : i32
  %4 = arith.cmpi ugt, %l, %c0 : i32
  %5 = arith.cmpi eq, %l, %lanes : i32
  %6 = arith.xori %4, %5 : i1
  scf.if %6 {
    memref.store %x, %out[%place] : !out
  }
  wave.return
}

// The number of lanes of the wave is not that of active ones, nor is one that was taken
// where other lanes were active.
// CHECK-LABEL: wave.func @other_counts
// CHECK: scf.if
// CHECK-NOT: wave.all
// CHECK: wave.return
wave.func @other_counts(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %lanes = wave.lane_count : i32
  %there = wave.count_bits %true : i32
  %c = arith.cmpi ult, %lane, %x : i32
  scf.if %c {
    %d = arith.cmpi ne, %lane, %x : i32
    %n = wave.count_bits %d : i32
    %0 = arith.cmpi eq, %n, %lanes : i32
    %1 = arith.cmpi eq, %n, %there : i32
    %2 = arith.ori %0, %1 : i1
    scf.if %2 {
      memref.store %x, %out[%place] : !out
    }
  }
  wave.return
}

// CHECK-LABEL: wave.func @bits_of_ballots
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK-NOT: wave.ballot
// CHECK: %[[n:.*]] = wave.count_bits %[[c]]
// CHECK: memref.store %[[n]]
// CHECK: %[[b:.*]] = arith.cmpi ule
// CHECK: %[[m:.*]] = wave.count_bits %[[b]]
// CHECK: memref.store %[[m]]
// Only half of the lanes.
// CHECK: wave.ballot
// CHECK: math.ctpop
// The lanes themselves are wanted.
// CHECK: wave.ballot
// CHECK: math.ctpop
// CHECK: wave.return
wave.func @bits_of_ballots(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(4, 64) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %0 = wave.ballot %c : vector<4xi32>
  %1 = vector.extract %0[0] : i32 from vector<4xi32>
  %2 = vector.extract %0[1] : i32 from vector<4xi32>
  %3 = math.ctpop %1 : i32
  %4 = math.ctpop %2 : i32
  %5 = arith.addi %3, %4 : i32
  memref.store %5, %out[%place] : !out

  %b = arith.cmpi ule, %lane, %x : i32
  %6 = wave.ballot %b : vector<4xi32>
  %7 = math.ctpop %6 : vector<4xi32>
  %8 = vector.extract %7[0] : i32 from vector<4xi32>
  %9 = vector.extract %7[1] : i32 from vector<4xi32>
  %10 = vector.extract %7[2] : i32 from vector<4xi32>
  %11 = vector.extract %7[3] : i32 from vector<4xi32>
  %12 = arith.addi %8, %9 : i32
  %13 = arith.addi %10, %11 : i32
  %14 = arith.addi %12, %13 : i32
  memref.store %14, %out[%place] : !out

  %d = arith.cmpi ugt, %lane, %x : i32
  %15 = wave.ballot %d : vector<4xi32>
  %16 = vector.extract %15[1] : i32 from vector<4xi32>
  %17 = math.ctpop %16 : i32
  memref.store %17, %out[%place] : !out

  %e = arith.cmpi eq, %lane, %x : i32
  %18 = wave.ballot %e : vector<4xi32>
  %19 = vector.extract %18[0] : i32 from vector<4xi32>
  %20 = vector.extract %18[1] : i32 from vector<4xi32>
  %21 = math.ctpop %19 : i32
  %22 = math.ctpop %20 : i32
  %23 = arith.addi %21, %22 : i32
  memref.store %23, %out[%place] : !out
  memref.store %20, %out[%place] : !out
  wave.return
}

// Words beyond the largest wave.
// CHECK-LABEL: wave.func @empty_words
// CHECK: %[[mask:.*]] = wave.ballot
// CHECK: %[[word:.*]] = vector.extract %[[mask]][0]
// CHECK-NOT: vector.extract
// CHECK: memref.store %[[word]]
// CHECK: memref.store %c0_i32
// CHECK: wave.return
wave.func @empty_words(%x: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(4, 32) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %x : i32
  %0 = wave.ballot %c : vector<4xi32>
  %1 = vector.extract %0[0] : i32 from vector<4xi32>
  %2 = vector.extract %0[1] : i32 from vector<4xi32>
  memref.store %1, %out[%place] : !out
  memref.store %2, %out[%place] : !out
  wave.return
}

// A condition that the wave decides alike leaves no counting where the wave is whole, and
// elsewhere one count is as good as the other.
// CHECK-LABEL: wave.func @all_or_none
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: %[[lanes:.*]] = wave.lane_count
// CHECK: arith.select %[[c]], %[[lanes]], %c0_i32
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: arith.select %[[c]], %[[lane]], %c0_i32
// CHECK: memref.store %c0_i32
// CHECK: wave.retire_if
// CHECK: wave.count_bits %[[c]]
// CHECK: wave.prefix_count_bits %[[c]]
// CHECK: wave.return
wave.func @all_or_none(%x: i32 {wave.element = ui32}, %y: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %false = arith.constant false
  %c = arith.cmpi ult, %x, %y : i32
  %0 = wave.count_bits %c : i32
  memref.store %0, %out[%i0] : !out
  %1 = wave.prefix_count_bits %c : i32
  memref.store %1, %out[%i0] : !out
  %2 = wave.count_bits %false : i32
  memref.store %2, %out[%i0] : !out
  %lane = wave.lane_index : i32
  %some = arith.cmpi ult, %lane, %x : i32
  wave.retire_if %some
  %3 = wave.count_bits %c : i32
  memref.store %3, %out[%i0] : !out
  %4 = wave.prefix_count_bits %c : i32
  memref.store %4, %out[%i0] : !out
  wave.return
}
