// RUN: wave-opt %s -wave-distribute-matrices=unchecked -canonicalize -cse -split-input-file | FileCheck %s
// RUN: wave-opt %s -wave-distribute-matrices -canonicalize -cse -split-input-file | FileCheck %s --check-prefix=CHECKED

// Lane 4 * g + t has elements 2 * t and 2 * t + 1 of row g.

// CHECK-LABEL: wave.func @move
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: %[[g:.*]] = arith.shrui %[[lane]], %c2
// CHECK: %[[t:.*]] = arith.andi %[[lane]], %c3
// CHECK-NOT: scf.if
// CHECK: %[[pair:.*]] = vector.load %{{.*}} : memref<?xf32>, vector<2xf32>
// CHECK: vector.store %{{.*}} : memref<?xf32>, vector<2xf32>

// One test for the whole matrix; without it, each element has its own access.

// CHECKED-LABEL: wave.func @move
// CHECKED: %[[length:.*]] = memref.dim
// CHECKED: %[[inside:.*]] = arith.cmpi ult, %{{.*}}, %[[length]]
// CHECKED: scf.if %[[inside]]
// CHECKED: vector.load %{{.*}} {wave.in_bounds}
// CHECKED: } else {
// CHECKED-COUNT-2: memref.load %{{.*}} : memref<?xf32>
wave.func @move(%m: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%i, %n] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
  wave.matrix_store row_major %c, %o[%i, %n] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
}

// -----

// Padding is the first element in a load, and nothing in a store.

// CHECK-LABEL: wave.func @padding
// CHECK: %[[row:.*]] = arith.cmpi ult, %{{.*}}, %c3
// CHECK: %[[column:.*]] = arith.cmpi ult, %{{.*}}, %c5
// CHECK: %[[exists:.*]] = arith.andi
// CHECK: %[[index:.*]] = arith.select %[[exists]]
// CHECK: memref.load %{{.*}}[%[[index]]]
// CHECK: scf.if %[[exists]] {
// CHECK: memref.store
wave.func @padding(%m: memref<?xf16> {wave.binding = #wave.binding<srv, f16>},
                   %o: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%i, %n] : memref<?xf16> -> !wave.matrix<3x5xf16, a>
  wave.matrix_store row_major %c, %o[%i, %n] : !wave.matrix<3x5xf16, a>, memref<?xf16>
}

// -----

!tile = memref<4096xf16, #gpu.address_space<workgroup>>

// Groupshared memory has no bounds. An operand b of f16 has pairs of a column. A loop carries
// the sums.

// CHECK-LABEL: wave.func @product
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}, %{{.*}} = %{{.*}}) -> (f32, f32, f32, f32)
// CHECK-COUNT-4: vector.load {{.*}} : memref<4096xf16, #gpu.address_space<workgroup>>, vector<2xf16>
// CHECK-COUNT-4: memref.load
// CHECK: wave.matrix_multiply_tile f16
// CHECK-COUNT-2: vector.store {{.*}} : memref<?xf32>, vector<2xf32>
wave.func @product(%o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %tile = wave.groupshared : !tile
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %x = arith.constant 0.0 : f32
  %c = wave.matrix_fill %x : f32 -> !wave.matrix<16x8xf32, acc>
  %d = scf.for %k = %zero to %n step %one iter_args(%s = %c) -> (!wave.matrix<16x8xf32, acc>) : i32 {
    %a = wave.matrix_load row_major %tile[%i, %k] : !tile -> !wave.matrix<16x16xf16, a>
    %b = wave.matrix_load row_major %tile[%k, %n] : !tile -> !wave.matrix<16x8xf16, b>
    %t = wave.matrix_multiply_add %a, %b, %s : !wave.matrix<16x16xf16, a>, !wave.matrix<16x8xf16, b>, !wave.matrix<16x8xf32, acc>
    scf.yield %t : !wave.matrix<16x8xf32, acc>
  }
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<16x8xf32, acc>, memref<?xf32>
}

