// RUN: wave-opt %s -wave-emulate-group-index -wave-resolve-groupshared -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -wave-num-waves-to-num-threads="surplus=true wave-size=16" 2>&1 | FileCheck %s --check-prefix=SURPLUS
// RUN: not wave-opt %s -wave-num-waves-to-num-threads=surplus=true -wave-verify="shader-model=6.5 emulate-group-index=false" -split-input-file 2>&1 | FileCheck %s --check-prefix=REFUSED

// SURPLUS: error: 'wave.func' op is compiled in the surplus form, which serves every wave size: leave wave-size out [surplus-wave-size]

// REFUSED: error: the waves beyond num_waves retire by their index, which needs Shader Model 6.10, the target is 6.5: target 6.10, or let the pipeline emulate it [group-wave-shader-model]

wave.func @waves(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) {
  %c0 = arith.constant 0 : index
  // expected-error@+1 {{waves are counted in groups of threads: run wave-num-waves-to-num-threads with wave-size or surplus first [emulate-num-waves]}}
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}

// -----

// The counter has 4 bytes of the limit.
// expected-error@+1 {{'wave.func' op uses 4100 bytes of groupshared memory; the limit of a group is 4096: use less, or state group_shared_limit [groupshared-limit]}}
wave.func @limit(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_threads(64, 1, 1) group_shared_limit(4096) {
  %c0 = arith.constant 0 : index
  // expected-note@+1 {{this array has 4096 bytes}}
  %s = wave.groupshared : memref<1024xi32, #gpu.address_space<workgroup>>
  // expected-note@+2 {{4 bytes count the waves of a group, which Shader Model 6.10 does by itself}}
  // expected-remark@+1 {{[group-index-emulated]}}
  %0 = wave.group_wave_index : i32
  memref.store %0, %out[%c0] : memref<?xi32>
}
