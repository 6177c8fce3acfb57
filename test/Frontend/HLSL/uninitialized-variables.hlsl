// Uses of variables without a value are loads from arrays that nothing stores to, which instrumented runs check.
// RUN: wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: wave-hlsl %s 2>/dev/null | FileCheck %s --check-prefix=IR

RWStructuredBuffer<uint4> result;

void set(out uint x) { x = 1; }
void add(inout uint x) { x += 1; }

// IR-LABEL: wave.func @main
// The last one is the variable that add() increments.
// IR-COUNT-4: memref.alloca() : memref<1xi32>
// IR-NOT: memref.alloca
// IR: memref.load %{{.*}} : memref<1xi32>
// IR: %[[LACKS:.*]] = arith.xori %{{.*}}, %true : i1
// IR-NEXT: scf.if %[[LACKS]] {
// IR-NEXT: arith.constant
// IR-NEXT: memref.load %{{.*}} : memref<1xi32>
// IR-NEXT: }
// IR-COUNT-2: memref.load %{{.*}} : memref<1xi32>
[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  uint always;
  // CHECK: :[[@LINE+1]]:{{[0-9]+}}: warning: 'always' has no value here: give it one where it is declared [uninitialized-variable]
  result[0] += (always);
  uint some;
  if (i > 1)
    some = 2;
  // CHECK: :[[@LINE+1]]:16: warning: 'some' may have no value here
  result[1] += some;
  uint4 vector_of_four;
  // CHECK: :[[@LINE+1]]:15: warning: 'vector_of_four' has no value here
  result[2] = vector_of_four;
  // Arguments that calls write have values.
  uint output;
  set(output);
  result[3] += output;
  uint changed;
  add(changed);
  result[4] += changed;
  // Only the first lane's value is read.
  uint offset;
  if (WaveIsFirstLane())
    offset = i;
  offset = WaveReadLaneFirst(offset);
  result[4] += offset;
  // Both sides write it.
  uint both;
  if (i > 1)
    both = 2;
  else
    both = 3;
  result[5] += both;
  uint4 parts;
  parts.x = 1;
  parts.yzw = 2;
  result[6] = parts;
}
