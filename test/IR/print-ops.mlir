// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// What a kernel prints is neither removed nor merged.
// RUN: wave-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: wave.func @prints
wave.func @prints(%x: f32, %i: i32, %v: vector<3xi16>, %b: i1) {
  // CHECK: wave.print "no values" as []
  wave.print "no values" as []
  // CHECK: wave.print "x = {:.3f}, i = {}"(%{{.*}}, %{{.*}} : f32, i32) as [f32, ui32]
  wave.print "x = {:.3f}, i = {}"(%x, %i : f32, i32) as [f32, ui32]
  // CHECK: wave.print wave "{} {}"(%{{.*}}, %{{.*}} : vector<3xi16>, i1) as [vector<3xui16>, i1]
  wave.print wave "{} {}"(%v, %b : vector<3xi16>, i1) as [vector<3xui16>, i1]
  // CHECK: wave.print wave "{} {}"
  wave.print wave "{} {}"(%v, %b : vector<3xi16>, i1) as [vector<3xui16>, i1]
  wave.return
}

// CHECK-LABEL: wave.func @asserts
wave.func @asserts(%c: i1, %i: i32, %n: i32) {
  // CHECK: wave.assert %{{.*}} "flag" "" as [] names []
  wave.assert %c "flag" "" as [] names []
  // CHECK: wave.assert %{{.*}} "i < n" "row {}"(%{{.*}}, %{{.*}}, %{{.*}} : i32, i32, i32) as [si32, ui32, ui32] names ["i", "n"]
  wave.assert %c "i < n" "row {}"(%i, %i, %n : i32, i32, i32) as [si32, ui32, ui32] names ["i", "n"]
  wave.return
}
