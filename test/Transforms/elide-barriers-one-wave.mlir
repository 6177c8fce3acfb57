// Where a group is one wave its lanes wait for each other, or for nobody.
// RUN: wave-opt %s -wave-elide-barriers --remarks-filter=wave-elide-barriers 2>%t.remarks | FileCheck %s --implicit-check-not='wave.barrier'
// RUN: FileCheck %s --check-prefix=REMARK --input-file=%t.remarks
// RUN: wave-opt %s -wave-elide-barriers=wave-barriers=false | FileCheck %s --check-prefix=GROUP

#buffer = #wave.binding<uav, ui32>
!buffer = memref<?xi32>
!shared = memref<128xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {

// CHECK-LABEL: wave.func @other_lanes
// CHECK: memref.store
// CHECK-NEXT: wave.barrier wave sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
// REMARK: Function=other_lanes | Remark="made a barrier of the wave, because a group is one wave"
// GROUP-LABEL: wave.func @other_lanes
// GROUP: wave.barrier group sync
wave.func @other_lanes(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%y] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @own_elements
// CHECK: wave.return
wave.func @own_elements(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  wave.barrier wave sync
  memref.store %v, %s[%x] : !shared
}

// With two waves these are elements of two lanes.
// CHECK-LABEL: wave.func @two_waves
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @two_waves(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// A wave's own barrier orders nothing of other waves.
// CHECK-LABEL: wave.func @wave_barrier_of_two
// CHECK: wave.barrier wave sync
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @wave_barrier_of_two(%out: !buffer {wave.binding = #buffer}) kernel num_waves(2) {
  %s = wave.groupshared : !shared
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier wave sync
  wave.barrier group sync
  %v = memref.load %s[%x] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @wave_barrier_of_one
// CHECK: memref.store
// CHECK-NEXT: wave.barrier wave sync
// CHECK-NEXT: memref.load
// CHECK: wave.return
wave.func @wave_barrier_of_one(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier wave sync
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// A lane that returned has to have stored before the others load.
// CHECK-LABEL: wave.func @lanes_return
// CHECK: wave.retire_if
// CHECK-NEXT: wave.barrier group sync
// CHECK: wave.return
// REMARK: Function=lanes_return | Remark="stays a barrier of the group, because lanes return alone"
wave.func @lanes_return(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %c1 = arith.constant 1 : i32
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %other = arith.xori %l, %c1 : i32
  %y = arith.index_castui %other : i32 to index
  memref.store %l, %s[%x] : !shared
  %gone = arith.cmpi eq, %l, %c1 : i32
  wave.retire_if %gone
  wave.barrier group sync
  %v = memref.load %s[%y] : !shared
  memref.store %v, %out[%x] : !buffer
}

// CHECK-LABEL: wave.func @group_returns
// CHECK: wave.barrier wave sync
// CHECK: wave.return
wave.func @group_returns(%out: !buffer {wave.binding = #buffer}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  %g = wave.group_id x : i32
  %gone = arith.cmpi uge, %g, %n : i32
  wave.retire_if %gone
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// Other groups see buffers.
// CHECK-LABEL: wave.func @device
// CHECK: wave.barrier device sync
// CHECK: wave.return
wave.func @device(%out: !buffer {wave.binding = #buffer}) kernel num_waves(1) {
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %out[%x] : !buffer
  wave.barrier device sync
  %v = memref.load %out[%i0] : !buffer
}

// What stated one wave, as threads.
// CHECK-LABEL: wave.func @launch
// CHECK: wave.barrier wave sync
// CHECK: wave.return
wave.func @launch(%out: !buffer {wave.binding = #buffer}) kernel num_threads(32, 1, 1) wave_size(32) launch(exact, num_waves = 1, wave_sizes = [32]) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

// So many threads may be more waves than one.
// CHECK-LABEL: wave.func @threads
// CHECK: wave.barrier group sync
// CHECK: wave.return
wave.func @threads(%out: !buffer {wave.binding = #buffer}) kernel num_threads(4, 1, 1) {
  %s = wave.groupshared : !shared
  %i0 = arith.constant 0 : index
  %l = wave.lane_index : i32
  %x = arith.index_castui %l : i32 to index
  memref.store %l, %s[%x] : !shared
  wave.barrier group sync
  %v = memref.load %s[%i0] : !shared
  memref.store %v, %out[%x] : !buffer
}

}
