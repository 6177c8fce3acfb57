// RUN: not wave-hlsl %s -E beyond 2>&1 | FileCheck %s --check-prefix=BEYOND
// RUN: not wave-hlsl %s -E before 2>&1 | FileCheck %s --check-prefix=BEFORE
// RUN: not wave-hlsl %s -E iteration 2>&1 | FileCheck %s --check-prefix=ITERATION
// RUN: not wave-hlsl %s -E endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not wave-hlsl %s -E anywhere 2>&1 | FileCheck %s --check-prefix=ANYWHERE
// RUN: not wave-hlsl %s -E many 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not wave-hlsl %s -E unassigned 2>&1 | FileCheck %s --check-prefix=UNASSIGNED
// RUN: not wave-hlsl %s -E replaced 2>&1 | FileCheck %s --check-prefix=REPLACED
// RUN: not wave-hlsl %s -E global 2>&1 | FileCheck %s --check-prefix=GLOBAL
// RUN: not wave-hlsl %s -E element 2>&1 | FileCheck %s --check-prefix=ELEMENT
// RUN: not wave-hlsl %s -E shared 2>&1 | FileCheck %s --check-prefix=SHARED

struct Light {
  float power;
};
RWStructuredBuffer<float> result;
StructuredBuffer<Light> tables[3][2];

[numthreads(4, 1, 1)]
void beyond(uint i : SV_GroupIndex) {
  // BEYOND: :[[@LINE+1]]:25: error: 'tables' has 2 elements: the index 2 is out of range [resource-index]
  result[i] = tables[1][2][i].power;
}

[numthreads(4, 1, 1)]
void before(uint i : SV_GroupIndex) {
  // BEFORE: :[[@LINE+1]]:22: error: 'tables' has 3 elements: the index -1 is out of range [resource-index]
  result[i] = tables[-1][0][i].power;
}

[numthreads(4, 1, 1)]
void iteration(uint i : SV_GroupIndex) {
  for (uint k = 0; k < 3; ++k)
    // ITERATION: :[[@LINE+1]]:27: error: 'tables' has 3 elements: the index 3 is out of range [resource-index]
    result[i] += tables[k + 1][0][i].power;
}

RWBuffer<float> views[] : register(u4);
[numthreads(4, 1, 1)]
void endless(uint i : SV_GroupIndex) {
  // ENDLESS: :[[@LINE+1]]:21: error: 'views' has no size, so its index must be a constant: declare the number of its elements [hlsl-unsupported]
  result[i] = views[i][0];
}

RWBuffer<float> somewhere[];
[numthreads(4, 1, 1)]
void anywhere(uint i : SV_GroupIndex) {
  // ANYWHERE: :[[@LINE+1]]:25: error: 'somewhere' has neither a size nor a register: declare one of them [hlsl-unsupported]
  result[i] = somewhere[0][i];
}

// MANY: :[[@LINE+1]]:17: error: 'all' has 2000 resources, but at most 1024 are supported [hlsl-unsupported]
RWBuffer<float> all[1000][2];
[numthreads(4, 1, 1)]
void many(uint i : SV_GroupIndex) {
  result[i] = all[0][0][i];
}

[numthreads(4, 1, 1)]
void unassigned(uint i : SV_GroupIndex) {
  RWBuffer<float> local;
  // UNASSIGNED: :[[@LINE+1]]:3: error: this variable has no resource here: assign one to it before [resource-unassigned]
  local[i] = 1;
}

struct Holder {
  RWStructuredBuffer<float> kept;
  float scale;
};
Holder holder;
[numthreads(4, 1, 1)]
void replaced(uint i : SV_GroupIndex) {
  // REPLACED: :[[@LINE+1]]:15: error: 'holder' is read-only and cannot be assigned to [read-only-buffer]
  holder.kept = result;
  holder.kept[i] = 1;
}

[numthreads(4, 1, 1)]
void global(uint i : SV_GroupIndex) {
  // GLOBAL: :[[@LINE+1]]:16: error: 'holder' is read-only and cannot be assigned to [read-only-buffer]
  holder.scale = 1;
  holder.kept[i] = holder.scale;
}

// ELEMENT: :[[@LINE+1]]:28: error: memory cannot hold resources: keep the resources of 'Holder' in a struct of their own [hlsl-type]
RWStructuredBuffer<Holder> holders;
[numthreads(4, 1, 1)]
void element(uint i : SV_GroupIndex) {
  holders[i].scale = 1;
}

// SHARED: :[[@LINE+1]]:20: error: memory cannot hold resources: keep the resources of 'Holder' in a struct of their own [hlsl-type]
groupshared Holder common;
[numthreads(4, 1, 1)]
void shared(uint i : SV_GroupIndex) {
  common.scale = 1;
}
