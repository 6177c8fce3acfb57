// What stays of a barrier that orders less than it says, and barriers without sync.
// RUN: wave-opt %s -wave-elide-barriers --remarks-filter=wave-elide-barriers 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!image = !wave.image<2d, f32, 1>
!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

//===----------------------------------------------------------------------===//
// Halves
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @all_for_groupshared
// CHECK: wave.barrier group sync
// CHECK: wave.return
// REMARK: Function=all_for_groupshared | Remark="made a barrier of the group, because it orders no conflicting accesses of buffers"
wave.func @all_for_groupshared(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %s[%wi] : !shared
  wave.barrier all sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%wi] : !buffer
}

// CHECK-LABEL: wave.func @all_for_a_buffer
// CHECK: wave.barrier device sync
// CHECK: wave.barrier device sync
// CHECK: wave.return
// REMARK: Function=all_for_a_buffer | Remark="made a barrier of the device, because it orders no conflicting accesses of groupshared memory"
wave.func @all_for_a_buffer(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %out[%wi] : !buffer
  wave.barrier all sync
  %v = memref.load %out[%i0] : !buffer
  wave.barrier device sync
  memref.store %v, %out[%wi] : !buffer
}

// CHECK-LABEL: wave.func @all_for_both
// CHECK: wave.barrier all sync
// CHECK: wave.return
wave.func @all_for_both(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %s[%wi] : !shared
  memref.store %w, %out[%wi] : !buffer
  wave.barrier all sync
  %v = memref.load %s[%i0] : !shared
  %u = memref.load %out[%i0] : !buffer
}

