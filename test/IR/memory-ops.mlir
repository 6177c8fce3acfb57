// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: wave.func @memory
// CHECK-SAME: (%[[buffer:.*]]: memref<?xi32>
wave.func @memory(%buffer: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32}) kernel num_waves(2) {
  // CHECK: %[[sized:.*]] = wave.groupshared(%{{.*}}) : memref<?xi32, #gpu.address_space<workgroup>>
  %sized = wave.groupshared(%n) : memref<?xi32, #gpu.address_space<workgroup>>
  // CHECK: wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
  %fixed = wave.groupshared : memref<1xf32, #gpu.address_space<workgroup>>
  %i = arith.index_castui %n : i32 to index
  // CHECK: wave.atomic_rmw add %{{.*}}, %[[buffer]][%{{.*}}] : memref<?xi32>
  %0 = wave.atomic_rmw add %n, %buffer[%i] : memref<?xi32>
  // CHECK: wave.atomic_rmw and %{{.*}}, %[[buffer]][%{{.*}}] : memref<?xi32>
  %1 = wave.atomic_rmw and %n, %buffer[%i] : memref<?xi32>
  // CHECK: wave.atomic_rmw or %{{.*}}, %[[buffer]][%{{.*}}] : memref<?xi32>
  %2 = wave.atomic_rmw or %n, %buffer[%i] : memref<?xi32>
  // CHECK: wave.atomic_rmw xor %{{.*}}, %[[buffer]][%{{.*}}] : memref<?xi32>
  %3 = wave.atomic_rmw xor %n, %buffer[%i] : memref<?xi32>
  // CHECK: wave.atomic_rmw minsi %{{.*}}, %[[sized]][%{{.*}}] : memref<?xi32, #gpu.address_space<workgroup>>
  %4 = wave.atomic_rmw minsi %n, %sized[%i] : memref<?xi32, #gpu.address_space<workgroup>>
  // CHECK: wave.atomic_rmw minui %{{.*}}, %[[sized]][%{{.*}}] : memref<?xi32, #gpu.address_space<workgroup>>
  %5 = wave.atomic_rmw minui %n, %sized[%i] : memref<?xi32, #gpu.address_space<workgroup>>
  // CHECK: wave.atomic_rmw maxsi %{{.*}}, %[[sized]][%{{.*}}] : memref<?xi32, #gpu.address_space<workgroup>>
  %6 = wave.atomic_rmw maxsi %n, %sized[%i] : memref<?xi32, #gpu.address_space<workgroup>>
  // CHECK: wave.atomic_rmw maxui %{{.*}}, %[[sized]][%{{.*}}] : memref<?xi32, #gpu.address_space<workgroup>>
  %7 = wave.atomic_rmw maxui %n, %sized[%i] : memref<?xi32, #gpu.address_space<workgroup>>
  // CHECK: wave.barrier group sync{{$}}
  wave.barrier group sync
  // CHECK: wave.barrier group{{$}}
  wave.barrier group
  // CHECK: wave.barrier device sync{{$}}
  wave.barrier device sync
  // CHECK: wave.barrier device{{$}}
  wave.barrier device
  // CHECK: wave.barrier all sync{{$}}
  wave.barrier all sync
  // CHECK: wave.barrier all{{$}}
  wave.barrier all
  // CHECK: wave.barrier wave sync{{$}}
  wave.barrier wave sync
  // CHECK: wave.barrier wave{{$}}
  wave.barrier wave
  // CHECK: wave.setting robust_buffers : i1
  %8 = wave.setting robust_buffers : i1
}

