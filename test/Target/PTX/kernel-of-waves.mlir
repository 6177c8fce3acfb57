// RUN: wave-translate --wave-to-ptx %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx --sm sm_90a %s | FileCheck %s --check-prefix=NEW
// RUN: wave-opt %s -wave-to-ptx | wave-translate --wave-to-ptx -o %t.two.ptx
// RUN: wave-translate --wave-to-ptx %s -o %t.ptx
// RUN: cmp %t.ptx %t.two.ptx

// CHECK: .target sm_80
// NEW: .target sm_90a
// CHECK: .visible .entry kernel(
// CHECK-NEXT: .param .u64 .ptr .global .align {{[0-9]+}} kernel_param_0
// CHECK-NEXT: .param .align 8 .b8 kernel_param_1[8]
// CHECK: .reqntid 128
// CHECK-NOT: activemask
// CHECK: redux.sync.add.s32
// CHECK: bar{{(rier)?}}.{{(cta.)?}}sync
gpu.module @kernels {
  wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
    %l = wave.lane_index : i32
    %m = arith.muli %l, %n : i32
    %sum = wave.reduce add %m : i32
    %wave = wave.group_wave_index : i32
    %i = arith.index_castui %wave : i32 to index
    %lane = wave.lane_index : i32
    %shared = wave.groupshared : memref<32xi32, #gpu.address_space<workgroup>>
    %k = arith.index_castui %lane : i32 to index
    memref.store %sum, %shared[%k] : memref<32xi32, #gpu.address_space<workgroup>>
    wave.barrier group sync
    %x = memref.load %shared[%i] : memref<32xi32, #gpu.address_space<workgroup>>
    memref.store %x, %out[%i] : memref<?xi32>
  }
}
