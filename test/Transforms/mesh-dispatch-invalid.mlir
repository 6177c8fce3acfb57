// RUN: wave-opt %s -wave-verify -wave-resolve-groupshared -wave-legalize-barriers -wave-resolve-groupshared -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op is for amplification and launches no mesh groups: end it with one 'wave.dispatch_mesh', with a count of 0 for none [dispatch-mesh-count]}}
wave.func @none_v16() kernel stage(amplification) num_waves(1) {
}

// -----

wave.func @divergent() kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %wave = wave.group_wave_index : i32
  // expected-error@+1 {{the waves of the group launch different numbers of mesh groups, but a group launches once: combine the numbers in groupshared memory [dispatch-mesh-divergent]}}
  wave.dispatch_mesh %c1, %wave, %c1
}

// -----

wave.func @payload_limit() kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  %c4097 = arith.constant 4097 : i32
  %p = wave.groupshared(%c4097) : memref<?xi32, #gpu.address_space<workgroup>>
  // expected-error@+1 {{has a payload of 16388 bytes, mesh groups take at most 16384: pass less, and the rest in a buffer [dispatch-mesh-payload-limit]}}
  wave.dispatch_mesh %c1, %c1, %c1 payload(%p : memref<?xi32, #gpu.address_space<workgroup>>)
}

// -----

// The counts take memory, too, where lanes return.
// expected-error@+1 {{uses 32780 bytes of groupshared memory; the limit of a group is 32768}}
wave.func @no_place_for_counts(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{this array has 32768 bytes}}
  %s = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  memref.store %lane, %s[%c0] : memref<8192xi32, #gpu.address_space<workgroup>>
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  // expected-note@+1 {{this array has 12 bytes}}
  wave.dispatch_mesh %n, %n, %n
}