// CHECK-LABEL: wave.func @atomics
// CHECK-SAME: %[[a:.*]]: memref<?xi32>, %[[b:.*]]: memref<?xi64>, %[[c:.*]]: memref<?xf32>
wave.func @atomics(%a: memref<?xi32>, %b: memref<?xi64>, %c: memref<?xf32>, %n: i32, %x: i64, %f: f32) {
  %i = arith.index_castui %n : i32 to index
  // CHECK: wave.atomic_rmw add %{{.*}}, %[[b]][%{{.*}}] : memref<?xi64>
  %0 = wave.atomic_rmw add %x, %b[%i] : memref<?xi64>
  // CHECK: wave.atomic_exchange %{{.*}}, %[[a]][%{{.*}}] : memref<?xi32>
  %1 = wave.atomic_exchange %n, %a[%i] : memref<?xi32>
  // CHECK: wave.atomic_exchange %{{.*}}, %[[b]][%{{.*}}] : memref<?xi64>
  %2 = wave.atomic_exchange %x, %b[%i] : memref<?xi64>
  // CHECK: wave.atomic_exchange %{{.*}}, %[[c]][%{{.*}}] : memref<?xf32>
  %3 = wave.atomic_exchange %f, %c[%i] : memref<?xf32>
  // CHECK: wave.atomic_cas %{{.*}}, %{{.*}}, %[[a]][%{{.*}}] : memref<?xi32>
  %4 = wave.atomic_cas %n, %1, %a[%i] : memref<?xi32>
  // CHECK: wave.atomic_cas %{{.*}}, %{{.*}}, %[[b]][%{{.*}}] : memref<?xi64>
  %5 = wave.atomic_cas %x, %2, %b[%i] : memref<?xi64>
  // CHECK: wave.atomic_cas %{{.*}}, %{{.*}}, %[[c]][%{{.*}}] : memref<?xf32>
  %6 = wave.atomic_cas %f, %3, %c[%i] : memref<?xf32>
  // CHECK: wave.atomic_rmw add %{{.*}}, %[[c]][%{{.*}}] : memref<?xf32>
  %7 = wave.atomic_rmw add %f, %c[%i] : memref<?xf32>
  // CHECK: wave.atomic_rmw minnumf %{{.*}}, %[[c]][%{{.*}}] : memref<?xf32>
  %8 = wave.atomic_rmw minnumf %f, %c[%i] : memref<?xf32>
  // CHECK: wave.atomic_rmw maxnumf %{{.*}}, %[[c]][%{{.*}}] : memref<?xf32>
  %9 = wave.atomic_rmw maxnumf %f, %c[%i] : memref<?xf32>
}

// CHECK-LABEL: wave.func @groupshared_of_each_type
wave.func @groupshared_of_each_type() kernel num_waves(1) {
  // CHECK: wave.groupshared : memref<2xi16, #gpu.address_space<workgroup>>
  %0 = wave.groupshared : memref<2xi16, #gpu.address_space<workgroup>>
  // CHECK: wave.groupshared : memref<2xi64, #gpu.address_space<workgroup>>
  %1 = wave.groupshared : memref<2xi64, #gpu.address_space<workgroup>>
  // CHECK: wave.groupshared : memref<2xf16, #gpu.address_space<workgroup>>
  %2 = wave.groupshared : memref<2xf16, #gpu.address_space<workgroup>>
  // CHECK: wave.groupshared : memref<2xf64, #gpu.address_space<workgroup>>
  %3 = wave.groupshared : memref<2xf64, #gpu.address_space<workgroup>>
}

// A helper may take either memory.
// CHECK-LABEL: wave.func @atomic_of_argument
wave.func @atomic_of_argument(%a: memref<?xi32>, %b: memref<4xi32, #gpu.address_space<workgroup>>, %v: i32) -> i32 {
  %i = arith.index_castui %v : i32 to index
  // CHECK: wave.atomic_rmw add %{{.*}}, %{{.*}}[%{{.*}}] : memref<?xi32>
  %0 = wave.atomic_rmw add %v, %a[%i] : memref<?xi32>
  // CHECK: wave.atomic_rmw add %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xi32, #gpu.address_space<workgroup>>
  %1 = wave.atomic_rmw add %0, %b[%i] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.return %1 : i32
}

// An i64 may be two elements of a buffer of i32.
// CHECK-LABEL: wave.func @wide_atomics
// CHECK-SAME: %[[a:[a-z0-9]+]]: memref<?xi32>
wave.func @wide_atomics(%a: memref<?xi32>, %x: i64) {
  %i = arith.constant 2 : index
  // CHECK: wave.atomic_rmw minui %{{.*}}, %[[a]][%{{.*}}] : i64, memref<?xi32>
  %0 = wave.atomic_rmw minui %x, %a[%i] : i64, memref<?xi32>
  // CHECK: wave.atomic_exchange %{{.*}}, %[[a]][%{{.*}}] : i64, memref<?xi32>
  %1 = wave.atomic_exchange %0, %a[%i] : i64, memref<?xi32>
  // CHECK: wave.atomic_cas %{{.*}}, %{{.*}}, %[[a]][%{{.*}}] : i64, memref<?xi32>
  %2 = wave.atomic_cas %x, %1, %a[%i] : i64, memref<?xi32>
}
