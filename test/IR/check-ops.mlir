// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// What a checked run is told is neither removed nor merged.
// RUN: wave-opt %s --canonicalize --cse | FileCheck %s

// CHECK-LABEL: wave.func @checks
wave.func @checks(%memory: memref<?xf32>, %image: !wave.image<2d, f32, 1>, %x: i32, %v: f32, %c: i1) {
  %i = arith.index_castui %x : i32 to index
  // CHECK: wave.check access site(0)(%{{.*}}, %{{.*}} : memref<?xf32>, index)
  wave.check access site(0)(%memory, %i : memref<?xf32>, index)
  // CHECK: wave.check access site(1)(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xf32>, index, f32)
  wave.check access site(1)(%memory, %i, %v : memref<?xf32>, index, f32)
  // CHECK: wave.check access site(1)(%{{.*}}, %{{.*}}, %{{.*}} : memref<?xf32>, i32, i32)
  wave.check access site(1)(%memory, %x, %x : memref<?xf32>, i32, i32)
  // CHECK: wave.check access site(2)(%{{.*}}, %{{.*}}, %{{.*}} : !wave.image<2d, f32, 1>, i32, i32)
  wave.check access site(2)(%image, %x, %x : !wave.image<2d, f32, 1>, i32, i32)
  // CHECK: wave.check undefined site(3)(%{{.*}} : i1)
  wave.check undefined site(3)(%c : i1)
  // CHECK: wave.check undefined site(3)(%{{.*}} : i1)
  wave.check undefined site(3)(%c : i1)
  // CHECK: wave.check undefined site(3)(%{{.*}}, %{{.*}} : i1, i32)
  wave.check undefined site(3)(%c, %x : i1, i32)
  // CHECK: wave.check retire site(4)(%{{.*}} : i1)
  wave.check retire site(4)(%c : i1)
  // CHECK: wave.check uniform site(5)(%{{.*}} : f32)
  wave.check uniform site(5)(%v : f32)
  // CHECK: wave.check branch site(6)(%{{.*}} : i1)
  wave.check branch site(6)(%c : i1)
  // CHECK: wave.check barrier site(7){{$}}
  wave.check barrier site(7)
  // CHECK: wave.check event site(8){{$}}
  wave.check event site(8)
  // A line that begins with a value is not an operand.
  %one = arith.constant 1 : i32
  wave.return
}
