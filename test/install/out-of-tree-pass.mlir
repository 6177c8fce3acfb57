// What `cmake --install` puts into a folder, moved elsewhere, is enough to build a pass against and to run it.

// UNSUPPORTED: sanitizer
// RUN: rm -rf %t && mkdir %t
// RUN: cmake --install %build --prefix %t/installed > %t/install.log
// RUN: mv %t/installed %t/moved
// RUN: cmake -G Ninja -S %S/project -B %t/build -DCMAKE_PREFIX_PATH=%t/moved %compiler_launcher > %t/configure.log
// RUN: cmake --build %t/build > %t/build.log

// Between two passes of ours. The second sees the operation that the pass made as its own.
// RUN: %t/moved/bin/wave-opt %s --load-pass-plugin=%t/build/libBranchOnce.so --mlir-print-ir-after-all -o %t/result.mlir \
// RUN:   --pass-pipeline='builtin.module(wave-inline,gpu.module(wave.func(example-branch-once)),wave-fix-wave-size{wave-size=16})' \
// RUN:   2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: FileCheck %s < %t/result.mlir

// In plain mlir-opt, with both plugins, the same.
// RUN: mlir-opt %s --load-dialect-plugin=%t/moved/lib/libWaveDialect.so --load-pass-plugin=%t/moved/lib/libWaveDialect.so \
// RUN:   --load-pass-plugin=%t/build/libBranchOnce.so \
// RUN:   --pass-pipeline='builtin.module(wave-inline,gpu.module(wave.func(example-branch-once)),wave-fix-wave-size{wave-size=16})' \
// RUN:   | diff - %t/result.mlir

// The whole pipeline takes what the pass made.
// RUN: %t/moved/bin/wave-translate --wave-to-spirv %t/result.mlir -o %t/kernel.spv
// RUN: spirv-val %t/kernel.spv

// A pass made of the pieces of wave-specialize. Wave 0 sums totals while the others have one store to do: where the lead that
// it has to have is larger, nothing is done.
// RUN: %t/moved/bin/wave-opt %S/Inputs/totals.mlir --load-pass-plugin=%t/build/libWeighWaves.so \
// RUN:   --pass-pipeline='builtin.module(gpu.module(wave.func(example-weigh-waves)))' | FileCheck %S/Inputs/totals.mlir
// RUN: %t/moved/bin/wave-opt %S/Inputs/totals.mlir --load-pass-plugin=%t/build/libWeighWaves.so \
// RUN:   --pass-pipeline='builtin.module(gpu.module(wave.func(example-weigh-waves{lead=1000})))' \
// RUN:   | FileCheck %S/Inputs/totals.mlir --check-prefix=LEAD

// PASSES: IR Dump After InlineCalls
// PASSES: IR Dump After {{.*}}BranchOnce (example-branch-once)
// PASSES: IR Dump After FixWaveSize

// CHECK-LABEL: wave.func @kernel
// CHECK-SAME: wave_size(16)
// CHECK: %[[index:.*]] = wave.group_wave_index
// CHECK: %[[mine:.*]] = arith.cmpi eq, %[[index]]
// CHECK: %[[once:.*]] = wave.read_first_lane %[[mine]] : i1
// CHECK: scf.if %[[once]] {
// CHECK: %[[small:.*]] = arith.cmpi ult
// CHECK-NOT: wave.read_first_lane
// CHECK: scf.if %[[small]] {
gpu.module @kernels {
  // The lane's own choice stays.
  wave.func @store_small(%lane: i32, %out: memref<?xi32>) {
    %c4 = arith.constant 4 : i32
    %small = arith.cmpi ult, %lane, %c4 : i32
    scf.if %small {
      %i = arith.index_castui %lane : i32 to index
      memref.store %lane, %out[%i] : memref<?xi32>
    }
  }
  wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(2) wave_size(8, 32) {
    %c0 = arith.constant 0 : i32
    %lane = wave.lane_index : i32
    %index = wave.group_wave_index : i32
    %mine = arith.cmpi eq, %index, %c0 : i32
    scf.if %mine {
      wave.call @store_small(%lane, %out) : (i32, memref<?xi32>) -> ()
    }
  }
}
