// RUN: wave-opt %s -wave-aggregate-atomics -canonicalize -cse --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// One atomic a group, where all of its waves meet.

!words = memref<?xi32>
!longs = memref<?xi64>

// What HLSL's proposal 0054 shows as its third example, out of one atomic for each element: conditions of
// elements around it, what the second part needs carried there, one condition for that.
// REMARK: [Passed] wave-aggregate-atomics | {{.*}}Function=append {{.*}}one atomic a group, instead of one a lane
// CHECK-LABEL: wave.func @append
// CHECK-DAG: %[[found:.*]] = wave.groupshared : memref<1xi32
// CHECK-DAG: %[[counts:.*]] = wave.groupshared : memref<4xi32
// CHECK: %[[wave:.*]] = wave.group_wave_index
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: %[[in:.*]] = arith.cmpi ult
// CHECK-NEXT: %[[carried:.*]]:2 = scf.if %[[in]] -> (i32, i1) {
// CHECK:   %[[x:.*]] = memref.load
// CHECK-NEXT:   %[[small:.*]] = arith.cmpi ult, %[[x]]
// CHECK-NEXT:   scf.yield %[[x]], %[[small]] : i32, i1
// CHECK-NEXT: } else {
// CHECK-NEXT:   scf.yield %c0_i32, %false : i32, i1
// CHECK-NEXT: }
// CHECK-NEXT: %[[first:.*]] = arith.cmpi eq, %[[lane]], %c0_i32
// CHECK-NEXT: %[[count:.*]] = wave.count_bits %[[carried]]#1 : i32
// CHECK-NEXT: scf.if %[[first]] {
// CHECK-NEXT:   %[[place:.*]] = arith.index_castui %[[wave]]
// CHECK-NEXT:   memref.store %[[count]], %[[counts]][%[[place]]]
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: %[[l0:.*]] = memref.load %[[counts]][%c0]
// CHECK-NEXT: %[[t0:.*]] = wave.assume_uniform %[[l0]]
// CHECK-NEXT: %[[after0:.*]] = arith.cmpi ugt, %[[wave]], %c0_i32
// CHECK-NEXT: %[[b0:.*]] = arith.select %[[after0]], %[[t0]], %c0_i32
// CHECK-NEXT: %[[l1:.*]] = memref.load %[[counts]][%c1]
// CHECK-NEXT: %[[t1:.*]] = wave.assume_uniform %[[l1]]
// CHECK-NEXT: %[[s1:.*]] = arith.addi %[[t0]], %[[t1]]
// CHECK-NEXT: %[[after1:.*]] = arith.cmpi ugt, %[[wave]], %c1_i32
// CHECK-NEXT: %[[p1:.*]] = arith.select %[[after1]], %[[t1]], %c0_i32
// CHECK-NEXT: %[[b1:.*]] = arith.addi %[[b0]], %[[p1]]
// CHECK: %[[before:.*]] = arith.addi %[[b1]]
// CHECK-NEXT: memref.load %[[counts]][%c3]
// CHECK-NEXT: %[[t3:.*]] = wave.assume_uniform
// CHECK-NEXT: %[[all:.*]] = arith.addi %{{.*}}, %[[t3]]
// CHECK-NEXT: %[[isFirst:.*]] = arith.cmpi eq, %[[wave]], %c0_i32
// CHECK-NEXT: %[[leads:.*]] = arith.andi %[[isFirst]], %[[first]]
// CHECK-NEXT: scf.if %[[leads]] {
// CHECK-NEXT:   %[[any:.*]] = arith.cmpi ne, %[[all]], %c0_i32
// CHECK-NEXT:   %[[old:.*]] = scf.if %[[any]] -> (i32) {
// CHECK-NEXT:     %[[result:.*]] = wave.atomic_rmw add %[[all]]
// CHECK-NEXT:     scf.yield %[[result]]
// CHECK-NEXT:   } else {
// CHECK-NEXT:     scf.yield %c0_i32
// CHECK-NEXT:   }
// CHECK-NEXT:   memref.store %[[old]], %[[found]][%c0]
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: %[[l:.*]] = memref.load %[[found]][%c0]
// CHECK-NEXT: %[[base:.*]] = wave.assume_uniform %[[l]]
// CHECK-NEXT: %[[lanes:.*]] = wave.prefix_count_bits %[[carried]]#1
// CHECK-NEXT: %[[share:.*]] = arith.addi %[[before]], %[[lanes]]
// CHECK-NEXT: %[[slot:.*]] = arith.addi %[[base]], %[[share]]
// CHECK-NEXT: scf.if %[[carried]]#1 {
// CHECK-NEXT:   %[[to:.*]] = arith.index_castui %[[slot]]
// CHECK-NEXT:   memref.store %[[carried]]#0, %{{.*}}[%[[to]]]
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
wave.func @append(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) wave_size(16, 64) {
  %wave = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  %start = arith.muli %wave, %lanes : i32
  %lane = wave.lane_index : i32
  %i = arith.addi %start, %lane : i32
  %in = arith.cmpi ult, %i, %n : i32
  scf.if %in {
    // Made where it is needed first.
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %limit = arith.constant 77 : i32
    %p = arith.index_castui %i : i32 to index
    %x = memref.load %src[%p] : !words
    %small = arith.cmpi ult, %x, %limit : i32
    scf.if %small {
      %slot = wave.atomic_rmw add %c1, %count[%c0] : !words
      %q = arith.index_castui %slot : i32 to index
      memref.store %x, %out[%q] : !words
    }
  }
}

