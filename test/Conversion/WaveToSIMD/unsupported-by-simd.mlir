// RUN: wave-opt %s -convert-wave-to-simd=wave-size=8 -verify-diagnostics -split-input-file

// What the conversion refuses. What it is told to run after has refused the rest.

gpu.module @m {
  wave.func @first() kernel num_waves(1) {
  }
  // expected-error@+1 {{code for a CPU is made of one kernel, got 2: split the input [one-kernel]}}
  wave.func @second() kernel num_waves(1) {
  }
}

// -----

// expected-error@+1 {{code for a CPU is made of one kernel, got 0: split the input [one-kernel]}}
module {
  wave.func @helper() {
  }
}

// -----

// expected-error@+1 {{code for a CPU is made for compute and amplification kernels, not for mesh ones [stage-target]}}
wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
}

// -----

// expected-error@+1 {{code for a CPU is made for compute and amplification kernels, not for pixel ones [stage-target]}}
wave.func @pixel() kernel stage(pixel) {
}

// -----

// expected-error@+1 {{'wave.func' op is compiled for waves of 8 lanes, which is outside its range [wave-size-not-in-range]}}
wave.func @too_small() kernel num_waves(1) wave_size(16, 64) {
}

// -----

// expected-error@+1 {{num_threads asks for 2048 threads; the limit of a group is 1024 [num-threads-limit]}}
wave.func @too_many_threads() kernel num_threads(64, 8, 4) {
}

// -----

// expected-error@+1 {{num_threads asks for 256 threads; the limit of a group is 128 [num-threads-limit]}}
wave.func @too_many_of_amplification() kernel stage(amplification) num_threads(64, 4, 1) {
}

// -----

// expected-error@+1 {{num_threads asks for 2048 threads; the limit of a group is 1024 [num-threads-limit]}}
wave.func @too_many_waves() kernel num_waves(256) {
}

// -----

wave.func @match(%x: f32 {wave.element = f32}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.match' op has no form of its own on a CPU: run wave-expand-partitions first [partition-not-expanded]}}
  %m = wave.match %x : f32
}

// -----

wave.func @multi_prefix(%x: f32 {wave.element = f32}, %m: vector<4xi32> {wave.element = vector<4xui32>}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.multi_prefix' op has no form of its own on a CPU: run wave-expand-partitions first [partition-not-expanded]}}
  %p = wave.multi_prefix add %x, %m : f32
}

// -----

wave.func @multi_prefix_count_bits(%p: i1 {wave.element = i1}, %m: vector<4xi32> {wave.element = vector<4xui32>}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.multi_prefix_count_bits' op has no form of its own on a CPU: run wave-expand-partitions first [partition-not-expanded]}}
  %c = wave.multi_prefix_count_bits %p, %m : i32
}

// -----

// It ends in the middle of a branch, too.
wave.func @call(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %n : i32
  scf.if %p {
    // expected-error@+1 {{'wave.call' op is not inlined yet: run wave-inline first [operation-not-supported]}}
    wave.call @helper(%l) : (i32) -> ()
  }
}
wave.func @helper(%l: i32) {
}

// -----

wave.func @retire(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %n : i32
  // expected-error@+1 {{'wave.retire_if' op has no form for a CPU: run wave-verify and the pipeline wave-to-simd [operation-not-supported]}}
  wave.retire_if %p
}

// -----

wave.func @insert(%v: vector<2xi32> {wave.element = vector<2xi32>}) kernel num_waves(1) {
  %l = wave.lane_index : i32
  // expected-error@+1 {{'vector.insert' op has no form of its own on vectors: run wave-scalarize-vectors first [vector-not-scalarized]}}
  %w = vector.insert %l, %v[1] : i32 into vector<2xi32>
}

// -----

wave.func @region() kernel num_waves(1) {
  %l = wave.lane_index : i32
  // expected-error@+1 {{'scf.execute_region' is not supported in a wave.func: use scf.if, scf.for or scf.while [operation-not-supported]}}
  %v = scf.execute_region -> i32 {
    scf.yield %l : i32
  }
}

// -----

