// RUN: not wave-hlsl %s -E last 2>&1 | FileCheck %s

// CHECK: num-waves-invalid.hlsl:[[#@LINE+1]]:2: error: numWaves must be a constant integer of 32 bits, got 2.5F [num-waves-not-integer]
[numWaves(2.5)]
void fraction() {}

// CHECK: :[[#@LINE+1]]:2: error: numWaves must be a constant integer of 32 bits, got true [num-waves-not-integer]
[numWaves(true)]
void boolean() {}

// CHECK: :[[#@LINE+1]]:2: error: numWaves must be a constant integer of 32 bits, got 4294967296L [num-waves-not-integer]
[numWaves(4294967296)]
void large() {}

// CHECK: :[[#@LINE+2]]:2: error: numWaves must be a constant integer of 32 bits, got input [num-waves-not-integer]
uint input;
[numWaves(input)]
void variable() {}

// CHECK: :[[#@LINE+1]]:11: error: use of undeclared identifier 'unknown' [hlsl-type]
[numWaves(unknown)]
void undeclared() {}

// CHECK: :[[#@LINE+1]]:2: error: numWaves must be greater than zero, got 0 [num-waves-zero]
[numWaves(0)]
void zero() {}

// CHECK: :[[#@LINE+1]]:2: error: numWaves must be greater than zero, got -1 [num-waves-zero]
[numWaves(-1)]
void negative() {}

// CHECK: :[[#@LINE+3]]:2: error: states both numWaves and numthreads: keep numWaves to fix the number of waves, or numthreads to fix the number of threads [num-waves-with-num-threads]
// CHECK: :[[#@LINE+1]]:2: note: conflicting attribute is here
[numthreads(32, 1, 1)]
[numWaves(2)]
void threadsFirst() {}

// CHECK: :[[#@LINE+2]]:2: error: states both numWaves and numthreads: keep numWaves to fix the number of waves, or numthreads to fix the number of threads [num-waves-with-num-threads]
// CHECK: :[[#@LINE+2]]:2: note: conflicting attribute is here
[numWaves(2)]
[numthreads(2, 1, 1)]
void wavesFirst() {}

// CHECK: :[[#@LINE+2]]:2: error: numWaves is stated twice, as 2 before: keep one [num-waves-twice]
[numWaves(2)]
[numWaves(3)]
void twice() {}

// CHECK: :[[#@LINE+1]]:2: error: numWaves is for the entry points of shaders [num-waves-place]
[numWaves(2)]
int value;

// CHECK: :[[#@LINE+1]]:2: error: 'numWaves' attribute takes one argument [hlsl-type]
[numWaves]
void none() {}

// CHECK: :[[#@LINE+1]]:2: error: 'numWaves' attribute takes one argument [hlsl-type]
[numWaves(1, 2)]
void several() {}

[numWaves(1)]
void last() {}
