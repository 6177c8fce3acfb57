// RUN: split-file %s %t
// RUN: not wave-translate --wave-to-dxil %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not wave-translate --wave-to-dxil-manifest %t/empty.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not wave-translate --wave-to-dxil %t/declared.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not wave-translate --wave-to-dxil %t/nameless.mlir 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not wave-translate --wave-to-dxil %t/none.mlir 2>&1 | FileCheck %s --check-prefix=NONE

// EMPTY: error: was not made by convert-wave-to-dxil: run the pipeline wave-to-dxil first [module-origin]
// NONE: error: has no kernel: give wave IR, or the result of the pipeline wave-to-dxil [one-kernel]

//--- empty.mlir
dxil.module @k attributes {num_threads = array<i32: 64, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {}} {
}
//--- declared.mlir
dxil.module @k attributes {num_threads = array<i32: 64, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {}} {
  llvm.func @k()
}
//--- nameless.mlir
dxil.module @k attributes {num_threads = array<i32: 64, 1, 1>, resources = [], shader_model = "6.6", stage = #dxil<stage compute>, wave.manifest = {modules = {}}} {
  llvm.func @k() {
    llvm.return
  }
}
//--- none.mlir
gpu.module @kernels {
}
