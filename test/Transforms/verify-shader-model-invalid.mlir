// RUN: wave-opt %s -wave-verify="shader-model=6.8 emulate-group-index=false" -verify-diagnostics -split-input-file
// RUN: not wave-opt %s -wave-verify="shader-model=six" 2>&1 | FileCheck %s

// CHECK: error: {{.*}}option shader-model takes text like 6.10, got 'six' [shader-model-text]

wave.func @shader_model_v5() kernel num_waves(2) {
  // expected-error@+1 {{'wave.group_wave_index' op needs Shader Model 6.10, the target is 6.8: target 6.10, or let the pipeline emulate it [group-wave-shader-model]}}
  %0 = wave.group_wave_index : i32
}

// -----

wave.func @helper() -> i32 {
  // expected-error@+1 {{'wave.group_wave_count' op needs Shader Model 6.10, the target is 6.8: target 6.10, or let the pipeline emulate it [group-wave-shader-model]}}
  %0 = wave.group_wave_count : i32
  wave.return %0 : i32
}
// expected-note@+1 {{in 'shader_model_through_helper_v5'}}
wave.func @shader_model_through_helper_v5() kernel num_threads(32, 1, 1) {
  // expected-note@+1 {{called from here}}
  %0 = wave.call @helper() : () -> i32
}
