// RUN: wave-opt %s -wave-to-spirv | FileCheck %s
// RUN: wave-opt %s -wave-to-spirv=opt-level=0 | FileCheck %s --check-prefixes=CHECK,WRITTEN
// RUN: wave-opt %s -wave-to-spirv=unchecked=true | FileCheck %s --check-prefix=UNCHECKED
// RUN: wave-opt %s -wave-to-spirv=guard-wave-size=true | FileCheck %s --check-prefix=GUARD
// RUN: wave-opt %s -wave-to-spirv --mlir-print-ir-after-all -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES

// The whole way, in this order; nothing that merges, hoists or sinks comes after gpu.
// PASSES: After VerifyWave
// PASSES: After InlineCalls
// PASSES: After NumWavesToNumThreads
// PASSES: After FoldCounts
// PASSES: After ResolveGroupshared
// PASSES: After LegalizeBarriers
// PASSES: After ExpandPartitions
// PASSES: After GuardBuffers
// PASSES: After ScalarizeVectors
// PASSES: After ConvertWaveToGPU
// PASSES-NOT: After {{Canonicalizer|CSE|LoopInvariantCodeMotion|ControlFlowSink|SCCP}}
// PASSES: After ConvertWaveToSPIRV

gpu.module @kernels {

wave.func @first(%x: i32) -> i32 {
  %r = wave.read_first_lane %x : i32
  wave.return %r : i32
}

// The compaction of HLSL proposal 0054 in small: three waves leave a number each and retire, the first
// adds them up.
// CHECK: spirv.module @sum
// CHECK-SAME: groupshared_bytes = 12 : i64
// CHECK: spirv.GlobalVariable @groupshared_0 : !spirv.ptr<!spirv.array<3 x i32>, Workgroup>
// CHECK: spirv.func @sum()
// CHECK-NOT: wave.
// CHECK-NOT: scf.
// CHECK: spirv.mlir.referenceof @robust_buffers
// CHECK: spirv.mlir.loop
// CHECK: spirv.ULessThan
// CHECK: spirv.LogicalOr
// The sum of a wave is the same for it: nothing has to be read.
// WRITTEN: spirv.FunctionCall @wave_broadcast_first_i32
// CHECK: spirv.ControlBarrier <Workgroup>, <Workgroup>, <AcquireRelease|WorkgroupMemory>
// CHECK: spirv.Load "Workgroup"
// CHECK: spirv.Return
// CHECK: spirv.EntryPoint "GLCompute" @sum

// Every access is tested against the length, unless the host's setting is on.
// UNCHECKED-NOT: robust_buffers
// UNCHECKED: spirv.func @sum
// UNCHECKED-NOT: spirv.LogicalOr
// UNCHECKED: spirv.Return

// With a guard the machine's own size is looked at first.
// GUARD: spirv.GlobalVariable @builtin_SubgroupSize
// GUARD: spirv.func @sum
// GUARD: %[[machine:.*]] = spirv.Load "Input" %builtin_SubgroupSize_addr
// GUARD: spirv.{{INotEqual|IEqual}} %[[machine]],
wave.func @sum(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "in"}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>, wave.name = "out"}) kernel num_waves(4) wave_size(16, 64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c256 = arith.constant 256 : i32
  %i0 = arith.constant 0 : index
  %true = arith.constant true
  %waves = wave.group_wave_count : i32
  %others = arith.subi %waves, %c1 : i32
  %store = wave.groupshared(%others) : memref<?xi32, #gpu.address_space<workgroup>>
  %l = wave.lane_index : i32
  %n = wave.lane_count : i32
  %w = wave.group_wave_index : i32
  %share = arith.divui %c256, %waves : i32
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
