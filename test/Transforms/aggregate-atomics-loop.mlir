// RUN: wave-opt %s -wave-aggregate-atomics=group=false -canonicalize -cse | FileCheck %s
// RUN: wave-opt %s -wave-aggregate-atomics=group=false --remarks-filter=wave-aggregate-atomics -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

!in = memref<?xi32>
!out = memref<?xi32>

// The append of many items: a first loop counts, without the store. Lanes that go through
// the loop together take the numbers of a trip together.
// CHECK-LABEL: wave.func @append
// CHECK: %[[counts:.*]]:2 = scf.for %[[i:.*]] = %{{.*}} to %[[n:.*]] step %{{.*}} iter_args(%[[total:.*]] = %c0_i32, %[[any:.*]] = %false) -> (i32, i1)
// CHECK: %[[x:.*]] = memref.load %[[in:.*]][
// CHECK: %[[keep:.*]] = arith.cmpi ult, %[[x]], %
// CHECK-NOT: scf.if
// CHECK: %[[more:.*]] = arith.addi %[[total]], %c1_i32
// CHECK: %[[next:.*]] = arith.select %[[keep]], %[[more]], %[[total]]
// CHECK: %[[reached:.*]] = arith.ori %[[any]], %[[keep]]
// CHECK: scf.yield %[[next]], %[[reached]]
// CHECK: }
// CHECK: %[[all:.*]] = wave.reduce add %[[counts]]#0
// CHECK: %[[some:.*]] = wave.any %[[counts]]#1
// CHECK: %[[first:.*]] = wave.is_first_lane
// CHECK: %[[acts:.*]] = arith.andi %[[some]], %[[first]]
// CHECK: scf.if %[[acts]] -> (i32)
// CHECK-NEXT: wave.atomic_rmw add %[[all]]
// CHECK-NOT: wave.atomic_rmw
// CHECK: %[[start:.*]] = wave.read_first_lane
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[n]] step %{{.*}} iter_args(%[[slot:.*]] = %[[start]]) -> (i32)
// CHECK: %[[c:.*]] = arith.cmpi ult
// CHECK: %[[ofTrip:.*]] = wave.count_bits %[[c]]
// CHECK: %[[before:.*]] = wave.prefix_count_bits %[[c]]
// CHECK: %[[mine:.*]] = arith.addi %[[slot]], %[[before]]
// CHECK: %[[later:.*]] = arith.addi %[[slot]], %[[ofTrip]]
// CHECK: scf.if %[[c]] {
// CHECK:   arith.index_castui %[[mine]]
// CHECK:   memref.store
// CHECK: }
// CHECK: scf.yield %[[later]]
// CHECK: wave.return
wave.func @append(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %most: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %i = %none to %n step %one : i32 {
    %place = arith.addi %i, %lane : i32
    %index = arith.index_castui %place : i32 to index
    %x = memref.load %in[%index] : !in
    %keep = arith.cmpi ult, %x, %most : i32
    scf.if %keep {
      // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic for all trips of the loop
      %slot = wave.atomic_rmw add %one, %counter[%c0] : !out
      %at = arith.index_castui %slot : i32 to index
      memref.store %x, %out[%at] : !out
    }
  }
}

// Lanes that leave the loop one after the other have numbers of their own.
// CHECK-LABEL: wave.func @append_for_lanes
// CHECK: %[[counts:.*]]:2 = scf.for
// CHECK: %[[start:.*]] = scf.if %[[counts]]#1 -> (i32)
// CHECK: wave.reduce add %[[counts]]#0
// CHECK: wave.atomic_rmw add
// CHECK-NOT: wave.atomic_rmw
// CHECK: scf.for {{.*}} iter_args(%[[slot:.*]] = %[[start]]) -> (i32)
// CHECK: %[[later:.*]] = scf.if %{{.*}} -> (i32) {
// CHECK:   %[[next:.*]] = arith.addi %[[slot]], %c1_i32
// CHECK:   arith.index_castui %[[slot]]
// CHECK:   memref.store
// CHECK:   scf.yield %[[next]]
// CHECK: } else {
// CHECK:   scf.yield %[[slot]]
// CHECK: }
// CHECK: scf.yield %[[later]]
wave.func @append_for_lanes(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %most: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %i = %none to %lane step %one : i32 {
    %place = arith.addi %i, %lane : i32
    %index = arith.index_castui %place : i32 to index
    %x = memref.load %in[%index] : !in
    %keep = arith.cmpi ult, %x, %most : i32
    scf.if %keep {
      %slot = wave.atomic_rmw add %one, %counter[%c0] : !out
      %at = arith.index_castui %slot : i32 to index
      memref.store %x, %out[%at] : !out
    }
  }
}

