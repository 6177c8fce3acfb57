// RUN: wave-opt %s -wave-verify-pipes -verify-diagnostics

!shared = memref<64xi32, #gpu.address_space<workgroup>>

// Loops with trip counts from arguments and from memory, uniform for the wave.
wave.func @pipes(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %i0 = arith.constant 0 : index
  %pipe = wave.pipe stages 2 producers [0, 1] consumers [2, 3]
  %wave = wave.group_wave_index : i32
  %produces = arith.cmpi ult, %wave, %c2 : i32
  scf.if %produces {
    scf.for unsigned %i = %c0 to %n step %c1 : i32 {
      %stage = wave.pipe_acquire %pipe : i32
      wave.pipe_commit %pipe
    }
  } else {
    %trips = memref.load %in[%i0] : memref<?xi32>
    scf.for unsigned %i = %c0 to %trips step %c1 : i32 {
      %stage = wave.pipe_wait %pipe : i32
      wave.pipe_release %pipe
    }
  }
}

// A kernel without pipes.
wave.func @none() kernel num_threads(64, 1, 1) {
}
