// RUN: wave-opt %s --wave-coarsen-groups="factor=2" --canonicalize --cse --remarks-filter=wave-coarsen-groups 2>%t.remarks | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// One group does the work of two.

!words = memref<?xi32>
!shared = memref<32xi32, #gpu.address_space<workgroup>>
!local = memref<4xi32>

// Both loads precede the first store. If one group is left, it runs alone.
// REMARK: one group does the work of 2 along x
// CHECK-LABEL: wave.func @copy
// CHECK-SAME: wave.coarsening = array<i32: 2, 1, 1>
// CHECK: %[[GROUP:.*]] = wave.group_id x
// CHECK: %[[COUNT:.*]] = wave.group_count x
// CHECK: %[[FIRST:.*]] = arith.muli %[[GROUP]], %c2
// CHECK: %[[LEFT:.*]] = arith.subi %[[COUNT]], %[[FIRST]]
// CHECK: %[[WHOLE:.*]] = arith.cmpi uge, %[[LEFT]], %c2
// CHECK: %[[ALONE:.*]] = arith.select %[[WHOLE]], %c0{{.*}}, %[[LEFT]]
// CHECK: scf.for %[[K:.*]] = %c0{{.*}} to %[[ALONE]] step %c1
// CHECK: arith.addi %[[FIRST]], %[[K]]
// CHECK: memref.load
// CHECK: memref.store
// CHECK: scf.if %[[WHOLE]] {
// CHECK: arith.addi %[[FIRST]], %c1
// CHECK: %[[A:.*]] = memref.load %{{.*}}[%[[I:.*]]]
// CHECK-NEXT: %[[B:.*]] = memref.load %{{.*}}[%[[J:.*]]]
// CHECK-NEXT: memref.store %[[A]], %{{.*}}[%[[I]]]
// CHECK-NEXT: memref.store %[[B]], %{{.*}}[%[[J]]]
// CHECK-NOT: wave.barrier
wave.func @copy(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  %n = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %n : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  memref.store %v, %out[%i] : !words
  wave.return
}

// Each group has its own array, and one barrier serves both. Groups that run in
// turn use one array, and the last barrier keeps them apart.
// CHECK-LABEL: wave.func @tile
// CHECK: %[[T:.*]] = wave.groupshared
// CHECK-NEXT: %[[U:.*]] = wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: scf.for
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK: wave.barrier group sync
// CHECK: memref.load %[[T]]
// CHECK: memref.store
// CHECK-NEXT: wave.barrier group sync
// CHECK: scf.if
// CHECK: memref.store %{{.*}}, %[[T]]
// CHECK-NEXT: memref.store %{{.*}}, %[[U]]
// CHECK-NEXT: wave.barrier group sync
// CHECK-NOT: wave.barrier
// CHECK: memref.load %[[T]]
// CHECK: memref.load %[[U]]
wave.func @tile(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(32, 1, 1) {
  %t = wave.groupshared : !shared
  %d = wave.dispatch_thread_id x : i32
  %x = wave.group_thread_id x : i32
  %i = arith.index_castui %d : i32 to index
  %j = arith.index_castui %x : i32 to index
  %c31 = arith.constant 31 : index
  %k = arith.subi %c31, %j : index
  %v = memref.load %in[%i] : !words
  memref.store %v, %t[%j] : !shared
  wave.barrier group sync
  %w = memref.load %t[%k] : !shared
  memref.store %w, %out[%i] : !words
  wave.return
}

// The loop is the same for both groups: one load of the weight serves both.
// CHECK-LABEL: wave.func @uniform_load
// CHECK: scf.if
// CHECK: scf.for {{.*}} iter_args(%[[A:.*]] = %c0{{.*}}, %[[B:.*]] = %c0{{.*}}) -> (i32, i32)
// CHECK: %[[W:.*]] = memref.load
// CHECK-NOT: memref.load
// CHECK: arith.muli %[[W]]
// CHECK: arith.muli %[[W]]
// CHECK: scf.yield
wave.func @uniform_load(%weights: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %sum = scf.for %k = %c0 to %c8 step %c1 iter_args(%s = %zero) -> i32 {
    %w = memref.load %weights[%k] : !words
    %p = arith.muli %w, %g : i32
    %q = arith.addi %s, %p : i32
    scf.yield %q : i32
  }
  %i = arith.index_castui %g : i32 to index
  memref.store %sum, %out[%i] : !words
  wave.return
}

// A wave takes the branch of both groups if all of its lanes take it for both, so
// that the sum has the lanes of its group.
// CHECK-LABEL: wave.func @condition
// CHECK: scf.if
// CHECK: %[[BOTH:.*]] = arith.andi %[[P:.*]], %[[Q:.*]] : i1
// CHECK: %[[ALL:.*]] = wave.all %[[BOTH]]
// CHECK: scf.if %[[ALL]] {
// CHECK: memref.load
// CHECK: memref.load
// CHECK: wave.reduce
// CHECK: wave.reduce
// CHECK: } else {
// CHECK: scf.if %[[P]] {
// CHECK: wave.reduce
// CHECK: scf.if %[[Q]] {
// CHECK: wave.reduce
wave.func @condition(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %g = wave.group_id x : i32
  %lanes = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %lanes : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %inside = arith.cmpi ult, %s, %n : i32
  scf.if %inside {
    %v = memref.load %in[%i] : !words
    %r = wave.reduce add %v : i32
    memref.store %r, %out[%i] : !words
  }
  wave.return
}

// Without operations across lanes, each lane decides.
// CHECK-LABEL: wave.func @lanes_decide
// CHECK-NOT: wave.all
// CHECK: wave.return
wave.func @lanes_decide(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %s = wave.group_id x : i32
  %i = arith.index_castui %s : i32 to index
  %inside = arith.cmpi ult, %s, %n : i32
  scf.if %inside {
    %v = memref.load %in[%i] : !words
    memref.store %v, %out[%i] : !words
  }
  wave.return
}

// One atomic adds for both groups. The second group begins where the first ends.
// CHECK-LABEL: wave.func @atomic
// CHECK: scf.for
// CHECK: wave.atomic_rmw add
// CHECK: scf.if
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: %[[B:.*]] = memref.load
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[OLD:.*]] = wave.atomic_rmw add %[[SUM]]
// CHECK-NOT: wave.atomic_rmw
// CHECK: arith.addi %[[OLD]], %[[A]]
wave.func @atomic(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %old = wave.atomic_rmw add %v, %out[%c0] : !words
  %p = arith.addi %old, %v : i32
  %j = arith.index_castui %p : i32 to index
  memref.store %g, %out[%j] : !words
  wave.return
}