// Arguments do not overlap where one is written.
// CHECK-LABEL: wave.func @two_buffers
// CHECK: wave.return
wave.func @two_buffers(%in: !buffer {wave.binding = #buffer}, %out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %out[%wi] : !buffer
  wave.barrier device sync
  %v = memref.load %in[%i0] : !buffer
}

// CHECK-LABEL: wave.func @image
// CHECK: wave.image_store
// CHECK-NEXT: wave.barrier device sync
// CHECK-NEXT: wave.image_load
// CHECK: wave.return
wave.func @image(%image: !image {wave.binding = #wave.binding<uav, f32>}, %x: i32 {wave.element = ui32}, %v: f32 {wave.element = f32}) kernel num_waves(2) {
  wave.image_store %v, %image[%x, %x] : f32, !image
  wave.barrier device sync
  %0 = wave.image_load %image[%x, %x] : !image -> f32
}

//===----------------------------------------------------------------------===//
// What other groups see
//===----------------------------------------------------------------------===//

// The last group sums up what all of them have left: the barrier stands between this
// group's part and the atomic that tells of it.
// CHECK-LABEL: wave.func @last_group
// CHECK: memref.store
// CHECK-NEXT: wave.barrier device sync
// CHECK: wave.atomic_rmw
// CHECK: wave.barrier device
// CHECK: memref.load
// CHECK: wave.return
wave.func @last_group(%parts: !buffer {wave.binding = #buffer}, %counter: !buffer {wave.binding = #buffer}, %sum: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %parts[%wi] : !buffer
  wave.barrier device sync
  %first = arith.cmpi eq, %w, %c0 : i32
  scf.if %first {
    %old = wave.atomic_rmw add %c1, %counter[%i0] : memref<?xi32>
    wave.barrier device
    %last = arith.cmpi eq, %old, %c9 : i32
    scf.if %last {
      %v = memref.load %parts[%i0] : !buffer
      memref.store %v, %sum[%i0] : !buffer
    }
  }
}

// What is only read tells nobody anything.
// CHECK-LABEL: wave.func @read_only
// CHECK: wave.return
wave.func @read_only(%in: !buffer {wave.binding = #buffer}, %counter: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %v = memref.load %in[%i0] : !buffer
  wave.barrier device sync
  %old = wave.atomic_rmw add %c1, %counter[%i0] : memref<?xi32>
}

// Another group may overwrite what this one has read.
// CHECK-LABEL: wave.func @read_before_atomic
// CHECK: wave.barrier device sync
// CHECK: wave.return
wave.func @read_before_atomic(%parts: !buffer {wave.binding = #buffer}, %counter: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %v = memref.load %parts[%i0] : !buffer
  wave.barrier device sync
  %old = wave.atomic_rmw add %c1, %counter[%i0] : memref<?xi32>
  memref.store %v, %parts[%i1] : !buffer
}

// The half for groupshared memory goes alone.
// CHECK-LABEL: wave.func @all_before_atomic
// CHECK: memref.store
// CHECK-NEXT: wave.barrier device sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK: wave.return
wave.func @all_before_atomic(%parts: !buffer {wave.binding = #buffer}, %counter: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  memref.store %c1, %parts[%i0] : !buffer
  wave.barrier all sync
  %old = wave.atomic_rmw add %c1, %counter[%i0] : memref<?xi32>
}

//===----------------------------------------------------------------------===//
// Without sync
//===----------------------------------------------------------------------===//

// CHECK-LABEL: wave.func @fence_for_nothing
// CHECK: wave.return
// REMARK: Function=fence_for_nothing | Remark="removed, because nothing writes the memory that it orders"
wave.func @fence_for_nothing(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %old = wave.atomic_rmw add %w, %out[%i0] : memref<?xi32>
  wave.barrier group
  %more = wave.atomic_rmw add %w, %out[%i0] : memref<?xi32>
}

// CHECK-LABEL: wave.func @fence_without_atomics
// CHECK: wave.return
// REMARK: Function=fence_without_atomics | Remark="removed, because no atomics tell of what it orders"
wave.func @fence_without_atomics(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  memref.store %w, %out[%i0] : !buffer
  wave.barrier device
  memref.store %w, %out[%i0] : !buffer
}

// With a fence on each side the barrier of the group orders the buffer.
// CHECK-LABEL: wave.func @fences_around_barrier
// CHECK: memref.store
// CHECK-NEXT: wave.barrier device
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: wave.barrier device
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @fences_around_barrier(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %out[%wi] : !buffer
  wave.barrier device
  wave.barrier group sync
  wave.barrier device
  %v = memref.load %out[%i0] : !buffer
}

// CHECK-LABEL: wave.func @fence_beside_barrier
// CHECK: memref.store
// CHECK-NEXT: wave.barrier device sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK: wave.return
// REMARK: Function=fence_beside_barrier | Remark="removed, because the barrier beside it orders as much"
wave.func @fence_beside_barrier(%out: !buffer {wave.binding = #buffer}, %flag: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  memref.store %w, %out[%i0] : !buffer
  wave.barrier device
  wave.barrier device sync
  %old = wave.atomic_rmw add %w, %flag[%i0] : memref<?xi32>
}

// Who sees the counter sees the array.
// CHECK-LABEL: wave.func @last_wave
// CHECK: memref.store
// CHECK-NEXT: wave.barrier group
// CHECK-NEXT: wave.atomic_rmw
// CHECK-NEXT: wave.barrier group
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @last_wave(%out: !buffer {wave.binding = #buffer}, %one: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %t = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %s[%wi] : !shared
  wave.barrier group
  %old = wave.atomic_rmw add %one, %t[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
  wave.barrier group
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%wi] : !buffer
}

// So a barrier with sync between store and atomic stays, though another one follows.
// CHECK-LABEL: wave.func @told_by_fence
// CHECK: memref.store
// CHECK-NEXT: wave.barrier group sync
// CHECK-NEXT: wave.atomic_rmw
// CHECK: wave.barrier group
// CHECK: wave.return
wave.func @told_by_fence(%out: !buffer {wave.binding = #buffer}, %one: i32 {wave.element = ui32}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %t = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %w = wave.group_wave_index : i32
  %wi = arith.index_castui %w : i32 to index
  memref.store %w, %s[%wi] : !shared
  wave.barrier group sync
  %old = wave.atomic_rmw add %one, %t[%i0] : memref<64xi32, #gpu.address_space<workgroup>>
  memref.store %old, %out[%wi] : !buffer
  wave.barrier group
  memref.store %old, %out[%wi] : !buffer
}

}
