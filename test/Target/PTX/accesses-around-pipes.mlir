// RUN: wave-translate --wave-to-ptx %s | FileCheck %s
// RUN: wave-opt %s "-wave-to-ptx=opt-level=2 enable=specialize sm=sm_90" | wave-translate --wave-to-ptx | FileCheck %s

// The values that a wave stored before a commit are loaded again after a wait: the other
// wave may have changed them. No access moves across a step, and none is removed.

// CHECK: .entry exchange
// CHECK: st.shared.b32
// CHECK: st.global.b32
// CHECK: bar.warp.sync
// CHECK: mbarrier.arrive
// CHECK: mbarrier.{{test|try}}_wait.parity
// CHECK-DAG: ld.shared.b32
// CHECK-DAG: ld.global.b32
// CHECK: st.shared.b32
// CHECK: bar.warp.sync
// CHECK: mbarrier.arrive
// CHECK: st.shared.b32
// CHECK: ret

!shared = memref<32xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  wave.func @exchange(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    %tile = wave.groupshared : !shared
    %there = wave.pipe stages 1 producers [0] consumers [1]
    %back = wave.pipe stages 1 producers [1] consumers [0]
    %wave = wave.group_wave_index : i32
    %lane = wave.lane_index : i32
    %i = arith.index_castui %lane : i32 to index
    %first = arith.cmpi eq, %wave, %c0 : i32
    scf.if %first {
      %stage = wave.pipe_acquire %there : i32
      memref.store %lane, %tile[%i] : !shared
      memref.store %lane, %out[%i] : memref<?xi32>
      wave.pipe_commit %there
      %other = wave.pipe_wait %back : i32
      %x = memref.load %tile[%i] : !shared
      %y = memref.load %out[%i] : memref<?xi32>
      %sum = arith.addi %x, %y : i32
      memref.store %sum, %tile[%i] : !shared
      wave.pipe_release %back
      memref.store %c0, %tile[%i] : !shared
    }
  }
}
