// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// A loop that ends when what the group has stored says so, where another wave may store before
// all waves have loaded.

// Wave 0 may store for the next trip before another wave loads.
wave.func @missing_second_barrier(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.yield %go : i1
  }
}

// -----

// The barrier is under a condition that says nothing of the next trip.
wave.func @barrier_for_others(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    %other = arith.cmpi ult, %x, %n : i32
    scf.if %other {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Only lanes that leave meet.
wave.func @barrier_for_leavers(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %leaves = arith.cmpi eq, %x, %zero : i32
    %go = arith.xori %leaves, %true : i1
    scf.if %leaves {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Lanes may go on without having met.
wave.func @either_of_two(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %a = arith.cmpi ne, %x, %zero : i32
    %b = arith.cmpi ult, %x, %n : i32
    %go = arith.ori %a, %b : i1
    scf.if %a {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A fast wave stores before a slow one loads.
wave.func @store_before_the_barrier(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    memref.store %zero, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Another wave stores after the barrier.
wave.func @store_between_barrier_and_load(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    %last = arith.cmpi eq, %wave, %two : i32
    scf.if %last {
      memref.store %two, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// An atomic of another wave may come before the load or after it.
wave.func @atomic_after_the_barrier(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    %o = wave.atomic_rmw add %one, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A store to an element that may be the same.
wave.func @maybe_the_same_element(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    %i = arith.index_castui %n : i32 to index
    memref.store %two, %shared[%i] : memref<2xi32, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A buffer is seen by other groups, which no barrier holds back.
wave.func @buffer(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %out[%c0] : memref<?xi32>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %out[%c0] : memref<?xi32>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A wave that has left stores while another one is still to load.
wave.func @store_after_the_loop(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
  memref.store %two, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
}

// -----

// Waves do not wait at the second barrier.
wave.func @barrier_without_sync(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group
    }
    scf.yield %go : i1
  }
}

// -----

// Nor for other waves.
wave.func @barrier_of_a_wave(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier wave sync
    }
    scf.yield %go : i1
  }
}

// -----

// Waves load elements of their own.
wave.func @address_of_the_wave(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    %own = arith.index_castui %wave : i32 to index
    // expected-remark@+1 {{result 0: wave (numbers, memory)}}
    %x = memref.load %shared[%own] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A wave stores before it returns.
wave.func @retired_after_the_load(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    memref.store %two, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %some = arith.cmpi eq, %wave, %two : i32
    wave.retire_if %some
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

wave.func @helper(%memory: memref<2xi32, #gpu.address_space<workgroup>>) {
  %i = arith.constant 0 : index
  %v = arith.constant 3 : i32
  memref.store %v, %memory[%i] : memref<2xi32, #gpu.address_space<workgroup>>
}
// A helper stores.
wave.func @helper_that_stores(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    wave.call @helper(%shared) : (memref<2xi32, #gpu.address_space<workgroup>>) -> ()
    // expected-remark@+1 {{result 0: lane (memory)}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}
