// RUN: wave-opt %s | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @with_payload
wave.func @with_payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(2) {
  %c1 = arith.constant 1 : i32
  // CHECK: %[[P:.*]] = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  %p = wave.groupshared : memref<64xf32, #gpu.address_space<workgroup>>
  // CHECK: wave.dispatch_mesh %{{.*}}, %{{.*}}, %{{.*}} payload(%[[P]] : memref<64xf32, #gpu.address_space<workgroup>>)
  wave.dispatch_mesh %n, %c1, %c1 payload(%p : memref<64xf32, #gpu.address_space<workgroup>>)
}

// While its length is not known, the payload may have any.
// CHECK-LABEL: wave.func @dynamic_payload
wave.func @dynamic_payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_threads(32, 1, 1) {
  %p = wave.groupshared(%n) : memref<?xi64, #gpu.address_space<workgroup>>
  // CHECK: wave.dispatch_mesh %{{.*}}, %{{.*}}, %{{.*}} payload(%{{.*}} : memref<?xi64, #gpu.address_space<workgroup>>)
  wave.dispatch_mesh %n, %n, %n payload(%p : memref<?xi64, #gpu.address_space<workgroup>>)
}

// What has no effects may follow.
// CHECK-LABEL: wave.func @without_payload
wave.func @without_payload(%n: i32 {wave.element = ui32}) kernel stage(amplification) num_waves(1) {
  // CHECK: wave.dispatch_mesh %{{.*}}, %{{.*}}, %{{.*}}
  // CHECK-NEXT: arith.constant
  // CHECK-NEXT: wave.return
  wave.dispatch_mesh %n, %n, %n
  %c1 = arith.constant 1 : i32
  wave.return
}
