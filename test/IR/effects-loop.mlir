// RUN: wave-opt %s --loop-invariant-code-motion | FileCheck %s
// RUN: wave-opt %s --loop-invariant-code-motion --control-flow-sink --cse --canonicalize | FileCheck %s

// Which lanes are active differs from trip to trip, so an operation across lanes stays
// in its loop although its operands come from outside. Each is in a loop with a trip
// count that differs from lane to lane.

// CHECK-LABEL: func.func @is_first_lane_stays_in_for
func.func @is_first_lane_stays_in_for(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.is_first_lane
  // CHECK: scf.for
  // CHECK: wave.is_first_lane
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.is_first_lane : i1
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @is_first_lane_stays_in_while
func.func @is_first_lane_stays_in_while(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.is_first_lane
  // CHECK: scf.while
  // CHECK: wave.is_first_lane
  // CHECK: scf.condition
  // CHECK: wave.is_first_lane
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.is_first_lane : i1
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.is_first_lane : i1
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i1
  return %which : i1
}

// CHECK-LABEL: func.func @any_stays_in_for
func.func @any_stays_in_for(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.any
  // CHECK: scf.for
  // CHECK: wave.any
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.any %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @any_stays_in_while
func.func @any_stays_in_while(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.any
  // CHECK: scf.while
  // CHECK: wave.any
  // CHECK: scf.condition
  // CHECK: wave.any
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.any %p
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.any %p
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i1
  return %which : i1
}

// CHECK-LABEL: func.func @all_stays_in_for
func.func @all_stays_in_for(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.all
  // CHECK: scf.for
  // CHECK: wave.all
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.all %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @all_stays_in_while
func.func @all_stays_in_while(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.all
  // CHECK: scf.while
  // CHECK: wave.all
  // CHECK: scf.condition
  // CHECK: wave.all
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.all %p
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.all %p
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i1
  return %which : i1
}

// CHECK-LABEL: func.func @ballot_stays_in_for
func.func @ballot_stays_in_for(%p: i1, %x: i32, %init: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.ballot
  // CHECK: scf.for
  // CHECK: wave.ballot
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (vector<4xi32>) : i32 {
    %0 = wave.ballot %p : vector<4xi32>
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @ballot_stays_in_while
func.func @ballot_stays_in_while(%p: i1, %x: i32, %init: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.ballot
  // CHECK: scf.while
  // CHECK: wave.ballot
  // CHECK: scf.condition
  // CHECK: wave.ballot
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, vector<4xi32>, vector<4xi32>) -> (i32, vector<4xi32>, vector<4xi32>) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.ballot %p : vector<4xi32>
    scf.condition(%more) %i, %0, %other : i32, vector<4xi32>, vector<4xi32>
  } do {
  ^bb0(%i: i32, %last: vector<4xi32>, %other: vector<4xi32>):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.ballot %p : vector<4xi32>
    scf.yield %next, %last, %1 : i32, vector<4xi32>, vector<4xi32>
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : vector<4xi32>
  return %which : vector<4xi32>
}

// CHECK-LABEL: func.func @count_bits_stays_in_for
func.func @count_bits_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.count_bits
  // CHECK: scf.for
  // CHECK: wave.count_bits
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.count_bits %p : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @count_bits_stays_in_while
func.func @count_bits_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.count_bits
  // CHECK: scf.while
  // CHECK: wave.count_bits
  // CHECK: scf.condition
  // CHECK: wave.count_bits
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.count_bits %p : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.count_bits %p : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @prefix_count_bits_stays_in_for
func.func @prefix_count_bits_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.prefix_count_bits
  // CHECK: scf.for
  // CHECK: wave.prefix_count_bits
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.prefix_count_bits %p : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_count_bits_stays_in_while
func.func @prefix_count_bits_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.prefix_count_bits
  // CHECK: scf.while
  // CHECK: wave.prefix_count_bits
  // CHECK: scf.condition
  // CHECK: wave.prefix_count_bits
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.prefix_count_bits %p : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.prefix_count_bits %p : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @all_equal_stays_in_for
func.func @all_equal_stays_in_for(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.all_equal
  // CHECK: scf.for
  // CHECK: wave.all_equal
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.all_equal %x : i32
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @all_equal_stays_in_while
func.func @all_equal_stays_in_while(%p: i1, %x: i32, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.all_equal
  // CHECK: scf.while
  // CHECK: wave.all_equal
  // CHECK: scf.condition
  // CHECK: wave.all_equal
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.all_equal %x : i32
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.all_equal %x : i32
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i1
  return %which : i1
}

// CHECK-LABEL: func.func @reduce_stays_in_for
func.func @reduce_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.reduce add
  // CHECK: scf.for
  // CHECK: wave.reduce add
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.reduce add %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @reduce_stays_in_while
func.func @reduce_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.reduce add
  // CHECK: scf.while
  // CHECK: wave.reduce add
  // CHECK: scf.condition
  // CHECK: wave.reduce add
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.reduce add %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.reduce add %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @prefix_stays_in_for
func.func @prefix_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.prefix add
  // CHECK: scf.for
  // CHECK: wave.prefix add
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.prefix add %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_stays_in_while
func.func @prefix_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.prefix add
  // CHECK: scf.while
  // CHECK: wave.prefix add
  // CHECK: scf.condition
  // CHECK: wave.prefix add
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.prefix add %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.prefix add %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @read_first_lane_stays_in_for
func.func @read_first_lane_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.read_first_lane
  // CHECK: scf.for
  // CHECK: wave.read_first_lane
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.read_first_lane %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_first_lane_stays_in_while
func.func @read_first_lane_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.read_first_lane
  // CHECK: scf.while
  // CHECK: wave.read_first_lane
  // CHECK: scf.condition
  // CHECK: wave.read_first_lane
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.read_first_lane %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.read_first_lane %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @read_lane_stays_in_for
func.func @read_lane_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.read_lane
  // CHECK: scf.for
  // CHECK: wave.read_lane
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.read_lane %x, %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_lane_stays_in_while
func.func @read_lane_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.read_lane
  // CHECK: scf.while
  // CHECK: wave.read_lane
  // CHECK: scf.condition
  // CHECK: wave.read_lane
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.read_lane %x, %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.read_lane %x, %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @assume_uniform_stays_in_for
func.func @assume_uniform_stays_in_for(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.assume_uniform
  // CHECK: scf.for
  // CHECK: wave.assume_uniform
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.assume_uniform %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @assume_uniform_stays_in_while
func.func @assume_uniform_stays_in_while(%p: i1, %x: i32, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.assume_uniform
  // CHECK: scf.while
  // CHECK: wave.assume_uniform
  // CHECK: scf.condition
  // CHECK: wave.assume_uniform
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.assume_uniform %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.assume_uniform %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  %same = arith.cmpi eq, %r#0, %c0 : i32
  %which = arith.select %same, %r#1, %r#2 : i32
  return %which : i32
}

// CHECK-LABEL: func.func @match_stays_in_for
func.func @match_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: vector<4xi32>) -> vector<4xi32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.match
  // CHECK: scf.for
  // CHECK: wave.match
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (vector<4xi32>) : i32 {
    %0 = wave.match %x : i32
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @match_stays_in_while
func.func @match_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.match
  // CHECK: scf.while
  // CHECK: wave.match
  // CHECK: scf.condition
  // CHECK: wave.match
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, vector<4xi32>, vector<4xi32>) -> (i32, vector<4xi32>, vector<4xi32>) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.match %x : i32
    scf.condition(%more) %i, %0, %other : i32, vector<4xi32>, vector<4xi32>
  } do {
  ^bb0(%i: i32, %last: vector<4xi32>, %other: vector<4xi32>):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.match %x : i32
    scf.yield %next, %last, %1 : i32, vector<4xi32>, vector<4xi32>
  }
  return %r#1, %r#2 : vector<4xi32>, vector<4xi32>
}

// CHECK-LABEL: func.func @multi_prefix_stays_in_for
func.func @multi_prefix_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.multi_prefix add
  // CHECK: scf.for
  // CHECK: wave.multi_prefix add
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.multi_prefix add %x, %m : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @multi_prefix_stays_in_while
func.func @multi_prefix_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.multi_prefix add
  // CHECK: scf.while
  // CHECK: wave.multi_prefix add
  // CHECK: scf.condition
  // CHECK: wave.multi_prefix add
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.multi_prefix add %x, %m : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.multi_prefix add %x, %m : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// CHECK-LABEL: func.func @multi_prefix_count_bits_stays_in_for
func.func @multi_prefix_count_bits_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.multi_prefix_count_bits
  // CHECK: scf.for
  // CHECK: wave.multi_prefix_count_bits
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.multi_prefix_count_bits %p, %m : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @multi_prefix_count_bits_stays_in_while
func.func @multi_prefix_count_bits_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.multi_prefix_count_bits
  // CHECK: scf.while
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: scf.condition
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.multi_prefix_count_bits %p, %m : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.multi_prefix_count_bits %p, %m : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// CHECK-LABEL: func.func @quad_read_across_stays_in_for
func.func @quad_read_across_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_read_across x
  // CHECK: scf.for
  // CHECK: wave.quad_read_across x
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.quad_read_across x %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_across_stays_in_while
func.func @quad_read_across_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_read_across x
  // CHECK: scf.while
  // CHECK: wave.quad_read_across x
  // CHECK: scf.condition
  // CHECK: wave.quad_read_across x
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.quad_read_across x %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.quad_read_across x %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// CHECK-LABEL: func.func @quad_read_lane_stays_in_for
func.func @quad_read_lane_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_read_lane
  // CHECK: scf.for
  // CHECK: wave.quad_read_lane
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i32) : i32 {
    %0 = wave.quad_read_lane %x, %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_lane_stays_in_while
func.func @quad_read_lane_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_read_lane
  // CHECK: scf.while
  // CHECK: wave.quad_read_lane
  // CHECK: scf.condition
  // CHECK: wave.quad_read_lane
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i32, i32) -> (i32, i32, i32) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.quad_read_lane %x, %x : i32
    scf.condition(%more) %i, %0, %other : i32, i32, i32
  } do {
  ^bb0(%i: i32, %last: i32, %other: i32):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.quad_read_lane %x, %x : i32
    scf.yield %next, %last, %1 : i32, i32, i32
  }
  return %r#1, %r#2 : i32, i32
}

