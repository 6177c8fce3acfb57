// RUN: wave-opt %s -wave-guard-wave-count -split-input-file | FileCheck %s
// A second time changes nothing.
// RUN: wave-opt %s -wave-guard-wave-count -split-input-file -o %t.once
// RUN: wave-opt %s -wave-guard-wave-count -wave-guard-wave-count -split-input-file -o %t.twice
// RUN: diff %t.once %t.twice

// CHECK-LABEL: wave.func @exact
// CHECK-SAME: %[[out:[^:]*]]: memref<?xi32> {wave.binding
// CHECK-SAME: %[[guard:[^:]*]]: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.guard, wave.name = "wave_guard"}
// CHECK: %[[thread:.*]] = wave.group_index
// CHECK: %[[first_thread:.*]] = arith.cmpi eq, %[[thread]]
// CHECK: %[[full:.*]] = wave.groupshared : memref<1xi32
// CHECK: scf.if %[[first_thread]] {
// CHECK-NEXT: memref.store %{{.*}}, %[[full]]
// CHECK: wave.barrier group sync
// CHECK: %[[active:.*]] = wave.count_bits
// CHECK: %[[size:.*]] = gpu.subgroup_size
// CHECK: %[[machine:.*]] = arith.index_castui %[[size]]
// CHECK: %[[all:.*]] = arith.cmpi eq, %[[active]], %[[machine]]
// CHECK: %[[sixteen:.*]] = arith.constant 16
// CHECK: %[[right:.*]] = arith.cmpi eq, %[[machine]], %[[sixteen]]
// CHECK: %[[counts:.*]] = arith.andi %[[all]], %[[right]]
// CHECK-NOT: gpu.subgroup_id
// CHECK: %[[first:.*]] = wave.is_first_lane
// CHECK: %[[adds:.*]] = arith.andi %[[first]], %[[counts]]
// CHECK: scf.if %[[adds]] {
// CHECK-NEXT: wave.atomic_rmw add %{{.*}}, %[[full]]
// CHECK: wave.barrier group sync
// CHECK: %[[loaded:.*]] = memref.load %[[full]]
// CHECK: %[[count:.*]] = wave.assume_uniform %[[loaded]]
// CHECK: %[[two:.*]] = arith.constant 2
// CHECK: %[[differs:.*]] = arith.cmpi ne, %[[count]], %[[two]]
// CHECK: %[[reports:.*]] = arith.andi %[[first_thread]], %[[differs]]
// CHECK: scf.if %[[reports]] {
// CHECK-NEXT: wave.atomic_rmw add %{{.*}}, %[[guard]]
// CHECK: wave.retire_if %[[differs]] {wave.guard}
// CHECK: memref.store %{{.*}}, %[[out]]
wave.func @exact(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) wave_size(16)
    launch(exact, num_waves = 2, wave_sizes = [8, 16, 32]) {
  %zero = arith.constant 0 : i32
  %place = arith.constant 0 : index
  memref.store %zero, %out[%place] : memref<?xi32>
}

// -----

// Waves beyond the stated number retire here, and their lanes do not count. Any size in range is right. The kernel has a
// parameter of the usual name.
// CHECK-LABEL: wave.func @surplus
// CHECK-SAME: wave.guard, wave.name = "wave_guard_"
// CHECK: arith.cmpi uge
// CHECK: arith.cmpi ule
// CHECK: %[[id:.*]] = gpu.subgroup_id
// CHECK: %[[index:.*]] = arith.index_castui %[[id]]
// CHECK: arith.cmpi ult, %[[index]]
// CHECK: wave.retire_if
wave.func @surplus(%x: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "wave_guard"})
    kernel num_threads(64, 1, 1)
    launch(surplus, num_waves = 2, wave_sizes = [8, 16, 32], retires) {
}

// -----

// No number of waves is stated.
// CHECK-LABEL: wave.func @threads() kernel
// CHECK-NEXT: wave.return
wave.func @threads() kernel num_threads(32, 1, 1) {
}
