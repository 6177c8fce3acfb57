// RUN: wave-hlsl %s -mlir-print-debuginfo -mlir-print-local-scope | FileCheck %s

RWStructuredBuffer<uint> Out : register(u0);

uint helper() {
  // CHECK: wave.lane_index : i32 loc(callsite({{.*}}locations.hlsl":[[#@LINE+1]]:10{{.*}} at {{.*}}locations.hlsl":[[#@LINE+7]]:12
  return WaveGetLaneIndex();
}

[numWaves(1)]
void main() {
  // CHECK: memref.store {{.*}} loc({{.*}}locations.hlsl":[[#@LINE+1]]:
  Out[0] = helper();
}
