// HLSL computes with bools as with ints.
// RUN: wave-hlsl %s | FileCheck %s --implicit-check-not="arith.addi{{.*}}i1" --implicit-check-not="arith.muli{{.*}}i1"

RWStructuredBuffer<int> result;

[numthreads(8, 1, 1)]
void main(uint i : SV_GroupIndex) {
  bool a = i > 3, b = i > 5;
  // CHECK: %[[A:.*]] = arith.extui %{{.*}} : i1 to i32
  // CHECK: %[[B:.*]] = arith.extui %{{.*}} : i1 to i32
  // CHECK: %[[SUM:.*]] = arith.addi %[[A]], %[[B]] : i32
  // CHECK: %[[MORE:.*]] = arith.addi %[[SUM]], %{{.*}} : i32
  // CHECK: memref.store %[[MORE]]
  result[0] = a + b + (i > 6);
  // CHECK: %[[PRODUCT:.*]] = arith.muli %{{.*}}, %{{.*}} : i32
  // CHECK: memref.store %[[PRODUCT]]
  result[1] = a * b;
  // CHECK: %[[NEGATIVE:.*]] = arith.subi %c0_i32{{.*}}, %{{.*}} : i32
  // CHECK: memref.store %[[NEGATIVE]]
  result[2] = -a;
  // CHECK: %[[NOT:.*]] = arith.xori %{{.*}}, %c-1_i32{{.*}} : i32
  // CHECK: memref.store %[[NOT]]
  result[3] = ~a;
  // CHECK: arith.shli %{{.*}} : i32
  result[4] = a << 3;
  // CHECK: %[[VECTOR:.*]] = arith.addi %{{.*}} : vector<2xi32>
  // CHECK: %[[Y:.*]] = vector.extract %[[VECTOR]][1]
  // CHECK: memref.store %[[Y]]
  bool2 v = bool2(a, b);
  result[5] = (v + v).y;
  // CHECK: %[[ROW:.*]] = arith.addi %{{.*}} : vector<2xi32>
  // CHECK: vector.extract %[[ROW]][0]
  bool2x2 m = bool2x2(a, b, b, a);
  int2x2 twice = m + m;
  result[6] = twice[1][0];
  // A variable of type bool is whether the sum is not 0.
  // CHECK: %[[TRUTH:.*]] = arith.addi %{{.*}} : i32
  // CHECK: arith.cmpi ne, %[[TRUTH]], %c0_i32
  a = a + b;
  result[7] = a;
  // CHECK: %[[C:.*]] = arith.subi %{{.*}} : i32
  // CHECK: %[[D:.*]] = arith.addi %{{.*}} : i32
  // CHECK: arith.select %{{.*}}, %[[C]], %[[D]] : i32
  result[8] = i > 1 ? a - b : a + b;
  // Combining bits needs no ints.
  // CHECK: arith.andi %{{.*}} : i1
  result[9] = a & b;
}
