// RUN: wave-opt %s -wave-fill-poison | FileCheck %s
// RUN: wave-opt %s -wave-fill-poison -canonicalize | FileCheck %s --check-prefix=FOLDED

// CHECK-LABEL: wave.func @filled
// CHECK-NOT: poison
// CHECK-NOT: -1
// CHECK: vector.shuffle %{{.*}} [0, 0, 1]
// FOLDED-LABEL: wave.func @filled
// FOLDED-DAG: dense<[1, 0, 1]> : vector<3xi32>
// FOLDED-DAG: dense<[0, 1, 1]> : vector<3xi32>
// FOLDED-DAG: dense<[2, 2, 0]> : vector<3xi32>
wave.func @filled(%v: vector<3xi32>) -> (vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<3xi32>) {
  %ones = arith.constant dense<1> : vector<3xi32>
  %twos = arith.constant dense<2> : vector<3xi32>
  %none = ub.poison : i32
  %0 = vector.insert %none, %ones [1] : i32 into vector<3xi32>
  %c = vector.extract %v[-1] : i32 from vector<3xi32>
  %1 = vector.insert %c, %ones [0] : i32 into vector<3xi32>
  %2 = vector.shuffle %v, %v [-1, 0, 1] : vector<3xi32>, vector<3xi32>
  %3 = vector.insert %c, %ones [-1] : i32 into vector<3xi32>
  %undefined = ub.poison : vector<3xi32>
  %d = vector.extract %undefined[2] : i32 from vector<3xi32>
  %4 = vector.insert %d, %twos [2] : i32 into vector<3xi32>
  wave.return %0, %1, %2, %3, %4 : vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<3xi32>, vector<3xi32>
}
