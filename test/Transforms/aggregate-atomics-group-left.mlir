// RUN: wave-opt %s -wave-aggregate-atomics --remarks-filter=wave-aggregate-atomics 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks

// Kernels whose waves do not meet: one atomic a wave.

!words = memref<?xi32>
!shared = memref<1xi32, #gpu.address_space<workgroup>>

// One wave is a group; of a number of threads nobody knows how many waves there are.
// REMARK-NOT: Function=one_wave {{.*}}not one a group
// CHECK-LABEL: wave.func @one_wave
// CHECK: wave.is_first_lane
wave.func @one_wave(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
}

// CHECK-LABEL: wave.func @threads
// CHECK: wave.is_first_lane
wave.func @threads(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(256, 1, 1) wave_size(32) {
  %c0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %0 = wave.atomic_rmw add %wave, %sum[%c0] : !words
}

// Such an atomic costs less than a barrier.
// CHECK-LABEL: wave.func @groupshared
// CHECK: wave.is_first_lane
wave.func @groupshared() kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %0 = wave.atomic_rmw add %lane, %shared[%c0] : !shared
}

// One wave alone was meant.
// REMARK-NOT: Function=first_wave {{.*}}not one a group
// CHECK-LABEL: wave.func @first_wave
// CHECK-COUNT-2: wave.is_first_lane
wave.func @first_wave(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %w0 = arith.constant 0 : i32
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %isFirst = arith.cmpi eq, %wave, %w0 : i32
  scf.if %isFirst {
    %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  }
  %isOther = arith.cmpi ne, %wave, %w0 : i32
  wave.retire_if %isOther
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
}

// REMARK: Function=wave_address {{.*}}one atomic a wave, not one a group: its address is not proved the same for the group
// CHECK-LABEL: wave.func @wave_address
// CHECK: wave.is_first_lane
wave.func @wave_address(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %wave = wave.group_wave_index : i32
  %place = arith.index_castui %wave : i32 to index
  %0 = wave.atomic_rmw add %wave, %sum[%place] : !words
}

// REMARK: Function=lanes_loop {{.*}}not one a group: it is in a loop that the lanes of the group may leave at different times, or that not all of them enter
// CHECK-LABEL: wave.func @lanes_loop
// CHECK: wave.is_first_lane
wave.func @lanes_loop(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %j = %i0 to %lane step %i1 : i32 {
    memref.store %j, %sum[%c0] : !words
    %0 = wave.atomic_rmw add %j, %sum[%c0] : !words
  }
}

// REMARK: Function=loop_of_some {{.*}}not one a group: it is in a loop that
// CHECK-LABEL: wave.func @loop_of_some
// CHECK: wave.is_first_lane
wave.func @loop_of_some(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    scf.for %j = %i0 to %n step %i1 : i32 {
      memref.store %j, %sum[%c0] : !words
      %0 = wave.atomic_rmw add %j, %sum[%c0] : !words
    }
  }
}

// How often the loop runs is in memory.
// REMARK: Function=persistent {{.*}}not one a group: it is in a loop that
// CHECK-LABEL: wave.func @persistent
// CHECK: wave.is_first_lane
wave.func @persistent(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}, %done: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  scf.while : () -> () {
    %x = memref.load %done[%c0] : !words
    %goes = arith.cmpi ult, %x, %n : i32
    scf.condition(%goes)
  } do {
    %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
    memref.store %n, %done[%c0] : !words
    scf.yield
  }
}

// The address is known where some lanes are, and only there.
// REMARK: Function=address_of_some {{.*}}not one a group: its address is computed in the condition around it, by some lanes alone
// CHECK-LABEL: wave.func @address_of_some
// CHECK: wave.is_first_lane
wave.func @address_of_some(%n: i32 {wave.element = ui32}, %where: !words {wave.binding = #wave.binding<srv, ui32>}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    %x = memref.load %where[%c0] : !words
    %place = arith.index_castui %x : i32 to index
    %0 = wave.atomic_rmw add %n, %sum[%place] : !words
  }
}

// REMARK: Function=return_inside {{.*}}not one a group: lanes return in the condition around it
// CHECK-LABEL: wave.func @return_inside
// CHECK: wave.is_first_lane
wave.func @return_inside(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
    wave.retire_if %in
  }
}

