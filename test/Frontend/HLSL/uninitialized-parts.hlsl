// Components, fields, elements of matrices, `out` parameters and results without a value: a warning if no path writes them.
// RUN: wave-hlsl %s -emit-wave 2>&1 | FileCheck %s --implicit-check-not=warning:

struct Light { float3 color; float power; };
RWStructuredBuffer<float> result;
RWStructuredBuffer<uint> counter;

// CHECK: :[[@LINE+1]]:22: warning: 't' has no value when 'never' ends: an `out` parameter must be written [uninitialized-variable]
void never(out float t, float x) { x = 1; }
// CHECK: :[[@LINE+1]]:24: warning: 'n.z' has no value when 'partly' ends
void partly(out float3 n) { n.xy = 1; }
// CHECK: :[[@LINE+1]]:26: warning: 't' may have no value when 'sometimes' ends: an `out` parameter must be written on every path
bool sometimes(out float t, float x) {
  if (x > 1)
    return false;
  t = x;
  return true;
}
// No path writes them.
Light half_made() {
  Light l;
  l.power = 1;
  return l;
}

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  float4 v;
  v.xyz = 1;
  // CHECK: :[[@LINE+2]]:15: warning: 'v.w' has no value here: give 'v' one where it is declared, or write this part before [uninitialized-variable]
  // CHECK: :[[@LINE-3]]:10: note: 'v' is declared here
  result[0] = v.w;
  Light light;
  light.power = 1;
  // CHECK: :[[@LINE+1]]:15: warning: 'light.color.y' has no value here
  result[1] = light.color.y;
  float3x3 m;
  m[0] = 1;
  m._m11 = 2;
  // CHECK: :[[@LINE+1]]:15: warning: 'm._m12' has no value here
  result[2] = m[1][2] + m._m11;
  // A copy has the parts of its source.
  Light copied = half_made();
  // CHECK: :[[@LINE+1]]:15: warning: 'copied.color.x' has no value here
  result[3] = copied.color.x + copied.power;
  float t;
  never(t, i);
  // CHECK: :[[@LINE+1]]:15: warning: 't' has no value here
  result[4] = t;
  // Some path writes them.
  float u;
  if (sometimes(u, i))
    result[5] = u;
  float2 w;
  w.x = 1;
  if (i > 2)
    w.y = 1;
  // CHECK: :[[@LINE+1]]:21: warning: 'w.y' may have no value here: give 'w' one where it is declared, or write this part before
  result[6] = w.x + w.y;
  float4x4 rows;
  for (uint k = 0; k < 4; ++k)
    rows[k] = k;
  result[7] = rows._m33;
  float3 list;
  for (uint j = 0; j < 3; ++j)
    list[j] = j;
  result[8] = list.x;
}

// Calls decide: no warning.
void calls(uint i) {
  uint before;
  if (i == 0)
    InterlockedAdd(counter[0], 1, before);
  if (i != 0)
    before = 3;
  result[9] = before;
}