// The same with early returns. A condition around the rest of the kernel, and one in that.
// CHECK-LABEL: wave.func @append_behind_returns
// CHECK-NOT: wave.retire_if
// CHECK: wave.groupshared : memref<8xi32
// CHECK-NOT: wave.retire_if
// CHECK: %[[carried:.*]]:2 = scf.if %{{.*}} -> (i32, i1) {
// CHECK: } else {
// CHECK: }
// CHECK: wave.count_bits %[[carried]]#1
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[carried]]#1 {
// CHECK-NEXT: arith.index_castui
// CHECK-NEXT: memref.store %[[carried]]#0
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
wave.func @append_behind_returns(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(8) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  %start = arith.muli %wave, %lanes : i32
  %lane = wave.lane_index : i32
  %i = arith.addi %start, %lane : i32
  %outside = arith.cmpi uge, %i, %n : i32
  wave.retire_if %outside
  %p = arith.index_castui %i : i32 to index
  %x = memref.load %src[%p] : !words
  %large = arith.cmpi uge, %x, %n : i32
  wave.retire_if %large
  %slot = wave.atomic_rmw add %c1, %count[%c0] : !words
  %q = arith.index_castui %slot : i32 to index
  memref.store %x, %out[%q] : !words
}

// Nobody asks: one barrier, and the first wave alone adds up. Everybody is there, so there is no test.
// CHECK-LABEL: wave.func @unused
// CHECK: %[[totals:.*]] = wave.groupshared : memref<2xi32
// CHECK: %[[x:.*]] = memref.load
// CHECK: %[[first:.*]] = arith.cmpi eq
// CHECK: %[[total:.*]] = wave.reduce maxsi %[[x]] : i32
// CHECK: memref.store %[[total]], %[[totals]]
// CHECK: wave.barrier group sync
// CHECK-NEXT: %[[leads:.*]] = arith.cmpi eq
// CHECK-NEXT: scf.if %[[leads]] {
// CHECK-NEXT:   memref.load %[[totals]][%c0]
// CHECK-NEXT:   wave.assume_uniform
// CHECK-NEXT:   memref.load %[[totals]][%c1]
// CHECK-NEXT:   wave.assume_uniform
// CHECK-NEXT:   %[[all:.*]] = arith.maxsi
// CHECK-NEXT:   scf.if %[[first]] {
// CHECK-NEXT:     wave.atomic_rmw maxsi %[[all]]
// CHECK-NEXT:   }
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
wave.func @unused(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %most: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %src[%i] : !words
  %0 = wave.atomic_rmw maxsi %x, %most[%c0] : !words
}

// Some lanes bring something: the others the identity, and if that is all, no atomic. The totals of the next
// trip wait until those of this one have been read.
// CHECK-LABEL: wave.func @in_a_loop
// CHECK: scf.for
// CHECK:   %[[in:.*]] = arith.cmpi ult
// CHECK:   %[[x:.*]] = scf.if %[[in]] -> (i32)
// CHECK:   %[[brings:.*]] = arith.select %[[in]], %[[x]], %c-1_i32 : i32
// CHECK:   wave.reduce minui %[[brings]]
// CHECK:   wave.barrier group sync
// CHECK:   scf.if
// CHECK:     arith.minui
// CHECK:     %[[some:.*]] = arith.cmpi ne, %{{.*}}, %c-1_i32
// CHECK:     %[[acts:.*]] = arith.andi %{{.*}}, %[[some]]
// CHECK:     scf.if %[[acts]] {
// CHECK-NEXT:   wave.atomic_rmw minui
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: }
wave.func @in_a_loop(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %least: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %j = %c0 to %n step %c1 : i32 {
    %in = arith.cmpi ult, %lane, %j : i32
    scf.if %in {
      %i = arith.index_castui %lane : i32 to index
      %x = memref.load %src[%i] : !words
      %place = arith.index_castui %j : i32 to index
      %0 = wave.atomic_rmw minui %x, %least[%place] : !words
    }
  }
}

