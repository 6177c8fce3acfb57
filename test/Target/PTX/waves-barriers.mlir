// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=mbarrier
// RUN: wave-translate --wave-to-ptx --sm sm_90 %s | FileCheck %s --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=mbarrier
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s --implicit-check-not=fence --implicit-check-not=membar --implicit-check-not=mbarrier

// A barrier of a set is one instruction, and no access moves across it.
// CHECK: .entry sets
// CHECK: st.shared.b32
// CHECK: {{bar|barrier}}{{(.cta)?}}.sync{{(.aligned)?}} 1, 64;
// CHECK: ld.shared.b32
// CHECK: {{bar|barrier}}{{(.cta)?}}.sync{{(.aligned)?}} 1, 64;
// CHECK: st.shared.b32
// CHECK: ret

!shared = memref<64xi32, #gpu.address_space<workgroup>>

gpu.module @kernels {
  wave.func @sets(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) {
    %c2 = arith.constant 2 : i32
    %c31 = arith.constant 31 : i32
    %c32 = arith.constant 32 : i32
    %tile = wave.groupshared : !shared
    %wave = wave.group_wave_index : i32
    %lane = wave.lane_index : i32
    %first = arith.cmpi ult, %wave, %c2 : i32
    scf.if %first {
      %row = arith.muli %wave, %c32 : i32
      %i = arith.addi %row, %lane : i32
      %place = arith.index_castui %i : i32 to index
      %back = arith.subi %c31, %lane : i32
      %there = arith.index_castui %back : i32 to index
      memref.store %wave, %tile[%place] : !shared
      wave.waves_barrier [0, 1]
      %x = memref.load %tile[%there] : !shared
      wave.waves_barrier [0, 1]
      memref.store %lane, %tile[%place] : !shared
      memref.store %x, %out[%place] : memref<?xi32>
    }
  }
}
