// RUN: split-file %s %t
// RUN: not wave-translate --wave-to-spirv %t/two.mlir 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not wave-translate --wave-to-spirv %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not wave-translate --wave-to-spirv %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not wave-translate --wave-to-manifest %t/foreign.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not wave-translate --wave-to-manifest %t/number.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not wave-translate --wave-to-spirv %t/nameless.mlir 2>&1 | FileCheck %s --check-prefix=FOREIGN

// TWO: error: a SPIR-V file holds one kernel, got 2: split the input into one kernel per file [one-kernel]
// NONE: error: has no kernel: give wave IR, or the result of the pipeline wave-to-spirv [one-kernel]
// FOREIGN: error: is not a result of convert-wave-to-spirv: run the pipeline wave-to-spirv first [module-origin]

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
//--- foreign.mlir
spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []> {
}
//--- number.mlir
spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []> attributes {wave.manifest = 5} {
}
//--- nameless.mlir
spirv.module Logical GLSL450 requires #spirv.vce<v1.6, [Shader], []> attributes {wave.manifest = {modules = {}}} {
}
