// RUN: wave-opt %s --control-flow-sink | FileCheck %s
// RUN: wave-opt %s --cse | FileCheck %s
// RUN: wave-opt %s --loop-invariant-code-motion --control-flow-sink --cse --canonicalize | FileCheck %s

// An operation across lanes is not sunk into the one branch that uses it, not merged
// with its twin on the other side, nor with the one before the condition: each sees
// other lanes.

// CHECK-LABEL: func.func @is_first_lane_is_not_sunk
func.func @is_first_lane_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.is_first_lane
  // CHECK: scf.if
  %0 = wave.is_first_lane : i1
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_is_first_lane(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_is_first_lane(i1) -> i1

// CHECK-LABEL: func.func @is_first_lane_on_both_sides
func.func @is_first_lane_on_both_sides(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.is_first_lane
  // CHECK: else
  // CHECK: wave.is_first_lane
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.is_first_lane : i1
    scf.yield %0 : i1
  } else {
    %0 = wave.is_first_lane : i1
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @is_first_lane_before_and_inside
func.func @is_first_lane_before_and_inside(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: wave.is_first_lane
  // CHECK: scf.if
  // CHECK: wave.is_first_lane
  // CHECK: return
  %0 = wave.is_first_lane : i1
  %r = scf.if %c -> i1 {
    %1 = wave.is_first_lane : i1
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @any_is_not_sunk
func.func @any_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.any
  // CHECK: scf.if
  %0 = wave.any %p
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_any(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_any(i1) -> i1

// CHECK-LABEL: func.func @any_on_both_sides
func.func @any_on_both_sides(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.any
  // CHECK: else
  // CHECK: wave.any
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.any %p
    scf.yield %0 : i1
  } else {
    %0 = wave.any %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @any_before_and_inside
func.func @any_before_and_inside(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: wave.any
  // CHECK: scf.if
  // CHECK: wave.any
  // CHECK: return
  %0 = wave.any %p
  %r = scf.if %c -> i1 {
    %1 = wave.any %p
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @all_is_not_sunk
func.func @all_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.all
  // CHECK: scf.if
  %0 = wave.all %p
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_all(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_all(i1) -> i1

// CHECK-LABEL: func.func @all_on_both_sides
func.func @all_on_both_sides(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.all
  // CHECK: else
  // CHECK: wave.all
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.all %p
    scf.yield %0 : i1
  } else {
    %0 = wave.all %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @all_before_and_inside
func.func @all_before_and_inside(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: wave.all
  // CHECK: scf.if
  // CHECK: wave.all
  // CHECK: return
  %0 = wave.all %p
  %r = scf.if %c -> i1 {
    %1 = wave.all %p
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @ballot_is_not_sunk
func.func @ballot_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: vector<4xi32>) -> vector<4xi32> {
  // CHECK: wave.ballot
  // CHECK: scf.if
  %0 = wave.ballot %p : vector<4xi32>
  %r = scf.if %c -> vector<4xi32> {
    %y = func.call @opaque_ballot(%0) : (vector<4xi32>) -> vector<4xi32>
    scf.yield %y : vector<4xi32>
  } else {
    scf.yield %init : vector<4xi32>
  }
  return %r : vector<4xi32>
}
func.func private @opaque_ballot(vector<4xi32>) -> vector<4xi32>

// CHECK-LABEL: func.func @ballot_on_both_sides
func.func @ballot_on_both_sides(%p: i1, %x: i32, %c: i1) -> vector<4xi32> {
  // CHECK: scf.if
  // CHECK: wave.ballot
  // CHECK: else
  // CHECK: wave.ballot
  // CHECK: return
  %r = scf.if %c -> vector<4xi32> {
    %0 = wave.ballot %p : vector<4xi32>
    scf.yield %0 : vector<4xi32>
  } else {
    %0 = wave.ballot %p : vector<4xi32>
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @ballot_before_and_inside
func.func @ballot_before_and_inside(%p: i1, %x: i32, %c: i1) -> vector<4xi32> {
  // CHECK: wave.ballot
  // CHECK: scf.if
  // CHECK: wave.ballot
  // CHECK: return
  %0 = wave.ballot %p : vector<4xi32>
  %r = scf.if %c -> vector<4xi32> {
    %1 = wave.ballot %p : vector<4xi32>
    scf.yield %1 : vector<4xi32>
  } else {
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @count_bits_is_not_sunk
func.func @count_bits_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.count_bits
  // CHECK: scf.if
  %0 = wave.count_bits %p : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_count_bits(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_count_bits(i32) -> i32

// CHECK-LABEL: func.func @count_bits_on_both_sides
func.func @count_bits_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.count_bits
  // CHECK: else
  // CHECK: wave.count_bits
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.count_bits %p : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.count_bits %p : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @count_bits_before_and_inside
func.func @count_bits_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.count_bits
  // CHECK: scf.if
  // CHECK: wave.count_bits
  // CHECK: return
  %0 = wave.count_bits %p : i32
  %r = scf.if %c -> i32 {
    %1 = wave.count_bits %p : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_count_bits_is_not_sunk
func.func @prefix_count_bits_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.prefix_count_bits
  // CHECK: scf.if
  %0 = wave.prefix_count_bits %p : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_prefix_count_bits(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_prefix_count_bits(i32) -> i32

// CHECK-LABEL: func.func @prefix_count_bits_on_both_sides
func.func @prefix_count_bits_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.prefix_count_bits
  // CHECK: else
  // CHECK: wave.prefix_count_bits
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.prefix_count_bits %p : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.prefix_count_bits %p : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_count_bits_before_and_inside
func.func @prefix_count_bits_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.prefix_count_bits
  // CHECK: scf.if
  // CHECK: wave.prefix_count_bits
  // CHECK: return
  %0 = wave.prefix_count_bits %p : i32
  %r = scf.if %c -> i32 {
    %1 = wave.prefix_count_bits %p : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @all_equal_is_not_sunk
func.func @all_equal_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.all_equal
  // CHECK: scf.if
  %0 = wave.all_equal %x : i32
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_all_equal(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_all_equal(i1) -> i1

// CHECK-LABEL: func.func @all_equal_on_both_sides
func.func @all_equal_on_both_sides(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.all_equal
  // CHECK: else
  // CHECK: wave.all_equal
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.all_equal %x : i32
    scf.yield %0 : i1
  } else {
    %0 = wave.all_equal %x : i32
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @all_equal_before_and_inside
func.func @all_equal_before_and_inside(%p: i1, %x: i32, %c: i1) -> i1 {
  // CHECK: wave.all_equal
  // CHECK: scf.if
  // CHECK: wave.all_equal
  // CHECK: return
  %0 = wave.all_equal %x : i32
  %r = scf.if %c -> i1 {
    %1 = wave.all_equal %x : i32
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @reduce_is_not_sunk
func.func @reduce_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.reduce add
  // CHECK: scf.if
  %0 = wave.reduce add %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_reduce(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_reduce(i32) -> i32

// CHECK-LABEL: func.func @reduce_on_both_sides
func.func @reduce_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.reduce add
  // CHECK: else
  // CHECK: wave.reduce add
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.reduce add %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.reduce add %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @reduce_before_and_inside
func.func @reduce_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.reduce add
  // CHECK: scf.if
  // CHECK: wave.reduce add
  // CHECK: return
  %0 = wave.reduce add %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.reduce add %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_is_not_sunk
func.func @prefix_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.prefix add
  // CHECK: scf.if
  %0 = wave.prefix add %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_prefix(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_prefix(i32) -> i32

// CHECK-LABEL: func.func @prefix_on_both_sides
func.func @prefix_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.prefix add
  // CHECK: else
  // CHECK: wave.prefix add
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.prefix add %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.prefix add %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @prefix_before_and_inside
func.func @prefix_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.prefix add
  // CHECK: scf.if
  // CHECK: wave.prefix add
  // CHECK: return
  %0 = wave.prefix add %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.prefix add %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_first_lane_is_not_sunk
func.func @read_first_lane_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.read_first_lane
  // CHECK: scf.if
  %0 = wave.read_first_lane %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_read_first_lane(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_read_first_lane(i32) -> i32

// CHECK-LABEL: func.func @read_first_lane_on_both_sides
func.func @read_first_lane_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.read_first_lane
  // CHECK: else
  // CHECK: wave.read_first_lane
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.read_first_lane %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.read_first_lane %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_first_lane_before_and_inside
func.func @read_first_lane_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.read_first_lane
  // CHECK: scf.if
  // CHECK: wave.read_first_lane
  // CHECK: return
  %0 = wave.read_first_lane %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.read_first_lane %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_lane_is_not_sunk
func.func @read_lane_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.read_lane
  // CHECK: scf.if
  %0 = wave.read_lane %x, %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_read_lane(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_read_lane(i32) -> i32

// CHECK-LABEL: func.func @read_lane_on_both_sides
func.func @read_lane_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.read_lane
  // CHECK: else
  // CHECK: wave.read_lane
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.read_lane %x, %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.read_lane %x, %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @read_lane_before_and_inside
func.func @read_lane_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.read_lane
  // CHECK: scf.if
  // CHECK: wave.read_lane
  // CHECK: return
  %0 = wave.read_lane %x, %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.read_lane %x, %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @assume_uniform_is_not_sunk
func.func @assume_uniform_is_not_sunk(%p: i1, %x: i32, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.assume_uniform
  // CHECK: scf.if
  %0 = wave.assume_uniform %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_assume_uniform(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_assume_uniform(i32) -> i32

// CHECK-LABEL: func.func @assume_uniform_on_both_sides
func.func @assume_uniform_on_both_sides(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.assume_uniform
  // CHECK: else
  // CHECK: wave.assume_uniform
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.assume_uniform %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.assume_uniform %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @assume_uniform_before_and_inside
func.func @assume_uniform_before_and_inside(%p: i1, %x: i32, %c: i1) -> i32 {
  // CHECK: wave.assume_uniform
  // CHECK: scf.if
  // CHECK: wave.assume_uniform
  // CHECK: return
  %0 = wave.assume_uniform %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.assume_uniform %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @match_is_not_sunk
func.func @match_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: vector<4xi32>) -> vector<4xi32> {
  // CHECK: wave.match
  // CHECK: scf.if
  %0 = wave.match %x : i32
  %r = scf.if %c -> vector<4xi32> {
    %y = func.call @opaque_match(%0) : (vector<4xi32>) -> vector<4xi32>
    scf.yield %y : vector<4xi32>
  } else {
    scf.yield %init : vector<4xi32>
  }
  return %r : vector<4xi32>
}
func.func private @opaque_match(vector<4xi32>) -> vector<4xi32>

// CHECK-LABEL: func.func @match_on_both_sides
func.func @match_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> vector<4xi32> {
  // CHECK: scf.if
  // CHECK: wave.match
  // CHECK: else
  // CHECK: wave.match
  // CHECK: return
  %r = scf.if %c -> vector<4xi32> {
    %0 = wave.match %x : i32
    scf.yield %0 : vector<4xi32>
  } else {
    %0 = wave.match %x : i32
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @match_before_and_inside
func.func @match_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> vector<4xi32> {
  // CHECK: wave.match
  // CHECK: scf.if
  // CHECK: wave.match
  // CHECK: return
  %0 = wave.match %x : i32
  %r = scf.if %c -> vector<4xi32> {
    %1 = wave.match %x : i32
    scf.yield %1 : vector<4xi32>
  } else {
    scf.yield %0 : vector<4xi32>
  }
  return %r : vector<4xi32>
}

// CHECK-LABEL: func.func @multi_prefix_is_not_sunk
func.func @multi_prefix_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.multi_prefix add
  // CHECK: scf.if
  %0 = wave.multi_prefix add %x, %m : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_multi_prefix(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_multi_prefix(i32) -> i32

// CHECK-LABEL: func.func @multi_prefix_on_both_sides
func.func @multi_prefix_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.multi_prefix add
  // CHECK: else
  // CHECK: wave.multi_prefix add
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.multi_prefix add %x, %m : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.multi_prefix add %x, %m : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @multi_prefix_before_and_inside
func.func @multi_prefix_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: wave.multi_prefix add
  // CHECK: scf.if
  // CHECK: wave.multi_prefix add
  // CHECK: return
  %0 = wave.multi_prefix add %x, %m : i32
  %r = scf.if %c -> i32 {
    %1 = wave.multi_prefix add %x, %m : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @multi_prefix_count_bits_is_not_sunk
func.func @multi_prefix_count_bits_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: scf.if
  %0 = wave.multi_prefix_count_bits %p, %m : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_multi_prefix_count_bits(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_multi_prefix_count_bits(i32) -> i32

// CHECK-LABEL: func.func @multi_prefix_count_bits_on_both_sides
func.func @multi_prefix_count_bits_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: else
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.multi_prefix_count_bits %p, %m : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.multi_prefix_count_bits %p, %m : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @multi_prefix_count_bits_before_and_inside
func.func @multi_prefix_count_bits_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: scf.if
  // CHECK: wave.multi_prefix_count_bits
  // CHECK: return
  %0 = wave.multi_prefix_count_bits %p, %m : i32
  %r = scf.if %c -> i32 {
    %1 = wave.multi_prefix_count_bits %p, %m : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_across_is_not_sunk
func.func @quad_read_across_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.quad_read_across x
  // CHECK: scf.if
  %0 = wave.quad_read_across x %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_quad_read_across(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_quad_read_across(i32) -> i32

// CHECK-LABEL: func.func @quad_read_across_on_both_sides
func.func @quad_read_across_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.quad_read_across x
  // CHECK: else
  // CHECK: wave.quad_read_across x
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.quad_read_across x %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.quad_read_across x %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_across_before_and_inside
func.func @quad_read_across_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: wave.quad_read_across x
  // CHECK: scf.if
  // CHECK: wave.quad_read_across x
  // CHECK: return
  %0 = wave.quad_read_across x %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.quad_read_across x %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_lane_is_not_sunk
func.func @quad_read_lane_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i32) -> i32 {
  // CHECK: wave.quad_read_lane
  // CHECK: scf.if
  %0 = wave.quad_read_lane %x, %x : i32
  %r = scf.if %c -> i32 {
    %y = func.call @opaque_quad_read_lane(%0) : (i32) -> i32
    scf.yield %y : i32
  } else {
    scf.yield %init : i32
  }
  return %r : i32
}
func.func private @opaque_quad_read_lane(i32) -> i32

// CHECK-LABEL: func.func @quad_read_lane_on_both_sides
func.func @quad_read_lane_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: scf.if
  // CHECK: wave.quad_read_lane
  // CHECK: else
  // CHECK: wave.quad_read_lane
  // CHECK: return
  %r = scf.if %c -> i32 {
    %0 = wave.quad_read_lane %x, %x : i32
    scf.yield %0 : i32
  } else {
    %0 = wave.quad_read_lane %x, %x : i32
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_read_lane_before_and_inside
func.func @quad_read_lane_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i32 {
  // CHECK: wave.quad_read_lane
  // CHECK: scf.if
  // CHECK: wave.quad_read_lane
  // CHECK: return
  %0 = wave.quad_read_lane %x, %x : i32
  %r = scf.if %c -> i32 {
    %1 = wave.quad_read_lane %x, %x : i32
    scf.yield %1 : i32
  } else {
    scf.yield %0 : i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @quad_any_is_not_sunk
func.func @quad_any_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.quad_any
  // CHECK: scf.if
  %0 = wave.quad_any %p
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_quad_any(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_quad_any(i1) -> i1

// CHECK-LABEL: func.func @quad_any_on_both_sides
func.func @quad_any_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.quad_any
  // CHECK: else
  // CHECK: wave.quad_any
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.quad_any %p
    scf.yield %0 : i1
  } else {
    %0 = wave.quad_any %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @quad_any_before_and_inside
func.func @quad_any_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i1 {
  // CHECK: wave.quad_any
  // CHECK: scf.if
  // CHECK: wave.quad_any
  // CHECK: return
  %0 = wave.quad_any %p
  %r = scf.if %c -> i1 {
    %1 = wave.quad_any %p
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @quad_all_is_not_sunk
func.func @quad_all_is_not_sunk(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1, %init: i1) -> i1 {
  // CHECK: wave.quad_all
  // CHECK: scf.if
  %0 = wave.quad_all %p
  %r = scf.if %c -> i1 {
    %y = func.call @opaque_quad_all(%0) : (i1) -> i1
    scf.yield %y : i1
  } else {
    scf.yield %init : i1
  }
  return %r : i1
}
func.func private @opaque_quad_all(i1) -> i1

// CHECK-LABEL: func.func @quad_all_on_both_sides
func.func @quad_all_on_both_sides(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i1 {
  // CHECK: scf.if
  // CHECK: wave.quad_all
  // CHECK: else
  // CHECK: wave.quad_all
  // CHECK: return
  %r = scf.if %c -> i1 {
    %0 = wave.quad_all %p
    scf.yield %0 : i1
  } else {
    %0 = wave.quad_all %p
    scf.yield %0 : i1
  }
  return %r : i1
}

// CHECK-LABEL: func.func @quad_all_before_and_inside
func.func @quad_all_before_and_inside(%p: i1, %x: i32, %m: vector<4xi32>, %c: i1) -> i1 {
  // CHECK: wave.quad_all
  // CHECK: scf.if
  // CHECK: wave.quad_all
  // CHECK: return
  %0 = wave.quad_all %p
  %r = scf.if %c -> i1 {
    %1 = wave.quad_all %p
    scf.yield %1 : i1
  } else {
    scf.yield %0 : i1
  }
  return %r : i1
}
