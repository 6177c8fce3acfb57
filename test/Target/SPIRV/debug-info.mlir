// RUN: wave-translate --wave-to-spirv --debug-info %s -o %t.spv
// RUN: spirv-val %t.spv
// RUN: spirv-dis %t.spv | FileCheck %s
// RUN: wave-translate --wave-to-spirv %s -o %t.plain.spv
// RUN: spirv-dis --raw-id %t.plain.spv | FileCheck %s --check-prefix=PLAIN
// What a name or a line is changes nothing in a plain binary.
// RUN: sed -e 's/"x"/"z"/' -e 's/g[.]py/h.py/' %s > %t.renamed.mlir
// RUN: wave-translate --wave-to-spirv %t.renamed.mlir -o %t.renamed.spv
// RUN: cmp %t.plain.spv %t.renamed.spv

// PLAIN-NOT: OpName
// PLAIN-NOT: OpString
// PLAIN-NOT: OpLine

// Each instruction has its own file, an inlined helper's the helper's; a value has the
// name that the source gives it.
// CHECK-NOT: OpExtension
// CHECK-DAG: %[[f:.*]] = OpString "f.py"
// CHECK-DAG: %[[g:.*]] = OpString "g.py"
// CHECK-DAG: OpName %src "src"
// CHECK-DAG: OpName %out "out"
// CHECK-DAG: OpName %constants "constants"
// CHECK-DAG: OpName %shared "shared"
// CHECK-DAG: OpName %x "x"
// CHECK-DAG: OpName %y "y"
// CHECK-DAG: OpName %first "first"
// CHECK-DAG: OpMemberName %[[struct:.*]] 0 "scale_x"
// CHECK-DAG: OpMemberName %[[struct]] 1 "scale_y"
// CHECK-DAG: OpMemberName %[[struct]] 2 "scale_z"
// CHECK-DAG: OpMemberName %[[struct]] 3 "n"
// CHECK-DAG: OpMemberName %[[struct]] 4 "src_length"
// CHECK-DAG: OpMemberName %[[struct]] 5 "out_length"
// CHECK: OpLine %[[f]] 3 5
// CHECK-NEXT: %shared = OpVariable
// CHECK: OpLine %[[f]] 6 9
// CHECK: %x = OpLoad
// CHECK: OpLine %[[g]] 2 3
// CHECK-NEXT: %y = OpFMul
// CHECK: OpLine %[[f]] 9 7
// CHECK: OpGroupNonUniformBroadcastFirst
// CHECK: OpLine %[[f]] 9 7
// CHECK: OpLine %[[f]] 9 7
// CHECK-NEXT: %first = OpBitcast
// CHECK: OpLine %[[f]] 10 1
// CHECK-NEXT: %{{.*}} = OpAccessChain
// CHECK-NEXT: OpLine %[[f]] 10 1
// CHECK-NEXT: OpStore

gpu.module @kernels {
wave.func @kernel(%src: memref<?xf32> {wave.binding = #wave.binding<srv, f32>, wave.name = "src"},
                  %out: memref<?xf32> {wave.binding = #wave.binding<uav, f32>, wave.name = "out"},
                  %v: vector<3xf32> {wave.element = vector<3xf32>, wave.name = "scale"},
                  %n: i32 {wave.element = ui32, wave.name = "n"}) kernel num_waves(4) wave_size(8, 64) {
  %s = wave.groupshared : memref<8xf32, #gpu.address_space<workgroup>> loc("shared"("f.py":3:5))
  %l = wave.lane_index : i32 loc("lane"("f.py":4:5))
  %i = arith.index_castui %l : i32 to index loc("f.py":5:5)
  %x = memref.load %src[%i] : memref<?xf32> loc("x"("f.py":6:9))
  %k = vector.extract %v[1] : f32 from vector<3xf32> loc("f.py":7:9)
  %y = arith.mulf %x, %k : f32 loc("y"(callsite("g.py":2:3 at "f.py":8:7)))
  %f = wave.read_first_lane %y : f32 loc("first"("f.py":9:7))
  memref.store %f, %s[%i] : memref<8xf32, #gpu.address_space<workgroup>> loc(fused["f.py":10:1, "f.py":11:1])
  memref.store %f, %out[%i] : memref<?xf32> loc("f.py":13:1)
}
}