gpu.module @m {
  wave.func @vectors(%a: vector<2xf32> {wave.element = vector<2xf32>}) kernel num_waves(1) {
    // expected-error@+1 {{'arith.addf' op has no form of its own on vectors: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %0 = arith.addf %a, %a : vector<2xf32>
  }
}

// -----

wave.func @cast_of_a_buffer(%b: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(1) {
  // expected-error@+2 {{'memref.cast' is not supported in a wave.func: buffers are arguments, local arrays memref.alloca, groupshared memory wave.groupshared [operation-not-supported]}}
  // expected-error@+1 {{'memref.cast' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = memref.cast %b : memref<?xi32> to memref<4xi32>
}

// -----

wave.func @choice_of_a_buffer(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %c: i1 {wave.element = i1}) kernel num_waves(1) {
  // Once for each buffer.
  // expected-error@+1 {{'arith.select' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = arith.select %c, %a, %b : memref<?xi32>
}

// -----

wave.func @buffer_carried_by_a_loop(%a: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // expected-error@+1 {{'scf.for' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  %0 = scf.for %i = %c0 to %c0 step %c1 iter_args(%x = %a) -> memref<?xi32> : i32 {
    scf.yield %x : memref<?xi32>
  }
}

// -----

wave.func @buffer_from_nowhere() kernel num_waves(4) {
  // expected-error@+1 {{'ub.poison' cannot make memory: buffers are arguments, local arrays memref.alloca, groupshared memory wave.groupshared [buffer-not-argument]}}
  %0 = ub.poison : memref<?xi32>
}

// -----

wave.func @store_of_another_dialect(%x: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  // expected-error@+2 {{'affine.store' is not supported in a wave.func [operation-not-supported]}}
  // expected-error@+1 {{'affine.store' cannot take a buffer: use it in loads, stores, atomics and calls directly [buffer-not-argument]}}
  affine.store %x, %out[0] : memref<?xi32>
}

// -----

wave.func @thread_number_under_num_waves() kernel num_waves(1) {
  // expected-error@+1 {{'wave.dispatch_thread_id' op has no meaning under num_waves: use 'wave.group_id', 'wave.group_wave_index' and 'wave.lane_index' [thread-id-under-num-waves]}}
  %0 = wave.dispatch_thread_id x : i32
  %1 = wave.match %0 : i32
}

// -----

wave.func @thread_number_in_a_loop() kernel num_waves(32) {
  %c3 = arith.constant 3 : i32
  scf.for %i = %c3 to %c3 step %c3 : i32 {
    // expected-error@+1 {{'wave.dispatch_thread_id' op has no meaning under num_waves: use 'wave.group_id', 'wave.group_wave_index' and 'wave.lane_index' [thread-id-under-num-waves]}}
    %0 = wave.dispatch_thread_id x : i32
  }
}

// -----

gpu.module @kernels {
  wave.func @local_array_of_index(%x: f32 {wave.element = f32}) kernel num_threads(64, 4, 1) {
    // expected-error@+1 {{a local array is a memref of rank 1 of i16, i32, i64, f16, bf16, f32 or f64, got 'memref<4xindex>' [value-type]}}
    %0 = memref.alloca() : memref<4xindex>
    %1 = math.fma %x, %x, %x : f32
  }
}

// -----

wave.func @groupshared_of_an_unknown_size() kernel num_waves(33) {
  %w = wave.group_wave_index : i32
  // expected-error@+1 {{the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]}}
  %0 = wave.groupshared(%w) : memref<?xi32, #gpu.address_space<workgroup>>
}

// -----

wave.func @local_array_of_an_unknown_size(%x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %n = arith.index_castui %x : i32 to index
  // expected-error@+1 {{the array has no static size within the limits yet: run wave-resolve-groupshared first [array-not-sized]}}
  %0 = memref.alloca(%n) : memref<?xi32>
}

// -----

wave.func @check_without_checker(%p: i1 {wave.element = i1}) kernel num_waves(1) {
  // expected-error@+1 {{'wave.check' op calls the checker, which the module does not have: run wave-instrument [operation-not-supported]}}
  wave.check retire site(0)(%p : i1)
  wave.return
}
