// RUN: wave-opt %s -wave-emulate-group-index -split-input-file -verify-diagnostics | FileCheck %s
// RUN: wave-opt %s -wave-emulate-group-index -wave-resolve-groupshared -canonicalize -cse -canonicalize -cse -int-range-optimizations -split-input-file 2>/dev/null | FileCheck %s --check-prefix=KEPT

// Cleared by one thread, a barrier, one lane of each wave, a barrier; all of it before anything else, so that
// every lane of the group is there. The count is the same for the group.
// CHECK-LABEL: wave.func @index_and_count
// CHECK-NEXT: %[[counter:.*]] = wave.groupshared {wave.counter} : memref<1xi32, #gpu.address_space<workgroup>>
// CHECK-NEXT: %[[place:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[zero:.*]] = arith.constant 0 : i32
// CHECK-NEXT: %[[thread:.*]] = wave.group_index : i32
// CHECK-NEXT: %[[clears:.*]] = arith.cmpi eq, %[[thread]], %[[zero]]
// CHECK-NEXT: scf.if %[[clears]] {
// CHECK-NEXT:   memref.store %[[zero]], %[[counter]][%[[place]]]
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: %[[first:.*]] = wave.is_first_lane : i1
// CHECK-NEXT: %[[arrival:.*]] = scf.if %[[first]] -> (i32) {
// CHECK-NEXT:   %[[one:.*]] = arith.constant 1 : i32
// CHECK-NEXT:   %[[before:.*]] = wave.atomic_rmw add %[[one]], %[[counter]][%[[place]]]
// CHECK-NEXT:   scf.yield %[[before]]
// CHECK-NEXT: } else {
// CHECK-NEXT:   %[[none:.*]] = arith.constant 0 : i32
// CHECK-NEXT:   scf.yield %[[none]]
// CHECK-NEXT: }
// CHECK-NEXT: %[[index:.*]] = wave.read_first_lane %[[arrival]] : i32
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: %[[loaded:.*]] = memref.load %[[counter]][%[[place]]]
// CHECK-NEXT: %[[count:.*]] = wave.assume_uniform %[[loaded]] : i32
// CHECK-NOT: wave.group_wave
// CHECK: wave.retire_if
// CHECK: memref.store %[[index]]
// CHECK: memref.store %[[index]]
// CHECK: memref.store %[[count]]
//
// Upstream's passes take nothing of it away, and move nothing across a barrier.
// KEPT-LABEL: wave.func @index_and_count
// KEPT: %[[clears:.*]] = arith.cmpi eq
// KEPT-NEXT: scf.if %[[clears]]
// KEPT-NEXT: memref.store
// KEPT-NEXT: }
// KEPT-NEXT: wave.barrier group sync
// KEPT-NEXT: wave.is_first_lane
// KEPT-NEXT: scf.if
// KEPT-NEXT: wave.atomic_rmw
// KEPT: wave.read_first_lane
// KEPT-NEXT: wave.barrier group sync
// KEPT-NEXT: memref.load
// KEPT-NEXT: wave.assume_uniform
wave.func @index_and_count(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(49, 1, 1) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : i32
  %lane = wave.lane_index : i32
  %done = arith.cmpi eq, %lane, %c3 : i32
  wave.retire_if %done
  // expected-remark@+1 {{the index of a wave in its group, and their number, are counted in groupshared memory: the index is the order in which waves arrive. Target Shader Model 6.10 for the machine's own; with emulate-group-index=false a target without them is refused [group-index-emulated]}}
  %0 = wave.group_wave_index : i32
  %1 = wave.group_wave_index : i32
  scf.if %done {
    %2 = wave.group_wave_count : i32
    memref.store %0, %out[%c0] : memref<?xi32>
    memref.store %1, %out[%c0] : memref<?xi32>
    memref.store %2, %out[%c0] : memref<?xi32>
  }
}

// -----

