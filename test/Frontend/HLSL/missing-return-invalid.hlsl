// RUN: not wave-hlsl %s 2>&1 | FileCheck %s
// RUN: wave-hlsl %s -Wno-return-type | FileCheck %s --check-prefix=IGNORED

RWStructuredBuffer<uint> o;

uint some(uint i) {
  if (i > 2)
    return 1;
  // CHECK: :[[@LINE+1]]:1: error: a path through the function ends without a value: add a `return` at its end [missing-return]
}

uint none(uint i) {
  // CHECK: :[[@LINE+1]]:1: error: a path through the function ends without a value
}

uint cases(uint i) {
  switch (i) {
  case 1:
    return 1;
  }
  // CHECK: :[[@LINE+1]]:1: error: a path through the function ends without a value
}

struct S {
  uint a;
  uint method() {
    for (uint i = 0; i < a; ++i)
      return i;
    // CHECK: :[[@LINE+1]]:3: error: a path through the function ends without a value
  }
};

// Where the entry point calls it.
template <typename T> T pattern(T i) {
  if (i > 2)
    return 1;
  // CHECK: :[[@LINE+1]]:1: error: a path through the function ends without a value
}

// CHECK-NOT: error:
uint both(uint i) {
  if (i > 2)
    return 1;
  else
    return 2;
}

uint endless(uint i) {
  while (true) {
    if (i > 7)
      return i;
    ++i;
  }
}

uint known(uint i) {
  if (true)
    return i;
}

uint defaulted(uint i) {
  switch (i) {
  case 1:
    return 1;
  default:
    return 2;
  }
}

// IGNORED: wave.func @main
[numthreads(1, 1, 1)]
void main(uint i : SV_GroupIndex) {
  S s;
  s.a = i;
  o[0] = some(i) + none(i) + cases(i) + pattern(i) + s.method() + both(i) + endless(i) + known(i) + defaulted(i);
}
