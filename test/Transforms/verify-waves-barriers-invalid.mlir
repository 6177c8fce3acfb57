// RUN: wave-opt %s -wave-inline -wave-verify-pipes -verify-diagnostics -split-input-file

// The rules of wave-verify-pipes on barriers of sets of waves.

wave.func @divergent_p2() kernel num_waves(3) {
  %c0 = arith.constant 0 : i32
  %c2 = arith.constant 2 : i32
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi ult, %wave, %c2 : i32
  %low = arith.cmpi eq, %lane, %c0 : i32
  scf.if %first {
    // expected-note@+1 {{this condition may differ between the lanes of a wave}}
    scf.if %low {
      // expected-error@+1 {{not all lanes of a wave reach this barrier: move it out of divergent control flow [barrier-divergent]}}
      wave.waves_barrier [0, 1]
    }
  }
}

// -----

wave.func @all_waves_p3() kernel num_waves(3) {
  // expected-error@+1 {{wave 1 reaches a barrier of the waves 0, 2 and is not one of them: let only these waves reach it [waves-barrier-wave]}}
  wave.waves_barrier [2, 0]
}

// -----

// A condition on memory excludes no wave.
wave.func @memory_p3(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}) kernel num_waves(2) {
  %i0 = arith.constant 0 : index
  %c0 = arith.constant 0 : i32
  %x = memref.load %in[%i0] : memref<?xi32>
  %p = arith.cmpi eq, %x, %c0 : i32
  scf.if %p {
    // expected-error@+1 {{wave 1 reaches a barrier of the waves 0 and is not one of them: let only these waves reach it [waves-barrier-wave]}}
    wave.waves_barrier [0]
  }
}

// -----

wave.func @helper() {
  // expected-error@+1 {{'wave.waves_barrier' op has no wave 2: num_waves(2) makes waves 0 to 1 [waves-barrier-set]}}
  wave.waves_barrier [0, 2]
}
wave.func @in_helper_p4() kernel num_waves(2) {
  wave.call @helper() : () -> ()
}

// -----

wave.func @helper() {
  // expected-error@+1 {{'wave.waves_barrier' op must be in a compute kernel that states num_waves [waves-barrier-place]}}
  wave.waves_barrier [0]
}
wave.func @threads_p4() kernel num_threads(64, 1, 1) {
  wave.call @helper() : () -> ()
}

// -----

// One wave executes barriers of 16 sets, two of them twice.
wave.func @many_p4() kernel num_waves(17) {
  %c0 = arith.constant 0 : i32
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    wave.waves_barrier [0, 1]
    wave.waves_barrier [0, 2]
    wave.waves_barrier [0, 3]
    wave.waves_barrier [0, 4]
    wave.waves_barrier [0, 5]
    wave.waves_barrier [0, 6]
    wave.waves_barrier [0, 7]
    wave.waves_barrier [0, 8]
    wave.waves_barrier [0, 9]
    wave.waves_barrier [0, 10]
    wave.waves_barrier [0, 11]
    wave.waves_barrier [0, 12]
    wave.waves_barrier [0, 13]
    wave.waves_barrier [0, 14]
    wave.waves_barrier [2, 0]
    wave.waves_barrier [0, 15]
    wave.waves_barrier [15, 0]
    // expected-error@+1 {{the barriers of this kernel have more than 15 different sets of waves: use fewer sets [waves-barrier-set]}}
    wave.waves_barrier [0, 16]
  }
}
