// RUN: wave-opt %s -wave-pipeline-waves --remarks-filter=wave-pipeline-waves 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Loops that get no pipe, and the remark with the reason and the place.

!words = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// CHECK-NOT: wave.pipe_

// Double buffering by hand has one barrier.
// REMARK: no pipe (one-barrier): the group meets once in each iteration
wave.func @one_barrier(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
  }
}

// More barriers order something else.
// REMARK: no pipe (barriers): the group meets 3 times in each iteration
wave.func @three_barriers(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
    wave.barrier group sync
  }
}

// The inner loop is no better: it loads nothing.
// REMARK: no pipe (barriers): a loop in this loop contains another barrier of the group at line {{[0-9]+}} [no-pipe]
wave.func @nested_barrier(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    scf.for unsigned %u = %c0 to %n step %c1 : i32 {
      wave.barrier group sync
    }
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// A barrier for buffers shows no tile.
// REMARK: no pipe (barriers): the barrier does not order groupshared memory
wave.func @device_barrier(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier device sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The number of iterations must be known at the begin.
// REMARK: no pipe (loop): the number of iterations is not known when the loop begins: use `for` and `range`, without `break` [no-pipe]
wave.func @while_loop(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %end = scf.while (%t = %c0) : (i32) -> i32 {
    %goes = arith.cmpi ult, %t, %n : i32
    scf.condition(%goes) %t : i32
  } do {
  ^bb0(%t: i32):
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
    %next = arith.addi %t, %c1 : i32
    scf.yield %next : i32
  }
}

// A `break` makes a loop whose body, with its barriers, is under a condition.
// REMARK: no pipe (loop): the number of iterations is not known when the loop begins
wave.func @break(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %end = scf.while (%t = %c0) : (i32) -> i32 {
    %goes = arith.cmpi ult, %t, %n : i32
    %more = scf.if %goes -> (i1) {
      %i = arith.addi %t, %lane : i32
      %at = arith.index_castui %i : i32 to index
      %v = memref.load %src[%at] : !words
      memref.store %v, %tile[%place] : !shared
      wave.barrier group sync
      %x = memref.load %tile[%i0] : !shared
      memref.store %x, %out[%place] : !words
      wave.barrier group sync
      scf.yield %goes : i1
    } else {
      scf.yield %goes : i1
    }
    scf.condition(%more) %t : i32
  } do {
  ^bb0(%t: i32):
    %next = arith.addi %t, %c1 : i32
    scf.yield %next : i32
  }
}

// A `continue` skips the barriers.
// REMARK: no pipe (barriers): some iterations skip the barrier of the group at line {{[0-9]+}}: write no `continue` before it
wave.func @continue(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %goes = arith.cmpi ult, %t, %c64 : i32
    scf.if %goes {
      %i = arith.addi %t, %lane : i32
      %at = arith.index_castui %i : i32 to index
      %v = memref.load %src[%at] : !words
      memref.store %v, %tile[%place] : !shared
      wave.barrier group sync
      %x = memref.load %tile[%i0] : !shared
      memref.store %x, %out[%place] : !words
      wave.barrier group sync
    }
  }
}

// `static_range` leaves no loop.
// REMARK: no pipe (loop): no loop of the kernel contains a barrier of the group
wave.func @no_loop(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  memref.store %n, %tile[%place] : !shared
  wave.barrier group sync
  %x = memref.load %tile[%i0] : !shared
  memref.store %x, %out[%place] : !words
}

// The branches store to different elements.
// REMARK: no pipe (iterations): a condition of the store depends on the iteration at line {{[0-9]+}}, and it is not proved that each path
wave.func @other_element(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    %is = arith.cmpi ult, %i, %n : i32
    scf.if %is {
      memref.store %v, %tile[%place] : !shared
    } else {
      memref.store %v, %tile[%i0] : !shared
    }
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// One branch stores a vector, the other its first element.
// REMARK: no pipe (iterations): a condition of the store depends on the iteration at line {{[0-9]+}}, and it is not proved that each path
wave.func @other_width(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    %is = arith.cmpi ult, %i, %n : i32
    scf.if %is {
      %w = vector.load %src[%at] : !words, vector<4xi32>
      vector.store %w, %tile[%place] : !shared, vector<4xi32>
    } else {
      memref.store %v, %tile[%place] : !shared
    }
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// Another group may change the bound between two loads of it.
// REMARK: no pipe (uniform): it is not proved that all waves of the group execute the same iterations
wave.func @unknown_trips(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %end = memref.load %out[%i0] : !words
  scf.for unsigned %t = %c0 to %end step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// There is nothing to load.
// REMARK: no pipe (no-tile): the loop stores to no groupshared array
wave.func @no_tile(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
    memref.store %t, %out[%place] : !words
    wave.barrier group sync
  }
}

// An atomic reads what an earlier iteration left.
// REMARK: no pipe (accesses): an atomic changes a groupshared array in the loop
wave.func @atomic(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    %old = wave.atomic_rmw add %c1, %tile[%i0] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The barriers also order the scratch array.
// REMARK: no pipe (accesses): groupshared arrays are stored to before and after a barrier
wave.func @scratch(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %scratch = wave.groupshared : !shared
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    memref.store %x, %scratch[%place] : !shared
    wave.barrier group sync
  }
}

// The tile of the next iteration.
// REMARK: no pipe (accesses): a tile is stored after the last barrier of an iteration, for the next iteration
wave.func @next_tile(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
  }
}

// Lanes read what they have stored themselves.
// REMARK: no pipe (accesses): the tile is read outside of the computation between the barriers
wave.func @read_early(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    %y = memref.load %tile[%i0] : !shared
    memref.store %y, %out[%i0] : !words
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The last tile is needed after the loop.
// REMARK: no pipe (accesses): a tile of the loop at line {{[0-9]+}} is also accessed outside of such loops
wave.func @read_after(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
  %z = memref.load %tile[%place] : !shared
  memref.store %z, %out[%place] : !words
}

// The last tile leaves elements of the tile before.
// REMARK: no pipe (iterations): a condition of the store depends on the iteration at line {{[0-9]+}}, and it is not proved that each path
wave.func @partial(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    %is = arith.cmpi ult, %i, %n : i32
    scf.if %is {
      memref.store %v, %tile[%place] : !shared
    }
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// Each iteration stores elsewhere.
// REMARK: no pipe (iterations): the index of the store depends on the iteration
wave.func @moving(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%at] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The second loop may read elements of the first one.
// REMARK: no pipe (iterations): the loop at line {{[0-9]+}} stores to the same tile
wave.func @two_places(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%i0] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The kernel writes the buffer that it loads.
// REMARK: no pipe (source): the loading depends on memory that the kernel writes
wave.func @written_source(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %out[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// So does this one, by a copy.
// REMARK: no pipe (source): the kernel writes the buffer that it copies
wave.func @copy_of_written(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    wave.async_copy %tile[%c0, %c0], %out[%c0, %c0] at [%c0, %t] of [%c1, %n] size [%c1, %c64] : !shared, !words
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The place of the next tile is in the tile.
// REMARK: no pipe (depends): the loading depends on what the waves compute at line {{[0-9]+}}
wave.func @depends(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %last = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%p = %c0) -> (i32) : i32 {
    %i = arith.addi %p, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
    scf.yield %x : i32
  }
}

// The inner loop does two things.
// REMARK: no pipe (mixed): the statement that stores to the tile has other effects
wave.func @mixed(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    scf.for unsigned %u = %c0 to %c1 step %c1 : i32 {
      memref.store %lane, %tile[%place] : !shared
      memref.store %lane, %out[%place] : !words
    }
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The same, by a value.
// REMARK: no pipe (mixed): the statement that stores to the tile also computes values that the loop uses
wave.func @used_result(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %sum = scf.for unsigned %u = %c0 to %c1 step %c1 iter_args(%s = %c0) -> (i32) : i32 {
      memref.store %lane, %tile[%place] : !shared
      scf.yield %u : i32
    }
    memref.store %sum, %out[%i0] : !words
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// Each wave has a place of its own from iteration to iteration.
// REMARK: no pipe (wave-values): a value of this loop or condition that the loading needs depends on the wave index
wave.func @own_carried(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %last = scf.for unsigned %t = %c0 to %n step %c1 iter_args(%p = %wave) -> (i32) : i32 {
    %i = arith.addi %p, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
    %next = arith.addi %p, %c64 : i32
    scf.yield %next : i32
  }
}

// The barrier orders the stores to the buffer.
// REMARK: no pipe (other-memory): the loop accesses memory that the kernel writes, and the barriers of the loop order these accesses
wave.func @all_memory(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier all sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The loading wave has all lanes.
// REMARK: no pipe (early-return): lanes may have returned at line {{[0-9]+}}
wave.func @returns_before(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %no = arith.cmpi eq, %lane, %n : i32
  wave.retire_if %no
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The same, in the loop.
// REMARK: no pipe (early-return): lanes may have returned at line {{[0-9]+}}
wave.func @returns_in_loop(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    %no = arith.cmpi eq, %x, %n : i32
    wave.retire_if %no
    wave.barrier group sync
  }
}

// A barrier after the return.
// REMARK: no pipe (early-return): the group also meets here, and lanes may return after the loops
wave.func @returns_then_meets(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
  %no = arith.cmpi eq, %lane, %n : i32
  wave.retire_if %no
  wave.barrier group sync
}

// The loading wave cannot compute how often the group meets.
// REMARK: no pipe (depends): the control flow around this barrier depends on what the waves compute
wave.func @group_control(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
  %scratch = wave.groupshared : !shared
  memref.store %n, %scratch[%i0] : !shared
  wave.barrier group sync
  %many = memref.load %scratch[%i0] : !shared
  scf.for unsigned %t = %c0 to %many step %c1 : i32 {
    wave.barrier group sync
  }
}

// Threads have no wave to spare.
// REMARK: no pipe (waves): only a compute kernel that states num_waves
wave.func @threads(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// The group is full.
// REMARK: no pipe (waves): 33 waves of 32 lanes exceed the limit of 1024 threads
wave.func @full_group(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(32) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// Its waves have tasks already.
// REMARK: no pipe (pipes): the kernel has pipes
wave.func @has_pipe(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : !shared
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// Two stages do not fit.
// REMARK: no pipe (memory): a stage of the tiles has 16384 bytes, and the group has 32768 bytes of groupshared memory for them
wave.func @large_tile(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : memref<4096xi32, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %lane : i32
    %at = arith.index_castui %i : i32 to index
    %v = memref.load %src[%at] : !words
    memref.store %v, %tile[%place] : memref<4096xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    %x = memref.load %tile[%i0] : memref<4096xi32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

// One wave would load for longer than two load and compute.
// REMARK: no pipe (cost): one wave would take {{[0-9]+}} operations to load what the others compute with in {{[0-9]+}}, and each wave loads its share in {{[0-9]+}} (`pipeline-waves{force=true}` ignores this)
wave.func @slow_loading(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c64 = arith.constant 64 : i32
  %i0 = arith.constant 0 : index
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %lane : i32 to index
  scf.for unsigned %t = %c0 to %n step %c1 : i32 {
    scf.for unsigned %u = %c0 to %c64 step %c1 : i32 {
      %w = arith.muli %wave, %t : i32
      %r = arith.addi %w, %u : i32
      %at = arith.index_castui %r : i32 to index
      %v = memref.load %src[%at] : !words
      memref.store %v, %tile[%place] : !shared
    }
    wave.barrier group sync
    %x = memref.load %tile[%i0] : !shared
    memref.store %x, %out[%place] : !words
    wave.barrier group sync
  }
}

}
