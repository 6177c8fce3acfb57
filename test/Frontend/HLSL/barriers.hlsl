// RUN: wave-hlsl %s | FileCheck %s

struct Item {
  uint x;
  float y[3];
};
groupshared uint counts[8];
groupshared uint one;
groupshared Item items[2];
RWStructuredBuffer<uint> result;
RWByteAddressBuffer bytes;
static const uint kMemory = UAV_MEMORY | GROUP_SHARED_MEMORY;

// CHECK-LABEL: wave.func @main
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  counts[i] = i;
  one = 1;
  items[i & 1].x = i;
  // CHECK: wave.barrier group sync
  Barrier(counts, GROUP_SYNC | GROUP_SCOPE);
  // A groupshared variable, not flags.
  // CHECK: wave.barrier group{{$}}
  Barrier(one, GROUP_SCOPE);
  // CHECK: wave.barrier group sync
  Barrier(items[0], GROUP_SYNC);
  // CHECK: wave.barrier device{{$}}
  Barrier(result, DEVICE_SCOPE);
  // CHECK: wave.barrier device sync
  Barrier(bytes, GROUP_SYNC | DEVICE_SCOPE);
  // CHECK: wave.barrier all sync
  Barrier(kMemory, GROUP_SYNC);
  // CHECK: wave.barrier all{{$}}
  Barrier(ALL_MEMORY, DEVICE_SCOPE);
  // CHECK: wave.barrier group sync
  Barrier(0, GROUP_SYNC);
  // CHECK-NOT: wave.barrier
  Barrier(0, 0);
  result[i] = counts[7 - i] + one + items[0].x + bytes.Load(0);
}
