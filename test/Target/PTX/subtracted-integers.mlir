// RUN: wave-translate --wave-to-ptx %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s

// ptxas finds that the first operand is 0 in the first trip.
// CHECK-LABEL: .entry subtracted
// CHECK-NOT: sub.s16
// CHECK: .reg .b32 %left, %right;
// CHECK-NEXT: cvt.u32.u16 %left, %{{rs[0-9]+}};
// CHECK-NEXT: cvt.u32.u16 %right, %{{rs[0-9]+}};
// CHECK-NEXT: sub.s32 %left, %left, %right;
// CHECK-NEXT: cvt.u16.u32 %{{rs[0-9]+}}, %left;
// CHECK-NEXT: }
// CHECK: .reg .b32 %left, %right;
// CHECK-NEXT: mov.b32 %left, 5;
// CHECK-NOT: sub.s16
gpu.module @kernels {
  wave.func @subtracted(%x: memref<?xi16> {wave.binding = #wave.binding<srv, si16>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}, %n: i32 {wave.element = ui32}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0 : i16
    %five = arith.constant 5 : i16
    %i0 = arith.constant 0 : i32
    %i1 = arith.constant 1 : i32
    %total = scf.for %i = %i0 to %n step %i1 iter_args(%sum = %zero) -> (i16) : i32 {
      %place = arith.index_castui %i : i32 to index
      %a = memref.load %x[%place] : memref<?xi16>
      %next = arith.subi %sum, %a : i16
      scf.yield %next : i16
    }
    %rest = arith.subi %five, %total : i16
    %r0 = arith.extsi %total : i16 to i32
    %r1 = arith.extsi %rest : i16 to i32
    memref.store %r0, %out[%c0] : memref<?xi32>
    memref.store %r1, %out[%c1] : memref<?xi32>
  }
}
