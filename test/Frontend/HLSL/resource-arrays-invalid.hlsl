// RUN: not wave-hlsl %s -E constants 2>&1 | FileCheck %s --check-prefix=CONSTANTS
// RUN: not wave-hlsl %s -E buffers 2>&1 | FileCheck %s --check-prefix=BUFFERS
// RUN: not wave-hlsl %s -E endless 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not wave-hlsl %s -E field 2>&1 | FileCheck %s --check-prefix=FIELD

struct Light {
  float power;
};
RWStructuredBuffer<float> result;
// CONSTANTS: :[[@LINE+1]]:23: error: an array of resources is not supported: declare them one by one [hlsl-unsupported]
ConstantBuffer<Light> lights[2];
// BUFFERS: :[[@LINE+1]]:25: error: an array of resources is not supported: declare them one by one [hlsl-unsupported]
StructuredBuffer<Light> tables[3][2];
// ENDLESS: :[[@LINE+1]]:17: error: an array of resources is not supported: declare them one by one [hlsl-unsupported]
RWBuffer<float> views[];

[numthreads(4, 1, 1)]
void constants(uint i : SV_GroupIndex) { result[i] = lights[1].power; }

[numthreads(4, 1, 1)]
void buffers(uint i : SV_GroupIndex) { result[i] = tables[1][0][i].power; }

[numthreads(4, 1, 1)]
void endless(uint i : SV_GroupIndex) { result[i] = views[1][i]; }

struct Holder {
  RWStructuredBuffer<float> kept;
};
[numthreads(4, 1, 1)]
void field(uint i : SV_GroupIndex) {
  // FIELD: :[[@LINE+1]]:10: error: a resource in a struct is not supported: declare it outside of the struct [hlsl-unsupported]
  Holder holder;
  holder.kept[i] = 1;
}
