// RUN: split-file %s %t
// RUN: not wave-translate --wave-to-ptx %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not wave-translate --wave-to-ptx %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not wave-translate --wave-to-ptx --sm sm_70 %t/one.mlir 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not wave-translate --wave-to-ptx %t/small.mlir 2>&1 | FileCheck %s --check-prefix=SMALL

// TWO: error: a PTX file holds one kernel, got 2: split the input into one kernel per file [one-kernel]
// NONE: error: has no kernel: give wave IR, or the result of the pipeline wave-to-ptx [one-kernel]
// OLD: error: 'wave.func' op is compiled for 'sm_70', but the GPUs are sm_80, sm_86, sm_87, sm_89, sm_90, sm_90a, sm_100, sm_100a [sm-unknown]
// SMALL: error: 'wave.func' op is compiled for waves of 32 lanes, which is outside its range [wave-size-not-in-range]

//--- two.mlir
gpu.module @kernels {
  wave.func @a() kernel num_waves(1) {
  }
  wave.func @b() kernel num_waves(1) {
  }
}
//--- none.mlir
gpu.module @kernels {
}
//--- one.mlir
wave.func @a() kernel num_waves(1) {
}
//--- small.mlir
wave.func @a() kernel num_waves(1) wave_size(4, 16) {
}
