// RUN: wave-opt %s -wave-hoist-uniform --remarks-filter=wave-hoist-uniform -o /dev/null 2>&1 | FileCheck %s

!out = memref<?xi32>

wave.func @kernel(%n: i32 {wave.element = ui32}, %in: !out {wave.binding = #wave.binding<srv, ui32>}, %out: !out {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %place = arith.index_castui %lane : i32 to index
  %x = memref.load %in[%place] : !out
  %some = arith.cmpi ult, %lane, %x : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce add leaves the loop, which the wave runs together
    %0 = wave.reduce add %x : i32
    memref.store %0, %out[%place] : !out
    // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.read_lane stays in the loop, though its operands do not change in it: it may not be executed at all, and is undefined for some operands
    %1 = wave.read_lane %x, %n : i32
    memref.store %1, %out[%place] : !out
    scf.if %some {
      // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce maxui stays in the loop, though its operands do not change in it: not all active lanes take the branch that it stands in
      %2 = wave.reduce maxui %x : i32
      memref.store %2, %out[%place] : !out
    }
    // Nobody expects this one to leave.
    // CHECK-NOT: wave.reduce xor
    %3 = arith.addi %x, %i : i32
    %4 = wave.reduce xor %3 : i32
    memref.store %4, %out[%place] : !out
  }
  scf.for %i = %c0 to %x step %c1 : i32 {
    // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce minui stays in the loop, though its operands do not change in it: lanes leave the loop in different iterations
    %0 = wave.reduce minui %x : i32
    memref.store %0, %out[%place] : !out
  }
  scf.for %i = %c0 to %n step %c1 : i32 {
    // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce or stays in the loop, though its operands do not change in it: some lanes may return in the loop
    %0 = wave.reduce or %x : i32
    memref.store %0, %out[%place] : !out
    %gone = arith.cmpi eq, %lane, %i : i32
    wave.retire_if %gone
  }
  wave.return
}
