// RUN: wave-opt %s -wave-expand-combinations -canonicalize | FileCheck %s
// RUN: wave-opt %s -wave-expand-combinations=inclusive=true -canonicalize -wave-verify | FileCheck %s --check-prefix=INCLUSIVE
// RUN: wave-test-opt %s -wave-expand-combinations=inclusive=true -test-wave-uniformity -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNIFORM

// Every branch and loop is the same for the wave, so all lanes that enter stay until its end.
// UNIFORM: remark: decision
// UNIFORM-NOT: decision: lane (numbers){{$}}

// A whole wave exchanges values, and nothing is left of the operations.
// INCLUSIVE-NOT: wave.{{cluster_reduce|inclusive_prefix}}

// CHECK-LABEL: wave.func @whole
// CHECK-SAME: (%[[v:.*]]: f32
// CHECK-DAG: %[[one:.*]] = arith.constant 1 : i32
// CHECK-DAG: %[[two:.*]] = arith.constant 2 : i32
// CHECK: %[[lane:.*]] = wave.lane_index
// CHECK-NOT: scf.if
// CHECK: %[[first:.*]] = arith.xori %[[lane]], %[[one]]
// CHECK: %[[a:.*]] = wave.read_lane %[[v]], %[[first]] : f32
// CHECK: %[[b:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: %[[second:.*]] = arith.xori %[[lane]], %[[two]]
// CHECK: %[[c:.*]] = wave.read_lane %[[b]], %[[second]] : f32
// CHECK: %[[d:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK-NOT: wave.read_lane
// CHECK: memref.store %[[d]]
wave.func @whole(%v: f32 {wave.element = f32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %s = wave.cluster_reduce add 4 %v : f32
  memref.store %s, %out[%i0] : memref<?xf32>
}

// Waves may have 4 lanes: the last step depends on the wave size.
// CHECK-LABEL: wave.func @larger_than_the_smallest_wave
// CHECK-COUNT-2: wave.read_lane
// CHECK: %[[lanes:.*]] = wave.lane_count
// CHECK: %[[exists:.*]] = arith.cmpi ugt, %[[lanes]], %{{.*}} : i32
// CHECK: %[[from:.*]] = arith.select %[[exists]],
// CHECK: %[[read:.*]] = wave.read_lane %{{.*}}, %[[from]] : i32
// CHECK: %[[max:.*]] = arith.maxsi
// CHECK: arith.select %[[exists]], %[[max]],
wave.func @larger_than_the_smallest_wave(%v: i32 {wave.element = si32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %s = wave.cluster_reduce maxsi 8 %v : i32
  memref.store %s, %out[%i0] : memref<?xi32>
}

// With waves of 16 lanes or more, it does not.
// CHECK-LABEL: wave.func @smaller_than_every_wave
// CHECK-NOT: wave.lane_count
// CHECK-COUNT-3: wave.read_lane
// CHECK-NOT: wave.lane_count
// CHECK: memref.store
wave.func @smaller_than_every_wave(%v: i32 {wave.element = si32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}) kernel num_waves(1) wave_size(16, 64) {
  %i0 = arith.constant 0 : index
  %s = wave.cluster_reduce maxsi 8 %v : i32
  memref.store %s, %out[%i0] : memref<?xi32>
}

// Where lanes may be missing, no inactive lane is read.
// CHECK-LABEL: wave.func @some_lanes
// CHECK: scf.if
// CHECK: %[[active:.*]] = wave.count_bits
// CHECK: %[[lanes:.*]] = wave.lane_count
// CHECK: %[[whole:.*]] = arith.cmpi eq, %[[active]], %[[lanes]]
// CHECK: scf.if %[[whole]] -> (f32)
// CHECK: wave.read_lane
// CHECK: } else {
// CHECK-NOT: wave.read_lane
// CHECK: scf.for
// CHECK: %[[own:.*]] = arith.cmpi eq
// CHECK: %[[other:.*]] = arith.select %[[own]], %{{.*}}, %{{.*}} : f32
// CHECK: %[[sum:.*]] = wave.reduce add %[[other]] : f32
// CHECK: arith.select %[[own]], %[[sum]],
wave.func @some_lanes(%v: f32 {wave.element = f32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %c3 = arith.constant 3 : i32
  %p = arith.cmpi ugt, %l, %c3 : i32
  scf.if %p {
    %s = wave.cluster_reduce add 2 %v : f32
    memref.store %s, %out[%i0] : memref<?xf32>
  }
}

// A sum with the lane itself.
// INCLUSIVE-LABEL: wave.func @inclusive_sum
// INCLUSIVE: %[[before:.*]] = wave.prefix add %[[v:.*]] : f32
// INCLUSIVE: arith.addf %[[before]], %[[v]] : f32
// CHECK-LABEL: wave.func @inclusive_sum
// CHECK: wave.inclusive_prefix add
wave.func @inclusive_sum(%v: f32 {wave.element = f32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %s = wave.inclusive_prefix add %v : f32
  memref.store %s, %out[%i0] : memref<?xf32>
}

// Steps over 1, 2, 4, 8 and 16 lanes.
// INCLUSIVE-LABEL: wave.func @inclusive_minimum
// INCLUSIVE-COUNT-5: wave.read_lane
// INCLUSIVE-NOT: wave.read_lane
// INCLUSIVE: memref.store
wave.func @inclusive_minimum(%v: f32 {wave.element = f32}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) wave_size(32) {
  %i0 = arith.constant 0 : index
  %s = wave.inclusive_prefix minnumf %v : f32
  memref.store %s, %out[%i0] : memref<?xf32>
}

// INCLUSIVE-LABEL: wave.func @inclusive_minimum_of_some_lanes
// INCLUSIVE: scf.if %{{.*}} -> (i32)
// INCLUSIVE: wave.read_lane
// INCLUSIVE: } else {
// INCLUSIVE: scf.for
// INCLUSIVE: wave.reduce minsi
wave.func @inclusive_minimum_of_some_lanes(%v: i32 {wave.element = si32}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}) kernel num_threads(64, 1, 1) {
  %i0 = arith.constant 0 : index
  %s = wave.inclusive_prefix minsi %v : i32
  memref.store %s, %out[%i0] : memref<?xi32>
}
