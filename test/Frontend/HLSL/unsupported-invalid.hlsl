// RUN: not wave-hlsl %s -E texel 2>&1 | FileCheck %s --check-prefix=TEXEL
// RUN: not wave-hlsl %s -E local_atomic 2>&1 | FileCheck %s --check-prefix=ATOMIC
// RUN: not wave-hlsl %s -E recursive 2>&1 | FileCheck %s --check-prefix=RECURSIVE
// RUN: not wave-hlsl %s -E endless 2>&1 | FileCheck %s --check-prefix=ENDLESS

RWTexture2D<float> depth;
RWBuffer<uint> values;

[numthreads(8, 8, 1)]
void texel(uint3 id : SV_DispatchThreadID) {
  float old;
  // TEXEL: :[[@LINE+1]]:3: error: 'InterlockedExchange' needs texels of int or uint, which 'depth' does not have [atomic-type]
  InterlockedExchange(depth[id.xy], 1, old);
}

[numthreads(8, 8, 1)]
void local_atomic(uint3 id : SV_DispatchThreadID) {
  uint x = 0;
  // ATOMIC: :[[@LINE+1]]:3: error: 'InterlockedAdd' needs an element of a buffer, of a texture or of a groupshared variable, not a local variable or a parameter, which is a copy [atomic-memory]
  InterlockedAdd(x, 1);
  values[id.x] = x;
}

uint factorial(uint x);
uint factorial(uint x) {
  // RECURSIVE: :[[@LINE+1]]:26: error: 'factorial' calls itself: functions are inlined and cannot recurse; use a loop [recursion]
  return x < 2 ? 1 : x * factorial(x - 1);
}
[numthreads(8, 8, 1)]
void recursive(uint3 id : SV_DispatchThreadID) {
  values[id.x] = factorial(5);
}

[numthreads(8, 8, 1)]
void endless(uint3 id : SV_DispatchThreadID) {
  // ENDLESS: :[[@LINE+1]]:3: error: this loop never ends
  while (true)
    values[id.x] = 1;
}

