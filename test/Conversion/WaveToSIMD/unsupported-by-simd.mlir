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

// expected-error@+1 {{a group of 2048 threads: a group has at most 1024 [num-threads-limit]}}
wave.func @too_many_threads() kernel num_threads(64, 8, 4) {
}

// -----

// expected-error@+1 {{a group of 256 threads: a group has at most 128 [num-threads-limit]}}
wave.func @too_many_of_amplification() kernel stage(amplification) num_threads(64, 4, 1) {
}

// -----

// expected-error@+1 {{a group of 2048 threads: a group has at most 1024 [num-threads-limit]}}
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
    // expected-error@+1 {{'wave.call' op has no form for a CPU: run wave-inline first [operation-not-supported]}}
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
  // expected-error@+1 {{'scf.execute_region' op has no form for a CPU: run wave-verify and the pipeline wave-to-simd [operation-not-supported]}}
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
