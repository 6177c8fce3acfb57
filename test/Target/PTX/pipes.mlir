// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --check-prefixes=CHECK,TEST --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --sm sm_86 %s | FileCheck %s --check-prefixes=CHECK,TEST --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --sm sm_90 %s | FileCheck %s --check-prefixes=CHECK,TRY --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --sm sm_90a %s | FileCheck %s --check-prefixes=CHECK,TRY --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --sm sm_100 %s | FileCheck %s --check-prefixes=CHECK,TRY --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s --check-prefix=PLAIN --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=.local

// The steps of pipes are barriers in groupshared memory, with the semantics release.cta
// and acquire.cta that are their defaults; there is no fence, and what the waves count is
// in registers. No access moves across a step.

// TEST: .version 7.1
// CHECK: .entry pipes
// CHECK-DAG: mbarrier.init.shared.b64
// CHECK: bar.warp.sync
// CHECK: bar{{(rier)?}}.{{(cta.)?}}sync
// TEST: mbarrier.test_wait.parity.shared.b64
// TRY: mbarrier.try_wait.parity.shared.b64
// CHECK: st.shared.b32
// CHECK: bar.warp.sync
// CHECK: mbarrier.arrive.shared.b64
// TEST: mbarrier.test_wait.parity.shared.b64
// TRY: mbarrier.try_wait.parity.shared.b64
// CHECK: ld.shared.b32
// CHECK: bar.warp.sync
// CHECK: mbarrier.arrive.shared.b64
// CHECK: ret
// PLAIN-COUNT-2: mbarrier.test_wait.parity.shared.b64

!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  wave.func @pipes(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %tile = wave.groupshared : !shared
    %pipe = wave.pipe stages 2 producers [0] consumers [1]
    %wave = wave.group_wave_index : i32
    %lane = wave.lane_index : i32
    %first = arith.cmpi eq, %wave, %c0 : i32
    scf.if %first {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %stage = wave.pipe_acquire %pipe : i32
        %row = arith.muli %stage, %c32 : i32
        %i = arith.addi %row, %lane : i32
        %place = arith.index_castui %i : i32 to index
        memref.store %t, %tile[%place] : !shared
        wave.pipe_commit %pipe
      }
      scf.yield
    } else {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %stage = wave.pipe_wait %pipe : i32
        %row = arith.muli %stage, %c32 : i32
        %i = arith.addi %row, %lane : i32
        %place = arith.index_castui %i : i32 to index
        %x = memref.load %tile[%place] : !shared
        wave.pipe_release %pipe
        memref.store %x, %out[%place] : memref<?xi32>
      }
      scf.yield
    }
  }
}
