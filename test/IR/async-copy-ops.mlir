// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

!shared = memref<64xf32, #gpu.address_space<workgroup>>

// CHECK-LABEL: wave.func @copies
wave.func @copies(%a: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}, %n: i32 {wave.element = ui32}) kernel num_waves(4) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %tile = wave.groupshared : !shared
  // CHECK: wave.async_copy %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}] at[%{{.*}}, %{{.*}}] of[%{{.*}}, %{{.*}}] size[%{{.*}}, %{{.*}}] : memref<64xf32, #gpu.address_space<workgroup>>, memref<?xf32>
  wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] : !shared, memref<?xf32>
  // CHECK: size[%{{.*}}, %{{.*}}] {components = 4 : i32} :
  wave.async_copy %tile[%c0, %c0], %a[%c0, %c0] at [%c0, %n] of [%c1, %n] size [%c1, %n] {components = 4 : i32} : !shared, memref<?xf32>
  // CHECK: wave.call @helper
  wave.call @helper(%tile, %a, %n) : (!shared, memref<?xf32>, i32) -> ()
  wave.barrier group sync
}

wave.func @helper(%tile: !shared, %a: memref<?xf32>, %n: i32) {
  wave.async_copy %tile[%n, %n], %a[%n, %n] at [%n, %n] of [%n, %n] size [%n, %n] : !shared, memref<?xf32>
  wave.return
}
