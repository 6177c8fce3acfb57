// RUN: wave-opt %s --cse | FileCheck %s
// RUN: wave-opt %s --canonicalize --cse --canonicalize | FileCheck %s

// Two operations across lanes are one when they are the same, stand in one block, and
// nothing between them changes which lanes are active or what they see.

// CHECK-LABEL: wave.func @is_first_lane_merges_in_a_block
wave.func @is_first_lane_merges_in_a_block(%p: i1, %x: i32) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.is_first_lane
  // CHECK-NOT: wave.is_first_lane
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.is_first_lane : i1
  %l = wave.lane_index : i32
  %1 = wave.is_first_lane : i1
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @any_merges_in_a_block
wave.func @any_merges_in_a_block(%p: i1, %x: i32) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.any
  // CHECK-NOT: wave.any
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.any %p
  %l = wave.lane_index : i32
  %1 = wave.any %p
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @all_merges_in_a_block
wave.func @all_merges_in_a_block(%p: i1, %x: i32) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.all
  // CHECK-NOT: wave.all
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.all %p
  %l = wave.lane_index : i32
  %1 = wave.all %p
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @ballot_merges_in_a_block
wave.func @ballot_merges_in_a_block(%p: i1, %x: i32) -> (vector<4xi32>, vector<4xi32>) {
  // CHECK: %[[once:.*]] = wave.ballot
  // CHECK-NOT: wave.ballot
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.ballot %p : vector<4xi32>
  %l = wave.lane_index : i32
  %1 = wave.ballot %p : vector<4xi32>
  wave.return %0, %1 : vector<4xi32>, vector<4xi32>
}

// CHECK-LABEL: wave.func @count_bits_merges_in_a_block
wave.func @count_bits_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.count_bits
  // CHECK-NOT: wave.count_bits
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.count_bits %p : i32
  %l = wave.lane_index : i32
  %1 = wave.count_bits %p : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @prefix_count_bits_merges_in_a_block
wave.func @prefix_count_bits_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.prefix_count_bits
  // CHECK-NOT: wave.prefix_count_bits
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.prefix_count_bits %p : i32
  %l = wave.lane_index : i32
  %1 = wave.prefix_count_bits %p : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @all_equal_merges_in_a_block
wave.func @all_equal_merges_in_a_block(%p: i1, %x: i32) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.all_equal
  // CHECK-NOT: wave.all_equal
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.all_equal %x : i32
  %l = wave.lane_index : i32
  %1 = wave.all_equal %x : i32
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @reduce_merges_in_a_block
wave.func @reduce_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.reduce add
  // CHECK-NOT: wave.reduce add
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.reduce add %x : i32
  %l = wave.lane_index : i32
  %1 = wave.reduce add %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @prefix_merges_in_a_block
wave.func @prefix_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.prefix add
  // CHECK-NOT: wave.prefix add
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.prefix add %x : i32
  %l = wave.lane_index : i32
  %1 = wave.prefix add %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @read_first_lane_merges_in_a_block
wave.func @read_first_lane_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.read_first_lane
  // CHECK-NOT: wave.read_first_lane
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.read_first_lane %x : i32
  %l = wave.lane_index : i32
  %1 = wave.read_first_lane %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @read_lane_merges_in_a_block
wave.func @read_lane_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.read_lane
  // CHECK-NOT: wave.read_lane
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.read_lane %x, %x : i32
  %l = wave.lane_index : i32
  %1 = wave.read_lane %x, %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @assume_uniform_merges_in_a_block
wave.func @assume_uniform_merges_in_a_block(%p: i1, %x: i32) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.assume_uniform
  // CHECK-NOT: wave.assume_uniform
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.assume_uniform %x : i32
  %l = wave.lane_index : i32
  %1 = wave.assume_uniform %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @match_merges_in_a_block
wave.func @match_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (vector<4xi32>, vector<4xi32>) {
  // CHECK: %[[once:.*]] = wave.match
  // CHECK-NOT: wave.match
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.match %x : i32
  %l = wave.lane_index : i32
  %1 = wave.match %x : i32
  wave.return %0, %1 : vector<4xi32>, vector<4xi32>
}

// CHECK-LABEL: wave.func @multi_prefix_merges_in_a_block
wave.func @multi_prefix_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.multi_prefix add
  // CHECK-NOT: wave.multi_prefix add
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.multi_prefix add %x, %m : i32
  %l = wave.lane_index : i32
  %1 = wave.multi_prefix add %x, %m : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @multi_prefix_count_bits_merges_in_a_block
wave.func @multi_prefix_count_bits_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.multi_prefix_count_bits
  // CHECK-NOT: wave.multi_prefix_count_bits
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.multi_prefix_count_bits %p, %m : i32
  %l = wave.lane_index : i32
  %1 = wave.multi_prefix_count_bits %p, %m : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @quad_read_across_merges_in_a_block