// CHECK-LABEL: func.func @quad_any_stays_in_for
func.func @quad_any_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_any
  // CHECK: scf.for
  // CHECK: wave.quad_any
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.quad_any %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @quad_any_stays_in_while
func.func @quad_any_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i1) -> (i1, i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_any
  // CHECK: scf.while
  // CHECK: wave.quad_any
  // CHECK: scf.condition
  // CHECK: wave.quad_any
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.quad_any %p
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.quad_any %p
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  return %r#1, %r#2 : i1, i1
}

// CHECK-LABEL: func.func @quad_all_stays_in_for
func.func @quad_all_stays_in_for(%p: i1, %x: i32, %m: vector<4xi32>, %init: i1) -> i1 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_all
  // CHECK: scf.for
  // CHECK: wave.quad_all
  %r = scf.for %i = %c0 to %x step %c1 iter_args(%last = %init) -> (i1) : i32 {
    %0 = wave.quad_all %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @quad_all_stays_in_while
func.func @quad_all_stays_in_while(%p: i1, %x: i32, %m: vector<4xi32>, %init: i1) -> (i1, i1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK-NOT: wave.quad_all
  // CHECK: scf.while
  // CHECK: wave.quad_all
  // CHECK: scf.condition
  // CHECK: wave.quad_all
  // CHECK: scf.yield
  %r:3 = scf.while (%i = %c0, %last = %init, %other = %init) : (i32, i1, i1) -> (i32, i1, i1) {
    %more = arith.cmpi ult, %i, %x : i32
    %0 = wave.quad_all %p
    scf.condition(%more) %i, %0, %other : i32, i1, i1
  } do {
  ^bb0(%i: i32, %last: i1, %other: i1):
    %next = arith.addi %i, %c1 : i32
    %1 = wave.quad_all %p
    scf.yield %next, %last, %1 : i32, i1, i1
  }
  return %r#1, %r#2 : i1, i1
}
