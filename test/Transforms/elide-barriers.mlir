// RUN: wave-opt %s -wave-elide-barriers --remarks-filter=wave-elide-barriers 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

//===----------------------------------------------------------------------===//
// What a barrier is for
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @nothing_before
// CHECK: wave.return
// REMARK: Function=nothing_before | Remark="removed, because it orders no conflicting accesses"
wave.func @nothing_before(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  wave.barrier group sync
  memref.store %l, %s[%i0] : !shared
}

// CHECK-LABEL: wave.func @store_then_load
// CHECK: memref.store
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
// REMARK: Function=store_then_load | Remark="stays between the store at line [[@LINE+8]] and the load at line [[@LINE+10]]"
wave.func @store_then_load(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %l = wave.lane_index : i32
  %li = arith.index_castui %l : i32 to index
  memref.store %l, %s[%wi] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%li] : !buffer
}

// A load may not see what is stored later.
// CHECK-LABEL: wave.func @load_then_store
// CHECK: memref.load
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: memref.store
// CHECK: wave.return
wave.func @load_then_store(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %v = memref.load %s[%i0] : !shared
  wave.barrier group sync
  memref.store %l, %s[%i0] : !shared
}

// Of two stores the second one has to stay.
// CHECK-LABEL: wave.func @store_then_store
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @store_then_store(%i: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  memref.store %l, %s[%i0] : !shared
  wave.barrier group sync
  memref.store %i, %s[%i0] : !shared
}

// CHECK-LABEL: wave.func @loads_only
// CHECK: wave.return
wave.func @loads_only(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %0 = memref.load %s[%i0] : !shared
  wave.barrier group sync
  %1 = memref.load %s[%i0] : !shared
  %2 = arith.addi %0, %1 : i32
  memref.store %2, %out[%i0] : !buffer
}

// Different arrays.
// CHECK-LABEL: wave.func @other_array
// CHECK: wave.return
wave.func @other_array(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %t = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  memref.store %l, %s[%i0] : !shared
  wave.barrier group sync
  %v = memref.load %t[%i0] : !shared
}

// A barrier of the group says nothing of buffers.
// CHECK-LABEL: wave.func @buffer_at_group_barrier
// CHECK: wave.return
wave.func @buffer_at_group_barrier(%b: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  memref.store %l, %b[%i0] : !buffer
  wave.barrier group sync
  %v = memref.load %b[%i0] : !buffer
  memref.store %v, %b[%i0] : !buffer
}

