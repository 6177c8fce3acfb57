// Hints of dxc on how to compile a statement have no warning.

// RUN: wave-hlsl %s -WX | FileCheck %s
// CHECK: wave.func @main

RWStructuredBuffer<uint> Out;
[numthreads(1, 1, 1)]
void main() {
  [fastopt] for (uint i = 0; i < Out[3]; ++i) Out[i] = 1;
  [loop] [FastOpt] for (uint j = 0; j < Out[3]; ++j) Out[j] = 1;
  [allow_uav_condition] while (Out[0] < 3) Out[0]++;
  [fastopt] do { Out[0]++; } while (Out[0] < 3);
  [call] switch (Out[0]) { case 0: Out[1] = 2; }
  [forcecase] switch (Out[0]) { case 0: Out[1] = 2; }
  [branch] if (Out[0]) Out[1] = 2;
  [flatten] if (Out[0]) Out[1] = 2;
}
