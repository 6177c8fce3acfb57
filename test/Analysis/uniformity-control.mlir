// RUN: wave-test-opt %s -test-wave-uniformity -split-input-file -verify-diagnostics=only-expected -o /dev/null

// What conditions and loops that lanes leave at different trips hand on.

// Two constants of one value are one value.
wave.func @equal_constants(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %l = wave.lane_index : i32
  %byLane = arith.cmpi eq, %l, %c0 : i32
  // expected-remark@+2 {{result 0: group}}
  // expected-remark@+1 {{result 1: lane (numbers)}}
  %0:2 = scf.if %byLane -> (i32, i32) {
    %a = arith.constant 7 : i32
    scf.yield %a, %a : i32, i32
  } else {
    %a = arith.constant 7 : i32
    %b = arith.constant 8 : i32
    scf.yield %a, %b : i32, i32
  }
}

// -----

// What no trip changes is the same whenever a lane leaves.
wave.func @unchanged_by_for(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  // expected-remark@+4 {{result 0: group}}
  // expected-remark@+3 {{result 1: wave (numbers)}}
  // expected-remark@+2 {{result 2: lane (numbers)}}
  // expected-remark@+1 {{result 3: lane (numbers)}}
  %0:4 = scf.for %i = %c0 to %l step %c1 iter_args(%a = %n, %b = %w, %c = %n, %d = %n) -> (i32, i32, i32, i32) : i32 {
    // The third gets a value of the same kind, but only if there is a trip.
    scf.yield %a, %w, %w, %i : i32, i32, i32, i32
  }
}

// -----

wave.func @unchanged_by_while(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %w = wave.group_wave_index : i32
  // From before the loop; carried round and round; a number that counts; one that is
  // exchanged for another.
  // expected-remark@+5 {{decision: lane (numbers)}}
  // expected-remark@+4 {{result 0: group}}
  // expected-remark@+3 {{result 1: wave (numbers)}}
  // expected-remark@+2 {{result 2: lane (numbers)}}
  // expected-remark@+1 {{result 3: lane (numbers)}}
  %0:4 = scf.while (%i = %c0, %a = %w, %b = %n) : (i32, i32, i32) -> (i32, i32, i32, i32) {
    %more = arith.cmpi ult, %i, %l : i32
    scf.condition(%more) %n, %a, %i, %b : i32, i32, i32, i32
  } do {
  ^bb0(%k: i32, %a: i32, %i: i32, %b: i32):
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %a, %k : i32, i32, i32
  }
}

// -----

// A loop that is left by a flag: who is in it has it set, who left has not. Both say
// nothing about what else the condition asks.
wave.func @flags(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  // expected-remark@+6 {{argument 1 of region 0: lane (numbers)}}
  // expected-remark@+5 {{argument 1 of region 1: group}}
  // expected-remark@+4 {{argument 2 of region 1: group}}
  // expected-remark@+3 {{result 0: lane (numbers)}}
  // expected-remark@+2 {{result 1: lane (numbers)}}
  // expected-remark@+1 {{result 2: group}}
  %0:3 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1, i1) {
    %limit = arith.cmpi ult, %i, %n : i32
    %more = arith.andi %limit, %go : i1
    scf.condition(%more) %i, %go, %more : i32, i1, i1
  } do {
  ^bb0(%i: i32, %go: i1, %more: i1):
    // expected-remark@+1 {{result 0: group}}
    %next = arith.addi %i, %c1 : i32
    %stay = arith.cmpi ult, %next, %l : i32
    scf.yield %next, %stay : i32, i1
  }
  // A flag that the condition takes the other way round, or one of two, says nothing.
  // expected-remark@+2 {{argument 1 of region 1: lane (numbers)}}
  // expected-remark@+1 {{argument 2 of region 1: lane (numbers)}}
  %1:3 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1, i1) {
    %limit = arith.cmpi ult, %i, %l : i32
    %more = arith.ori %limit, %go : i1
    scf.condition(%more) %i, %go, %limit : i32, i1, i1
  } do {
  ^bb0(%i: i32, %go: i1, %limit: i1):
    %next = arith.addi %i, %c1 : i32
    %stay = arith.cmpi ult, %next, %l : i32
    scf.yield %next, %stay : i32, i1
  }
}

// -----

// Each trip all lanes agree, so they leave together, with the same numbers.
wave.func @leave_together(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  // expected-remark@+3 {{result 0: wave (numbers)}}
  // expected-remark@+2 {{result 1: lane (numbers)}}
  // expected-remark@+1 {{decision: wave (numbers)}}
  %0:2 = scf.while (%i = %c0, %x = %l) : (i32, i32) -> (i32, i32) {
    %open = arith.cmpi ult, %i, %x : i32
    %any = wave.any %open
    scf.condition(%any) %i, %x : i32, i32
  } do {
  ^bb0(%i: i32, %x: i32):
    // expected-remark@+1 {{result 0: group}}
    %next = arith.addi %i, %c1 : i32
    scf.yield %next, %x : i32, i32
  }
}

// -----

// Lanes that return make nothing differ that was the same.
wave.func @returned(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %n) -> i32 : i32 {
    %gone = arith.cmpi eq, %i, %l : i32
    wave.retire_if %gone
    // expected-remark@+1 {{result 0: group}}
    %y = arith.addi %x, %i : i32
    scf.yield %y : i32
  }
  // expected-remark@+1 {{result 0: group}}
  %1 = arith.addi %0, %c1 : i32
}

// -----

