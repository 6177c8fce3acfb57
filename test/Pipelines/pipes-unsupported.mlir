// RUN: wave-opt %s -wave-to-spirv -verify-diagnostics
// RUN: wave-opt %s -wave-to-dxil="shader-model=6.8 wave-size=32" -verify-diagnostics
// RUN: wave-opt %s -wave-to-dxil="shader-model=6.0" -verify-diagnostics

// The loop of the consumer has bounds that only this wave knows.
gpu.module @kernels {
  wave.func @pipe(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %i0 = arith.constant 0 : index
    // expected-error@+1 {{the target does not support pipes, and barriers of the group cannot take the place of this one: run the kernel on CUDA, on the CPU or in the interpreter [pipe-target]}}
    %pipe = wave.pipe stages 1 producers [0] consumers [1]
    %wave = wave.group_wave_index : i32
    %produces = arith.cmpi eq, %wave, %c0 : i32
    scf.if %produces {
      scf.for unsigned %i = %c0 to %n step %c1 : i32 {
        %stage = wave.pipe_acquire %pipe : i32
        wave.pipe_commit %pipe
      }
    } else {
      %trips = memref.load %in[%i0] : memref<?xi32>
      // expected-note@+1 {{some of the waves compute the bounds of this loop}}
      scf.for unsigned %i = %c0 to %trips step %c1 : i32 {
        %stage = wave.pipe_wait %pipe : i32
        wave.pipe_release %pipe
      }
    }
  }
}
