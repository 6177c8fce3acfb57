// RUN: wave-test-opt %s --pass-pipeline='builtin.module(gpu.module(wave.func(test-wave-active-lanes)))' -verify-diagnostics

gpu.module @m {
  wave.func @branches(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    // expected-remark@+1 {{whole wave}}
    %lane = wave.lane_index {here = "start"} : i32
    %uniform = arith.cmpi eq, %n, %n : i32
    %some = arith.cmpi ult, %lane, %n : i32
    scf.if %uniform {
      // expected-remark@+1 {{whole wave, same lanes as start}}
      %0 = wave.is_first_lane {here = "uniform"} : i1
      scf.if %some {
        // expected-remark@+1 {{part}}
        %1 = wave.is_first_lane {here = "divergent"} : i1
      }
    }
    // They are all back.
    // expected-remark@+1 {{whole wave, same lanes as start}}
    %2 = wave.is_first_lane {here = "end"} : i1
    wave.return
  }

  wave.func @threads() kernel num_threads(64, 1, 1) {
    // A last wave may have fewer.
    // expected-remark@+1 {{part}}
    %0 = wave.is_first_lane {here = "start"} : i1
    // expected-remark@+1 {{part, same lanes as start}}
    %1 = wave.is_first_lane {here = "next"} : i1
    wave.return
  }

  // Nobody looks back, and nobody sideways.
  wave.func @order(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %uniform = arith.cmpi eq, %n, %n : i32
    scf.if %uniform {
      // expected-remark@+1 {{whole wave}}
      %0 = wave.is_first_lane {here = "then"} : i1
    } else {
      // expected-remark@+1 {{whole wave}}
      %1 = wave.is_first_lane {here = "else"} : i1
    }
    wave.return
  }

  wave.func @loops(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // expected-remark@+1 {{whole wave}}
    scf.for %i = %zero to %n step %one : i32 {
      // expected-remark@+1 {{whole wave, same lanes as together}}
      %0 = wave.is_first_lane {here = "all of them"} : i1
    } {here = "together"}
    // expected-remark@+1 {{whole wave, same lanes as together}}
    scf.for %i = %zero to %lane step %one : i32 {
      // expected-remark@+1 {{part}}
      %0 = wave.is_first_lane {here = "fewer and fewer"} : i1
      // The same trip.
      // expected-remark@+1 {{part, same lanes as fewer and fewer}}
      %1 = wave.is_first_lane {here = "still there"} : i1
    } {here = "apart"}
    wave.return
  }

  wave.func @while_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // expected-remark@+1 {{whole wave}}
    %end = scf.while (%i = %zero) : (i32) -> i32 {
      // expected-remark@+1 {{part}}
      %0 = wave.is_first_lane {here = "before"} : i1
      %go = arith.cmpi ult, %i, %lane : i32
      scf.condition(%go) %i : i32
    } do {
    ^bb0(%i: i32):
      // expected-remark@+1 {{part}}
      %1 = wave.is_first_lane {here = "after"} : i1
      %next = arith.addi %i, %one : i32
      scf.yield %next : i32
    } attributes {here = "loop"}
    wave.return
  }

  wave.func @returns(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    // expected-remark@+1 {{whole wave}}
    %lane = wave.lane_index {here = "start"} : i32
    %wave = wave.group_wave_index : i32
    %all = arith.cmpi eq, %wave, %n : i32
    wave.retire_if %all
    // Waves are gone, but those that are left are whole.
    // expected-remark@+1 {{whole wave, same lanes as start}}
    %0 = wave.is_first_lane {here = "waves"} : i1
    %some = arith.cmpi eq, %lane, %n : i32
    wave.retire_if %some
    // expected-remark@+1 {{part}}
    %1 = wave.is_first_lane {here = "lanes"} : i1
    // expected-remark@+1 {{part, same lanes as lanes}}
    %2 = wave.is_first_lane {here = "end"} : i1
    wave.return
  }

  // A return by some, of all waves' choice or not.
  wave.func @return_in_branch(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %true = arith.constant true
    %some = arith.cmpi eq, %lane, %n : i32
    // expected-remark@+1 {{whole wave}}
    %0 = wave.is_first_lane {here = "start"} : i1
    scf.if %some {
      wave.retire_if %true
    } else {
      // expected-remark@+1 {{part}}
      %1 = wave.is_first_lane {here = "else"} : i1
    }
    // expected-remark@+1 {{part}}
    %2 = wave.is_first_lane {here = "end"} : i1
    wave.return
  }

  // The return of a trip is before the next one.
  wave.func @return_in_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    // expected-remark@+1 {{whole wave}}
    scf.for %i = %zero to %n step %one : i32 {
      // expected-remark@+1 {{part}}
      %0 = wave.is_first_lane {here = "head"} : i1
      // expected-remark@+1 {{part, same lanes as head}}
      %1 = wave.is_first_lane {here = "next"} : i1
      %some = arith.cmpi eq, %lane, %i : i32
      wave.retire_if %some
      // expected-remark@+1 {{part}}
      %2 = wave.is_first_lane {here = "tail"} : i1
    } {here = "loop"}
    // expected-remark@+1 {{part}}
    %3 = wave.is_first_lane {here = "end"} : i1
    wave.return
  }

  // A return inside of one loop is before the next loop, and not before this one.
  wave.func @return_in_other_loop(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %lane = wave.lane_index : i32
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %some = arith.cmpi eq, %lane, %n : i32
    // expected-remark@+1 {{whole wave}}
    scf.for %i = %zero to %n step %one : i32 {
      // expected-remark@+1 {{whole wave, same lanes as first}}
      %0 = wave.is_first_lane {here = "in first"} : i1
    } {here = "first"}
    scf.for %i = %zero to %n step %one : i32 {
      wave.retire_if %some
    }
    // expected-remark@+1 {{part}}
    scf.for %i = %zero to %n step %one : i32 {
      // expected-remark@+1 {{part, same lanes as second}}
      %0 = wave.is_first_lane {here = "in second"} : i1
    } {here = "second"}
    wave.return
  }
}