// One barrier is enough, and the atomics on both sides need it.
// CHECK-LABEL: wave.func @two_in_turn
// CHECK: wave.atomic_rmw
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK: wave.return
wave.func @two_in_turn(%n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %n, %s[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  wave.barrier group sync
  %1 = wave.atomic_rmw maxui %n, %s[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
}

// The numbers that the second one gets come after those of the first one.
// CHECK-LABEL: wave.func @atomics_of_a_buffer
// CHECK: wave.atomic_rmw
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK: wave.return
wave.func @atomics_of_a_buffer(%b: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %0 = wave.atomic_rmw add %n, %b[%i0] : memref<?xi32>
  wave.barrier group sync
  %1 = wave.atomic_rmw add %n, %b[%i0] : memref<?xi32>
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @own_element
// CHECK: wave.return
wave.func @own_element(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) wave_size(32) {
  %s = wave.groupshared : !shared
  %c32 = arith.constant 32 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %w, %c32 : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Here lane 31 of wave 0 and lane 15 of wave 1 have one element.
// CHECK-LABEL: wave.func @overlapping_waves
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @overlapping_waves(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) wave_size(32) {
  %s = wave.groupshared : !shared
  %c16 = arith.constant 16 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %w, %c16 : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// The machine's wave may have 128 lanes.
// CHECK-LABEL: wave.func @unknown_wave_size
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @unknown_wave_size(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c32 = arith.constant 32 : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %w, %c32 : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Whatever the size is.
// CHECK-LABEL: wave.func @own_element_of_any_wave_size
// CHECK: wave.return
wave.func @own_element_of_any_wave_size(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %n, %w : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Waves of threads may have different sizes.
// CHECK-LABEL: wave.func @wave_sizes_differ
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @wave_sizes_differ(%out: !buffer {wave.binding = #buffer}) kernel num_threads(64, 1, 1) {
  %s = wave.groupshared : !shared
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %l = wave.lane_index : i32
  %start = arith.muli %n, %w : i32
  %i = arith.addi %start, %l : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// The other lane's element, though by the same kind of index.
// CHECK-LABEL: wave.func @neighbors_element
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @neighbors_element(%out: !buffer {wave.binding = #buffer}) kernel num_threads(64, 1, 1) {
  %s = wave.groupshared : memref<65xi32, #gpu.address_space<workgroup>>
  %c1 = arith.constant 1 : i32
  %t = wave.group_index : i32
  %ti = arith.index_castui %t : i32 to index
  %next = arith.addi %t, %c1 : i32
  %ni = arith.index_castui %next : i32 to index
  memref.store %t, %s[%ti] : memref<65xi32, #gpu.address_space<workgroup>>
  wave.barrier group sync
  %v = memref.load %s[%ni] : memref<65xi32, #gpu.address_space<workgroup>>
  memref.store %v, %out[%ti] : !buffer
}

// CHECK-LABEL: wave.func @threads
// CHECK: wave.return
wave.func @threads(%out: !buffer {wave.binding = #buffer}, %offset: i32 {wave.element = ui32}) kernel num_threads(64, 1, 1) {
  %s = wave.groupshared : !shared
  %t = wave.group_thread_id x : i32
  %i = arith.addi %t, %offset : i32
  %x = arith.index_castui %i : i32 to index
  memref.store %t, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Threads of one row are of different columns.
// CHECK-LABEL: wave.func @threads_of_two_dimensions
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @threads_of_two_dimensions(%out: !buffer {wave.binding = #buffer}) kernel num_threads(8, 8, 1) {
  %s = wave.groupshared : !shared
  %t = wave.group_thread_id x : i32
  %x = arith.index_castui %t : i32 to index
  memref.store %t, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Three components, and the element that follows.
// CHECK-LABEL: wave.func @vectors
// CHECK: vector.load
// CHECK: memref.load
// CHECK: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @vectors(%v: vector<3xi32> {wave.element = vector<3xui32>}, %out: !buffer {wave.binding = #buffer}) kernel num_threads(16, 1, 1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %c3 = arith.constant 3 : i32
  %t = wave.group_index : i32
  %i = arith.muli %t, %c3 : i32
  %x = arith.index_castui %i : i32 to index
  %j = arith.addi %i, %c1 : i32
  %y = arith.index_castui %j : i32 to index
  %k = arith.addi %i, %c3 : i32
  %z = arith.index_castui %k : i32 to index
  vector.store %v, %s[%x] : !shared, vector<3xi32>
  wave.barrier group sync
  %0 = vector.load %s[%x] : !shared, vector<3xi32>
  %1 = memref.load %s[%y] : !shared
  vector.store %0, %s[%x] : !shared, vector<3xi32>
  wave.barrier group sync
  %2 = memref.load %s[%z] : !shared
  memref.store %2, %out[%x] : !buffer
}

// The halves of an array.
// CHECK-LABEL: wave.func @ranges
// CHECK: wave.return
wave.func @ranges(%out: !buffer {wave.binding = #buffer}) kernel num_threads(32, 1, 1) {
  %s = wave.groupshared : !shared
  %c32 = arith.constant 32 : i32
  %t = wave.group_index : i32
  %x = arith.index_castui %t : i32 to index
  %i = arith.addi %t, %c32 : i32
  %y = arith.index_castui %i : i32 to index
  %i63 = arith.constant 63 : index
  memref.store %t, %s[%x] : !shared
  wave.barrier group sync
  memref.store %t, %s[%y] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// By its barrier the load is known to be the same for the group.
// CHECK-LABEL: wave.func @uniform_load
// CHECK: memref.load
// CHECK-NEXT: wave.barrier group sync
// CHECK: wave.return
wave.func @uniform_load(%out: !buffer {wave.binding = #buffer}) kernel num_threads(32, 1, 1) {
  %s = wave.groupshared : !shared
  %t = wave.group_index : i32
  %x = arith.index_castui %t : i32 to index
  %i63 = arith.constant 63 : index
  %v = memref.load %s[%i63] : !shared
  wave.barrier group sync
  memref.store %t, %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// The element of an earlier trip may be another lane's now.
// CHECK-LABEL: wave.func @changing_index
// CHECK: scf.for
// CHECK: wave.barrier group sync
// CHECK: memref.store
// CHECK: }
// CHECK: wave.return
wave.func @changing_index(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %t = wave.group_index : i32
  scf.for %k = %c0 to %n step %c1 : i32 {
    %i = arith.addi %t, %k : i32
    %x = arith.index_castui %i : i32 to index
    wave.barrier group sync
    memref.store %t, %s[%x] : !shared
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// The second barrier orders a trip's load before the next one's store.
// CHECK-LABEL: wave.func @loop
// CHECK: scf.for
// CHECK: memref.store
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: wave.barrier group sync
// CHECK-NEXT: }
// CHECK: wave.return
wave.func @loop(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %i0 = arith.constant 0 : index
  scf.for %k = %c0 to %n step %c1 : i32 {
    memref.store %k, %s[%wi] : !shared
    wave.barrier group sync
    %v = memref.load %s[%i0] : !shared
    %old = wave.atomic_rmw add %v, %out[%i0] : memref<?xi32>
    wave.barrier group sync
  }
}

// Nobody stores there again.
// CHECK-LABEL: wave.func @loop_without_store
// CHECK: memref.store
// CHECK: wave.barrier group sync
// CHECK-NEXT: scf.for
// CHECK-NEXT: memref.load
// CHECK-NEXT: arith.index_castui
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.return
wave.func @loop_without_store(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %i0 = arith.constant 0 : index
  memref.store %w, %s[%wi] : !shared
  wave.barrier group sync
  scf.for %k = %c0 to %n step %c1 : i32 {
    %v = memref.load %s[%i0] : !shared
    wave.barrier group sync
    %ki = arith.index_castui %k : i32 to index
    memref.store %v, %out[%ki] : !buffer
  }
}

// The loop may have no trip, so the store before it meets the load behind it.
// CHECK-LABEL: wave.func @no_trip
// CHECK: scf.for
// CHECK: wave.barrier group sync
// CHECK: }
// CHECK: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @no_trip(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %i0 = arith.constant 0 : index
  memref.store %w, %s[%wi] : !shared
  scf.for %k = %c0 to %n step %c1 : i32 {
    wave.barrier group sync
    %v = memref.load %s[%i0] : !shared
    memref.store %v, %out[%i0] : !buffer
  }
  wave.barrier group sync
  %u = memref.load %s[%i0] : !shared
  memref.store %u, %out[%i0] : !buffer
}

// In a loop's condition.
// CHECK-LABEL: wave.func @while
// CHECK: scf.while
// CHECK: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: } do {
// CHECK: wave.barrier group sync
// CHECK-NEXT: memref.store
// CHECK: wave.return
wave.func @while(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %i0 = arith.constant 0 : index
  memref.store %w, %s[%wi] : !shared
  %r = scf.while (%k = %c0) : (i32) -> i32 {
    wave.barrier group sync
    %v = memref.load %s[%i0] : !shared
    memref.store %v, %out[%wi] : !buffer
    %more = arith.cmpi ult, %k, %n : i32
    scf.condition(%more) %k : i32
  } do {
  ^bb0(%k: i32):
    wave.barrier group sync
    memref.store %k, %s[%wi] : !shared
    %next = arith.addi %k, %c1 : i32
    scf.yield %next : i32
  }
}

// On one of the ways there was no store.
// CHECK-LABEL: wave.func @branches
// CHECK: scf.if
// CHECK: memref.store
// CHECK: } else {
// CHECK-NEXT: memref.store
// CHECK-NEXT: }
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @branches(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %t = wave.groupshared : !shared
  %c0 = arith.constant 0 : i32
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  %i0 = arith.constant 0 : index
  %p = arith.cmpi eq, %n, %c0 : i32
  scf.if %p {
    memref.store %w, %s[%wi] : !shared
  } else {
    memref.store %w, %t[%wi] : !shared
    wave.barrier group sync
  }
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%i0] : !buffer
}

// Whether all waves come here is for other passes to say.
// CHECK-LABEL: wave.func @divergent
// CHECK: wave.barrier group sync
// CHECK: wave.barrier group sync
// CHECK: wave.return
// REMARK: Function=divergent | Remark="that all waves of the group reach the barrier is not proved"
// REMARK: Function=divergent | Remark="that all waves of the group reach the barrier is not proved"
wave.func @divergent(%flags: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %first = arith.cmpi eq, %w, %c0 : i32
  scf.if %first {
    wave.barrier group sync
  }
  memref.store %w, %flags[%i0] : !buffer
  %flag = memref.load %flags[%i0] : !buffer
  %set = arith.cmpi ne, %flag, %c0 : i32
  scf.if %set {
    wave.barrier group sync
  }
}

// A barrier of mesh groups' launch.
// CHECK-LABEL: wave.func @payload
// CHECK: memref.store
// CHECK-NEXT: wave.dispatch_mesh
wave.func @payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  memref.store %n, %s[%i0] : !shared
  wave.barrier group sync
  wave.dispatch_mesh %c1, %c1, %c1 payload(%s : !shared)
}

// A lane that returned must be able to read what decides about later barriers.
// CHECK-LABEL: wave.func @return
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @return(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %s = wave.groupshared : !shared
  %i63 = arith.constant 63 : index
  %t = wave.group_index : i32
  %x = arith.index_castui %t : i32 to index
  %gone = arith.cmpi uge, %t, %n : i32
  memref.store %t, %s[%x] : !shared
  wave.barrier group sync
  wave.retire_if %gone
  %v = memref.load %s[%i63] : !shared
  memref.store %v, %out[%x] : !buffer
}

}
