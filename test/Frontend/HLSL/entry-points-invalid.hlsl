// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --check-prefix=SEVERAL
// RUN: not wave-hlsl %s -E frist 2>&1 | FileCheck %s --check-prefix=GUESS
// RUN: not wave-hlsl %s -E unlike 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not wave-hlsl %s -E helper 2>&1 | FileCheck %s --check-prefix=HELPER
// RUN: not wave-hlsl %s -E method 2>&1 | FileCheck %s --check-prefix=METHOD
// RUN: not wave-hlsl %s -E value 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not wave-hlsl %s -E noThreads 2>&1 | FileCheck %s --check-prefix=THREADS
// RUN: echo "" > %t.hlsl && not wave-hlsl %t.hlsl 2>&1 | FileCheck %s --check-prefix=NONE

// SEVERAL: :[[#FIRST:]]:20: error: the file has several entry points, choose one: 'first', 'second', 'value' and 'noThreads' [hlsl-entry]
// SEVERAL: note: 'second' is here
// SEVERAL: note: 'value' is here
// GUESS: :[[#]]:20: error: unknown entry point 'frist': did you mean 'first'? [hlsl-entry]
// UNKNOWN: :[[#]]:20: error: unknown entry point 'unlike': the file has 'first', 'second', 'value' and 'noThreads' [hlsl-entry]
// UNKNOWN: note: 'second' is here
// NONE: :1:1: error: the file has no entry point: a function with [numWaves(X)] or [numthreads(X, Y, Z)] [hlsl-entry]

[numWaves(1)] void first() {}
[numWaves(1)] void second() {}

// HELPER: :[[#@LINE+1]]:6: error: 'helper' states neither numWaves nor numthreads: an entry point needs one of them [no-group-size]
void helper() {}

struct S {
  // METHOD: :[[#@LINE+1]]:8: error: 'method' is a method or a template: an entry point is a function [hlsl-entry]
  void method() {}
};

// VALUE: :[[#@LINE+1]]:20: error: 'value' returns a value: a kernel cannot, write results to a buffer [kernel-result]
[numWaves(1)] uint value() { return 1; }

// THREADS: :[[#@LINE+1]]:2: error: numthreads must be three numbers greater than zero [num-threads-zero]
[numthreads(32, 0, 1)] void noThreads() {}
