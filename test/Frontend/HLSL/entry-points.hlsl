// RUN: wave-hlsl %s | FileCheck %s --check-prefix=ONE
// RUN: wave-hlsl %s -D MORE | FileCheck %s --check-prefix=MAIN
// RUN: wave-hlsl %s -D MORE -E only | FileCheck %s --check-prefix=ONE
// RUN: wave-hlsl - < %s | FileCheck %s --check-prefix=ONE

// Without a name, the only entry point of the file is compiled.
// ONE: wave.func @only()
[numWaves(1)]
void only() {}

// Of several, it is `main`.
// MAIN: wave.func @main()
#ifdef MORE
[numthreads(4, 1, 1)]
void main() {}
#endif
