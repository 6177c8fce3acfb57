// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// A loop that ends when what the group has stored says so: all waves load the same where no
// wave can store between the barriers around the load, on the way back to the loop's start
// included.

// One wave stores, all of them load, and those that go on meet again.
wave.func @convergence(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Waves report by an atomic, a barrier before the load.
wave.func @atomic_between_the_barriers(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    %o = wave.atomic_rmw or %one, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// The barrier is on the side of the condition that goes on.
wave.func @nested_flag(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %leaves = arith.cmpi eq, %x, %zero : i32
    %go = scf.if %leaves -> (i1) {
      %false = arith.constant false
      scf.yield %false : i1
    } else {
      wave.barrier group sync
      scf.yield %true : i1
    }
    scf.yield %go : i1
  }
}

// -----

// A flag that is not the condition, but its opposite.
wave.func @negated_flag(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %leaves = arith.cmpi eq, %x, %zero : i32
    %go = arith.xori %leaves, %true : i1
    scf.if %leaves {
    } else {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Lanes that go on have both.
wave.func @and_of_two(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %a = arith.cmpi ne, %x, %zero : i32
    %b = arith.cmpi ult, %x, %n : i32
    %go = arith.andi %a, %b : i1
    scf.if %a {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A store to another element, by a constant.
wave.func @other_element(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    %i1 = arith.constant 1 : index
    memref.store %two, %shared[%i1] : memref<2xi32, #gpu.address_space<workgroup>>
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// A store to another array.
wave.func @other_array(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %true = arith.constant true
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %zero : i32
  %shared = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %others = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  scf.while (%stay = %true) : (i1) -> () {
    scf.condition(%stay)
  } do {
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    memref.store %two, %others[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}

// -----

// Behind a barrier of all waves.
wave.func @barrier_and_store_after_the_loop(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
  wave.barrier group sync
  memref.store %two, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
}

// -----

// Waves that return store nothing any more.
wave.func @retired_waves(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
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
    %some = arith.cmpi eq, %wave, %two : i32
    wave.retire_if %some
    scf.if %first {
      memref.store %lane, %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    }
    wave.barrier group sync
    // expected-remark@+1 {{result 0: group}}
    %x = memref.load %shared[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
    %go = arith.cmpi ne, %x, %zero : i32
    scf.if %go {
      wave.barrier group sync
    }
    scf.yield %go : i1
  }
}
