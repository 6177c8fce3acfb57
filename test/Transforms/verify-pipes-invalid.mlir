// RUN: wave-opt %s -wave-verify-pipes -verify-diagnostics -split-input-file

wave.func @divergent_p2() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  %low = arith.cmpi eq, %lane, %c0 : i32
  scf.if %first {
    // expected-note@+1 {{this condition may differ between the lanes of a wave}}
    scf.if %low {
      // expected-error@+1 {{not all lanes of a wave reach this step of a pipe: move it out of divergent control flow [pipe-divergent]}}
      %stage = wave.pipe_acquire %pipe : i32
    }
  }
}

// -----

wave.func @divergent_loop_p2() kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %second = arith.cmpi eq, %wave, %c1 : i32
  scf.if %second {
    // expected-note@+1 {{this loop may differ between the lanes of a wave}}
    scf.for %i = %c0 to %lane step %c1 : i32 {
      // expected-error@+1 {{not all lanes of a wave reach this step of a pipe: move it out of divergent control flow [pipe-divergent]}}
      %stage = wave.pipe_wait %pipe : i32
    }
  }
}

// -----

wave.func @all_waves_p3() kernel num_waves(3) {
  // expected-note@+1 {{the pipe is created here}}
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  // expected-error@+1 {{wave 1 acquires a stage of a pipe and is not one of its producers: let only these waves reach it [pipe-wave]}}
  %stage = wave.pipe_acquire %pipe : i32
}

// -----

wave.func @other_waves_p3() kernel num_waves(4) {
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{the pipe is created here}}
  %pipe = wave.pipe stages 1 producers [0] consumers [1, 2]
  %wave = wave.group_wave_index : i32
  %p = arith.cmpi uge, %wave, %c1 : i32
  scf.if %p {
    // expected-error@+1 {{wave 3 releases a stage of a pipe and is not one of its consumers: let only these waves reach it [pipe-wave]}}
    wave.pipe_release %pipe
  }
}

// -----

// A condition on memory excludes no wave.
wave.func @memory_p3(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  // expected-note@+1 {{the pipe is created here}}
  %pipe = wave.pipe stages 1 producers [0] consumers [1]
  %x = memref.load %in[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    // expected-error@+1 {{wave 1 commits a stage of a pipe and is not one of its producers: let only these waves reach it [pipe-wave]}}
    wave.pipe_commit %pipe
  }
}
