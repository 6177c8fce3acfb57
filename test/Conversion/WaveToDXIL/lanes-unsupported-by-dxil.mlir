// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.4 -verify-diagnostics -split-input-file

gpu.module @m {
  wave.func @match(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{needs partitions of a wave, which came with Shader Model 6.5 [shader-model-too-low]}}
    %0 = wave.match %n : i32
  }
}

// -----

gpu.module @m {
  wave.func @clusters(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{has no form in DXIL: run wave-expand-combinations with 'inclusive' first [combination-not-expanded]}}
    %0 = wave.cluster_reduce add 4 %n : i32
  }
}

// -----

gpu.module @m {
  wave.func @inclusive(%n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{has no form in DXIL: run wave-expand-combinations with 'inclusive' first [combination-not-expanded]}}
    %0 = wave.inclusive_prefix maxui %n : i32
  }
}

// -----

gpu.module @m {
  wave.func @index() kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{needs the numbers of waves in a group, which came with Shader Model 6.10 [shader-model-too-low]}}
    %0 = wave.group_wave_index : i32
  }
}

// -----

gpu.module @m {
  wave.func @count() kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{needs the numbers of waves in a group, which came with Shader Model 6.10 [shader-model-too-low]}}
    %0 = wave.group_wave_count : i32
  }
}

// -----

gpu.module @m {
  wave.func @subgroup() kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{needs the numbers of waves in a group, which came with Shader Model 6.10 [shader-model-too-low]}}
    %0 = gpu.subgroup_id : index
  }
}

// -----

gpu.module @m {
  wave.func @vector(%v: vector<2xf32> {wave.element = vector<2xf32>}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{is taken on scalars here: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %0 = wave.reduce add %v : vector<2xf32>
  }
}

// -----

gpu.module @m {
  wave.func @function(%v: vector<2xf32> {wave.element = vector<2xf32>}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{is taken on scalars here: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %0 = math.sqrt %v : vector<2xf32>
  }
}

// -----

gpu.module @m {
  wave.func @double(%d: f64 {wave.element = f64}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{is not for f64: no GPU has it, convert to f32 [function-type]}}
    %0 = math.sin %d : f64
  }
}

// -----

gpu.module @m {
  wave.func @boolean(%p: i1 {wave.element = i1}) kernel num_threads(32, 1, 1) {
    // expected-error@+1 {{is not for 'i1': convert it first [value-type]}}
    %0 = math.ctpop %p : i1
  }
}

// -----

gpu.module @kernels {
  wave.func @broadcast(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}) kernel num_threads(32, 1, 1) {
    %i = arith.constant 0 : index
    // expected-error@+1 {{'vector.broadcast' op has no form of its own on vectors: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %v = vector.broadcast %x : f32 to vector<2xf32>
    vector.store %v, %out[%i] : memref<?xf32>, vector<2xf32>
  }
}

// -----

gpu.module @kernels {
  wave.func @carried(%out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
    %i = arith.constant 0 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %v = vector.from_elements %x, %x : vector<2xf32>
    // expected-error@+1 {{'scf.for' op has no form of its own on vectors: run wave-scalarize-vectors first [vector-not-scalarized]}}
    %w = scf.for %j = %zero to %n step %one iter_args(%c = %v) -> (vector<2xf32>) : i32 {
      vector.store %c, %out[%i] : memref<?xf32>, vector<2xf32>
      scf.yield %c : vector<2xf32>
    }
  }
}
