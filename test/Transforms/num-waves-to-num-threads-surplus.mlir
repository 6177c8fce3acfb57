// RUN: wave-opt %s -wave-num-waves-to-num-threads=surplus=true -split-input-file -verify-diagnostics | FileCheck %s
// RUN: wave-opt %s -wave-num-waves-to-num-threads=surplus=true -wave-fold-counts=wave-size=16 -wave-resolve-groupshared -canonicalize -int-range-optimizations -split-input-file 2>/dev/null | FileCheck %s --check-prefix=LATER
// RUN: wave-opt %s -wave-num-waves-to-num-threads=surplus=true -wave-resolve-groupshared -wave-legalize-barriers -wave-verify=barriers=true -split-input-file 2>/dev/null | FileCheck %s --check-prefix=LEGAL

// One kernel for 8 to 32 lanes: as many threads as three waves of 32 lanes have. Groups of
// other sizes retire, then the waves beyond the third.
// CHECK-LABEL: wave.func @range
// CHECK-SAME: kernel num_threads(96, 1, 1) launch(surplus, num_waves = 3, wave_sizes = [8, 16, 32], preferred_wave_size = 16, retires) {
// CHECK-NEXT: %[[machine:.*]] = gpu.subgroup_size : index
// CHECK-NEXT: %[[size:.*]] = arith.index_castui %[[machine]] : index to i32
// CHECK-NEXT: %[[least:.*]] = arith.constant 8 : i32
// CHECK-NEXT: %[[below:.*]] = arith.cmpi ult, %[[size]], %[[least]]
// CHECK-NEXT: %[[greatest:.*]] = arith.constant 32 : i32
// CHECK-NEXT: %[[above:.*]] = arith.cmpi ugt, %[[size]], %[[greatest]]
// CHECK-NEXT: %[[outside:.*]] = arith.ori %[[below]], %[[above]]
// CHECK-NEXT: wave.retire_if %[[outside]]
// CHECK-NEXT: %[[number:.*]] = gpu.subgroup_id : index
// CHECK-NEXT: %[[index:.*]] = arith.index_castui %[[number]] : index to i32
// CHECK-NEXT: %[[waves:.*]] = arith.constant 3 : i32
// CHECK-NEXT: %[[extra:.*]] = arith.cmpi uge, %[[index]], %[[waves]]
// CHECK-NEXT: wave.retire_if %[[extra]]
// CHECK-NOT: wave.group_wave_count
// CHECK: wave.lane_count
// CHECK: wave.group_wave_index
//
// The array has room at each size. The size stays the machine's, whatever the pipeline is for, but its
// range is known: it is more than 4. That of the machine is not, so the test stays.
// LATER-LABEL: wave.func @range
// LATER: arith.cmpi ult
// LATER: arith.cmpi ugt
// LATER: wave.retire_if
// LATER: %[[lanes:.*]] = wave.lane_count
// LATER: wave.groupshared : memref<96xi32, #gpu.address_space<workgroup>>
// LATER: memref.store %[[lanes]]
// LATER: memref.store %c1_i32
wave.func @range(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) wave_size(8, 32, 16) {
  %c0 = arith.constant 0 : index
  %four = arith.constant 4 : i32
  %count = wave.group_wave_count : i32
  %lanes = wave.lane_count : i32
  %index = wave.group_wave_index : i32
  %all = arith.muli %count, %lanes : i32
  %store = wave.groupshared(%all) : memref<?xi32, #gpu.address_space<workgroup>>
  memref.store %lanes, %out[%c0] : memref<?xi32>
  memref.store %index, %out[%c0] : memref<?xi32>
  %more = arith.cmpi ugt, %lanes, %four : i32
  %i = arith.extui %more : i1 to i32
  memref.store %i, %out[%c0] : memref<?xi32>
}

// -----

// Every size that there is: no group retires. Of one wave the index is 0.
// CHECK-LABEL: wave.func @every_size
// CHECK-SAME: kernel num_threads(128, 1, 1) launch(surplus, num_waves = 1, wave_sizes = [4, 8, 16, 32, 64, 128], retires) {
// CHECK-NEXT: gpu.subgroup_id
// CHECK-NOT: gpu.subgroup_size
// CHECK: wave.retire_if
// CHECK-NOT: wave.group_wave_index
// CHECK: %[[index:.*]] = arith.constant 0 : i32
// CHECK: memref.store %[[index]]
wave.func @every_size(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %index = wave.group_wave_index : i32
  memref.store %index, %out[%c0] : memref<?xi32>
}

// -----

// One size: no wave is too many.
// CHECK-LABEL: wave.func @one_size
// CHECK-SAME: kernel num_threads(64, 1, 1) launch(surplus, num_waves = 2, wave_sizes = [32]) {
// CHECK: gpu.subgroup_size
// CHECK: wave.retire_if
// CHECK-NOT: gpu.subgroup_id
// CHECK: wave.return
wave.func @one_size() kernel num_waves(2) wave_size(32) {
}

// -----

// What does not fit is dropped: 1024 threads, and 128 of amplification.
// CHECK-LABEL: wave.func @dropped
// CHECK-SAME: kernel num_threads(1024, 1, 1) launch(surplus, num_waves = 16, wave_sizes = [4, 8, 16, 32, 64], retires, dropped = [{reason = "16 waves of 128 lanes are more than 1024 threads", size = 128 : i64}]) {
wave.func @dropped() kernel num_waves(16) {
}

// CHECK-LABEL: wave.func @amplification
// CHECK-SAME: num_threads(128, 1, 1)
// CHECK-SAME: wave_sizes = [4, 8, 16, 32]
// CHECK: %[[greatest:.*]] = arith.constant 32 : i32
// CHECK: arith.cmpi ugt, %{{.*}}, %[[greatest]]
wave.func @amplification() kernel stage(amplification) num_waves(4) {
  %c1 = arith.constant 1 : i32
  wave.dispatch_mesh %c1, %c1, %c1
}

// -----

// CHECK-LABEL: wave.func @stated
// CHECK-SAME: num_threads(1024, 1, 1)
// CHECK-SAME: wave_sizes = [32]
// expected-warning@+1 {{wave size 64 is dropped: 32 waves of 64 lanes are 2048 threads; the limit of a group is 1024 [wave-size-dropped]}}
wave.func @stated() kernel num_waves(32) wave_size(32, 64, 64) {
}

// -----

// Groups of threads stay.
// CHECK-LABEL: wave.func @threads
// CHECK-SAME: kernel num_threads(64, 1, 1) {
// CHECK-NEXT: wave.return
wave.func @threads() kernel num_threads(64, 1, 1) {
}

// -----

// The size is the same for the group, as in the other forms: a barrier may depend on it.
// LEGAL-LABEL: wave.func @barriers
// LEGAL: %[[lanes:.*]] = wave.lane_count
// LEGAL: scf.for %{{.*}} = %{{.*}} to %[[lanes]]
// LEGAL-NEXT: wave.barrier group sync
wave.func @barriers() kernel num_waves(2) wave_size(8, 32) {
  %c0 = arith.constant 0 : i32
  %c4 = arith.constant 4 : i32
  %lanes = wave.lane_count : i32
  scf.for %i = %c0 to %lanes step %c4 : i32 {
    wave.barrier group sync
  }
}
