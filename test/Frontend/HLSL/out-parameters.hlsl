// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// An `out` parameter that a path does not write has a warning, used or not.

RWStructuredBuffer<uint> o;

// CHECK: :[[@LINE+1]]:20: warning: 'r' may have no value when 'some' ends: an `out` parameter must be written on every path [uninitialized-variable]
void some(out uint r, uint i) {
  if (i > 2)
    r = 1;
}

// CHECK: :[[@LINE+1]]:23: warning: 'r' may have no value when 'early' ends
void early(out float2 r, uint i) {
  if (i > 2)
    return;
  r = 1;
}

// CHECK: :[[@LINE+1]]:22: warning: 'r' may have no value when 'looped' ends
void looped(out uint r, uint i) {
  while (i > 2)
    r = i--;
}

// CHECK: :[[@LINE+1]]:20: warning: 'r' has no value when 'none' ends: an `out` parameter must be written [uninitialized-variable]
void none(out uint r, uint i) {
}

void both(out uint r, uint i) {
  if (i > 2) {
    r = 2;
    return;
  }
  r = 1;
}

void passed(out uint r, uint i) {
  both(r, i);
}

void kept(inout uint r, uint i) {
  if (i > 2)
    r = 1;
}

void indexed(out uint4 r, uint i) {
  for (uint k = 0; k < 4; ++k)
    r[k] = i;
}

void cases(out uint r, uint i) {
  switch (i) {
  case 1:
    r = 1;
    break;
  default:
    r = 2;
  }
}

[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
  uint r = 0;
  uint4 v;
  float2 f;
  some(r, i);
  early(f, i);
  looped(r, i);
  none(r, i);
  both(r, i);
  passed(r, i);
  kept(r, i);
  indexed(v, i);
  cases(r, i);
}