// More than a way to the atomic: results, other branches, and more behind the inner condition. The conditions
// stay, and what is behind the atomic in each.
// CHECK-LABEL: wave.func @with_results
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: %[[first:.*]]:3 = scf.if %[[c]] -> (i32, i1, i1) {
// CHECK:   %[[x:.*]] = memref.load
// CHECK:   %[[d:.*]] = arith.cmpi slt
// CHECK:   %[[reached:.*]] = arith.cmpi sge, %[[x]]
// CHECK:   scf.yield %[[x]], %[[d]], %[[reached]]
// CHECK: wave.count_bits %[[first]]#2
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
// CHECK: %[[base:.*]] = arith.addi
// CHECK: %[[r:.*]] = scf.if %[[c]] -> (i32) {
// CHECK:   %[[inner:.*]] = scf.if %[[first]]#1 -> (i32) {
// CHECK:     scf.yield %[[first]]#0 : i32
// CHECK:   } else {
// CHECK:     %[[product:.*]] = arith.muli %{{.*}}, %[[first]]#0
// CHECK:     scf.yield %[[product]]
// CHECK:   }
// CHECK:   %[[sum:.*]] = wave.reduce add %[[inner]] : i32
// CHECK:   scf.yield %[[sum]]
// CHECK: } else {
// CHECK:   memref.store
// CHECK:   scf.yield %[[lane:.*]] : i32
// CHECK: }
// CHECK: memref.store %[[r]]
wave.func @with_results(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %c = arith.cmpi ult, %lane, %n : i32
  %r = scf.if %c -> i32 {
    %x = memref.load %src[%i] : !words
    %d = arith.cmpi slt, %x, %n : i32
    %inner = scf.if %d -> i32 {
      scf.yield %x : i32
    } else {
      %slot = wave.atomic_rmw add %c1, %count[%c0] : !words
      %product = arith.muli %slot, %x : i32
      scf.yield %product : i32
    }
    %sum = wave.reduce add %inner : i32
    scf.yield %sum : i32
  } else {
    memref.store %lane, %out[%c0] : !words
    scf.yield %lane : i32
  }
  memref.store %r, %out[%i] : !words
}

// A number of its own for each lane, whose sum may be 0 although lanes are there: it is noted apart.
// CHECK-LABEL: wave.func @sums
// CHECK: %[[visits:.*]] = wave.groupshared : memref<2xi32
// CHECK-NEXT: wave.groupshared : memref<1xi64
// CHECK-NEXT: wave.groupshared : memref<2xi64
// CHECK: %[[in:.*]] = arith.cmpi ult
// CHECK: %[[x:.*]] = scf.if %[[in]] -> (i64)
// CHECK: %[[brings:.*]] = arith.select %[[in]], %[[x]], %c0_i64
// CHECK: wave.reduce add %[[brings]] : i64
// CHECK: %[[any:.*]] = wave.any %[[in]]
// CHECK: arith.extui %[[any]] : i1 to i32
// CHECK: memref.store %{{.*}}, %[[visits]]
// CHECK: wave.barrier group sync
// CHECK: memref.load %[[visits]][%c0]
// CHECK: memref.load %[[visits]][%c1]
// CHECK: %[[or:.*]] = arith.ori
// CHECK: arith.cmpi ne, %[[or]], %c0_i32
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
// CHECK: wave.prefix add %[[brings]] : i64
wave.func @sums(%src: !longs {wave.binding = #wave.binding<srv, ui64>}, %sum: !longs {wave.binding = #wave.binding<uav, ui64>}, %out: !longs {wave.binding = #wave.binding<uav, ui64>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %c = arith.cmpi ult, %lane, %n : i32
  scf.if %c {
    %i = arith.index_castui %lane : i32 to index
    %x = memref.load %src[%i] : !longs
    %slot = wave.atomic_rmw add %x, %sum[%c0] : !longs
    memref.store %slot, %out[%i] : !longs
  }
}

// The lanes before this one are multiplied once, and made as wide as the memory.
// CHECK-LABEL: wave.func @counts_in_64_bits
// CHECK-SAME: %[[c:[^:]*]]: i64
// CHECK-DAG: wave.groupshared : memref<2xi32
// CHECK-DAG: wave.groupshared : memref<1xi64
// CHECK: wave.count_bits
// CHECK: wave.barrier group sync
// CHECK: scf.if %{{.*}} -> (i64) {
// CHECK-NEXT: arith.extui %{{.*}} : i32 to i64
// CHECK-NEXT: %[[all:.*]] = arith.muli %{{.*}}, %[[c]] : i64
// CHECK-NEXT: wave.atomic_rmw add %[[all]]
// CHECK: wave.barrier group sync
// CHECK: wave.prefix_count_bits
// CHECK-NEXT: arith.addi
// CHECK-NEXT: arith.extui
// CHECK-NEXT: arith.muli %{{.*}}, %[[c]]
// CHECK-NEXT: arith.addi
wave.func @counts_in_64_bits(%c: i64 {wave.element = ui64}, %sum: !longs {wave.binding = #wave.binding<uav, ui64>}, %out: !longs {wave.binding = #wave.binding<uav, ui64>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    %slot = wave.atomic_rmw add %c, %sum[%c0] : !longs
    %i = arith.index_castui %lane : i32 to index
    memref.store %slot, %out[%i] : !longs
  }
}

// A number in some of the lanes that are there: the lanes are carried, not the number.
// CHECK-LABEL: wave.func @in_some_lanes
// CHECK: %[[in:.*]] = arith.cmpi ult
// CHECK: %[[p:.*]] = scf.if %[[in]] -> (i1) {
// CHECK: %[[both:.*]] = arith.andi %[[in]], %[[p]]
// CHECK: wave.count_bits %[[both]]
// CHECK: wave.any %[[in]]
// CHECK: wave.prefix_count_bits %[[both]]
wave.func @in_some_lanes(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    %x = memref.load %src[%i] : !words
    %p = arith.cmpi ult, %x, %n : i32
    %some = arith.select %p, %n, %zero : i32
    %slot = wave.atomic_rmw add %some, %sum[%c0] : !words
    memref.store %slot, %out[%i] : !words
  }
}

// The minimum from before: the waves in their order, in each the lane that brings the least first.
// CHECK-LABEL: wave.func @least
// CHECK: %[[total:.*]] = wave.reduce minsi %[[x:.*]] : i32
// CHECK: wave.atomic_rmw minsi
// CHECK: %[[found:.*]] = wave.assume_uniform
// CHECK-NEXT: %[[base:.*]] = arith.minsi %[[found]]
// CHECK-NEXT: %[[decides:.*]] = arith.cmpi eq, %[[x]], %[[total]]
// CHECK-NEXT: %[[before:.*]] = wave.prefix_count_bits %[[decides]]
// CHECK-NEXT: %[[none:.*]] = arith.cmpi eq, %[[before]], %c0_i32
// CHECK-NEXT: %[[wins:.*]] = arith.andi %[[decides]], %[[none]]
// CHECK-NEXT: %[[other:.*]] = arith.minsi %[[base]], %[[total]]
// CHECK-NEXT: arith.select %[[wins]], %[[base]], %[[other]]
wave.func @least(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %least: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %src[%i] : !words
  %0 = wave.atomic_rmw minsi %x, %least[%c0] : !words
  memref.store %0, %out[%i] : !words
}

// More waves than are read one by one: a lane for each, and two reductions.
// CHECK-LABEL: wave.func @many_waves
// CHECK: wave.barrier group sync
// CHECK: %[[has:.*]] = arith.cmpi ult, %[[lane:.*]], %c20_i32
// CHECK: %[[t:.*]] = scf.if %[[has]] -> (i32) {
// CHECK: %[[earlier:.*]] = arith.cmpi ult, %[[lane]], %{{.*}}
// CHECK: %[[b:.*]] = arith.select %[[earlier]], %[[t]], %c0_i32
// CHECK: wave.reduce add %[[t]]
// CHECK: wave.reduce add %[[b]]
// CHECK: wave.atomic_rmw add
wave.func @many_waves(%sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(20) wave_size(32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %0 = wave.atomic_rmw add %c1, %sum[%c0] : !words
  memref.store %0, %out[%i] : !words
}

// More waves than the smallest has lanes: in rounds.
// CHECK-LABEL: wave.func @more_waves_than_lanes
// CHECK: wave.barrier group sync
// CHECK: %[[step:.*]] = wave.lane_count
// CHECK: %[[r:.*]]:2 = scf.for %[[start:.*]] = %c0_i32 to %c20_i32 step %[[step]] iter_args(%{{.*}} = %c0_i32, %{{.*}} = %c0_i32) -> (i32, i32)
// CHECK:   %[[place:.*]] = arith.addi %[[start]], %{{.*}}
// CHECK:   arith.cmpi ult, %[[place]], %c20_i32
// CHECK: wave.reduce add %[[r]]#0
// CHECK: wave.reduce add %[[r]]#1
wave.func @more_waves_than_lanes(%sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(20) wave_size(8, 32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %0 = wave.atomic_rmw add %c1, %sum[%c0] : !words
  memref.store %0, %out[%i] : !words
}

// A lane may have been there before, or look afterwards: the barriers order the buffer, too, and the second one
// is needed.
// CHECK-LABEL: wave.func @accessed_elsewhere
// CHECK: wave.atomic_rmw maxui
// CHECK: wave.barrier all sync
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier all sync
// CHECK: memref.load
wave.func @accessed_elsewhere(%sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %0 = wave.atomic_rmw maxui %lane, %sum[%i] : !words
  %1 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  %2 = memref.load %sum[%i] : !words
  memref.store %2, %out[%i] : !words
}

// Two in one condition: each on its own, in their order.
// CHECK-LABEL: wave.func @two
// CHECK: %[[in:.*]] = arith.cmpi ult
// CHECK: wave.count_bits %[[in]]
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[in]] {
// CHECK:   memref.store %[[slot:[^,]*]],
// CHECK: arith.select %[[in]], %[[slot]]
// CHECK: wave.reduce maxui
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw maxui
wave.func @two(%sum: !words {wave.binding = #wave.binding<uav, ui32>}, %most: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    %0 = wave.atomic_rmw add %c1, %sum[%c0] : !words
    memref.store %0, %out[%i] : !words
    %1 = wave.atomic_rmw maxui %0, %most[%c0] : !words
  }
}

// One lane of each wave already: one of the group all the same, if it has four waves.
// CHECK-LABEL: wave.func @one_lane_of_each_wave
// CHECK: wave.barrier group sync
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
wave.func @one_lane_of_each_wave(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %src[%i] : !words
  %total = wave.reduce add %x : i32
  %first = wave.is_first_lane : i1
  %0 = scf.if %first -> i32 {
    %1 = wave.atomic_rmw add %total, %sum[%c0] : !words
    scf.yield %1 : i32
  } else {
    scf.yield %c0_i32 : i32
  }
  %base = wave.read_first_lane %0 : i32
  memref.store %base, %out[%i] : !words
}

// REMARK: [Missed] wave-aggregate-atomics | {{.*}}Function=one_lane_of_few_waves {{.*}}one atomic a wave, not one a group: to meet costs so few waves more
// CHECK-LABEL: wave.func @one_lane_of_few_waves
// CHECK-NOT: wave.barrier
// CHECK: wave.return
wave.func @one_lane_of_few_waves(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c0_i32 = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %src[%i] : !words
  %total = wave.reduce add %x : i32
  %first = wave.is_first_lane : i1
  %0 = scf.if %first -> i32 {
    %1 = wave.atomic_rmw add %total, %sum[%c0] : !words
    scf.yield %1 : i32
  } else {
    scf.yield %c0_i32 : i32
  }
  %base = wave.read_first_lane %0 : i32
  memref.store %base, %out[%i] : !words
}

// A local array and groupshared memory stay where both parts see them.
// CHECK-LABEL: wave.func @memory_of_both_parts
// CHECK: %[[shared:.*]] = wave.groupshared : memref<3xi32
// CHECK: %[[local:.*]] = memref.alloca() : memref<2xi32>
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[local]]
// CHECK: wave.barrier group sync
// CHECK: wave.barrier group sync
// CHECK: scf.if
// CHECK: memref.load %[[local]]
// CHECK: memref.store %{{.*}}, %[[shared]]
wave.func @memory_of_both_parts(%sum: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %outside = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %outside
  %shared = wave.groupshared : memref<3xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<2xi32>
  memref.store %lane, %local[%c0] : memref<2xi32>
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  %x = memref.load %local[%c0] : memref<2xi32>
  %y = arith.addi %x, %0 : i32
  memref.store %y, %shared[%c0] : memref<3xi32, #gpu.address_space<workgroup>>
}
