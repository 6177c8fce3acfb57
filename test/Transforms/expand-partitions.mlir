// RUN: wave-opt %s -wave-expand-partitions | FileCheck %s
// RUN: wave-opt %s -wave-expand-partitions -canonicalize -cse -wave-verify | FileCheck %s --check-prefix=ACCEPTED
// RUN: wave-test-opt %s -wave-expand-partitions -test-wave-uniformity -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNIFORM

// What the loops are made of is accepted, and nothing that they replace is left.
// ACCEPTED-NOT: wave.{{match|multi_prefix}}

// Every loop is the same for the wave, so all lanes that enter stay until its end.
// UNIFORM-COUNT-9: remark: decision: {{wave|group}}
// UNIFORM: remark: decision: lane (numbers)
// UNIFORM: remark: decision: {{wave|group}}
// UNIFORM: remark: decision: {{wave|group}}
// UNIFORM: remark: decision: {{wave|group}}
// UNIFORM: remark: decision: lane (numbers)
// UNIFORM: remark: decision: {{wave|group}}
// UNIFORM-NOT: decision

// One word is enough for waves of 32 lanes.
// CHECK-LABEL: wave.func @match_of_integer
// CHECK-SAME: (%[[v:.*]]: i32
// CHECK: %[[zero:.*]] = arith.constant 0 : i32
// CHECK: %[[true:.*]] = arith.constant true
// CHECK: %[[all:.*]] = wave.ballot %[[true]]
// CHECK: %[[word:.*]] = vector.extract %[[all]][0]
// CHECK: %[[loop:.*]]:2 = scf.while (%[[left:.*]] = %[[word]], %{{.*}} = %[[zero]]) : (i32, i32) -> (i32, i32) {
// CHECK: %[[any:.*]] = arith.cmpi ne, %[[left]],
// CHECK: scf.condition(%[[any]])
// CHECK: ^bb0(%[[remaining:.*]]: i32, %[[mask:.*]]: i32):
// CHECK: %[[leader:.*]] = math.cttz %[[remaining]] : i32
// CHECK: %[[theirs:.*]] = wave.read_lane %[[v]], %[[leader]] : i32
// CHECK: %[[in:.*]] = arith.cmpi eq, %[[v]], %[[theirs]] : i32
// CHECK: %[[class:.*]] = wave.ballot %[[in]]
// CHECK: %[[classWord:.*]] = vector.extract %[[class]][0]
// CHECK: %[[newMask:.*]] = arith.select %[[in]], %[[classWord]], %[[mask]] : i32
// CHECK: %[[not:.*]] = arith.xori %[[in]],
// CHECK: %[[others:.*]] = wave.ballot %[[not]]
// CHECK: %[[othersWord:.*]] = vector.extract %[[others]][0]
// CHECK: %[[next:.*]] = arith.andi %[[remaining]], %[[othersWord]] : i32
// CHECK: scf.yield %[[next]], %[[newMask]] : i32, i32
// CHECK: %[[result:.*]] = vector.from_elements %[[loop]]#1, %[[zero]], %[[zero]], %[[zero]] : vector<4xi32>
// CHECK: vector.extract %[[result]][0]
wave.func @match_of_integer(%v: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(8, 32) {
  %i0 = arith.constant 0 : index
  %m = wave.match %v : i32
  %w = vector.extract %m[0] : i32 from vector<4xi32>
  memref.store %w, %out[%i0] : memref<?xi32>
}

// 0 equals -0, and a NaN is alone in its class: the leader always leaves.
// CHECK-LABEL: wave.func @match_of_float
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: scf.while
// CHECK: %[[equal:.*]] = arith.cmpf oeq, %{{.*}}, %{{.*}} : f32
// CHECK: %[[leads:.*]] = arith.cmpi eq, %[[lane]], %{{.*}} : i32
// CHECK: %[[in:.*]] = arith.ori %[[equal]], %[[leads]] : i1
// CHECK: wave.ballot %[[in]]
wave.func @match_of_float(%v: f32 {wave.element = f32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(8, 32) {
  %i0 = arith.constant 0 : index
  %m = wave.match %v : f32
  %w = vector.extract %m[0] : i32 from vector<4xi32>
  memref.store %w, %out[%i0] : memref<?xi32>
}

// Vectors match when all components do; a wave of 128 lanes has four words.
// CHECK-LABEL: wave.func @match_of_vector
// CHECK: wave.ballot
// CHECK-COUNT-4: vector.extract
// CHECK: scf.while {{.*}} : (i32, i32, i32, i32, i32, i32, i32, i32) ->
// CHECK-COUNT-3: arith.ori
// CHECK: scf.condition
// The leader: the lowest bit of the lowest word that has one.
// CHECK: %[[l3:.*]] = math.cttz %[[w3:.*]] : i32
// CHECK: %[[c96:.*]] = arith.constant 96 : i32
// CHECK: arith.addi %[[l3]], %[[c96]]
// CHECK: arith.constant 64 : i32
// CHECK: arith.select
// CHECK: arith.constant 32 : i32
// CHECK: arith.select
// CHECK: math.cttz
// CHECK: %[[leader:.*]] = arith.select
// CHECK: %[[theirs:.*]] = wave.read_lane %{{.*}}, %[[leader]] : vector<3xi16>
// CHECK: %[[equal:.*]] = arith.cmpi eq, %{{.*}}, %[[theirs]] : vector<3xi16>
// CHECK: %[[e0:.*]] = vector.extract %[[equal]][0]
// CHECK: %[[e1:.*]] = vector.extract %[[equal]][1]
// CHECK: %[[e01:.*]] = arith.andi %[[e0]], %[[e1]]
// CHECK: %[[e2:.*]] = vector.extract %[[equal]][2]
// CHECK: arith.andi %[[e01]], %[[e2]]
wave.func @match_of_vector(%v: vector<3xi16> {wave.element = vector<3xui16>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %m = wave.match %v : vector<3xi16>
  vector.store %m, %out[%i0] : memref<?xi32>, vector<4xi32>
}

// Lanes of other classes take part in the scan with what changes nothing.
// CHECK-LABEL: wave.func @multi_prefix
// CHECK-SAME: (%[[v:.*]]: f32 {{.*}}, %[[m:.*]]: vector<4xi32>
// CHECK: %[[all:.*]] = wave.ballot
// CHECK: %[[active:.*]] = vector.extract %[[all]][0]
// CHECK: %[[given:.*]] = vector.extract %[[m]][0]
// CHECK: %[[mask:.*]] = arith.andi %[[given]], %[[active]]
// CHECK: %[[identity:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: %[[loop:.*]]:2 = scf.while (%{{.*}} = %[[active]], %{{.*}} = %[[identity]])
// CHECK: ^bb0(%[[remaining:.*]]: i32, %[[result:.*]]: f32):
// CHECK: %[[leader:.*]] = math.cttz %[[remaining]]
// CHECK: %[[theirs:.*]] = wave.read_lane %[[mask]], %[[leader]] : i32
// CHECK: %[[in:.*]] = arith.cmpi eq, %[[mask]], %[[theirs]]
// CHECK: %[[operand:.*]] = arith.select %[[in]], %[[v]], %[[identity]] : f32
// CHECK: %[[scanned:.*]] = wave.prefix add %[[operand]] : f32
// CHECK: arith.select %[[in]], %[[scanned]], %[[result]] : f32
// CHECK: memref.store %[[loop]]#1
wave.func @multi_prefix(%v: f32 {wave.element = f32}, %m: vector<4xi32> {wave.element = vector<4xui32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) wave_size(32) {
  %i0 = arith.constant 0 : index
  %0 = wave.multi_prefix add %v, %m : f32
  memref.store %0, %out[%i0] : memref<?xf32>
}

// CHECK-LABEL: wave.func @identities
// CHECK: arith.constant 1 : i64
// CHECK: wave.prefix mul %{{.*}} : i64
// CHECK: arith.constant -1 : i16
// CHECK: wave.prefix and %{{.*}} : i16
// CHECK: wave.prefix or %{{.*}} : i64
// CHECK: wave.prefix xor %{{.*}} : i64
// CHECK: arith.constant dense<1.000000e+00> : vector<2xf16>
// CHECK: %[[in:.*]] = vector.broadcast %{{.*}} : i1 to vector<2xi1>
// CHECK: arith.select %[[in]], {{.*}} : vector<2xi1>, vector<2xf16>
// CHECK: wave.prefix mul %{{.*}} : vector<2xf16>
wave.func @identities(%a: i64 {wave.element = si64}, %b: i16 {wave.element = ui16}, %c: vector<2xf16> {wave.element = vector<2xf16>}, %m: vector<4xi32> {wave.element = vector<4xui32>},
                      %out: memref<?xi64> {wave.binding = #wave.binding<uav, si64>}, %shorts: memref<?xi16> {wave.binding = #wave.binding<uav, ui16>},
                      %halves: memref<?xf16> {wave.binding = #wave.binding<uav, vector<2xf16>>}) kernel num_waves(2) wave_size(32) {
  %i0 = arith.constant 0 : index
  %0 = wave.multi_prefix mul %a, %m : i64
  memref.store %0, %out[%i0] : memref<?xi64>
  %1 = wave.multi_prefix and %b, %m : i16
  memref.store %1, %shorts[%i0] : memref<?xi16>
  %2 = wave.multi_prefix or %a, %m : i64
  memref.store %2, %out[%i0] : memref<?xi64>
  %3 = wave.multi_prefix xor %a, %m : i64
  memref.store %3, %out[%i0] : memref<?xi64>
  %4 = wave.multi_prefix mul %c, %m : vector<2xf16>
  vector.store %4, %halves[%i0] : memref<?xf16>, vector<2xf16>
}

// A count needs no loop: the lanes of the mask that are active, before this one, and say yes.
// CHECK-LABEL: wave.func @count_bits
// CHECK-SAME: (%[[p:.*]]: i1 {{.*}}, %[[m:.*]]: vector<4xi32>
// CHECK-NOT: scf.while
// CHECK: %[[w0:.*]] = vector.extract %[[m]][0]
// CHECK: %[[w1:.*]] = vector.extract %[[m]][1]
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK: %[[c31:.*]] = arith.constant 31 : i32
// CHECK: %[[bit:.*]] = arith.andi %[[lane]], %[[c31]]
// CHECK: %[[own:.*]] = arith.shli %{{.*}}, %[[bit]]
// CHECK: %[[lower:.*]] = arith.subi %[[own]],
// CHECK: %[[which:.*]] = arith.shrui %[[lane]],
// CHECK: arith.cmpi ugt, %[[which]],
// CHECK: arith.cmpi eq, %[[which]],
// CHECK: arith.andi %[[w0]],
// CHECK: arith.andi %[[w1]],
// CHECK: wave.ballot %[[p]]
// CHECK: math.ctpop
// CHECK: math.ctpop
// CHECK: arith.addi
wave.func @count_bits(%p: i1 {wave.element = i1}, %m: vector<4xi32> {wave.element = vector<4xui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(64) {
  %i0 = arith.constant 0 : index
  %0 = wave.multi_prefix_count_bits %p, %m : i32
  memref.store %0, %out[%i0] : memref<?xi32>
}

// Neither do scans of booleans.
// CHECK-LABEL: wave.func @booleans
// CHECK-SAME: (%[[p:.*]]: i1
// CHECK-NOT: scf.while
// All are true when none is false.
// CHECK: %[[no:.*]] = arith.xori %[[p]],
// CHECK: wave.ballot %[[no]]
// CHECK: %[[any:.*]] = arith.cmpi ne
// CHECK: arith.xori %[[any]],
// CHECK: wave.ballot %[[p]]
// CHECK: arith.cmpi ne
// CHECK: wave.ballot %[[p]]
// CHECK: math.ctpop
// CHECK: arith.cmpi ne
// CHECK: %[[q0:.*]] = vector.extract %{{.*}}[0] : i1 from vector<2xi1>
// CHECK: wave.ballot %[[q0]]
// CHECK: %[[q1:.*]] = vector.extract %{{.*}}[1] : i1 from vector<2xi1>
// CHECK: wave.ballot %[[q1]]
// CHECK: vector.from_elements {{.*}} : vector<2xi1>
wave.func @booleans(%p: i1 {wave.element = i1}, %q: vector<2xi1> {wave.element = vector<2xi1>}, %m: vector<4xi32> {wave.element = vector<4xui32>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %i0 = arith.constant 0 : index
  %0 = wave.multi_prefix and %p, %m : i1
  %1 = wave.multi_prefix or %p, %m : i1
  %2 = wave.multi_prefix xor %p, %m : i1
  %3 = wave.multi_prefix or %q, %m : vector<2xi1>
  %4 = vector.extract %3[0] : i1 from vector<2xi1>
  %5 = vector.extract %3[1] : i1 from vector<2xi1>
  %6 = arith.xori %0, %1 : i1
  %7 = arith.xori %2, %6 : i1
  %8 = arith.xori %4, %7 : i1
  %9 = arith.xori %5, %8 : i1
  %10 = arith.extui %9 : i1 to i32
  memref.store %10, %out[%i0] : memref<?xi32>
}

// In control flow that lanes decide differently the loop stays where the operation was.
// CHECK-LABEL: wave.func @in_a_branch
// CHECK: scf.if
// CHECK: wave.ballot
// CHECK: scf.while
// CHECK: wave.read_lane
wave.func @in_a_branch(%v: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %p = arith.cmpi ult, %l, %v : i32
  scf.if %p {
    %m = wave.match %l : i32
    vector.store %m, %out[%i0] : memref<?xi32>, vector<4xi32>
  }
}

// The lanes that are active in a block are asked for once; another block has its own.
// CHECK-LABEL: wave.func @twice
// CHECK: wave.ballot %{{.*}} : vector<4xi32>
// CHECK: scf.while
// CHECK: vector.from_elements
// CHECK-NOT: wave.ballot
// CHECK: scf.while
// CHECK: scf.yield
// CHECK: scf.if
// CHECK: wave.ballot
// CHECK: scf.while
wave.func @twice(%v: i32 {wave.element = ui32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(32) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %m = wave.match %l : i32
  vector.store %m, %out[%i0] : memref<?xi32>, vector<4xi32>
  %s = wave.multi_prefix add %v, %m : i32
  %p = arith.cmpi ult, %l, %s : i32
  scf.if %p {
    %t = wave.multi_prefix add %s, %m : i32
    memref.store %t, %out[%i0] : memref<?xi32>
  }
}
