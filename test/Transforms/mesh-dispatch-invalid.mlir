// RUN: wave-opt %s -wave-verify -wave-resolve-groupshared -wave-legalize-barriers -wave-resolve-groupshared -verify-diagnostics -split-input-file

// expected-error@+1 {{'wave.func' op is an amplification kernel that launches no mesh groups: end it by dispatch_mesh, with a count of 0 for none [dispatch-mesh-count]}}
wave.func @none_v16() kernel stage(amplification) num_waves(1) {
}

// -----

wave.func @divergent() kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  // expected-note@+1 {{because of 'wave.group_wave_index' here}}
  %wave = wave.group_wave_index : i32
  // expected-error@+1 {{the waves of the group launch different numbers of mesh groups, and there is one launch for the group: combine them in groupshared memory [dispatch-mesh-divergent]}}
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
// expected-error@+1 {{uses 32780 bytes of groupshared memory, a group has at most 32768}}
wave.func @no_place_for_counts(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{'memref<8192xi32, #gpu.address_space<workgroup>>' is here}}
  %s = wave.groupshared : memref<8192xi32, #gpu.address_space<workgroup>>
  %lane = wave.lane_index : i32
  memref.store %lane, %s[%c0] : memref<8192xi32, #gpu.address_space<workgroup>>
  %out = arith.cmpi uge, %lane, %n : i32
  wave.retire_if %out
  // expected-note@+1 {{'memref<3xi32, #gpu.address_space<workgroup>>' is here}}
  wave.dispatch_mesh %n, %n, %n
}
