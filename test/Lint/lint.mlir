// RUN: wave-opt --wave-lint --verify-diagnostics %s | FileCheck %s

// The module is what it was.
// CHECK-LABEL: wave.func @seven_by_seven
// CHECK: wave.call @helper
// CHECK-NOT: module


// expected-warning @below {{a group of 49 threads (7 x 7 x 1) does not fill its waves: at 32 lanes 2 waves, the last with 15 idle lanes (47 %) [numthreads-not-wave-aligned]}}
// expected-note @below {{help: waves fill num_threads(32, 7, 1) (X up), num_threads(7, 32, 1) (Y up), num_threads(8, 8, 1) (both up), num_threads(64, 1, 1) (1-D); the number of groups that is dispatched and all arithmetic on ids must follow}}
wave.func @seven_by_seven(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(7, 7, 1) {
  %index = wave.group_index : i32
  %place = wave.call @helper(%index) : (i32) -> index
  memref.store %index, %out[%place] : memref<?xi32>
  wave.return
}

wave.func @helper(%index: i32) -> index {
  %place = arith.index_castui %index : i32 to index
  wave.return %place : index
}

wave.func @eight_by_four(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(8, 4, 1) {
  %index = wave.group_index : i32
  %place = arith.index_castui %index : i32 to index
  memref.store %index, %out[%place] : memref<?xi32>
  wave.return
}

// expected-warning @below {{at 16 lanes 3 waves, the last with 8 idle lanes (50 %); at 32 lanes 2 waves, the last with 24 idle lanes (75 %) [numthreads-not-wave-aligned]}}
// expected-note @below {{help: waves fill num_threads(64, 1, 1) (X up);}}
wave.func @every_size_of_a_range(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(40, 1, 1) wave_size(8, 32) {
  %index = wave.group_index : i32
  %place = arith.index_castui %index : i32 to index
  memref.store %index, %out[%place] : memref<?xi32>
  wave.return
}

wave.func @ignored() kernel num_threads(7, 7, 1) attributes {wave.lint_ignore = ["numthreads-not-wave-aligned"]} {
  %index = wave.group_index : i32
  wave.return
}

// Other stages have their own rules.
wave.func @mesh() kernel stage(mesh) num_threads(7, 7, 1) {
  wave.return
}

// A branch that is never taken is not looked at, nor what a count of waves decides.
wave.func @never() kernel num_waves(2) {
  %one = arith.constant 1 : i32
  %waves = wave.group_wave_count : i32
  %single = arith.cmpi eq, %waves, %one : i32
  scf.if %single {
    %lane = wave.lane_index : i32
    %first = arith.cmpi eq, %lane, %one : i32
    scf.if %first {
      wave.barrier group sync
    }
  }
  wave.return
}

wave.func @without_barrier(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %store = wave.groupshared : memref<2xi32, #gpu.address_space<workgroup>>
  %wave = wave.group_wave_index : i32
  %own = arith.index_castui %wave : i32 to index
  // expected-note @below {{it is written here}}
  memref.store %wave, %store[%own] : memref<2xi32, #gpu.address_space<workgroup>>
  // expected-warning @below {{another wave of the group writes this element of groupshared memory, and no barrier orders the two [groupshared-without-barrier]}}
  // expected-note @below {{help: put 'wave.barrier group sync' between the two}}
  // expected-note @below {{fix: 'wave.barrier group sync' before this}}
  %0 = memref.load %store[%c0] : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %0, %out[%own] : memref<?xi32>
  // The same, and known.
  %1 = memref.load %store[%c0] {wave.lint_ignore = ["all"]} : memref<2xi32, #gpu.address_space<workgroup>>
  memref.store %1, %out[%own] : memref<?xi32>
  wave.return
}
