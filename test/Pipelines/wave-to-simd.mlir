// RUN: wave-opt %s -wave-to-simd="wave-size=16 vector-bits=256" -canonicalize -cse | FileCheck %s --check-prefixes=CHECK,UNROLLED --implicit-check-not="wave." --implicit-check-not=memref.
// RUN: wave-opt %s -wave-to-simd="wave-size=16 vector-bits=256 opt-level=0" -canonicalize -cse | FileCheck %s --check-prefixes=CHECK,LOOPS --implicit-check-not="wave." --implicit-check-not=memref.
// RUN: wave-opt %s -wave-to-simd="wave-size=16 vector-bits=256 unchecked=true" -canonicalize -cse | FileCheck %s --check-prefix=UNCHECKED
// RUN: wave-opt %s -wave-to-simd="wave-size=32 vector-bits=256 retire-extra-waves=true" -canonicalize -cse | FileCheck %s --check-prefix=RETIRE
// RUN: wave-opt %s -wave-to-simd="wave-size=64 vector-bits=512" -convert-simd-to-llvm | FileCheck %s --check-prefix=LLVM --implicit-check-not=arith. --implicit-check-not=scf. --implicit-check-not=" vector."
// RUN: wave-opt %s -wave-to-simd="wave-size=64 vector-bits=512" -convert-simd-to-llvm | mlir-translate -mlir-to-llvmir | FileCheck %s --check-prefix=TEXT
// RUN: wave-opt %s -wave-to-simd=wave-size=16 --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES

// The whole way, in this order. The rules are checked at every wave size, and vectors that
// simplifications make are taken apart before the conversion.
// PASSES: After VerifyWave
// PASSES: After FixWaveSize
// PASSES: After InlineCalls
// PASSES: After NumWavesToNumThreads
// PASSES: After FoldCounts
// PASSES: After ResolveGroupshared
// PASSES: After LegalizeBarriers
// PASSES: After VerifyWave
// PASSES: After ExpandPartitions
// PASSES: After GuardBuffers
// PASSES: After ScalarizeVectors
// PASSES: After FoldRanges
// PASSES: After Canonicalizer
// PASSES: After ScalarizeVectors
// PASSES: After ConvertWaveToSIMD

gpu.module @kernels {

wave.func @first(%x: i32) -> i32 {
  %r = wave.read_first_lane %x : i32
  wave.return %r : i32
}

// The compaction of HLSL proposal 0054 in small: three waves leave a number each and retire, the first
// adds them up. There are four waves of 16 lanes, and the array has room for three.
// CHECK: llvm.func internal @wave_groups(
// CHECK-SAME: %[[shared:arg11]]: !llvm.ptr {llvm.noalias}, %[[memory:arg12]]: !llvm.ptr {llvm.noalias}
// CHECK: scf.for %[[w:.*]] = %c0_i32 to %c4_i32 step %c1_i32 : i32 {
// CHECK: %[[mine:.*]] = scf.for unsigned
// CHECK: llvm.intr.masked.load
// CHECK: vector.reduction <add>
// CHECK: scf.if
// CHECK: llvm.getelementptr %[[shared]]
// CHECK: llvm.store
// The barrier: the waves meet, and the first goes on. At level 0 the short code behind it
// is in a loop over the waves.
// LOOPS: scf.for %[[w:.*]] = %c0_i32 to %c4_i32 step %c1_i32 : i32 {
// LOOPS: scf.if
// LOOPS: scf.for
// UNROLLED-NOT: scf.for
// CHECK: llvm.getelementptr %[[shared]]
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr
// CHECK: llvm.func @wave_kernel(
// CHECK: @wave_kernel_info(dense<[1, 64, {{[0-9]+}}, 16]>

// No access is tested.
// UNCHECKED: @wave_groups(
// UNCHECKED-NOT: masked
// UNCHECKED: llvm.return

// The launch says how many waves there are; those from the fourth on retire.
// RETIRE: @wave_groups(
// RETIRE-SAME: %[[waves:arg7]]: i32
// RETIRE: scf.for %[[w:.*]] = %c0_i32 to %[[waves]] step %c1_i32 : i32 {
// RETIRE: %[[stays:.*]] = arith.cmpi ult, %[[w]], %c4_i32 : i32
// RETIRE: scf.if %[[stays]]
// RETIRE: @wave_kernel_info(dense<[1, 64, {{[0-9]+}}, 32]>

// LLVM: llvm.func internal @wave_groups(
// LLVM: llvm.intr.masked.load {{.*}} -> vector<64xi32>
// LLVM: "llvm.intr.vector.reduce.add"
// LLVM: llvm.func @wave_kernel(

// TEXT: @wave_kernel_info = constant [4 x i64] [i64 1, i64 64, i64 {{[0-9]+}}, i64 64]
// TEXT: define internal void @wave_groups(ptr noalias readonly %{{[0-9]+}}, i32 %{{[0-9]+}}, ptr noalias
// TEXT: call <64 x i32> @llvm.masked.load.v64i32.p0(
// TEXT: define void @wave_kernel(ptr %{{[0-9]+}}, ptr %{{[0-9]+}}, i64 %{{[0-9]+}}, i64 %{{[0-9]+}})
wave.func @sum(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "in"}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c4096 = arith.constant 4096 : i32
  %i0 = arith.constant 0 : index
  %true = arith.constant true
  %waves = wave.group_wave_count : i32
  %others = arith.subi %waves, %c1 : i32
  %store = wave.groupshared(%others) : memref<?xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %share = arith.divui %c4096, %waves : i32
  %trips = arith.divui %share, %n : i32
  %mine = scf.for unsigned %i = %c0 to %trips step %c1 iter_args(%a = %c0) -> i32 : i32 {
    %row = arith.muli %i, %waves : i32
    %at = arith.addi %row, %w : i32
    %base = arith.muli %at, %n : i32
    %place = arith.addi %base, %l : i32
    %k = arith.index_castui %place : i32 to index
    %v = memref.load %in[%k] : memref<?xi32>
    %s = wave.reduce add %v : i32
    %b = arith.addi %a, %s : i32
    scf.yield %b : i32
  }
  %kept = wave.call @first(%mine) : (i32) -> i32
  %other = arith.cmpi ne, %w, %c0 : i32
  scf.if %other {
    %at = arith.subi %w, %c1 : i32
    %k = arith.index_castui %at : i32 to index
    memref.store %kept, %store[%k] : memref<?xi32, #gpu.address_space<workgroup>>
    wave.retire_if %true
  }
  wave.barrier group sync
  %f = wave.is_first_lane : i1
  scf.if %f {
    %total = scf.for %i = %c0 to %others step %c1 iter_args(%a = %kept) -> i32 : i32 {
      %k = arith.index_castui %i : i32 to index
      %v = memref.load %store[%k] : memref<?xi32, #gpu.address_space<workgroup>>
      %b = arith.addi %a, %v : i32
      scf.yield %b : i32
    }
    %g = wave.group_id x : i32
    %k = arith.index_castui %g : i32 to index
    memref.store %total, %out[%k] : memref<?xi32>
  }
}

}
