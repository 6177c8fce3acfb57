// RUN: wave-opt %s -convert-wave-to-simd=wave-size=8 | FileCheck %s

// Waves of a checked run come one by one: the greatest number is that of live lanes.

// CHECK-LABEL: llvm.func internal @wave_groups
// CHECK: %[[N:.*]] = vector.reduction <maxui>, %{{.*}} : vector<8xi32> into i32
// CHECK: %[[BEFORE:.*]] = llvm.load %[[PLACE:.*]] : !llvm.ptr -> i32
// CHECK: %[[MOST:.*]] = arith.maxui %[[N]], %[[BEFORE]] : i32
// CHECK: llvm.store %[[MOST]], %[[PLACE]] : i32
module attributes {wave.checks = "{}"} {
wave.func @checked() kernel stage(amplification) num_waves(2) wave_size(8) {
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %n = arith.muli %lane, %lane : i32
  wave.dispatch_mesh %n, %c1, %c1
}
}
