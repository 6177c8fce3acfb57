// RUN: wave-opt %s --wave-coarsen-groups="factor=2" --canonicalize --cse | FileCheck %s

// What two groups add to an element of all groups: their lanes add first, and the rest
// is done once.

!words = memref<?xi32>
!parts = memref<2xi32, #gpu.address_space<workgroup>>

// CHECK-LABEL: wave.func @wave
// CHECK: scf.for
// CHECK: scf.if
// CHECK: %[[A:.*]] = memref.load
// CHECK-NEXT: %[[B:.*]] = memref.load
// CHECK-NEXT: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
// CHECK-NEXT: %[[TOTAL:.*]] = wave.reduce add %[[SUM]]
// CHECK-NOT: wave.reduce
// CHECK: wave.atomic_rmw add %[[TOTAL]]
// CHECK-NOT: wave.atomic_rmw
// CHECK: wave.return
wave.func @wave(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %n = wave.lane_count : i32
  %l = wave.lane_index : i32
  %f = arith.muli %g, %n : i32
  %s = arith.addi %f, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce add %v : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %r, %out[%c0] : !words
  }
  wave.return
}

// Both groups use one array. A group with nothing to add leaves out the atomic; both
// do so if they have nothing together.
// CHECK-LABEL: wave.func @waves
// CHECK-COUNT-1: wave.groupshared
// CHECK-NOT: wave.groupshared
// CHECK: scf.for
// CHECK-COUNT-2: wave.barrier group sync
// CHECK: %[[MOST:.*]] = arith.maxui
// CHECK: %[[R:.*]] = wave.reduce maxui %[[MOST]]
// CHECK-NOT: wave.reduce
// CHECK: memref.store %[[R]]
// CHECK: wave.barrier group sync
// CHECK-NOT: wave.barrier
// CHECK: %[[A:.*]] = wave.assume_uniform
// CHECK: %[[B:.*]] = wave.assume_uniform
// CHECK: %[[ALL:.*]] = arith.maxui %[[A]], %[[B]]
// CHECK: %[[HAS:.*]] = arith.cmpi ne, %[[ALL]]
// CHECK: scf.if %{{.*}} {
// CHECK-NEXT: wave.atomic_rmw maxui %[[ALL]]
// CHECK-NOT: wave.atomic_rmw
// CHECK: wave.return
wave.func @waves(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %t = wave.groupshared : !parts
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %s = arith.addi %g, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce maxui %v : i32
  %first = arith.cmpi eq, %l, %zero : i32
  scf.if %first {
    %p = arith.index_castui %w : i32 to index
    memref.store %r, %t[%p] : !parts
  }
  wave.barrier group sync
  %leads = arith.cmpi eq, %w, %zero : i32
  scf.if %leads {
    %a = memref.load %t[%c0] : !parts
    %x = wave.assume_uniform %a : i32
    %b = memref.load %t[%c1] : !parts
    %y = wave.assume_uniform %b : i32
    %all = arith.maxui %x, %y : i32
    %has = arith.cmpi ne, %all, %zero : i32
    %acts = arith.andi %has, %first : i1
    scf.if %acts {
      %old = wave.atomic_rmw maxui %all, %out[%c0] : !words
    }
  }
  wave.return
}

// Lanes count for both groups, and the wave adds their counts.
// CHECK-LABEL: wave.func @count
// CHECK: scf.for
// CHECK: wave.count_bits
// CHECK: scf.if
// CHECK: arith.extui
// CHECK: arith.extui
// CHECK: %[[MINE:.*]] = arith.addi
// CHECK: %[[R:.*]] = wave.reduce add %[[MINE]]
// CHECK-NOT: wave.count_bits
// CHECK: wave.atomic_rmw add %[[R]]
// CHECK: wave.return
wave.func @count(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %l = wave.lane_index : i32
  %s = arith.addi %g, %l : i32
  %i = arith.index_castui %s : i32 to index
  %v = memref.load %in[%i] : !words
  %is = arith.cmpi ne, %v, %zero : i32
  %r = wave.count_bits %is : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %r, %out[%c0] : !words
  }
  wave.return
}

// The sums of the groups are needed, too.
// CHECK-LABEL: wave.func @used_elsewhere
// CHECK: scf.for
// CHECK: wave.reduce add
// CHECK: scf.if
// CHECK: %[[A:.*]] = wave.reduce add
// CHECK: %[[B:.*]] = wave.reduce add
// CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]]
// CHECK: wave.atomic_rmw add %[[SUM]]
wave.func @used_elsewhere(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce add %v : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %r, %out[%c0] : !words
    %j = arith.addi %i, %c1 : index
    memref.store %r, %out[%j] : !words
  }
  wave.return
}

// A group may leave out the atomic although it has something to add: each decides for
// itself.
// CHECK-LABEL: wave.func @decided_by_a_part
// CHECK: scf.for
// CHECK: wave.reduce add
// CHECK: scf.if
// CHECK: wave.reduce add
// CHECK: wave.reduce add
wave.func @decided_by_a_part(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce add %v : i32
  %has = arith.cmpi ne, %r, %zero : i32
  %first = wave.is_first_lane : i1
  %acts = arith.andi %has, %first : i1
  %all = arith.addi %r, %g : i32
  scf.if %acts {
    %old = wave.atomic_rmw add %all, %out[%c0] : !words
  }
  wave.return
}

// A sum of maxima is not a maximum of sums.
// CHECK-LABEL: wave.func @another_kind
// CHECK: scf.for
// CHECK: wave.reduce maxui
// CHECK: scf.if
// CHECK: wave.reduce maxui
// CHECK: wave.reduce maxui
wave.func @another_kind(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce maxui %v : i32
  %first = wave.is_first_lane : i1
  scf.if %first {
    %old = wave.atomic_rmw add %r, %out[%c0] : !words
  }
  wave.return
}

// Something else reads the array, so each group has its own.
// CHECK-LABEL: wave.func @array_of_others
// CHECK-COUNT-2: wave.groupshared
wave.func @array_of_others(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %t = wave.groupshared : !parts
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %g = wave.group_id x : i32
  %w = wave.group_wave_index : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %r = wave.reduce add %v : i32
  %p = arith.index_castui %w : i32 to index
  memref.store %r, %t[%p] : !parts
  wave.barrier group sync
  %a = memref.load %t[%c0] : !parts
  %b = memref.load %t[%c1] : !parts
  memref.store %b, %out[%i] : !words
  %leads = wave.is_first_lane : i1
  scf.if %leads {
    %old = wave.atomic_rmw add %a, %out[%c0] : !words
  }
  wave.return
}

// The groups decide apart: each has a total of its own lanes, if it has one.
// CHECK-LABEL: wave.func @apart
// CHECK: scf.for
// CHECK: wave.reduce add
// CHECK: scf.if
// CHECK: wave.reduce add
// CHECK: wave.reduce add
wave.func @apart(%in: !words {wave.binding = #wave.binding<srv, ui32>}, %out: !words {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %g = wave.group_id x : i32
  %i = arith.index_castui %g : i32 to index
  %v = memref.load %in[%i] : !words
  %inside = arith.cmpi ult, %g, %n : i32
  scf.if %inside {
    %r = wave.reduce add %v : i32
    %first = wave.is_first_lane : i1
    scf.if %first {
      %old = wave.atomic_rmw add %r, %out[%c0] : !words
    }
  }
  wave.return
}