// -----

// Elements behind the end of a sum are zeros in both operands.

// CHECK-LABEL: wave.func @end_of_the_sum
// CHECK: %[[exists:.*]] = arith.cmpi ult, %{{.*}}, %c3
// CHECK: %[[x:.*]] = arith.select %[[exists]], %{{.*}}, %[[zero:.*]] : f16
// CHECK: %[[y:.*]] = arith.select %{{.*}}, %{{.*}}, %[[zero]] : f16
// CHECK: wave.matrix_multiply_tile f16(%[[x]], %[[y]], %[[zero]], {{.*}}), (%[[x]], %[[y]], %[[zero]], %[[zero]])
wave.func @end_of_the_sum(%x: f16 {wave.element = f16}, %y: f32 {wave.element = f32}, %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>},
                          %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = wave.matrix_fill %x : f16 -> !wave.matrix<8x3xf16, a>
  %b = wave.matrix_fill %x : f16 -> !wave.matrix<3x8xf16, b>
  %c = wave.matrix_fill %y : f32 -> !wave.matrix<8x8xf32, acc>
  %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<8x3xf16, a>, !wave.matrix<3x8xf16, b>, !wave.matrix<8x8xf32, acc>
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
}

// -----

// Products of f32 read elements of other lanes; a change of the role costs nothing.

// CHECK-LABEL: wave.func @floats
// CHECK-COUNT-3: wave.read_lane
// CHECK: math.fma
// CHECK: math.fma
// CHECK-NOT: wave.matrix
wave.func @floats(%m: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                  %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%i, %n] : memref<?xf32> -> !wave.matrix<8x8xf32, acc>
  %a = wave.matrix_convert %c : !wave.matrix<8x8xf32, acc> -> !wave.matrix<8x8xf32, a>
  %b = wave.matrix_convert %c : !wave.matrix<8x8xf32, acc> -> !wave.matrix<8x8xf32, b>
  %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<8x8xf32, a>, !wave.matrix<8x8xf32, b>, !wave.matrix<8x8xf32, acc>
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
}

// -----

// A row is in four lanes; its padding is the identity.

// CHECK-LABEL: wave.func @rows
// CHECK: %[[low:.*]] = arith.constant 0xFF800000 : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[low]]
// CHECK-COUNT-2: wave.read_lane
// CHECK-NOT: wave.read_lane
wave.func @rows(%m: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
                %o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%i, %n] : memref<?xf32> -> !wave.matrix<8x5xf32, acc>
  %d = wave.matrix_row_reduce max %c : !wave.matrix<8x5xf32, acc>
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<8x5xf32, acc>, memref<?xf32>
}

// -----

// No element of the padding is divided.