// The index alone: nobody reads the counter.
// CHECK-LABEL: wave.func @index_alone
// CHECK: %[[index:.*]] = wave.read_first_lane
// CHECK-NEXT: wave.barrier group sync
// CHECK-NOT: memref.load
// CHECK: memref.store %[[index]]
wave.func @index_alone(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 8, 1) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{[group-index-emulated]}}
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// -----

// The machine's own number, by which extra waves retire, is the same one. The remark is at what the user wrote.
// CHECK-LABEL: wave.func @retiring
// CHECK: %[[index:.*]] = wave.read_first_lane
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: %[[number:.*]] = arith.index_castui %[[index]] : i32 to index
// CHECK-NEXT: arith.index_castui %[[number]] : index to i32
// CHECK: arith.cmpi uge
// CHECK-NEXT: wave.retire_if
// CHECK: memref.store %[[index]]
// KEPT-LABEL: wave.func @retiring
// KEPT: %[[index:.*]] = wave.read_first_lane
// KEPT: %[[extra:.*]] = arith.cmpi uge, %[[index]], %c2_i32
// KEPT: wave.retire_if %[[extra]]
wave.func @retiring(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) wave_size(16) {
  %0 = gpu.subgroup_id : index
  %1 = arith.index_castui %0 : index to i32
  %2 = arith.constant 2 : i32
  %3 = arith.cmpi uge, %1, %2 : i32
  wave.retire_if %3
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{[group-index-emulated]}}
  %4 = wave.group_wave_index : i32
  memref.store %4, %out[%c0] : memref<?xi32>
}

// -----

// Only where a number is used; what is not needs no target that has it.
// CHECK-LABEL: wave.func @unused
// CHECK-NEXT: wave.return
wave.func @unused() kernel num_threads(64, 1, 1) {
  %0 = wave.group_wave_index : i32
  %1 = wave.group_wave_count : i32
}

// The count under num_waves and the index of one wave are no questions.
// CHECK-LABEL: wave.func @known
// CHECK-NOT: wave.groupshared
// CHECK: wave.group_wave_count
// CHECK: wave.return
wave.func @known(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_count : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @single
// CHECK-NOT: wave.groupshared
// CHECK: wave.return
wave.func @single(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// -----

// The other stages with groups are no different. The count alone takes the index along.
// CHECK-LABEL: wave.func @mesh
// CHECK: wave.atomic_rmw
// CHECK: wave.barrier group sync
// CHECK: memref.load
wave.func @mesh(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel stage(mesh) num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : index
  // expected-remark@+1 {{[group-index-emulated]}}
  %0 = wave.group_wave_count : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// -----

// What asks for the index is the kernel's first operation, and is replaced.
// CHECK-LABEL: wave.func @index_first
// CHECK: %[[loaded:.*]] = memref.load
// CHECK: %[[count:.*]] = wave.assume_uniform %[[loaded]] : i32
// CHECK: memref.store %[[count]]
wave.func @index_first(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(1, 1, 1) {
  // expected-remark@+1 {{[group-index-emulated]}}
  %0 = wave.group_wave_index : i32
  %1 = wave.group_wave_count : i32
  %2 = arith.index_castui %0 : i32 to index
  memref.store %1, %out[%2] : memref<?xi32>
}

// -----

// The index is also one of the type index, and is the kernel's first operation.
// CHECK-LABEL: wave.func @index_type
// CHECK: %[[index:.*]] = wave.read_first_lane
// CHECK: %[[wide:.*]] = arith.index_castui %[[index]] : i32 to index
// CHECK-NOT: gpu.subgroup_id
// CHECK: memref.store %[[index]], %{{.*}}[%[[wide]]]
wave.func @index_type(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) {
  %wave = wave.group_wave_index : i32
  %place = gpu.subgroup_id : index
  // expected-remark@-2 {{counted in groupshared memory}}
  memref.store %wave, %out[%place] : memref<?xi32>
  wave.return
}
