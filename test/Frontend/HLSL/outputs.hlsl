// RUN: wave-hlsl %s -T cs_6_6 -Fo %t.dxil
// RUN: wave-hlsl %s -T cs_6_6 -dxil > %t.stdout.dxil
// RUN: cmp %t.dxil %t.stdout.dxil
// RUN: wave-hlsl %s -spirv -Fo %t.spv
// RUN: spirv-val %t.spv
// RUN: wave-hlsl %s -spirv | spirv-dis - | FileCheck %s --check-prefix=SPIRV
// RUN: wave-hlsl %s -spirv -fvk-t-shift 10 0 -fvk-u-shift 20 all | spirv-dis - | FileCheck %s --check-prefix=SHIFT
// RUN: wave-hlsl %s -emit-wave -Fo %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: wave-opt %t.mlir | FileCheck %s
// RUN: not wave-hlsl %s -spirv -fvk-t-shift ten 0 2>&1 | FileCheck %s --check-prefix=NUMBER
// RUN: not wave-hlsl %s -D WAVES -Fo %t.dxil 2>&1 | FileCheck %s --check-prefix=SIZE
// RUN: wave-hlsl %s -D WAVES -wave-size 32 -Fo %t.dxil

// NUMBER: error: -fvk-t-shift takes a number and a space, got 'ten' and '0'
// SIZE: outputs.hlsl:{{[0-9]+}}:6: error: the entry point needs a wave size in a DXIL container: write [WaveSize(L)], or give -wave-size L where L is 4 or {{.*}} [wave-size-missing]

// Registers of two kinds with one number get different bindings.
// SPIRV-DAG: OpDecorate %{{[0-9]+}} Binding 0
// SPIRV-DAG: OpDecorate %{{[0-9]+}} Binding 1
// SHIFT-DAG: OpDecorate %{{[0-9]+}} Binding 10
// SHIFT-DAG: OpDecorate %{{[0-9]+}} Binding 20
StructuredBuffer<uint> In : register(t0);
RWStructuredBuffer<uint> Out : register(u0);

// CHECK: wave.func @main
#ifdef WAVES
[numWaves(2)]
#else
[numthreads(32, 1, 1)]
#endif
void main(uint3 group : SV_GroupID) { Out[group.x] = WaveActiveSum(In[group.x]); }
