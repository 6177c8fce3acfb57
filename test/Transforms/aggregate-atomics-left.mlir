// RUN: wave-opt %s -wave-aggregate-atomics=group=false --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Atomics that stay as they are.

!words = memref<?xi32>

// The address is the lane's.
// REMARK: [Missed] wave-aggregate-atomics | {{.*}}Function=histogram {{.*}}one atomic a lane: its address is not proved the same for the wave
// CHECK-LABEL: wave.func @histogram
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @histogram(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %bins: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%i] : !words
  %bin = arith.index_castui %x : i32 to index
  %0 = wave.atomic_rmw add %c1, %bins[%bin] : !words
}

// An address that is the same only where lanes are in the same trip is not so behind the loop.
// CHECK-LABEL: wave.func @behind_a_loop
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @behind_a_loop(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %last = scf.for %j = %c0 to %lane step %c1 iter_args(%k = %c0) -> (i32) : i32 {
    scf.yield %j : i32
  }
  %place = arith.index_castui %last : i32 to index
  %0 = wave.atomic_rmw add %c1, %sum[%place] : !words
}

// A wave has one lane there already, however that is said.
// CHECK-LABEL: wave.func @alone
// CHECK-COUNT-1: wave.is_first_lane
// CHECK-NOT: wave.is_first_lane
// CHECK-NOT: wave.reduce
// CHECK-NOT: wave.count_bits
// CHECK: wave.return
wave.func @alone(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
  %others = arith.xori %first, %true : i1
  scf.if %others {
  } else {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
  %third = arith.cmpi eq, %c3, %lane : i32
  %isFirst = arith.cmpi eq, %wave, %c3 : i32
  %both = arith.andi %isFirst, %third : i1
  scf.if %both {
    scf.if %isFirst {
      %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
    }
  }
  %sumOfBoth = arith.addi %wave, %lane : i32
  %isNot = arith.cmpi ne, %sumOfBoth, %c3 : i32
  wave.retire_if %isNot
  %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
}

// Many lanes are there: other lanes than the first; lanes of which a product is the same; either of two.
// CHECK-LABEL: wave.func @not_alone
// CHECK-COUNT-3: wave.count_bits
wave.func @not_alone(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : i32
  %lane = wave.lane_index : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
  } else {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
  %quarter = arith.divui %lane, %c4 : i32
  %isQuarter = arith.cmpi eq, %quarter, %x : i32
  scf.if %isQuarter {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
  %isLane = arith.cmpi eq, %lane, %x : i32
  %either = arith.ori %isLane, %isQuarter : i1
  scf.if %either {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
}

// A lane could see its maximum before its sum, because it need not wait for the lane that adds.
// REMARK: [Missed] wave-aggregate-atomics | {{.*}}Function=own_order {{.*}}one atomic a lane: another atomic may be on the same place, and a lane could tell their order
// REMARK: [Missed] wave-aggregate-atomics | {{.*}}Function=own_order
// CHECK-LABEL: wave.func @own_order
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @own_order(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %thread = wave.group_index : i32
  %i = arith.index_castui %thread : i32 to index
  %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  %1 = wave.atomic_rmw maxui %thread, %sum[%c0] : !words
  memref.store %1, %out[%i] : !words
}

// Two kinds, though nobody reads either: (m + 1) & 1 is not (m & 1) + 1.
// CHECK-LABEL: wave.func @two_kinds
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @two_kinds(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  %1 = wave.atomic_rmw and %x, %sum[%c0] : !words
}

// A barrier in a loop does not keep them apart: the next trip comes back to the first.
// CHECK-LABEL: wave.func @two_kinds_in_a_loop
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @two_kinds_in_a_loop(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  scf.for %j = %i0 to %x step %i1 : i32 {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
    wave.barrier all sync
    %1 = wave.atomic_rmw and %x, %sum[%c0] : !words
  }
}

// Both are read, so each is done when the next begins; and nobody tells in which order sums were added.
// CHECK-LABEL: wave.func @two_appends
// CHECK-COUNT-3: wave.is_first_lane
wave.func @two_appends(%x: i32 {wave.element = ui32}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = wave.atomic_rmw add %x, %count[%c0] : !words
  %i = arith.index_castui %0 : i32 to index
  memref.store %x, %out[%i] : !words
  %1 = wave.atomic_rmw add %x, %count[%c0] : !words
  %j = arith.index_castui %1 : i32 to index
  memref.store %x, %out[%j] : !words
  // Another place.
  %2 = wave.atomic_rmw maxui %x, %count[%c1] : !words
}

// The operand of the second is what the first gives, which differs from lane to lane.
// CHECK-LABEL: wave.func @operand_from_an_atomic
// CHECK: wave.count_bits
// CHECK: %[[slot:.*]] = arith.addi
// CHECK: wave.reduce add %[[slot]]
wave.func @operand_from_an_atomic(%x: i32 {wave.element = ui32}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %x, %count[%c0] : !words
  %1 = wave.atomic_rmw add %0, %sum[%c0] : !words
}

// Others than atomic_rmw have an order.
// CHECK-LABEL: wave.func @exchange
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @exchange(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %0 = wave.atomic_exchange %x, %sum[%c0] : !words
  %1 = wave.atomic_cas %x, %0, %sum[%c0] : !words
}

// One lane of one wave, where the second half of the condition is not for all waves.
// CHECK-LABEL: wave.func @both_halves
// CHECK-COUNT-1: wave.is_first_lane
// CHECK-NOT: wave.is_first_lane
// CHECK: wave.return
wave.func @both_halves(%x: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %false = arith.constant false
  %wave = wave.group_wave_index : i32
  %leads = arith.cmpi eq, %wave, %zero : i32
  %one = scf.if %leads -> i1 {
    %first = wave.is_first_lane : i1
    scf.yield %first : i1
  } else {
    scf.yield %false : i1
  }
  scf.if %one {
    %0 = wave.atomic_rmw add %x, %sum[%c0] : !words
  }
}

// A sum of floats depends on the order of its operands.
// REMARK: Function=sum_of_floats {{.*}}one atomic a lane: a sum of floats depends on its order
// CHECK-LABEL: wave.func @sum_of_floats
// CHECK-NOT: wave.reduce
// CHECK: wave.atomic_rmw add %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xf32>
// CHECK-NOT: wave.reduce
wave.func @sum_of_floats(%x: f32 {wave.element = f32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : index
  %old = wave.atomic_rmw add %x, %out[%c0] : memref<?xf32>
}
