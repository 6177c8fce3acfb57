// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --wave-verify | FileCheck %s

gpu.module @kernels {
// CHECK-LABEL: wave.func @bytes
// CHECK-SAME: %[[a:[a-z0-9]+]]: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>}
// CHECK-SAME: %[[b:[a-z0-9]+]]: memref<?xi8> {wave.binding = #wave.binding<uav, 0, 3, si8>}
// CHECK-SAME: %[[c:[a-z0-9]+]]: memref<?xi8> {wave.binding = #wave.binding<uav, vector<3xui8>>}
wave.func @bytes(%a: memref<?xi8> {wave.binding = #wave.binding<srv, ui8>},
                 %b: memref<?xi8> {wave.binding = #wave.binding<uav, 0, 3, si8>},
                 %c: memref<?xi8> {wave.binding = #wave.binding<uav, vector<3xui8>>}) kernel num_waves(1) {
  // CHECK: %[[zero:.*]] = arith.constant 0 : index
  %zero = arith.constant 0 : index
  // CHECK: %[[n:.*]] = memref.dim %[[a]], %[[zero]] : memref<?xi8>
  %n = memref.dim %a, %zero : memref<?xi8>
  // CHECK: %[[x:.*]] = wave.byte_load %[[a]][%[[n]]] : memref<?xi8>
  %x = wave.byte_load %a[%n] : memref<?xi8>
  // CHECK: %[[y:.*]] = wave.byte_load signed %[[b]][%[[zero]]] : memref<?xi8>
  %y = wave.byte_load signed %b[%zero] : memref<?xi8>
  // CHECK: %[[sum:.*]] = arith.addi %[[x]], %[[y]] : i32
  %sum = arith.addi %x, %y : i32
  // CHECK: wave.byte_store %[[sum]], %[[c]][%[[zero]]] : memref<?xi8>
  wave.byte_store %sum, %c[%zero] : memref<?xi8>
  // CHECK: wave.call @helper(%[[b]])
  wave.call @helper(%b) : (memref<?xi8>) -> ()
}

// CHECK-LABEL: wave.func @helper
wave.func @helper(%a: memref<?xi8>) {
  // CHECK: wave.byte_store
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : i32
  wave.byte_store %one, %a[%zero] : memref<?xi8>
}

// The texels of an image are values, so only its binding states bytes.
// CHECK-LABEL: wave.func @image
// CHECK-SAME: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<srv, ui8>}
// CHECK-SAME: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si8>}
wave.func @image(%in: !wave.image<2d, i32, 4> {wave.binding = #wave.binding<srv, ui8>},
                 %out: !wave.image<2d, i32, 1> {wave.binding = #wave.binding<uav, si8>}) kernel num_waves(1) {
}
}
