// RUN: wave-opt %s -wave-verify -verify-diagnostics -split-input-file

// A length is computed without wrap at every wave size, so that all targets refuse the same
// kernels.

gpu.module @kernels {
wave.func @positive_at_every_size() kernel num_waves(4) wave_size(8, 16) {
  %c64 = arith.constant 64 : i32
  %w = wave.group_wave_count : i32
  %l = wave.lane_count : i32
  %share = arith.divui %c64, %l : i32
  %n = arith.divui %share, %w : i32
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @empty_at_some_sizes() kernel num_waves(4) {
  %c64 = arith.constant 64 : i32
  %w = wave.group_wave_count : i32
  %l = wave.lane_count : i32
  %share = arith.divui %c64, %l : i32
  %n = arith.divui %share, %w : i32
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 (the kernel runs with num_waves(4) and waves of 32, 64 or 128 lanes) [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// A group of 16 waves has no waves of 128 lanes.
gpu.module @kernels {
wave.func @sizes_that_fit() kernel num_waves(16) {
  %c64 = arith.constant 64 : i32
  %l = wave.lane_count : i32
  %n = arith.divui %c64, %l : i32
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @empty_in_a_kernel_of_threads() kernel num_threads(64, 1, 1) wave_size(32, 64) {
  %c32 = arith.constant 32 : i32
  %l = wave.lane_count : i32
  %n = arith.divui %c32, %l : i32
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 (the kernel runs with waves of 64 lanes) [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @negative() kernel num_waves(2) {
  %c3 = arith.constant 3 : i32
  %w = wave.group_wave_count : i32
  %n = arith.subi %w, %c3 : i32
  // expected-error@+1 {{groupshared memory must have at least one element, got -1 (the kernel runs with num_waves(2)) [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @quotient_of_a_negative_number() kernel num_waves(2) {
  %c2 = arith.constant 2 : i32
  %c3 = arith.constant 3 : i32
  %w = wave.group_wave_count : i32
  %less = arith.subi %w, %c3 : i32
  %n = arith.divui %less, %c2 : i32
  // expected-error@+1 {{groupshared memory must have at least one element, got -1 (the kernel runs with num_waves(2)) [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @more_than_31_bits() kernel num_waves(4) {
  %c29 = arith.constant 29 : i32
  %w = wave.group_wave_count : i32
  %n = arith.shli %w, %c29 : i32
  // expected-error@+1 {{groupshared memory must have at most 2147483647 elements, got 2147483648 (the kernel runs with num_waves(4)) [groupshared-limit]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// 2^32 + 1, which is 1 in 32 bits.
gpu.module @kernels {
wave.func @sum_of_a_number_that_wraps() kernel num_waves(4) {
  %c1 = arith.constant 1 : i32
  %c30 = arith.constant 30 : i32
  %w = wave.group_wave_count : i32
  %many = arith.shli %w, %c30 : i32
  %n = arith.addi %many, %c1 : i32
  // expected-error@+1 {{the size of groupshared memory is computed from 4294967296, which does not fit into its type (the kernel runs with num_waves(4)) [groupshared-limit]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @product_that_wraps_at_one_size() kernel num_waves(2) wave_size(64, 128) {
  %c = arith.constant 33554432 : i32
  %c8 = arith.constant 8 : i32
  %l = wave.lane_count : i32
  %many = arith.muli %l, %c : i32
  %n = arith.shrui %many, %c8 : i32
  // expected-error@+1 {{the size of groupshared memory is computed from 4294967296, which does not fit into its type (the kernel runs with num_waves(2) and waves of 128 lanes) [groupshared-limit]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

gpu.module @kernels {
wave.func @local_array() kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_count : i32
  %n = arith.subi %w, %c1 : i32
  %i = arith.index_castui %n : i32 to index
  // expected-error@+1 {{a local array must have at least one element, got 0 (the kernel runs with num_waves(1)) [local-array-empty]}}
  %0 = memref.alloca(%i) : memref<?xi32>
}
}

// -----

// Not constant: wave-resolve-groupshared says so.
gpu.module @kernels {
wave.func @not_constant(%n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// The only wave has the index 0; a mask of all bits is a large number without a sign.
gpu.module @kernels {
wave.func @accepted() kernel num_waves(1) {
  %c1 = arith.constant 1 : i32
  %all = arith.constant -1 : i32
  %index = wave.group_wave_index : i32
  %n = arith.addi %index, %c1 : i32
  %m = arith.andi %n, %all : i32
  %k = arith.minui %m, %all : i32
  %0 = wave.groupshared(%k) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// What a helper returns is followed into the helper, as if it were inlined.
gpu.module @kernels {
wave.func @waves_times(%by: i32) -> i32 {
  %w = wave.group_wave_count : i32
  %n = arith.shli %w, %by : i32
  wave.return %n : i32
}
wave.func @too_many() kernel num_waves(4) {
  %c29 = arith.constant 29 : i32
  %n = wave.call @waves_times(%c29) : (i32) -> i32
  // expected-error@+1 {{groupshared memory must have at most 2147483647 elements, got 2147483648 (the kernel runs with num_waves(4)) [groupshared-limit]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
wave.func @wraps() kernel num_waves(4) {
  %c1 = arith.constant 1 : i32
  %c30 = arith.constant 30 : i32
  %m = wave.call @waves_times(%c30) : (i32) -> i32
  %n = arith.addi %m, %c1 : i32
  // expected-error@+1 {{the size of groupshared memory is computed from 4294967296, which does not fit into its type (the kernel runs with num_waves(4)) [groupshared-limit]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
wave.func @fits() kernel num_waves(4) {
  %c3 = arith.constant 3 : i32
  %n = wave.call @waves_times(%c3) : (i32) -> i32
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// Helpers of helpers, a helper that is called with two lengths, and several results.
gpu.module @kernels {
wave.func @share(%of: i32) -> i32 {
  %l = wave.lane_count : i32
  %n = arith.divui %of, %l : i32
  wave.return %n : i32
}
wave.func @shares(%first: i32, %second: i32) -> (i32, i32) {
  %0 = wave.call @share(%first) : (i32) -> i32
  %1 = wave.call @share(%second) : (i32) -> i32
  wave.return %1, %0 : i32, i32
}
wave.func @two_lengths() kernel num_waves(2) wave_size(16, 64) {
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %0:2 = wave.call @shares(%c32, %c64) : (i32, i32) -> (i32, i32)
  %1 = wave.groupshared(%0#0) : memref<?xi32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 (the kernel runs with num_waves(2) and waves of 64 lanes) [groupshared-empty]}}
  %2 = wave.groupshared(%0#1) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// A number that a helper returns is a literal.
gpu.module @kernels {
wave.func @none() -> i32 {
  %c0 = arith.constant 0 : i32
  wave.return %c0 : i32
}
wave.func @literal() kernel num_waves(2) {
  %n = wave.call @none() : () -> i32
  // expected-error@+1 {{groupshared memory must have at least one element, got 0 [groupshared-empty]}}
  %0 = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
}
}

// -----

// A helper's own array has the length that the kernel calls it with.
gpu.module @kernels {
wave.func @own(%count: i32) {
  %n = arith.index_castui %count : i32 to index
  // expected-error@+1 {{a local array must have at least one element, got -1 (the kernel runs with num_waves(4)) [local-array-empty]}}
  %0 = memref.alloca(%n) : memref<?xi32>
  wave.return
}
wave.func @calls() kernel num_waves(4) {
  %c5 = arith.constant 5 : i32
  %w = wave.group_wave_count : i32
  %n = arith.subi %w, %c5 : i32
  wave.call @own(%w) : (i32) -> ()
  wave.call @own(%n) : (i32) -> ()
}
}