// What is not used is combined behind the loop, from two loops, whatever it is computed
// from; lanes without a trip that gets there do nothing.
// CHECK-LABEL: wave.func @combined
// CHECK: %[[all:.*]]:2 = scf.for
// CHECK:   %[[row:.*]]:2 = scf.for {{.*}} iter_args(%[[greatest:.*]] = %c-2147483648_i32, %[[any:.*]] = %false) -> (i32, i1)
// CHECK:     scf.if
// CHECK:     wave.read_first_lane
// CHECK:     arith.maxsi %[[greatest]]
// CHECK:   }
// CHECK-NOT: wave.atomic_rmw
// CHECK: }
// CHECK: scf.if %[[all]]#1 {
// CHECK:   wave.reduce maxsi %[[all]]#0
// CHECK:   wave.atomic_rmw maxsi
wave.func @combined(%in: !in {wave.binding = #wave.binding<uav, si32>}, %best: !out {wave.binding = #wave.binding<uav, si32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %j = %none to %n step %one : i32 {
    scf.for %i = %none to %n step %one : i32 {
      %place = arith.addi %i, %lane : i32
      %index = arith.index_castui %place : i32 to index
      %x = memref.load %in[%index] : !in
      memref.store %one, %in[%index] : !in
      %low = arith.cmpi slt, %x, %i : i32
      scf.if %low {
        memref.store %i, %in[%index] : !in
      } else {
        %y = wave.read_first_lane %x : i32
        %z = arith.addi %x, %y : i32
        // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic for all trips of the loop
        %old = wave.atomic_rmw maxsi %z, %best[%c0] : !out
      }
    }
  }
}

// A number that the loop carries goes along; a division is not done where it was not.
// CHECK-LABEL: wave.func @carried
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %c0_i32, %{{.*}} = %false) -> (i32, i32, i1)
// CHECK-NOT: divui
// CHECK: wave.atomic_rmw add
// CHECK: scf.for
// CHECK: arith.divui
// CHECK: wave.atomic_rmw add
wave.func @carried(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %end:2 = scf.for %i = %none to %n step %one iter_args(%a = %lane, %b = %n) -> (i32, i32) : i32 {
    %slot = wave.atomic_rmw add %a, %counter[%c0] : !out
    %at = arith.index_castui %slot : i32 to index
    memref.store %b, %out[%at] : !out
    %next = arith.muli %a, %a : i32
    %other = arith.addi %b, %slot : i32
    scf.yield %next, %other : i32, i32
  }
  scf.for %i = %none to %n step %one : i32 {
    %odd = arith.cmpi eq, %i, %lane : i32
    scf.if %odd {
      %share = arith.divui %n, %i : i32
      // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: what it adds is too much to compute twice
      %slot = wave.atomic_rmw add %share, %counter[%c1] : !out
      %at = arith.index_castui %slot : i32 to index
      memref.store %share, %out[%at] : !out
    }
  }
}

// A condition around the atomic has values of its own.
// CHECK-LABEL: wave.func @condition_with_values
// CHECK: %[[r:.*]]:3 = scf.for
// CHECK-NOT: wave.atomic_rmw
// CHECK: scf.yield
// CHECK: scf.if %[[r]]#2
// CHECK: wave.reduce add %[[r]]#1
// CHECK: wave.atomic_rmw add
// CHECK: memref.store %[[r]]#0
wave.func @condition_with_values(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %most: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %r = scf.for %i = %none to %n step %one iter_args(%s = %none) -> (i32) : i32 {
    %place = arith.addi %i, %lane : i32
    %index = arith.index_castui %place : i32 to index
    %x = memref.load %in[%index] : !in
    %keep = arith.cmpi ult, %x, %most : i32
    %y:2 = scf.if %keep -> (i32, i32) {
      %ignored = wave.atomic_rmw add %x, %counter[%c0] : !out
      %z = memref.load %in[%c0] : !in
      scf.yield %x, %z : i32, i32
    } else {
      scf.yield %s, %i : i32, i32
    }
    %next = arith.addi %y#0, %y#1 : i32
    scf.yield %next : i32
  }
  %at = arith.index_castui %lane : i32 to index
  memref.store %r, %out[%at] : !out
}

