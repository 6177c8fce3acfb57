// RUN: wave-opt %s --wave-legalize-barriers -split-input-file -verify-diagnostics

// What lanes that have retired cannot compute, so that they could not follow the others to a barrier.

// The programmer's word is about the lanes that are live.
wave.func @uniform_among_live_lanes_only() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4 = arith.constant 4 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi uge, %l, %c4 : i32
  wave.retire_if %p
  %q = arith.divui %l, %c4 : i32
  // expected-error@+1 {{[barrier-condition]}}
  %n = wave.assume_uniform %q : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// Live lanes read what they wrote themselves; retired ones might read it too early.
wave.func @load_without_a_barrier_after_the_write() kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c5 = arith.constant 5 : i32
  %s = wave.groupshared : memref<1xi32, #gpu.address_space<workgroup>>
  %w = wave.group_wave_index : i32
  %p = arith.cmpi eq, %w, %c0 : i32
  wave.retire_if %p
  memref.store %c5, %s[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{[barrier-condition]}}
  %v = memref.load %s[%i0] : memref<1xi32, #gpu.address_space<workgroup>>
  %n = wave.assume_uniform %v : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

// Nothing but the returns of some lanes ends this loop.
wave.func @endless_by_a_scalar(%go: i1 {wave.element = i1}) kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  // expected-error@+1 {{[barrier-endless-loop]}}
  scf.while : () -> () {
    scf.condition(%go)
  } do {
    // expected-note@+1 {{lanes return here}}
    wave.retire_if %p
    wave.barrier group sync
    scf.yield
  }
}

// -----

// The pass knows scf.if, scf.for and scf.while.
wave.func @barrier_in_another_region() kernel num_waves(2) {
  // expected-error@+1 {{'scf.execute_region' is not supported in a wave.func: use scf.if, scf.for or scf.while [operation-not-supported]}}
  scf.execute_region {
    wave.barrier group sync
    scf.yield
  }
}

// -----

wave.func @vector_store_without_a_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %v: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  vector.store %v, %b[%i0] : memref<?xi32>, vector<2xi32>
  // expected-error@+1 {{and retired lanes may read it before or after another lane writes it: put a barrier between the write and this load [barrier-condition]}}
  %n = vector.load %b[%i0] : memref<?xi32>, vector<2xi32>
  %m = vector.extract %n[0] : i32 from vector<2xi32>
  scf.for %i = %c0 to %m step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

wave.func @exchange_without_a_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %v: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %old = wave.atomic_exchange %c3, %b[%i0] : memref<?xi32>
  // expected-error@+1 {{and retired lanes may read it before or after another lane writes it: put a barrier between the write and this load [barrier-condition]}}
  %n = vector.load %b[%i0] : memref<?xi32>, vector<2xi32>
  %m = vector.extract %n[0] : i32 from vector<2xi32>
  scf.for %i = %c0 to %m step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

wave.func @cas_without_a_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %v: vector<2xi32> {wave.element = vector<2xui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  %old = wave.atomic_cas %c3, %c3, %b[%i0] : memref<?xi32>
  // expected-error@+1 {{and retired lanes may read it before or after another lane writes it: put a barrier between the write and this load [barrier-condition]}}
  %n = vector.load %b[%i0] : memref<?xi32>, vector<2xi32>
  %m = vector.extract %n[0] : i32 from vector<2xi32>
  scf.for %i = %c0 to %m step %c1 : i32 {
    wave.barrier group sync
  }
}

// -----

wave.func @image_store_without_a_barrier(%image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %c3 : i32
  wave.retire_if %p
  wave.image_store %l, %image[%l, %c0] : i32, !wave.image<2d, i32, 1>
  // expected-error@+1 {{and retired lanes may read it before or after another lane writes it: put a barrier between the write and this load [barrier-condition]}}
  %n = wave.image_load %image[%c0, %c0] : !wave.image<2d, i32, 1> -> i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
  }
}
