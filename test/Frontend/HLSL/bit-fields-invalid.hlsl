// RUN: not wave-hlsl %s -D TYPES 2>&1 | FileCheck %s --check-prefix=TYPES
// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

#ifdef TYPES
struct Wrong {
  // TYPES: :[[#@LINE+1]]:8: error: width of bit-field 'wide' (33 bits) exceeds the width of its type [hlsl-type]
  uint wide : 33;
  // TYPES: :[[#@LINE+1]]:8: error: named bit-field 'none' has zero width [hlsl-type]
  uint none : 0;
  // TYPES: :[[#@LINE+1]]:9: error: bit-field 'real' has non-integral type 'float' [hlsl-type]
  float real : 4;
  bool fits : 3;
};
template <uint bits> struct Parts {
  // TYPES: :[[#@LINE+1]]:8: error: the number of bits of a bit-field cannot depend on a parameter of a template [hlsl-unsupported]
  uint low : (bits);
};
template <typename T> struct Holder {
  // TYPES: :[[#@LINE+3]]:5: error: bit-field 'low' has non-integral type 'float' [hlsl-type]
  // TYPES: :[[#@LINE+2]]:5: error: bit-field 'low' has non-integral type 'uint2' [hlsl-type]
  // TYPES: :[[#@LINE+1]]:5: error: width of bit-field 'low' (33 bits) exceeds the width of its type [hlsl-type]
  T low : 33;
  struct Inner { T high : 4; };
};
static const Holder<float> floats = {1};
static const Holder<uint2> vectors = {1};
static const Holder<uint> shorts = {1};
static const Holder<uint64_t> fits = {1};
// TYPES-NOT: error:
#endif

struct Item { uint a : 4; uint b : 5; };
RWStructuredBuffer<Item> Items;
groupshared Item shared_item;

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedAdd' does not take a bit-field: apply it to a uint with the bits [atomic-memory]
  InterlockedAdd(Items[0].a, 1);
  // CHECK: :[[#@LINE+1]]:3: error: 'InterlockedOr' does not take a bit-field: apply it to a uint with the bits [atomic-memory]
  InterlockedOr(shared_item.b, 1);
}
