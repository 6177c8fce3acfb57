// RUN: wave-opt %s -wave-inline -wave-verify-pipes -verify-diagnostics | FileCheck %s


// A trip count from memory is the same for all lanes of the wave.
// CHECK-LABEL: wave.func @in_loop
// CHECK: wave.waves_barrier [0, 1]
wave.func @in_loop(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    %trips = memref.load %in[%i0] : memref<?xi32>
    scf.for unsigned %i = %c0 to %trips step %c1 : i32 {
      wave.waves_barrier [0, 1]
    }
  }
}

// A set of all waves is the group's barrier, on every target; a helper learns it from its kernel.
wave.func @both() {
  wave.waves_barrier [1, 0]
}
// CHECK-LABEL: wave.func @all_waves
// CHECK: wave.barrier all sync
// CHECK: wave.barrier all sync
// CHECK-NOT: waves_barrier
wave.func @all_waves() kernel num_waves(2) {
  wave.call @both() : () -> ()
  wave.waves_barrier [0, 1]
}
// CHECK-LABEL: wave.func @some_waves
// CHECK: wave.waves_barrier [1, 0]
wave.func @some_waves() kernel num_waves(3) {
  %c2 = arith.constant 2 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  scf.if %first {
    wave.call @both() : () -> ()
  }
}
