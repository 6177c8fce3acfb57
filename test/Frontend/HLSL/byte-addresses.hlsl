// Addresses whose lowest bits constants decide.
// RUN: wave-hlsl %s 2>&1 >/dev/null | FileCheck %s --implicit-check-not=warning

RWByteAddressBuffer bytes : register(u0);

[numthreads(64, 1, 1)]
void main(uint i : SV_GroupIndex) {
  uint sum = bytes.Load(4 * i) + bytes.Load(i) + bytes.Load(2 * i) + bytes.Load(8);
  // CHECK: :[[#@LINE+1]]:{{.*}} warning: the byte address is 5, which is not a multiple of 4 [byte-address]
  sum += bytes.Load(5);
  // CHECK: :[[#@LINE+1]]:{{.*}} warning: the byte address is of the form 4 * n + 2, which is not a multiple of 4 [byte-address]
  sum += bytes.Load2(4 * i + 2).x;
  // CHECK: :[[#@LINE+1]]:{{.*}} warning: the byte address is of the form 4 * n + 3, which is not a multiple of 4 [byte-address]
  bytes.Store((i << 3) | 3, sum);
  // CHECK: :[[#@LINE+1]]:{{.*}} warning: the byte address is 6, which is not a multiple of 4 [byte-address]
  bytes.InterlockedAdd(6, 1);
}

