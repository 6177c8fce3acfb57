// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx --sm sm_90a %s | FileCheck %s --implicit-check-not=.local
// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --check-prefix=WAIT
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s --check-prefix=PLAIN

// A tile is copied by pieces of 16 bytes or of an element, and nothing waits at the commit.

// CHECK: .entry streamed
// CHECK-DAG: mov.b32 %{{.*}}, 33;
// CHECK-DAG: cp.async.cg.shared.global [%{{.*}}], [%{{.*}}], 16, %
// CHECK-DAG: cp.async.ca.shared.global [%{{.*}}], [%{{.*}}], 4, %
// CHECK-DAG: cp.async.mbarrier.arrive.noinc.shared.b64
// CHECK-DAG: mbarrier.arrive.shared.b64
// The only wait is that of the barrier.
// WAIT-COUNT-1: cp.async.wait_all
// WAIT-NOT: cp.async.wait
// PLAIN-DAG: cp.async.cg.shared.global
// PLAIN-DAG: cp.async.mbarrier.arrive.noinc.shared.b64
// PLAIN-DAG: cp.async.wait_all

!shared = memref<2304xf32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  wave.func @streamed(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %height: i32 {wave.element = ui32}, %width: i32 {wave.element = ui32},
                      %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %c32 = arith.constant 32 : i32
    %c36 = arith.constant 36 : i32
    %c1152 = arith.constant 1152 : i32
    %tile = wave.groupshared : !shared
    %pipe = wave.pipe stages 2 producers [0] consumers [1]
    %wave = wave.group_wave_index : i32
    %lane = wave.lane_index : i32
    %first = arith.cmpi eq, %wave, %c0 : i32
    scf.if %first {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %stage = wave.pipe_acquire %pipe : i32
        %start = arith.muli %stage, %c1152 : i32
        %x = arith.muli %t, %c32 : i32
        wave.async_copy %tile[%start, %c36], %a[%c0, %width] at [%c0, %x] of [%height, %width] size [%c32, %c32] : !shared, memref<?xf32>
        wave.pipe_commit %pipe
      }
      scf.yield
    } else {
      scf.for %t = %c0 to %n step %c1 : i32 {
        %stage = wave.pipe_wait %pipe : i32
        %start = arith.muli %stage, %c1152 : i32
        %i = arith.addi %start, %lane : i32
        %place = arith.index_castui %i : i32 to index
        %value = memref.load %tile[%place] : !shared
        memref.store %value, %out[%place] : memref<?xf32>
        wave.pipe_release %pipe
      }
    }
    wave.barrier all sync
  }
}