// The third trip of the outer loop brings what the first one made, round two corners.
wave.func @late(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  // expected-remark@+3 {{argument 1 of region 0: lane (numbers)}}
  // expected-remark@+2 {{argument 2 of region 0: lane (numbers)}}
  // expected-remark@+1 {{argument 3 of region 0: lane (numbers)}}
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %c0, %b = %c0, %c = %c0) -> (i32, i32, i32) : i32 {
    // expected-remark@+2 {{argument 1 of region 0: lane (numbers)}}
    // expected-remark@+1 {{result 0: lane (numbers)}}
    %inner = scf.for %j = %c0 to %n step %c1 iter_args(%x = %a) -> i32 : i32 {
      %sum = arith.addi %x, %j : i32
      scf.yield %sum : i32
    }
    scf.yield %b, %c, %l : i32, i32, i32
  }
}

// -----

// A lane's early end is a flag, and what follows stands under it. Who leaves brings some
// number to the condition; who stays has counted like the others.
wave.func @early_out(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %false = arith.constant false
  %l = wave.lane_index : i32
  // expected-remark@+5 {{argument 0 of region 0: lane (numbers)}}
  // expected-remark@+4 {{argument 0 of region 1: group}}
  // expected-remark@+3 {{argument 1 of region 1: group}}
  // expected-remark@+2 {{argument 2 of region 1: lane (numbers)}}
  // expected-remark@+1 {{result 0: lane (numbers)}}
  %0:3 = scf.while (%i = %c0, %go = %true, %x = %c0) : (i32, i1, i32) -> (i32, i1, i32) {
    %limit = arith.cmpi ult, %i, %n : i32
    %more = arith.andi %limit, %go : i1
    scf.condition(%more) %i, %go, %x : i32, i1, i32
  } do {
  ^bb0(%i: i32, %go: i1, %x: i32):
    %stay = arith.cmpi ne, %i, %l : i32
    %next:2 = scf.if %stay -> (i32, i32) {
      // expected-remark@+1 {{result 0: group}}
      %more = arith.addi %i, %c1 : i32
      scf.yield %more, %l : i32, i32
    } else {
      scf.yield %c0, %c0 : i32, i32
    }
    scf.yield %next#0, %stay, %next#1 : i32, i1, i32
  }
  // The flag is one more result, false where lanes leave, in the inner condition as well.
  // expected-remark@+2 {{argument 0 of region 1: group}}
  // expected-remark@+1 {{argument 2 of region 1: group}}
  %1:3 = scf.while (%i = %c0, %go = %true, %s = %c0) : (i32, i1, i32) -> (i32, i1, i32) {
    scf.condition(%go) %i, %go, %s : i32, i1, i32
  } do {
  ^bb0(%i: i32, %go: i1, %s: i32):
    %early = arith.cmpi eq, %i, %l : i32
    %late = arith.cmpi ult, %l, %n : i32
    %next:3 = scf.if %early -> (i1, i32, i32) {
      scf.yield %false, %c0, %c1 : i1, i32, i32
    } else {
      %inner:2 = scf.if %late -> (i1, i32) {
        %more = arith.addi %i, %c1 : i32
        %again = arith.cmpi ult, %l, %more : i32
        scf.yield %again, %more : i1, i32
      } else {
        scf.yield %false, %c0 : i1, i32
      }
      // What is chosen by what holds for those who stay.
      %chosen = arith.select %late, %i, %l : i32
      scf.yield %inner#0, %inner#1, %chosen : i1, i32, i32
    }
    scf.yield %next#1, %next#0, %next#2 : i32, i1, i32
  }
}

// -----

// The flag is another one, is not asked by the condition, or is true on both sides.
wave.func @no_early_out(%n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %l = wave.lane_index : i32
  // expected-remark@+1 {{argument 0 of region 1: lane (numbers)}}
  %0:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    scf.condition(%go) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %stay = arith.cmpi ne, %i, %l : i32
    %other = arith.cmpi ult, %i, %n : i32
    %next = scf.if %stay -> (i32) {
      %more = arith.addi %i, %c1 : i32
      scf.yield %more : i32
    } else {
      scf.yield %c0 : i32
    }
    scf.yield %next, %other : i32, i1
  }
  // expected-remark@+1 {{argument 0 of region 1: lane (numbers)}}
  %1:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    %limit = arith.cmpi ult, %i, %n : i32
    %more = arith.ori %limit, %go : i1
    scf.condition(%more) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %stay = arith.cmpi ne, %i, %l : i32
    %next = scf.if %stay -> (i32) {
      %more = arith.addi %i, %c1 : i32
      scf.yield %more : i32
    } else {
      scf.yield %c0 : i32
    }
    scf.yield %next, %stay : i32, i1
  }
  // expected-remark@+1 {{argument 0 of region 1: lane (numbers)}}
  %2:2 = scf.while (%i = %c0, %go = %true) : (i32, i1) -> (i32, i1) {
    scf.condition(%go) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %stay = arith.cmpi ne, %i, %l : i32
    %next:2 = scf.if %stay -> (i32, i1) {
      %more = arith.addi %i, %c1 : i32
      scf.yield %more, %stay : i32, i1
    } else {
      scf.yield %c0, %true : i32, i1
    }
    scf.yield %next#0, %next#1 : i32, i1
  }
  // The number it begins with differs.
  // expected-remark@+1 {{argument 0 of region 1: lane (numbers)}}
  %3:2 = scf.while (%i = %l, %go = %true) : (i32, i1) -> (i32, i1) {
    scf.condition(%go) %i, %go : i32, i1
  } do {
  ^bb0(%i: i32, %go: i1):
    %stay = arith.cmpi ne, %i, %l : i32
    %next = scf.if %stay -> (i32) {
      scf.yield %c1 : i32
    } else {
      scf.yield %c0 : i32
    }
    scf.yield %next, %stay : i32, i1
  }
}
