// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// What ranges of numbers, equal operands and the launch decide.

wave.func @ranges(%n: i32 {wave.element = ui32}) kernel num_waves(4) wave_size(4, 64) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %c32 = arith.constant 32 : i32
  %c64 = arith.constant 64 : i32
  %c127 = arith.constant 127 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  // expected-remark@+1 {{result 0: group}}
  %0 = arith.divui %l, %c64 : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %1 = arith.divui %l, %c32 : i32
  // expected-remark@+1 {{result 0: group}}
  %2 = arith.andi %l, %c64 : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %3 = arith.andi %l, %c32 : i32
  // expected-remark@+1 {{result 0: group}}
  %4 = arith.cmpi ult, %l, %c64 : i32
  // expected-remark@+1 {{result 0: group}}
  %5 = arith.cmpi sge, %l, %c0 : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %6 = arith.cmpi ult, %l, %c32 : i32
  // Waves are numbered from 0 to 3.
  // expected-remark@+1 {{result 0: group}}
  %7 = arith.divui %w, %c4 : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %8 = arith.remui %w, %c4 : i32
  // expected-remark@+1 {{result 0: group}}
  %9 = arith.muli %l, %c0 : i32
  // Ranges go through arithmetic.
  %sum = arith.addi %l, %w : i32
  // expected-remark@+1 {{result 0: group}}
  %10 = arith.cmpi ule, %sum, %c127 : i32
  %i = arith.index_castui %l : i32 to index
  %i64 = arith.constant 64 : index
  // expected-remark@+1 {{result 0: group}}
  %11 = arith.cmpi uge, %i, %i64 : index
  // A lane's index is below their number, whatever that is.
  // expected-remark@+1 {{result 0: group}}
  %12 = arith.cmpi uge, %l, %lanes : i32
  // expected-remark@+1 {{result 0: group}}
  %13 = arith.cmpi sgt, %lanes, %l : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %14 = arith.cmpi uge, %sum, %lanes : i32
  // A number may wrap around.
  %far = arith.addi %l, %n : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %15 = arith.cmpi uge, %far, %n : i32
}

// -----

// Under num_threads there is no largest wave but 128 lanes, and no number of waves.
wave.func @ranges_of_threads() kernel num_threads(16, 4, 1) {
  %c64 = arith.constant 64 : i32
  %c128 = arith.constant 128 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %waves = wave.group_wave_count : i32
  %t = wave.group_index : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %0 = arith.cmpi ult, %l, %c64 : i32
  // expected-remark@+1 {{result 0: group}}
  %1 = arith.cmpi ult, %l, %c128 : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %2 = arith.cmpi ult, %w, %c64 : i32
  // expected-remark@+1 {{result 0: group}}
  %3 = arith.cmpi ult, %w, %waves : i32
  // expected-remark@+1 {{result 0: group}}
  %4 = arith.divui %t, %c64 : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %5 = arith.cmpi ult, %t, %l : i32
}

// -----

