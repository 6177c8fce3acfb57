// The remark on an emulation names an option of the tool, not one of a pass.

// RUN: wave-hlsl %s -Fo %t.dxil 2>&1 | FileCheck %s
// CHECK: :[[#@LINE+4]]:{{[0-9]+}}: remark: the index of a wave in its group, and their number, are counted in groupshared memory: the index is the order in which waves arrive. Compile with -T cs_6_10 for the machine's own [group-index-emulated]

RWStructuredBuffer<uint> Out;
[WaveSize(32)] [numthreads(64, 1, 1)]
void main() { Out[0] = GetGroupWaveIndex(); }
