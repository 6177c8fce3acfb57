// RUN: wave-opt %s --wave-coarsen-groups="factor=0" --remarks-filter=wave-coarsen-groups 2>&1 >/dev/null | FileCheck %s

// How many groups the cost model chooses, and what limits them.

!words = memref<?xi32>
!shared = memref<1024xi32, #gpu.address_space<workgroup>>

// Eight waves that copy a word in each lane: for its start, a group should access 8192
// bytes.
// CHECK: one group does the work of 4 along x (work): a group executes {{[0-9]+}} instructions and accesses 2048 bytes
wave.func @copy(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) {
  %t = wave.dispatch_thread_id x : i32
  %i = arith.index_castui %t : i32 to index
  %v = memref.load %in[%i] : !words
  memref.store %v, %out[%i] : !words
  wave.return
}

// Four words in each lane keep memory busy.
// CHECK: groups stay as they are (work): a group executes {{[0-9]+}} instructions and accesses 8192 bytes
wave.func @copy_of_vectors(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) {
  %c4 = arith.constant 4 : i32
  %t = wave.dispatch_thread_id x : i32
  %s = arith.muli %t, %c4 : i32
  %i = arith.index_castui %s : i32 to index
  %v = vector.load %in[%i] : !words, vector<4xi32>
  vector.store %v, %out[%i] : !words, vector<4xi32>
  wave.return
}

// One lane stores.
// CHECK: one group does the work of 16 along x (most): no more groups may be merged
wave.func @sum_of_a_tile(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  %n = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %n : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %sum = wave.reduce add %v : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %j = arith.index_castui %g : i32 to index
    memref.store %sum, %out[%j] : !words
  }
  wave.return
}

// All groups add to one element, which costs more than a start.
// CHECK: one group does the work of 16 along x (most): no more groups may be merged
wave.func @sum(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) {
  %c0 = arith.constant 0 : index
  %t = wave.dispatch_thread_id x : i32
  %i = arith.index_castui %t : i32 to index
  %v = memref.load %in[%i] : !words
  %sum = wave.reduce add %v : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %sum, %out[%c0] : !words
  }
  wave.return
}

// The sixteen iterations of a loop are the work of a group.
// CHECK: groups stay as they are (work): a group executes {{[0-9]+}} instructions and accesses 16416 bytes
wave.func @loop(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c256 = arith.constant 256 : i32
  %c4096 = arith.constant 4096 : i32
  %g = wave.group_id x : i32
  %t = wave.group_index : i32
  %first = arith.muli %g, %c4096 : i32
  %sum = scf.for %k = %t to %c4096 step %c256 iter_args(%s = %c0) -> (i32) : i32 {
    %n = arith.addi %first, %k : i32
    %i = arith.index_castui %n : i32 to index
    %v = memref.load %in[%i] : !words
    %next = arith.addi %s, %v : i32
    scf.yield %next : i32
  }
  %j = arith.index_castui %g : i32 to index
  memref.store %sum, %out[%j] : !words
  wave.return
}

// CHECK: groups stay as they are (loop): how often a loop runs is not known, and it may be often
wave.func @unknown_loop(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %j = arith.index_castui %g : i32 to index
  %sum = scf.for %k = %c0 to %n step %c1 iter_args(%s = %c0) -> (i32) : i32 {
    %i = arith.index_castui %k : i32 to index
    %v = memref.load %in[%i] : !words
    %next = arith.addi %s, %v : i32
    scf.yield %next : i32
  }
  memref.store %sum, %out[%j] : !words
  wave.return
}

// CHECK: groups stay as they are (index): the kernel does not use the index of groups along x
wave.func @other_dimension(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id y : i32
  %j = arith.index_castui %g : i32 to index
  memref.store %g, %out[%j] : !words
  wave.return
}

// Two arrays of 4 KiB are what a group should have.
// CHECK: one group does the work of 2 along x (memory): each has 4096 bytes of groupshared memory
wave.func @array(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %tile = wave.groupshared : !shared
  %t = wave.dispatch_thread_id x : i32
  %x = wave.group_index : i32
  %i = arith.index_castui %t : i32 to index
  %j = arith.index_castui %x : i32 to index
  %c63 = arith.constant 63 : index
  %k = arith.subi %c63, %j : index
  %v = memref.load %in[%i] : !words
  memref.store %v, %tile[%j] : !shared
  wave.barrier group sync
  %w = memref.load %tile[%k] : !shared
  memref.store %w, %out[%i] : !words
  wave.return
}

// A local array of each group is in registers.
// CHECK: one group does the work of 2 along x (registers): 4 need {{[0-9]+}} registers
wave.func @local_array(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %a = memref.alloca() : memref<24xi32>
  %g = wave.group_id x : i32
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %f = arith.muli %g, %n : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %c3 = arith.constant 3 : index
  memref.store %v, %a[%c3] : memref<24xi32>
  %w = memref.load %a[%c3] : memref<24xi32>
  memref.store %w, %out[%i] : !words
  wave.return
}

// The loop of a lane that takes elements of a tile in turn: two iterations in the first lane.
// CHECK: one group does the work of 16 along x (work): a group executes {{[0-9]+}} instructions and accesses 512 bytes
wave.func @loop_of_a_lane(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c63 = arith.constant 63 : i32
  %c64 = arith.constant 64 : i32
  %g = wave.group_id x : i32
  %n = wave.lane_count : i32
  %l = wave.lane_index : i32
  %is_inside = arith.cmpi ult, %l, %c64 : i32
  %distance = arith.subi %c63, %l : i32
  %steps = arith.divui %distance, %n : i32
  %more = arith.addi %steps, %c1 : i32
  %trips = arith.select %is_inside, %more, %c0 : i32
  %first = arith.muli %g, %c64 : i32
  %base = arith.addi %first, %l : i32
  scf.for %k = %c0 to %trips step %c1 : i32 {
    %o = arith.muli %k, %n : i32
    %s = arith.addi %base, %o : i32
    %i = arith.index_castui %s : i32 to index
    %v = memref.load %in[%i] : !words
    memref.store %v, %out[%i] : !words
  }
  wave.return
}

// Instructions alone are enough.
// CHECK: groups stay as they are (work): a group executes {{[0-9]+}} instructions{{"?$}}
wave.func @computes(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c1000 = arith.constant 1000 : i32
  %t = wave.dispatch_thread_id x : i32
  %sum = scf.for %k = %c0 to %c1000 step %c1 iter_args(%s = %t) -> (i32) : i32 {
    %p = arith.muli %s, %s : i32
    %next = arith.addi %p, %k : i32
    scf.yield %next : i32
  }
  %i = arith.index_castui %t : i32 to index
  memref.store %sum, %out[%i] : !words
  wave.return
}
