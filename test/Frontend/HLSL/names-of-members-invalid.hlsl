// Names that are almost right, and what other compilers accept.

// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not wave-hlsl %s -DUSED 2>&1 | FileCheck %s --check-prefix=USED

struct Pair { float key; uint value; };
struct Groups { uint sets; uint mods; void fractions() {} };
struct Lights { uint LightCount; };
ConstantBuffer<Lights> Light;
RWStructuredBuffer<Pair> Pairs;
#ifdef USED
// USED: :[[#@LINE+1]]:1: error: 'interface' is not supported: WaveDialect has no interfaces; use a struct, or a template [hlsl-unsupported]
interface Shape { float area(); };
tbuffer Table { float4 row; };
#endif

[numthreads(1, 1, 1)]
void main() {
#ifdef USED
  Shape shape;
  // USED: :[[#@LINE+1]]:3: error: 'abort' is not supported: WaveDialect has no abnormal ends; return, and write an error code to a buffer [hlsl-unsupported]
  abort();
  // USED: :[[#@LINE+1]]:{{[0-9]+}}: error: '1.#INF' is not supported: write asfloat(0x7f800000) [hlsl-unsupported]
  float most = 1.#INF;
#else
  // CHECK: :[[#@LINE+1]]:12: error: no member named 'kye' in 'Pair': did you mean 'key'? [hlsl-type]
  Pairs[0].kye = 1;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: no member named 'LightsCount' in {{.*}}: did you mean 'LightCount'? [hlsl-type]
  Pairs[0].value = Light.LightsCount;
  // CHECK: :[[#@LINE+1]]:20: error: no member named 'Lod' in {{.*}}: did you mean 'Load'? [hlsl-type]
  Pairs[1] = Pairs.Lod(1);
  // CHECK: :[[#@LINE+1]]:18: error: use of undeclared identifier 'tow'; did you mean 'pow'?
  Pairs[1].key = tow;
  // Names of GLSL.
  Groups groups = {1, 2};
  // CHECK: :[[#@LINE+1]]:27: error: no member named 'set' in 'Groups': did you mean 'sets'? [hlsl-type]
  Pairs[2].value = groups.set;
  // CHECK: :[[#@LINE+1]]:27: error: no member named 'mod' in 'Groups': did you mean 'mods'? [hlsl-type]
  Pairs[2].value = groups.mod(1);
  // CHECK: :[[#@LINE+1]]:20: error: use of undeclared identifier 'set' [hlsl-type]
  Pairs[2].value = set;
#endif
}
