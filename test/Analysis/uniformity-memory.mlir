// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// What loads give, of memory that the kernel writes.

// --- groupshared memory between barriers

// A barrier before the load, and no write until the next one.
wave.func @behind_a_barrier(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %wi = arith.index_castui %w : i32 to index
  %li = arith.index_castui %l : i32 to index
  %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %l, %shared[%li] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  // expected-remark@+1 {{result 0: group}}
  %0 = memref.load %shared[%c0] : memref<64xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: wave (numbers, memory)}}
  %1 = memref.load %shared[%wi] : memref<64xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %2 = memref.load %shared[%li] : memref<64xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: group}}
  %3 = vector.load %shared[%c0] : memref<64xi32, #gpu.address_space<workgroup>>, vector<2xi32>
}

// -----

// Before the barrier it may be there or not.
wave.func @before_the_barrier(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  // expected-remark@+1 {{result 0: lane (memory)}}
  %1 = memref.load %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  // A wave that is ahead stores here while another one still loads.
  memref.store %n, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// A barrier that does not wait, waits for one wave, or orders other memory.
wave.func @other_barriers(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %c = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %d = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier device sync
  // expected-remark@+1 {{result 0: lane (memory)}}
  %1 = memref.load %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %c[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier wave sync
  // expected-remark@+1 {{result 0: lane (memory)}}
  %2 = memref.load %c[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %d[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier all sync
  // expected-remark@+1 {{result 0: group}}
  %3 = memref.load %d[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// A group of one wave waits for itself.
wave.func @barrier_of_the_only_wave(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %shared = wave.groupshared : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %l, %shared[%li] : memref<64xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %shared[%c0] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier wave sync
  // expected-remark@+1 {{result 0: group}}
  %1 = memref.load %shared[%c0] : memref<64xi32, #gpu.address_space<workgroup>>
}

// -----

// One lane loads while another one, on another path, stores: no path leads from one to
// the other.
wave.func @other_path(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %first = arith.cmpi eq, %l, %c1 : i32
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  scf.if %first {
    // expected-remark@+1 {{result 0: lane (memory)}}
    %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{result 0: group}}
    %1 = memref.load %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  } else {
    memref.store %n, %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
}

// -----

// A barrier that may be passed by leaves what was stored before it.
wave.func @barrier_in_a_branch(%n: i32 {wave.element = ui32}, %u: i1 {wave.element = i1}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  scf.if %u {
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
  // expected-remark@+1 {{result 0: lane (memory)}}
  %1 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// In both branches there is one.
wave.func @barrier_in_both_branches(%n: i32 {wave.element = ui32}, %u: i1 {wave.element = i1}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %n, %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  scf.if %u {
    wave.barrier group sync
  } else {
    wave.barrier group sync
  }
  // expected-remark@+1 {{result 0: group}}
  %1 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// The store of a trip and the load of the next one: a barrier stands between, or not.
wave.func @in_loops(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  scf.for %i = %i0 to %n step %i1 : i32 {
    // expected-remark@+1 {{result 0: lane (memory)}}
    %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    memref.store %i, %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  }
  scf.for %i = %i0 to %n step %i1 : i32 {
    memref.store %i, %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %0 = memref.load %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
  }
}

// -----

// Groups that take work until there is none: the number decides for all waves.
wave.func @persistent(%count: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %sum = arith.addi %w, %l : i32
  %isFirst = arith.cmpi eq, %sum, %i0 : i32
  %item = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{decision: group}}
  scf.while : () -> () {
    wave.barrier group sync
    scf.if %isFirst {
      %next = wave.atomic_rmw add %i1, %count[%c0] : memref<?xi32>
      memref.store %next, %item[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %number = memref.load %item[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    %more = arith.cmpi ult, %number, %n : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
}

// -----

// Without the first barrier a wave takes the next item while another one reads.
wave.func @persistent_with_a_race(%count: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %sum = arith.addi %w, %l : i32
  %isFirst = arith.cmpi eq, %sum, %i0 : i32
  %item = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{decision: lane (memory)}}
  scf.while : () -> () {
    scf.if %isFirst {
      %next = wave.atomic_rmw add %i1, %count[%c0] : memref<?xi32>
      memref.store %next, %item[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %number = memref.load %item[%c0] : memref<1xi32, #gpu.address_space<workgroup>>
    %more = arith.cmpi ult, %number, %n : i32
    scf.condition(%more)
  } do {
    scf.yield
  }
}

// -----

// An atomic writes. Of two constant places neither is in the other's way, but parts of
// a vector may be.
wave.func @other_places(%n: i32 {wave.element = ui32}, %v: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %b = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %old = wave.atomic_rmw add %n, %a[%c1] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: group}}
  %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %1 = memref.load %a[%c1] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %2 = memref.load %a[%wi] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %3 = vector.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>, vector<2xi32>
  // expected-remark@+1 {{result 0: group}}
  %4 = vector.load %a[%c2] : memref<4xi32, #gpu.address_space<workgroup>>, vector<2xi32>
  vector.store %v, %b[%c0] : memref<4xi32, #gpu.address_space<workgroup>>, vector<2xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %5 = memref.load %b[%c1] : memref<4xi32, #gpu.address_space<workgroup>>
  // expected-remark@+1 {{result 0: group}}
  %6 = memref.load %b[%c2] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// A call writes what it is given, between barriers of its own or not.
wave.func @fill(%b: memref<4xi32, #gpu.address_space<workgroup>>) {
  wave.return
}
wave.func @called(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %a = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  wave.call @fill(%a) : (memref<4xi32, #gpu.address_space<workgroup>>) -> ()
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  // expected-remark@+1 {{result 0: group}}
  %1 = memref.load %a[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
}

// -----

// Buffers are seen by other groups, whose barriers are others.
wave.func @buffers(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  memref.store %n, %b[%c0] : memref<?xi32>
  wave.barrier all sync
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %b[%c0] : memref<?xi32>
}

// -----

// --- a lane's own array

wave.func @local_array(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  %same = memref.alloca() : memref<2xi32>
  %ofWave = memref.alloca() : memref<2xi32>
  %ofLane = memref.alloca() : memref<2xi32>
  %anywhere = memref.alloca() : memref<256xi32>
  memref.store %n, %same[%c0] : memref<2xi32>
  memref.store %n, %same[%c1] : memref<2xi32>
  memref.store %n, %ofWave[%c0] : memref<2xi32>
  memref.store %w, %ofWave[%c1] : memref<2xi32>
  memref.store %l, %ofLane[%c0] : memref<2xi32>
  memref.store %n, %anywhere[%li] : memref<256xi32>
  // expected-remark@+1 {{result 0: group}}
  %0 = memref.load %same[%c0] : memref<2xi32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %1 = memref.load %same[%li] : memref<2xi32>
  // expected-remark@+1 {{result 0: wave (numbers, memory)}}
  %2 = memref.load %ofWave[%c0] : memref<2xi32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %3 = memref.load %ofLane[%c1] : memref<2xi32>
  // Where it was stored differs.
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %4 = memref.load %anywhere[%c0] : memref<256xi32>
}

// -----

// Some lanes store, or each as often as it likes.
wave.func @stored_by_some(%n: i32 {wave.element = ui32}, %u: i1 {wave.element = i1}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %isFirst = arith.cmpi eq, %l, %i0 : i32
  %a = memref.alloca() : memref<1xi32>
  %b = memref.alloca() : memref<1xi32>
  %c = memref.alloca() : memref<1xi32>
  memref.store %n, %a[%c0] : memref<1xi32>
  memref.store %n, %b[%c0] : memref<1xi32>
  memref.store %n, %c[%c0] : memref<1xi32>
  scf.if %isFirst {
    memref.store %i0, %a[%c0] : memref<1xi32>
  }
  scf.for %i = %i0 to %l step %i1 : i32 {
    memref.store %i, %b[%c0] : memref<1xi32>
  }
  scf.if %u {
    memref.store %i0, %c[%c0] : memref<1xi32>
  }
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %0 = memref.load %a[%c0] : memref<1xi32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %1 = memref.load %b[%c0] : memref<1xi32>
  // expected-remark@+1 {{result 0: group}}
  %2 = memref.load %c[%c0] : memref<1xi32>
}

// -----

// In a branch that some lanes take, an array of that branch is theirs.
wave.func @array_of_a_branch(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %isFirst = arith.cmpi eq, %l, %i0 : i32
  scf.if %isFirst {
    %a = memref.alloca() : memref<1xi32>
    memref.store %n, %a[%c0] : memref<1xi32>
    // expected-remark@+1 {{result 0: group}}
    %0 = memref.load %a[%c0] : memref<1xi32>
  }
}

// -----

// What is stored later in a loop is there in the next trip. The value that is stored is
// itself made of what the array held.
wave.func @stored_later(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %a = memref.alloca() : memref<1xi32>
  %b = memref.alloca() : memref<1xi32>
  memref.store %n, %a[%c0] : memref<1xi32>
  memref.store %n, %b[%c0] : memref<1xi32>
  scf.for %i = %i0 to %n step %i1 : i32 {
    // expected-remark@+1 {{result 0: lane (numbers, memory)}}
    %0 = memref.load %a[%c0] : memref<1xi32>
    memref.store %l, %a[%c0] : memref<1xi32>
    // expected-remark@+1 {{result 0: group}}
    %1 = memref.load %b[%c0] : memref<1xi32>
    %2 = arith.addi %1, %i : i32
    memref.store %2, %b[%c0] : memref<1xi32>
  }
}

// -----

// A call may store anything there.
wave.func @fill_local(%b: memref<4xi32>) {
  wave.return
}
wave.func @given_to_a_call(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %local = memref.alloca() : memref<4xi32>
  memref.store %n, %local[%c0] : memref<4xi32>
  // expected-remark@+1 {{result 0: lane (memory)}}
  %0 = memref.load %local[%c0] : memref<4xi32>
  wave.call @fill_local(%local) : (memref<4xi32>) -> ()
}

// -----

// --- constant buffers

// Kernels cannot write them, so a load is as uniform as its index.
wave.func @constant_buffers(%c: memref<64xi32> {wave.binding = #wave.binding<cbv, ui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %ni = arith.index_castui %n : i32 to index
  %wi = arith.index_castui %w : i32 to index
  %li = arith.index_castui %l : i32 to index
  memref.store %l, %out[%li] : memref<?xi32>
  wave.barrier all sync
  // expected-remark@+1 {{result 0: group}}
  %0 = memref.load %c[%c0] : memref<64xi32>
  // expected-remark@+1 {{result 0: group}}
  %1 = memref.load %c[%ni] : memref<64xi32>
  // expected-remark@+1 {{result 0: wave (numbers, memory)}}
  %2 = memref.load %c[%wi] : memref<64xi32>
  // expected-remark@+1 {{result 0: lane (numbers, memory)}}
  %3 = memref.load %c[%li] : memref<64xi32>
  // expected-remark@+1 {{result 0: group}}
  %4 = vector.load %c[%ni] : memref<64xi32>, vector<4xi32>
}
