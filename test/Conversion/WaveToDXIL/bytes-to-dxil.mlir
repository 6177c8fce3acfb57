// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.6 | FileCheck %s
// RUN: wave-opt %s --convert-wave-to-dxil=shader-model=6.0 | FileCheck %s --check-prefix=OLD

// DXIL has no accesses of 8 bits: a buffer of bytes is a structured buffer of words.

// CHECK-LABEL: dxil.module @bytes
// CHECK-SAME: resourceClass = srv, id = 0, name = "in", space = 0, lower = 0, kind = structured_buffer, component = 0, components = 0, bytes = 4,
// CHECK-SAME: resourceClass = uav, id = 0, name = "out", space = 0, lower = 1, kind = structured_buffer, component = 0, components = 0, bytes = 4,
// CHECK-SAME: {{.*}}element = "u8"{{.*}}stride = 4
// CHECK: llvm.func @bytes()
// CHECK-DAG: %[[c0:.*]] = arith.constant 0 : i32
// CHECK-DAG: %[[c2:.*]] = arith.constant 2 : i32
// CHECK-DAG: %[[c3:.*]] = arith.constant 3 : i32
// CHECK-DAG: %[[c24:.*]] = arith.constant 24 : i32
// CHECK-DAG: %[[c255:.*]] = arith.constant 255 : i32
// CHECK-DAG: %[[ones:.*]] = arith.constant -1 : i32
// CHECK-DAG: %[[undef:.*]] = llvm.mlir.undef : i32

// CHECK: %[[word:.*]] = arith.shrui %[[i:.*]], %[[c2]] : i32
// CHECK: %[[place:.*]] = arith.andi %[[i]], %[[c3]] : i32
// CHECK: %[[shift:.*]] = arith.shli %[[place]], %[[c3]] : i32
// CHECK: %[[loaded:.*]] = dxil.raw_buffer_load %{{.*}}, %[[word]], %[[c0]] {alignment = 4 : i32, mask = 1 : i8}
// CHECK: %[[bits:.*]] = dxil.extract %[[loaded]][0]
// CHECK: %[[low:.*]] = arith.shrui %[[bits]], %[[shift]] : i32
// CHECK: %[[a:.*]] = arith.andi %[[low]], %[[c255]] : i32

// With its sign.
// CHECK: dxil.raw_buffer_load
// CHECK: %[[bits:.*]] = dxil.extract
// CHECK: %[[toTop:.*]] = arith.xori %{{.*}}, %[[c24]] : i32
// CHECK: %[[top:.*]] = arith.shli %[[bits]], %[[toTop]] : i32
// CHECK: %[[b:.*]] = arith.shrsi %[[top]], %[[c24]] : i32
// CHECK: %[[sum:.*]] = arith.addi %[[a]], %[[b]] : i32

// A store clears the byte and then sets it; lanes that store other bytes of the word lose nothing.
// CHECK: %[[word:.*]] = arith.shrui
// CHECK: %[[shift:.*]] = arith.shli
// CHECK: %[[mask:.*]] = arith.shli %[[c255]], %[[shift]] : i32
// CHECK: %[[others:.*]] = arith.xori %[[mask]], %[[ones]] : i32
// CHECK: dxil.atomic_bin_op %[[out:.*]], %[[word]], %[[c0]], %[[undef]], %[[others]] {kind = #dxil<atomic_kind and>}
// CHECK: %[[byte:.*]] = arith.andi %[[sum]], %[[c255]] : i32
// CHECK: %[[set:.*]] = arith.shli %[[byte]], %[[shift]] : i32
// CHECK: dxil.atomic_bin_op %[[out]], %[[word]], %[[c0]], %[[undef]], %[[set]] {kind = #dxil<atomic_kind or>}
// CHECK-NOT: raw_buffer_store

// OLD-LABEL: dxil.module @bytes
// OLD: dxil.buffer_load
// OLD: dxil.atomic_bin_op
// OLD: dxil.atomic_bin_op
wave.func @bytes(%in: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>, wave.name = "in"},
                 %out: memref<?xi8> {wave.binding = #wave.binding<uav, vector<3xui8>>, wave.name = "out"},
                 %n: i32 {wave.element = ui32}) kernel num_threads(32, 1, 1) {
  %i = arith.index_castui %n : i32 to index
  %a = wave.byte_load %in[%i] : memref<?xi8>
  %b = wave.byte_load signed %in[%i] : memref<?xi8>
  %sum = arith.addi %a, %b : i32
  wave.byte_store %sum, %out[%i] : memref<?xi8>
}