// CHECK-LABEL: wave.func @division
// CHECK-COUNT-2: scf.if %{{.*}} -> (i32)
// CHECK: scf.if
wave.func @division(%m: memref<?xi32> {wave.binding = #wave.binding<srv, si32>},
                    %o: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c = wave.matrix_load row_major %m[%i, %n] : memref<?xi32> -> !wave.matrix<8x5xi32, acc>
  %d = wave.matrix_map %c : !wave.matrix<8x5xi32, acc> -> !wave.matrix<8x5xi32, acc> {
  ^bb0(%x: i32):
    %y = arith.divsi %x, %x : i32
    wave.matrix_yield %y : i32
  }
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<8x5xi32, acc>, memref<?xi32>
}

// -----

// Large products are loops over local arrays.

// CHECK-LABEL: wave.func @large
// CHECK-COUNT-3: memref.alloca
// CHECK: scf.for
// CHECK: scf.for
// CHECK: scf.for
// CHECK: wave.matrix_multiply_tile i8
// CHECK-NOT: wave.matrix_multiply_tile
wave.func @large(%x: i32 {wave.element = ui32}, %o: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %i: i32 {wave.element = ui32}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %a = wave.matrix_fill %x : i32 -> !wave.matrix<144x320xi8, a>
  %b = wave.matrix_fill %x : i32 -> !wave.matrix<320x64xi8, b>
  %c = wave.matrix_fill %x : i32 -> !wave.matrix<144x64xi32, acc>
  %d = wave.matrix_multiply_add %a, %b, %c : !wave.matrix<144x320xi8, a>, !wave.matrix<320x64xi8, b>, !wave.matrix<144x64xi32, acc>
  wave.matrix_store row_major %d, %o[%i, %n] : !wave.matrix<144x64xi32, acc>, memref<?xi32>
}

// -----

// Returned lanes help with the matrix, with the operands of the first lane that has not
// returned.

// CHECK-LABEL: wave.func @returned
// CHECK: %[[live:.*]] = arith.cmpi
// CHECK: %[[any:.*]] = wave.any %[[live]]
// CHECK: scf.if %[[any]] {
// CHECK: %[[ballot:.*]] = wave.ballot %[[live]]
// CHECK: %[[word:.*]] = vector.extract %[[ballot]][0]
// CHECK: %[[first:.*]] = math.cttz %[[word]]
// CHECK: %[[sum:.*]] = scf.if %[[live]] -> (i32) {
// CHECK: wave.reduce add
// CHECK: wave.read_lane %[[sum]], %[[first]]
// CHECK: vector.store
// CHECK: scf.if %[[live]] {
// CHECK-NEXT: memref.store
wave.func @returned(%o: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32},
                    %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %live = arith.cmpi ult, %lane, %n : i32
  %c = wave.matrix_fill %x : f32 -> !wave.matrix<8x8xf32, acc>
  scf.if %live {
    %sum = wave.reduce add %lane : i32
    wave.matrix_store row_major %c, %o[%sum, %n] : !wave.matrix<8x8xf32, acc>, memref<?xf32>
    memref.store %x, %o[%place] : memref<?xf32>
  }
}

// -----

// Rows that begin at multiples of 16 bytes: four blocks by an instruction. Lane 8 * j + r has
// the address of row r of block j. Columns of `b` are not adjacent in memory.
!halves = memref<4096xf16, #gpu.address_space<workgroup>>
// CHECK-LABEL: wave.func @blocks
// CHECK: wave.matrix_load_blocks %{{.*}}[%{{.*}}] : {{.*}} -> (f16, f16, f16, f16, f16, f16, f16, f16)
// CHECK-NOT: memref.load
// CHECK: wave.matrix_load_blocks transposed %{{.*}}[%{{.*}}] : {{.*}} -> (f16, f16, f16, f16)
// CHECK-NOT: memref.load
// A stride of 12 elements is 24 bytes.
// CHECK: vector.load
wave.func @blocks(%stage: i32 {wave.element = ui32}, %out: memref<?xf16> {wave.binding = #wave.binding<uav, f16>}) kernel num_waves(1) wave_size(32) {
  %c0 = arith.constant 0 : i32
  %c12 = arith.constant 12 : i32
  %c40 = arith.constant 40 : i32
  %tile = wave.groupshared : !halves
  %first = arith.muli %stage, %c40 : i32
  %a = wave.matrix_load row_major %tile[%first, %c40] : !halves -> !wave.matrix<16x16xf16, a>
  wave.matrix_store row_major %a, %out[%c0, %c40] : !wave.matrix<16x16xf16, a>, memref<?xf16>
  %b = wave.matrix_load row_major %tile[%first, %c40] : !halves -> !wave.matrix<16x8xf16, b>
  wave.matrix_store row_major %b, %out[%c0, %c40] : !wave.matrix<16x8xf16, b>, memref<?xf16>
  %c = wave.matrix_load row_major %tile[%first, %c12] : !halves -> !wave.matrix<16x16xf16, a>
  wave.matrix_store row_major %c, %out[%c0, %c40] : !wave.matrix<16x16xf16, a>, memref<?xf16>
}
