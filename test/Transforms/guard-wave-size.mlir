// RUN: wave-opt %s -wave-guard-wave-size | FileCheck %s

// CHECK-LABEL: wave.func @waves
// CHECK-NEXT: %[[made:.*]] = wave.lane_count : i32
// CHECK-NEXT: %[[size:.*]] = gpu.subgroup_size : index
// CHECK-NEXT: %[[machine:.*]] = arith.index_castui %[[size]] : index to i32
// CHECK-NEXT: %[[differs:.*]] = arith.cmpi ne, %[[machine]], %[[made]]
// CHECK-NEXT: wave.retire_if %[[differs]]
// CHECK-NEXT: wave.barrier group sync
wave.func @waves() kernel num_waves(2) {
  wave.barrier group sync
}

// Threads run at any size.
// CHECK-LABEL: wave.func @threads
// CHECK-NEXT: wave.return
wave.func @threads() kernel num_threads(32, 1, 1) {
}

// CHECK-LABEL: wave.func @helper
// CHECK-NEXT: wave.return
wave.func @helper() num_waves(2) {
}