// A whole wave may be gone, the first as well.
// REMARK: Function=return_of_some {{.*}}not one a group: lanes of the group may have returned before
// CHECK-LABEL: wave.func @return_of_some
// CHECK: wave.retire_if
// CHECK: wave.is_first_lane
wave.func @return_of_some(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    wave.retire_if %in
  }
  %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
}

// In the second trip lanes are gone.
// REMARK: Function=return_in_a_loop {{.*}}not one a group: lanes of the group may have returned before
// CHECK-LABEL: wave.func @return_in_a_loop
// CHECK: wave.is_first_lane
// CHECK: wave.retire_if
wave.func @return_in_a_loop(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  scf.for %j = %i0 to %n step %i1 : i32 {
    %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
    %out = arith.cmpi ult, %lane, %j : i32
    wave.retire_if %out
  }
}

// The rest of the kernel, and the return, stay as they were.
// REMARK: Function=calls {{.*}}not one a group: run wave-inline and wave-resolve-groupshared first
// REMARK: Function=calls {{.*}}not one a group: lanes of the group may have returned before
// CHECK-LABEL: wave.func @calls
// CHECK: wave.is_first_lane
// CHECK: wave.retire_if
// CHECK: wave.is_first_lane
wave.func @calls(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %in = arith.cmpi ult, %lane, %n : i32
  scf.if %in {
    wave.call @helper() : () -> ()
    %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
  }
  wave.retire_if %in
  %0 = wave.atomic_rmw add %n, %sum[%c0] : !words
  wave.call @helper() : () -> ()
}
wave.func @helper() {
  wave.return
}

// 32 bytes are left, of which later passes may need 16.
// REMARK: Function=full {{.*}}not one a group: the group has too little groupshared memory left
// CHECK-LABEL: wave.func @full
// CHECK: wave.is_first_lane
wave.func @full(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : memref<8184xi32, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  memref.store %lane, %shared[%c0] : memref<8184xi32, #gpu.address_space<workgroup>>
}

// The target may have to count the waves, which costs more.
// REMARK-NOT: Function=not_numbered {{.*}}not one a group
// CHECK-LABEL: wave.func @not_numbered
// CHECK: wave.is_first_lane
wave.func @not_numbered(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) wave_size(16) launch(exact, num_waves = 4, wave_sizes = [16]) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
}

// A return of waves that have a number.
// REMARK: Function=numbered_waves_return {{.*}}not one a group: lanes of the group may have returned before
// CHECK-LABEL: wave.func @numbered_waves_return
// CHECK: wave.is_first_lane
wave.func @numbered_waves_return(%sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) launch(surplus, num_waves = 4, wave_sizes = [8, 16], retires) {
  %c0 = arith.constant 0 : index
  %i0 = arith.constant 0 : i32
  %i1 = arith.constant 1 : i32
  %i3 = arith.constant 3 : i32
  %machine = gpu.subgroup_id : index
  %wave = arith.index_castui %machine : index to i32
  %extra = arith.cmpi uge, %wave, %i3 : i32
  scf.for %j = %i0 to %i3 step %i1 : i32 {
    wave.retire_if %extra
  }
  %lane = wave.lane_index : i32
  %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
}

// Waves that have retired come to the barriers, and cannot vote whether they do.
// REMARK: Function=votes {{.*}}not one a group: waves that have retired cannot compute whether it is reached
// CHECK-LABEL: wave.func @votes
// CHECK: wave.retire_if
// CHECK: wave.is_first_lane
wave.func @votes(%n: i32 {wave.element = ui32}, %sum: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) launch(surplus, num_waves = 4, wave_sizes = [8, 16], retires) {
  %c0 = arith.constant 0 : index
  %i4 = arith.constant 4 : i32
  %machine = gpu.subgroup_id : index
  %wave = arith.index_castui %machine : index to i32
  %extra = arith.cmpi uge, %wave, %i4 : i32
  wave.retire_if %extra
  %lane = wave.lane_index : i32
  %p = arith.cmpi ult, %n, %i4 : i32
  %any = wave.any %p
  scf.if %any {
    %0 = wave.atomic_rmw add %lane, %sum[%c0] : !words
  }
}
