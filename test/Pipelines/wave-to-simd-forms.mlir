// RUN: wave-opt %s -wave-to-simd="wave-size=16 surplus-form=true emulate-group-index=true" --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// RUN: wave-opt %s -wave-to-simd="wave-size=16 surplus-form=true" -canonicalize -cse 2>/dev/null | FileCheck %s --check-prefix=SURPLUS
// RUN: wave-opt %s -wave-to-simd="wave-size=64 surplus-form=true" -canonicalize -cse 2>/dev/null | FileCheck %s --check-prefix=OUTSIDE
// RUN: wave-opt %s -wave-to-simd="wave-size=16 retire-extra-waves=true emulate-group-index=true" -canonicalize -cse 2>/dev/null | FileCheck %s --check-prefix=COUNTED

// The forms of a kernel for targets that cannot ask for a wave size, or do not number waves. Barriers are judged
// while the numbers are known to be numbers.
// PASSES-NOT: After FixWaveSize
// PASSES: After NumWavesToNumThreads
// PASSES: num_threads(96, 1, 1) launch(surplus, num_waves = 3,
// PASSES: After ResolveGroupshared
// PASSES: After LegalizeBarriers
// PASSES: After VerifyWave
// PASSES: remark: the index of a wave in its group
// PASSES: After EmulateGroupIndex
// PASSES: After ResolveGroupshared
// PASSES: After ExpandPartitions

gpu.module @kernels {

// Six waves of 16 lanes for three of 32. The launch says how many there are.
// SURPLUS: @wave_groups(
// SURPLUS-SAME: %[[waves:arg5]]: i32
// SURPLUS: scf.for %[[w:.*]] = %c0_i32 to %[[waves]] step %c1_i32 : i32 {
// SURPLUS: arith.cmpi ult, %[[w]], %c3_i32
// SURPLUS: llvm.store

// 64 lanes are not in the range: the group has nothing to do.
// OUTSIDE: @wave_groups(
// OUTSIDE-NOT: llvm.store
// OUTSIDE: llvm.func @wave_kernel(

// Three stretches: the waves clear the counter, take their numbers, work. There may be more of them.
// COUNTED: @wave_groups(
// COUNTED-SAME: %[[waves:arg5]]: i32
// COUNTED: scf.for {{.*}} to %[[waves]] step
// COUNTED: scf.for {{.*}} to %[[waves]] step
// COUNTED: scf.for {{.*}} to %[[waves]] step
// COUNTED: llvm.func @wave_kernel(
// The counter.
// COUNTED: @wave_kernel_info(dense<[1, 64, {{[0-9]+}}, 16]>
wave.func @numbers(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(3) wave_size(8, 32) {
  %index = wave.group_wave_index : i32
  %lanes = wave.lane_count : i32
  %i = arith.index_castui %index : i32 to index
  memref.store %lanes, %out[%i] : memref<?xi32>
}

}
