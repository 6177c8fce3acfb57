// RUN: wave-opt %s -wave-verify-async-copies -verify-diagnostics -split-input-file

!shared = memref<64xf32, #gpu.address_space<workgroup>>

wave.func @uniform(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  %wave = wave.group_wave_index : i32
  %first = arith.cmpi eq, %wave, %c0 : i32
  scf.if %first {
    scf.for %i = %c0 to %n step %c1 : i32 {
      wave.async_copy %tile[%i, %c0], %a[%c0, %c0] at [%c0, %i] of [%c1, %n] size [%c1, %c1] : !shared, memref<?xf32>
    }
  }
  wave.barrier group sync
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>

// A value from memory may be the same for all lanes.
wave.func @from_memory(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %b: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  %lane = wave.lane_index : i32
  %i = arith.index_castui %lane : i32 to index
  %x = memref.load %b[%i] : memref<?xi32>
  memref.store %x, %b[%i] : memref<?xi32>
  %some = arith.cmpi eq, %x, %c0 : i32
  scf.if %some {
    wave.async_copy %tile[%x, %c0], %a[%c0, %c0] at [%c0, %x] of [%c1, %x] size [%c1, %c1] : !shared, memref<?xf32>
  }
  wave.barrier wave sync
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>

wave.func @divergent_a1(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  %low = arith.cmpi ult, %lane, %c1 : i32
  // expected-note@+1 {{this condition may differ between the lanes of a wave}}
  scf.if %low {
    // expected-error@+1 {{not all lanes of a wave reach this asynchronous copy: move it out of divergent control flow [async-copy-divergent]}}
    wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %c0] of [%c1, %c1] size [%c1, %c1] : !shared, memref<?xf32>
  }
}

// -----

!shared = memref<64xf32, #gpu.address_space<workgroup>>

wave.func @operand_a2(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  // expected-note@+1 {{because of 'wave.lane_index' here}}
  %lane = wave.lane_index : i32
  // expected-error@+1 {{the first column of this asynchronous copy differs between the lanes of a wave: the wave copies one tile, so give all lanes the same numbers [async-copy-divergent]}}
  wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %lane] of [%c1, %c1] size [%c1, %c1] : !shared, memref<?xf32>
}