// What keeps a load in bounds stands around it in both loops.
// CHECK-LABEL: wave.func @load_under_a_condition
// CHECK: scf.for
// CHECK: %[[below:.*]] = arith.cmpi ult
// CHECK: scf.if %[[below]] -> (i32) {
// CHECK-NEXT: memref.load
// CHECK: } else {
// CHECK-NEXT: scf.yield %c0_i32
// CHECK: wave.atomic_rmw
// CHECK: scf.for
// CHECK: %[[below:.*]] = arith.cmpi ult
// CHECK-NOT: memref.load
// CHECK: %[[x:.*]] = scf.if %[[below]] -> (i32) {
// CHECK-NEXT: memref.load
// CHECK: wave.prefix add
// CHECK-NOT: memref.load
// CHECK: wave.return
wave.func @load_under_a_condition(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %most: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %i = %none to %n step %one : i32 {
    %place = arith.addi %i, %lane : i32
    %below = arith.cmpi ult, %place, %most : i32
    scf.if %below {
      %index = arith.index_castui %place : i32 to index
      %x = memref.load %in[%index] : !in
      %slot = wave.atomic_rmw add %x, %counter[%c0] : !out
      %at = arith.index_castui %slot : i32 to index
      memref.store %x, %out[%at] : !out
    }
  }
}

// A lane's own exchange before the loop: another lane waits for neither, so that one
// atomic of the wave could come before it. Each lane keeps one, behind its exchange.
// CHECK-LABEL: wave.func @behind_an_exchange
// CHECK: wave.atomic_exchange
// CHECK: %[[counts:.*]]:2 = scf.for
// CHECK: scf.if %[[counts]]#1 -> (i32) {
// CHECK-NEXT: wave.atomic_rmw add %[[counts]]#0
// CHECK-NOT: wave.{{reduce|read_first_lane|count_bits|is_first_lane}}
// CHECK: wave.return
wave.func @behind_an_exchange(%out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %old = wave.atomic_exchange %n, %counter[%c0] : !out
  scf.for %i = %none to %n step %one : i32 {
    %slot = wave.atomic_rmw add %i, %counter[%c0] : !out
    %at = arith.index_castui %slot : i32 to index
    memref.store %i, %out[%at] : !out
  }
}

// CHECK-LABEL: wave.func @left
// CHECK-COUNT-11: wave.atomic_rmw
// CHECK: wave.return
wave.func @left(%in: !in {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}, %counter: !out {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  // The place is another one in each trip.
  scf.for %i = %none to %n step %one : i32 {
    %index = arith.index_castui %i : i32 to index
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: its address changes in the loop
    %old = wave.atomic_rmw add %lane, %counter[%index] : !out
  }
  // A barrier lets others see the order.
  scf.for %i = %none to %n step %one : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: the loop may wait for other lanes, or be left
    %old = wave.atomic_rmw add %lane, %counter[%c0] : !out
    wave.barrier group sync
  }
  // Lanes leave.
  scf.for %i = %none to %n step %one : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: the loop may wait for other lanes, or be left
    %old = wave.atomic_rmw add %lane, %counter[%c0] : !out
    %leaves = arith.cmpi eq, %i, %lane : i32
    wave.retire_if %leaves
  }
  // A lane sees what it has added.
  scf.for %i = %none to %n step %one : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: the loop accesses the place otherwise, too
    %old = wave.atomic_rmw add %lane, %counter[%c0] : !out
    %seen = memref.load %counter[%c0] : !out
    memref.store %seen, %out[%c0] : !out
  }
  // Another atomic may tell when this one was.
  scf.for %i = %none to %n step %one : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: the loop may wait for what another atomic finds
    %old = wave.atomic_rmw add %lane, %counter[%c0] : !out
    %other = wave.atomic_rmw or %one, %out[%c1] : !out
    memref.store %other, %out[%c0] : !out
  }
  // Only sums of what was found are known beforehand.
  scf.for %i = %none to %n step %one : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: its result is used, and it does not add
    %old = wave.atomic_rmw or %lane, %counter[%c0] : !out
    memref.store %old, %out[%c1] : !out
  }
  // What is added is not known beforehand.
  %last = scf.for %i = %none to %n step %one iter_args(%found = %lane) -> (i32) : i32 {
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: what it adds depends on what it found before
    %old = wave.atomic_rmw add %found, %counter[%c0] : !out
    scf.yield %old : i32
  }
  scf.for %i = %none to %n step %one : i32 {
    %x = memref.load %out[%c1] : !out
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: what it adds depends on memory that may change
    %old = wave.atomic_rmw add %x, %counter[%c0] : !out
    memref.store %old, %out[%c1] : !out
  }
  scf.for %i = %none to %n step %one : i32 {
    %x = wave.prefix add %i : i32
    // REMARK-DAG: [[@LINE+1]]:{{.*}}one atomic a trip of the loop: what it adds depends on other lanes
    %old = wave.atomic_rmw add %x, %counter[%c0] : !out
    memref.store %old, %out[%c1] : !out
  }
  // One trip.
  scf.for %i = %none to %one step %one : i32 {
    %old = wave.atomic_rmw add %n, %counter[%c0] : !out
    memref.store %last, %out[%c1] : !out
  }
  wave.return
}
