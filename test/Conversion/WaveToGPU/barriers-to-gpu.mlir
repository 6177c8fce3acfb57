// RUN: wave-opt %s -convert-wave-to-gpu | FileCheck %s

// gpu.barrier is the group barrier with sync; everything else stays, and nothing of the
// gpu dialect's operations across lanes is ever made.
gpu.module @kernels {
  // CHECK-LABEL: gpu.func @barriers
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: wave.barrier group{{$}}
  // CHECK-NEXT: wave.barrier device sync
  // CHECK-NEXT: wave.barrier device{{$}}
  // CHECK-NEXT: wave.barrier all sync
  // CHECK-NEXT: wave.barrier all{{$}}
  // CHECK-NEXT: wave.barrier wave sync
  // CHECK-NEXT: wave.barrier wave{{$}}
  // CHECK-NEXT: gpu.return
  wave.func @barriers() kernel num_waves(2) {
    wave.barrier group sync
    wave.barrier group
    wave.barrier device sync
    wave.barrier device
    wave.barrier all sync
    wave.barrier all
    wave.barrier wave sync
    wave.barrier wave
  }

  // CHECK-LABEL: gpu.func @lanes
  // CHECK-NOT: gpu.{{(shuffle|subgroup_reduce|subgroup_broadcast|all_reduce)}}
  // CHECK: wave.is_first_lane
  // CHECK-NEXT: wave.any
  // CHECK-NEXT: wave.all
  // CHECK-NEXT: wave.ballot
  // CHECK-NEXT: wave.count_bits
  // CHECK-NEXT: wave.reduce
  // CHECK-NEXT: wave.prefix
  // CHECK-NEXT: wave.read_first_lane
  // CHECK-NEXT: wave.read_lane
  wave.func @lanes(%x: i32 {wave.element = ui32}, %p: i1 {wave.element = i1}) kernel num_waves(2) {
    %0 = wave.is_first_lane : i1
    %1 = wave.any %p
    %2 = wave.all %p
    %3 = wave.ballot %p : vector<4xi32>
    %4 = wave.count_bits %p : i32
    %5 = wave.reduce add %x : i32
    %6 = wave.prefix mul %x : i32
    %7 = wave.read_first_lane %x : i32
    %8 = wave.read_lane %x, %x : i32
  }
}
