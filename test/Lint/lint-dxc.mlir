// RUN: wave-opt %s --wave-lint=dxc=true --verify-diagnostics -o /dev/null
// RUN: wave-opt %s --wave-lint -o /dev/null 2>&1 | FileCheck %s --allow-empty --check-prefix=WITHOUT

// What is defined for this compiler and not for dxc is reported only if dxc may
// compile the source as well.

// WITHOUT-NOT: missing-globallycoherent
// WITHOUT-NOT: return-before-barrier

wave.func @last_group(
    %sums: memref<?xi32> {wave.name = "sums", wave.binding = #wave.binding<uav, 0, 0, ui32>},
    %counter: memref<?xi32> {wave.binding = #wave.binding<uav, 0, 1, ui32>}) kernel num_threads(32, 1, 1) {
  %group = wave.group_id x : i32
  %at = arith.index_castui %group : i32 to index
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %seven = arith.constant 7 : i32
  // expected-note @below {{a group stores its own elements here}}
  memref.store %group, %sums[%at] : memref<?xi32>
  wave.barrier device
  // expected-note @below {{and signals it to other groups}}
  %before = wave.atomic_rmw add %one, %counter[%zero] : memref<?xi32>
  %is_last = arith.cmpi eq, %before, %seven : i32
  scf.if %is_last {
    wave.barrier device
    // expected-warning @below {{other groups store these elements of `sums`, which is not globallycoherent}}
    // expected-note @below {{help: declare it `globallycoherent`}}
    %sum = memref.load %sums[%zero] : memref<?xi32>
    memref.store %sum, %counter[%zero] : memref<?xi32>
  }
  wave.return
}

wave.func @returns(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %i = wave.group_index : i32
  %is_outside = arith.cmpi uge, %i, %n : i32
  // expected-remark @below {{lanes that return here do not reach a later barrier}}
  // expected-note @below {{help: keep all lanes to the last barrier}}
  wave.retire_if %is_outside
  // expected-note @below {{the barrier}}
  wave.barrier group sync
  wave.return
}

// All lanes of a group return, or none.

wave.func @uniform(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %i = wave.group_id x : i32
  %is_outside = arith.cmpi uge, %i, %n : i32
  wave.retire_if %is_outside
  wave.barrier group sync
  wave.return
}
