// A missing `;` before the attribute of an entry point is reported where it belongs, and only once.
// RUN: not wave-hlsl -E main -DSTRUCT %s 2>&1 | FileCheck %s --check-prefix=STRUCT --implicit-check-not=error:
// RUN: not wave-hlsl -E main -DENUM %s 2>&1 | FileCheck %s --check-prefix=ENUM --implicit-check-not=error:
// RUN: not wave-hlsl -E main -DBUFFER %s 2>&1 | FileCheck %s --check-prefix=BUFFER --implicit-check-not=error:
// RUN: not wave-hlsl -E main -DVALUES %s 2>&1 | FileCheck %s --check-prefix=VALUES --implicit-check-not=error:
// RUN: not wave-hlsl -E main -DSHARED %s 2>&1 | FileCheck %s --check-prefix=SHARED --implicit-check-not=error:
// RUN: wave-hlsl -E main %s 2>&1 | FileCheck %s --check-prefix=NONE

// Nothing is missing behind these.
cbuffer Constants { int constant; }
namespace space { static const int two = 2; }
int add(int x, int y = {6}) { return x + y; }
struct Holder { int get() { return 1; } };
[shader("compute")]
[numthreads(1, 1, 1)]
void other() {}

#if defined(STRUCT)
// STRUCT: :[[#@LINE+1]]:22: error: expected ';' after struct [hlsl-syntax]
struct S { float a; }
#elif defined(ENUM)
// ENUM: :[[#@LINE+1]]:21: error: expected ';' after enum [hlsl-syntax]
enum E { first = 3 } /**/
#elif defined(BUFFER)
// BUFFER: :[[#@LINE+1]]:23: error: expected ';' after top level declarator [hlsl-syntax]
RWBuffer<float> values // the results
#elif defined(VALUES)
// VALUES: :[[#@LINE+1]]:36: error: expected ';' after top level declarator [hlsl-syntax]
static const int values[2] = {1, 2}
#elif defined(SHARED)
// SHARED: :[[#@LINE+1]]:23: error: expected ';' after top level declarator [hlsl-syntax]
groupshared float x[4]
#endif

[numthreads(1, 1, 1)]
void main() {}
// NONE: wave.func @main