wave.func @equal_operands(%f: f32 {wave.element = f32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %p = wave.is_first_lane : i1
  %lf = arith.uitofp %l : i32 to f32
  // expected-remark@+1 {{result 0: group}}
  %0 = arith.subi %l, %l : i32
  // expected-remark@+1 {{result 0: group}}
  %1 = arith.xori %l, %l : i32
  // expected-remark@+1 {{result 0: group}}
  %2 = arith.cmpi sle, %l, %l : i32
  // An infinity minus itself is a NaN, and 0 otherwise.
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %3 = arith.subf %lf, %lf : f32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %4 = arith.addi %l, %l : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %5 = arith.select %p, %w, %w : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %6 = arith.select %p, %w, %l : i32
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %7 = arith.divui %l, %l : i32
}

// -----

// All lanes of all waves are here, and waves have one size: a count is the same.
wave.func @whole_waves(%u: i32 {wave.element = ui32}, %p: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %byLane = arith.cmpi eq, %l, %c0 : i32
  %byWave = arith.cmpi eq, %w, %c0 : i32
  // expected-remark@+1 {{result 0: group}}
  %0 = wave.reduce add %u : i32
  // expected-remark@+1 {{result 0: group}}
  %1 = wave.count_bits %p : i32
  // expected-remark@+1 {{result 0: group}}
  %2 = wave.ballot %p : vector<4xi32>
  // expected-remark@+1 {{result 0: group}}
  %3 = wave.match %u : i32
  // In which order a float sum is rounded is free.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %4 = wave.reduce add %f : f32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %5 = wave.reduce add %w : i32
  scf.if %byWave {
    // Whoever is here is whole.
    // expected-remark@+1 {{result 0: group}}
    %6 = wave.reduce add %u : i32
  }
  scf.if %byLane {
    // expected-remark@+1 {{result 0: wave (numbers)}}
    %7 = wave.reduce add %u : i32
  }
  wave.retire_if %byWave
  // expected-remark@+1 {{result 0: group}}
  %8 = wave.reduce add %u : i32
  wave.retire_if %byLane
  // Some lanes of each wave are gone.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %9 = wave.reduce add %u : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %10 = wave.count_bits %p : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %11 = wave.ballot %p : vector<4xi32>
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %12 = wave.match %u : i32
}

// -----

// Who returns in a trip is missing in the next one, and behind the loop.
wave.func @return_in_a_loop(%u: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  // expected-remark@+1 {{result 0: group}}
  %0 = wave.reduce add %u : i32
  scf.for %j = %c0 to %n step %c1 : i32 {
    // expected-remark@+1 {{result 0: wave (numbers)}}
    %1 = wave.reduce add %u : i32
    scf.for %i = %c0 to %n step %c1 : i32 {
      // expected-remark@+1 {{result 0: wave (numbers)}}
      %2 = wave.reduce add %u : i32
      %gone = arith.cmpi eq, %i, %l : i32
      wave.retire_if %gone
    }
  }
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %3 = wave.reduce add %u : i32
}

// -----

// A condition that whole waves fulfil, under one that some lanes do.
wave.func @return_in_a_branch(%u: i32 {wave.element = ui32}, %p: i1 {wave.element = i1}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %byLane = arith.cmpi eq, %l, %c0 : i32
  scf.if %byLane {
    wave.retire_if %p
  }
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %0 = wave.reduce add %u : i32
}

// -----

// Lanes that left a loop are missing where its condition is made.
wave.func @left_a_loop(%u: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %0 = scf.while (%i = %c0) : (i32) -> i32 {
    // expected-remark@+1 {{result 0: wave (numbers)}}
    %1 = wave.reduce add %u : i32
    %more = arith.cmpi ult, %i, %l : i32
    scf.condition(%more) %i : i32
  } do {
  ^bb0(%i: i32):
    // expected-remark@+1 {{result 0: wave (numbers)}}
    %2 = wave.reduce add %u : i32
    %next = arith.addi %i, %c1 : i32
    scf.yield %next : i32
  }
}

// -----

// A group of threads may have a wave that is not full, and waves of several sizes.
wave.func @threads_are_not_whole(%u: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) wave_size(32) {
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %0 = wave.reduce add %u : i32
}

// -----

wave.func @read_of_uniform(%u: i32 {wave.element = ui32}, %f: f32 {wave.element = f32}) kernel num_waves(4) {
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  %fw = arith.uitofp %w : i32 to f32
  // Whichever lane is read has it.
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %0 = wave.read_lane %w, %l : i32
  // Equal in each wave, though not the same in all.
  // expected-remark@+1 {{result 0: group}}
  %1 = wave.all_equal %w : i32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %2 = wave.all_equal %fw : f32
  // expected-remark@+1 {{result 0: wave (numbers)}}
  %3 = wave.all_equal %l : i32
}
