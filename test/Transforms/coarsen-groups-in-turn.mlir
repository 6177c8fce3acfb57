// RUN: wave-opt %s --wave-coarsen-groups="factor=4 in-turn" --remarks-filter=wave-coarsen-groups 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: wave-opt %s --wave-coarsen-groups="factor=4 in-turn" --wave-aggregate-atomics --canonicalize | FileCheck %s --check-prefix=TOGETHER

// Groups that append run in a loop, which their atomics leave.

!words = memref<?xi32>
!shared = memref<4xi32, #gpu.address_space<workgroup>>

// Trips behind the last group read what that group reads, and do nothing else.
// REMARK: Function=append {{.*}}one group does the work of 4 along x, one after the other
// CHECK-LABEL: wave.func @append
// CHECK-SAME: wave.coarsening = array<i32: 4, 1, 1>
// CHECK: %[[FIRST:.*]] = arith.muli
// CHECK: %[[LEFT:.*]] = arith.subi %{{.*}}, %[[FIRST]]
// CHECK: %[[LAST:.*]] = arith.addi %[[LEFT]], %c-1
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %c4{{.*}} step
// CHECK: %[[OWN:.*]] = arith.minui %[[K]], %[[LAST]]
// CHECK: arith.addi %[[FIRST]], %[[OWN]]
// CHECK: memref.load
// CHECK: %[[RUNS:.*]] = arith.cmpi ult, %[[K]], %[[LEFT]]
// CHECK: scf.if %[[RUNS]] {
// CHECK: wave.atomic_rmw
// CHECK: memref.store
// TOGETHER-LABEL: wave.func @append
// TOGETHER: scf.for
// TOGETHER: memref.load
// TOGETHER: wave.atomic_rmw
// TOGETHER: scf.for
// TOGETHER: memref.load
// TOGETHER: memref.store
wave.func @append(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %n = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %n : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %keep = arith.cmpi ult, %v, %n : i32
  scf.if %keep {
    %old = wave.atomic_rmw add %one, %counter[%c0] : !words
    %j = arith.index_castui %old : i32 to index
    memref.store %v, %out[%j] : !words
  }
  wave.return
}

// The result is unused: groups that run together share more.
// REMARK-NOT: Function=counts
wave.func @counts(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %old = wave.atomic_rmw add %v, %counter[%c0] : !words
  wave.return
}

// The waves of a group meet.
// REMARK-NOT: Function=meets
wave.func @meets(%counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) {
  %t = wave.groupshared : !shared
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %old = wave.atomic_rmw add %g, %counter[%c0] : !words
  memref.store %old, %t[%c0] : !shared
  wave.barrier group sync
  %v = memref.load %t[%c0] : !shared
  %i = arith.index_castui %g : i32 to index
  memref.store %v, %out[%i] : !words
  wave.return
}

// What a lane adds depends on what another atomic found.
// REMARK-NOT: Function=chain
wave.func @chain(%counter: !words {wave.binding = #wave.binding<uav, ui32>}, %other: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %first = wave.atomic_rmw add %g, %counter[%c0] : !words
  %second = wave.atomic_rmw add %first, %other[%c0] : !words
  memref.store %second, %out[%i] : !words
  wave.return
}

// An atomic of the group's own element stays in the loop; no other is there.
// REMARK-NOT: Function=own_element
wave.func @own_element(%counts: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %one = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %old = wave.atomic_rmw add %one, %counts[%i] : !words
  memref.store %old, %out[%i] : !words
  wave.return
}

// The atomic is in a loop of the kernel: the counts of the outer loop would need the
// inner one once more.
// REMARK-NOT: Function=items
wave.func @items(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %g = wave.group_id x : i32
  %first = arith.index_castui %g : i32 to index
  scf.for %k = %c0 to %c8 step %c1 {
    %i = arith.addi %first, %k : index
    %v = memref.load %in[%i] : !words
    %old = wave.atomic_rmw add %v, %counter[%c0] : !words
    %j = arith.index_castui %old : i32 to index
    memref.store %v, %out[%j] : !words
  }
  wave.return
}

// Two waves would execute an atomic each, four would meet for one.
// REMARK-NOT: Function=two_waves
wave.func @two_waves(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %old = wave.atomic_rmw add %v, %counter[%c0] : !words
  %j = arith.index_castui %old : i32 to index
  memref.store %v, %out[%j] : !words
  wave.return
}
