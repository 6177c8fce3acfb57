// RUN: wave-opt %s -wave-num-waves-to-num-threads="surplus retire-extra-waves" -wave-fold-counts -wave-resolve-groupshared -canonicalize -cse -wave-aggregate-atomics -wave-legalize-barriers -wave-verify="barriers" | FileCheck %s
// RUN: wave-opt %s -wave-num-waves-to-num-threads="wave-size=32 retire-extra-waves" -wave-fold-counts -wave-resolve-groupshared -canonicalize -cse -wave-aggregate-atomics -wave-legalize-barriers -wave-verify="barriers" | FileCheck %s

// Groups of waves as groups of threads: waves without a number meet the barriers and do nothing else.

!words = memref<?xi32>

// CHECK-LABEL: wave.func @append
// CHECK-SAME: num_threads
// CHECK-NOT: wave.retire_if
// CHECK: scf.for
// CHECK: scf.if %[[live:[^ ]*]] {
// CHECK-NEXT: wave.count_bits
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[live]] -> (i32) {
// CHECK: wave.atomic_rmw add
// CHECK: wave.barrier group sync
// CHECK: scf.if %[[live]]
// CHECK: wave.prefix_count_bits
// CHECK: wave.return
wave.func @append(%src: !words {wave.binding = #wave.binding<srv, ui32>}, %count: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}, %trips: !words {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(4) wave_size(16, 32) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %wave = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  %start = arith.muli %wave, %lanes : i32
  %lane = wave.lane_index : i32
  %i = arith.addi %start, %lane : i32
  %last = memref.load %trips[%c0] : !words
  %end = arith.addi %last, %n : i32
  scf.for %j = %i0 to %end step %c1 : i32 {
    %in = arith.cmpi ult, %i, %j : i32
    scf.if %in {
      %slot = wave.atomic_rmw add %c1, %count[%c0] : !words
      %q = arith.index_castui %slot : i32 to index
      memref.store %i, %out[%q] : !words
    }
    // Without it there is one atomic for all trips.
    wave.barrier device
  }
}
