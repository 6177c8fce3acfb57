// The dialects, passes and pipelines in LLVM's own mlir-opt, among its own.

// UNSUPPORTED: sanitizer
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin | FileCheck %s --check-prefix=SAME
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin \
// RUN:   --pass-pipeline='builtin.module(wave-fix-wave-size{wave-size=8},canonicalize,wave-fold-counts,sccp,cse)' | FileCheck %s --check-prefix=MIXED
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(wave-to-spirv)' \
// RUN:   | FileCheck %s --check-prefix=SPIRV
// RUN: mlir-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --pass-pipeline='builtin.module(wave-to-spirv)' -o %t.plain
// RUN: wave-opt %s --wave-to-spirv | diff - %t.plain

// A reader finds our operations without our passes, and the rules hold there.
// RUN: not mlir-opt %S/Inputs/wrong.mlir --load-dialect-plugin=%plugin 2>&1 | FileCheck %s --check-prefix=RULE
// RUN: not mlir-opt %s --load-dialect-plugin=%plugin --pass-pipeline='builtin.module(wave-fold-counts)' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NO-PASS
// RUN: not mlir-opt %s 2>&1 | FileCheck %s --check-prefix=NO-DIALECT
// Into wave-opt, which has everything already, it may be loaded as well.
// RUN: wave-opt %s --load-dialect-plugin=%plugin --load-pass-plugin=%plugin --wave-to-spirv | diff - %t.plain

// RULE: wrong.mlir:2:{{.*}}[num-waves-zero]
// NO-PASS: 'wave-fold-counts' does not refer to a registered pass or pass pipeline
// NO-DIALECT: Dialect `wave' not found for custom op 'wave.func'

// SAME: wave.func @kernel({{.*}}) kernel num_waves(4) wave_size(8, 32)
// SAME: wave.lane_count
// MIXED: wave.func @kernel({{.*}}) kernel num_waves(4) wave_size(8)
// MIXED: %[[threads:.*]] = arith.constant 32 : i32
// MIXED-NOT: wave.lane_count
// MIXED: memref.store %[[threads]]
// SPIRV: spirv.module @{{.*}} Logical GLSL450
// SPIRV: spirv.EntryPoint "GLCompute" @kernel
gpu.module @kernels {
  wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(4) wave_size(8, 32) {
    %c0 = arith.constant 0 : index
    %lanes = wave.lane_count : i32
    %waves = wave.group_wave_count : i32
    %threads = arith.muli %lanes, %waves : i32
    memref.store %threads, %out[%c0] : memref<?xi32>
  }
}
