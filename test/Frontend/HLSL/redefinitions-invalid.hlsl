// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

struct Item { uint x; };
// CHECK: :[[#@LINE+1]]:8: error: redefinition of 'Item' [hlsl-type]
struct Item { uint y; };
// CHECK: :[[#@LINE+1]]:1: error: redefinition of 'Item' as another kind of type: rename one of them [hlsl-type]
enum Item { Value };
// CHECK: :[[#@LINE+1]]:8: error: 'Buffer' is a type of HLSL: use another name [hlsl-type]
struct Buffer { uint x; };
[numthreads(1, 1, 1)] void main() {}