wave.func @quad_read_across_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.quad_read_across x
  // CHECK-NOT: wave.quad_read_across x
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.quad_read_across x %x : i32
  %l = wave.lane_index : i32
  %1 = wave.quad_read_across x %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @quad_read_lane_merges_in_a_block
wave.func @quad_read_lane_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i32, i32) {
  // CHECK: %[[once:.*]] = wave.quad_read_lane
  // CHECK-NOT: wave.quad_read_lane
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.quad_read_lane %x, %x : i32
  %l = wave.lane_index : i32
  %1 = wave.quad_read_lane %x, %x : i32
  wave.return %0, %1 : i32, i32
}

// CHECK-LABEL: wave.func @quad_any_merges_in_a_block
wave.func @quad_any_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.quad_any
  // CHECK-NOT: wave.quad_any
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.quad_any %p
  %l = wave.lane_index : i32
  %1 = wave.quad_any %p
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @quad_all_merges_in_a_block
wave.func @quad_all_merges_in_a_block(%p: i1, %x: i32, %m: vector<4xi32>) -> (i1, i1) {
  // CHECK: %[[once:.*]] = wave.quad_all
  // CHECK-NOT: wave.quad_all
  // CHECK: wave.return %[[once]], %[[once]]
  %0 = wave.quad_all %p
  %l = wave.lane_index : i32
  %1 = wave.quad_all %p
  wave.return %0, %1 : i1, i1
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_retire
wave.func @no_partition_or_quad_merges_across_retire(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.retire_if
  wave.retire_if %c
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_barrier
wave.func @no_partition_or_quad_merges_across_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.barrier group sync
  wave.barrier group sync
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_memory_barrier
wave.func @no_partition_or_quad_merges_across_memory_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.barrier device
  wave.barrier device
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_atomic
wave.func @no_partition_or_quad_merges_across_atomic(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.atomic_rmw add
  %old = wave.atomic_rmw add %x, %b[%i] : memref<?xi32>
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_exchange
wave.func @no_partition_or_quad_merges_across_exchange(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.atomic_exchange
  %old = wave.atomic_exchange %x, %b[%i] : memref<?xi32>
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_cas
wave.func @no_partition_or_quad_merges_across_cas(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.atomic_cas
  %old = wave.atomic_cas %x, %x, %b[%i] : memref<?xi32>
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

// CHECK-LABEL: wave.func @no_partition_or_quad_merges_across_image_store
wave.func @no_partition_or_quad_merges_across_image_store(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
    %image: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si32>}, %p: i1 {wave.element = i1},
    %x: i32 {wave.element = si32}, %m: vector<4xi32> {wave.element = vector<4xui32>},
    %c: i1 {wave.element = i1}) kernel num_waves(2) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.match
  %a0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %a1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %a2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %a3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %a4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %a5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %a6 = wave.quad_all %p
  // CHECK: wave.image_store
  wave.image_store %x, %image[%x, %x] : i32, !wave.image<2d, i32, 1>
  // CHECK: wave.match
  %b0 = wave.match %x : i32
  // CHECK: wave.multi_prefix add
  %b1 = wave.multi_prefix add %x, %m : i32
  // CHECK: wave.multi_prefix_count_bits
  %b2 = wave.multi_prefix_count_bits %p, %m : i32
  // CHECK: wave.quad_read_across x
  %b3 = wave.quad_read_across x %x : i32
  // CHECK: wave.quad_read_lane
  %b4 = wave.quad_read_lane %x, %x : i32
  // CHECK: wave.quad_any
  %b5 = wave.quad_any %p
  // CHECK: wave.quad_all
  %b6 = wave.quad_all %p
  func.call @use_match(%a0, %b0) : (vector<4xi32>, vector<4xi32>) -> ()
  func.call @use_multi_prefix(%a1, %b1) : (i32, i32) -> ()
  func.call @use_multi_prefix_count_bits(%a2, %b2) : (i32, i32) -> ()
  func.call @use_quad_read_across(%a3, %b3) : (i32, i32) -> ()
  func.call @use_quad_read_lane(%a4, %b4) : (i32, i32) -> ()
  func.call @use_quad_any(%a5, %b5) : (i1, i1) -> ()
  func.call @use_quad_all(%a6, %b6) : (i1, i1) -> ()
}

func.func private @use_match(vector<4xi32>, vector<4xi32>)
func.func private @use_multi_prefix(i32, i32)
func.func private @use_multi_prefix_count_bits(i32, i32)
func.func private @use_quad_read_across(i32, i32)
func.func private @use_quad_read_lane(i32, i32)
func.func private @use_quad_any(i1, i1)
func.func private @use_quad_all(i1, i1)
