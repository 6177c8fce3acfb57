// RUN: wave-opt %s -wave-pipes-to-barriers -split-input-file -verify-diagnostics

// One side of the pipe has no steps, so that no number of steps holds in every
// iteration.
wave.func @no_producer(%first: i32 {wave.element = ui32}, %end: i32 {wave.element = ui32}) kernel num_waves(2) {
  // expected-error @below {{the target does not support pipes, and barriers of the group cannot take the place of this one}}
  %pipe = wave.pipe stages 2 producers [0] consumers [1]
  // expected-note @below {{no wave takes the steps of the pipe for which the waves of this loop wait}}
  scf.for %i = %first to %end step %first : i32 {
    %stage = wave.pipe_wait %pipe : i32
    wave.pipe_release %pipe
  }
  wave.return
}