// Sums of floats would round differently.
// CHECK-LABEL: wave.func @atomic_of_floats
// CHECK: scf.if
// CHECK: wave.atomic_rmw
// CHECK-NEXT: wave.atomic_rmw
wave.func @atomic_of_floats(%in: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : memref<?xf32>
  %old = wave.atomic_rmw add %v, %out[%c0] : memref<?xf32>
  wave.return
}

// Groups with different numbers of iterations follow each other.
// CHECK-LABEL: wave.func @trips
// CHECK: scf.if
// CHECK: scf.for
// CHECK: scf.for
wave.func @trips(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %n = memref.load %in[%i] : !words
  scf.for %k = %zero to %n step %one : i32 {
    %j = arith.index_castui %k : i32 to index
    memref.store %k, %out[%j] : !words
  }
  wave.return
}

// A barrier among the lanes of a wave must not divide it: all lanes take one way.
// CHECK-LABEL: wave.func @barrier_of_lanes
// CHECK: %[[BOTH:.*]] = arith.andi
// CHECK: %[[ALL:.*]] = wave.all %[[BOTH]]
// CHECK: scf.if %[[ALL]] {
// CHECK: wave.barrier wave
// CHECK: } else {
wave.func @barrier_of_lanes(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %t = wave.groupshared : memref<128xi32, #gpu.address_space<workgroup>>
  %one = arith.constant 1 : i32
  %g = wave.group_id x : i32
  %lanes = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %lanes : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %j = arith.index_castui %l : i32 to index
  %m = arith.xori %l, %one : i32
  %k = arith.index_castui %m : i32 to index
  %inside = arith.cmpi ult, %s, %n : i32
  scf.if %inside {
    %v = memref.load %in[%i] : !words
    memref.store %v, %t[%j] : memref<128xi32, #gpu.address_space<workgroup>>
    wave.barrier wave
    %w = memref.load %t[%k] : memref<128xi32, #gpu.address_space<workgroup>>
    memref.store %w, %out[%i] : !words
  }
  wave.return
}

// A group with nothing to add executes no atomic: one for all groups is executed if one
// of them has something to add, and the others add 0.
// CHECK-LABEL: wave.func @atomic_under_a_condition
// CHECK: scf.if
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: %[[B:.*]] = memref.load
// CHECK: %[[P:.*]] = arith.cmpi ne, %[[A]]
// CHECK: %[[Q:.*]] = arith.cmpi ne, %[[B]]
// CHECK: %[[V:.*]] = arith.select %[[P]], %{{.*}}, %c0
// CHECK: %[[W:.*]] = arith.select %[[Q]], %{{.*}}, %c0
// CHECK: %[[SUM:.*]] = arith.addi %[[V]], %[[W]]
// CHECK: %[[ANY:.*]] = arith.ori %[[P]], %[[Q]]
// CHECK: %[[OLD:.*]] = scf.if %[[ANY]] -> (i32) {
// CHECK-NEXT: wave.atomic_rmw add %[[SUM]]
// CHECK-NOT: wave.atomic_rmw
// CHECK: scf.if %[[P]] {
// CHECK: memref.store %[[OLD]]
// CHECK: scf.if %[[Q]] {
// CHECK: memref.store
// CHECK-NOT: wave.atomic_rmw
// CHECK: wave.return
wave.func @atomic_under_a_condition(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %some = arith.cmpi ne, %v, %zero : i32
  scf.if %some {
    %c0 = arith.constant 0 : index
    %c3 = arith.constant 3 : i32
    %three = arith.muli %v, %c3 : i32
    %old = wave.atomic_rmw add %three, %counter[%c0] : !words
    memref.store %old, %out[%i] : !words
  }
  wave.return
}

// What precedes the atomic may not be executed under another condition.
// CHECK-LABEL: wave.func @atomic_behind_a_store
// CHECK: scf.if
// CHECK: scf.if
// CHECK: wave.atomic_rmw
// CHECK: scf.if
// CHECK: wave.atomic_rmw
wave.func @atomic_behind_a_store(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %counter: !words {wave.binding = #wave.binding<uav, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %zero = arith.constant 0 : i32
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %some = arith.cmpi ne, %v, %zero : i32
  scf.if %some {
    memref.store %v, %out[%i] : !words
    %old = wave.atomic_rmw add %v, %counter[%c0] : !words
  }
  wave.return
}
