// RUN: wave-opt %s --cse | FileCheck %s
// RUN: wave-opt %s --canonicalize --cse --canonicalize | FileCheck %s

// What changes the active lanes, or what they see, keeps two operations apart.

// CHECK-LABEL: wave.func @nothing_merges_across_retire
wave.func @nothing_merges_across_retire(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  wave.retire_if %c
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_retire_in_if
wave.func @nothing_merges_across_retire_in_if(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  scf.if %c {
    wave.retire_if %p
  }
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_barrier
wave.func @nothing_merges_across_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  wave.barrier group sync
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_memory_barrier
wave.func @nothing_merges_across_memory_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  wave.barrier device
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_atomic
wave.func @nothing_merges_across_atomic(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  %old = wave.atomic_rmw add %x, %b[%i] : memref<?xi32>
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_store
wave.func @nothing_merges_across_store(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  memref.store %x, %b[%i] : memref<?xi32>
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_call
wave.func @nothing_merges_across_call(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  wave.call @opaque() : () -> ()
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_loop_with_retire
wave.func @nothing_merges_across_loop_with_retire(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  scf.for %k = %c0 to %x step %c1 : i32 {
    wave.retire_if %p
  }
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

// CHECK-LABEL: wave.func @nothing_merges_across_while_with_barrier
wave.func @nothing_merges_across_while_with_barrier(%b: memref<?xi32> {wave.binding = #wave.binding<uav, si32>},
                                      %p: i1 {wave.element = i1}, %x: i32 {wave.element = si32},
                                      %c: i1 {wave.element = i1}, %f: f32 {wave.element = f32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.is_first_lane
  %a0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %a1 = wave.any %p
  // CHECK: wave.all
  %a2 = wave.all %p
  // CHECK: wave.ballot
  %a3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %a4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %a5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %a6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %a7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %a8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %a9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %a10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %a11 = wave.assume_uniform %x : i32
  scf.while : () -> () {
    scf.condition(%c)
  } do {
    wave.barrier wave
    scf.yield
  }
  // CHECK: wave.is_first_lane
  %b0 = wave.is_first_lane : i1
  // CHECK: wave.any
  %b1 = wave.any %p
  // CHECK: wave.all
  %b2 = wave.all %p
  // CHECK: wave.ballot
  %b3 = wave.ballot %p : vector<4xi32>
  // CHECK: wave.count_bits
  %b4 = wave.count_bits %p : i32
  // CHECK: wave.prefix_count_bits
  %b5 = wave.prefix_count_bits %p : i32
  // CHECK: wave.all_equal
  %b6 = wave.all_equal %x : i32
  // CHECK: wave.reduce add
  %b7 = wave.reduce add %x : i32
  // CHECK: wave.prefix add
  %b8 = wave.prefix add %x : i32
  // CHECK: wave.read_first_lane
  %b9 = wave.read_first_lane %x : i32
  // CHECK: wave.read_lane
  %b10 = wave.read_lane %x, %x : i32
  // CHECK: wave.assume_uniform
  %b11 = wave.assume_uniform %x : i32
  %ua0 = arith.extui %a0 : i1 to i32
  memref.store %ua0, %b[%i] : memref<?xi32>
  %ua1 = arith.extui %a1 : i1 to i32
  memref.store %ua1, %b[%i] : memref<?xi32>
  %ua2 = arith.extui %a2 : i1 to i32
  memref.store %ua2, %b[%i] : memref<?xi32>
  %ua3 = vector.extract %a3[0] : i32 from vector<4xi32>
  memref.store %ua3, %b[%i] : memref<?xi32>
  memref.store %a4, %b[%i] : memref<?xi32>
  memref.store %a5, %b[%i] : memref<?xi32>
  %ua6 = arith.extui %a6 : i1 to i32
  memref.store %ua6, %b[%i] : memref<?xi32>
  memref.store %a7, %b[%i] : memref<?xi32>
  memref.store %a8, %b[%i] : memref<?xi32>
  memref.store %a9, %b[%i] : memref<?xi32>
  memref.store %a10, %b[%i] : memref<?xi32>
  memref.store %a11, %b[%i] : memref<?xi32>
  %ub0 = arith.extui %b0 : i1 to i32
  memref.store %ub0, %b[%i] : memref<?xi32>
  %ub1 = arith.extui %b1 : i1 to i32
  memref.store %ub1, %b[%i] : memref<?xi32>
  %ub2 = arith.extui %b2 : i1 to i32
  memref.store %ub2, %b[%i] : memref<?xi32>
  %ub3 = vector.extract %b3[0] : i32 from vector<4xi32>
  memref.store %ub3, %b[%i] : memref<?xi32>
  memref.store %b4, %b[%i] : memref<?xi32>
  memref.store %b5, %b[%i] : memref<?xi32>
  %ub6 = arith.extui %b6 : i1 to i32
  memref.store %ub6, %b[%i] : memref<?xi32>
  memref.store %b7, %b[%i] : memref<?xi32>
  memref.store %b8, %b[%i] : memref<?xi32>
  memref.store %b9, %b[%i] : memref<?xi32>
  memref.store %b10, %b[%i] : memref<?xi32>
  memref.store %b11, %b[%i] : memref<?xi32>
}

wave.func @opaque() {
  wave.return
}
