// RUN: wave-opt %s -wave-legalize-barriers | FileCheck %s --check-prefix=LEGAL
// RUN: wave-opt %s -wave-specialize=max-growth=1000 | FileCheck %s --check-prefix=SPECIAL

// A pipe is created in the kernel's own block, whatever passes do to the code around.

!words = memref<?xi32>

gpu.module @kernels {

// Code after a return goes into a condition.
// LEGAL-LABEL: wave.func @after_return
// LEGAL: %[[pipe:.*]] = wave.pipe stages 1 producers [0] consumers [1]
// LEGAL: scf.if
// LEGAL: wave.barrier group sync
// LEGAL: wave.pipe_acquire %[[pipe]]
// LEGAL: wave.pipe_wait %[[pipe]]
wave.func @after_return(%n: i32 {wave.element = ui32}, %out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %i0 = arith.constant 0 : index
  %wave = wave.group_wave_index : i32
  %lane = wave.lane_index : i32
  %returns = arith.cmpi ult, %lane, %n : i32
  wave.retire_if %returns
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  memref.store %lane, %out[%i0] : !words
  wave.barrier group sync
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    %stage = wave.pipe_acquire %pipe : i32
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
}

// Code between two decisions is copied.
// SPECIAL-LABEL: wave.func @between_decisions
// SPECIAL: wave.pipe stages 1 producers [0] consumers [1]
// SPECIAL-NOT: wave.pipe stages
// SPECIAL: wave.pipe_acquire
// SPECIAL-NOT: wave.pipe_acquire
wave.func @between_decisions(%out: !words {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %i0 = arith.constant 0 : index
  %i1 = arith.constant 1 : index
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  %second = arith.cmpi eq, %wave, %c1 : i32
  scf.if %first {
    memref.store %wave, %out[%i0] : !words
  }
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  scf.if %second {
    memref.store %wave, %out[%i1] : !words
  }
  scf.if %first {
    memref.store %c1, %out[%i0] : !words
  }
  scf.if %first {
    %stage = wave.pipe_acquire %pipe : i32
    wave.pipe_commit %pipe
  } else {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
}

}
