// RUN: wave-translate --wave-to-ptx %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s
// RUN: wave-translate --wave-to-ptx %s | FileCheck %s --check-prefix=FORM

// ptxas extends the negation and the magnitude of the i16 -32768 to 32768, unless they
// it computes them in the upper half of 32 bits. LLVM makes a negation of `~x + 1`, too.
// CHECK: .entry wrapping
// CHECK-NOT: {{(neg|abs)\.s16}}
// CHECK-DAG: neg.s32 %upper, %upper;
// CHECK-DAG: abs.s32 %upper, %upper;
// CHECK-DAG: neg.s32 %upper, %upper;
// CHECK-NOT: {{(neg|abs)\.s16}}
// FORM: .reg .b32 %upper;
// FORM-NEXT: cvt.u32.u16 %upper, %{{rs[0-9]+}};
// FORM-NEXT: shl.b32 %upper, %upper, 16;
// FORM-NEXT: {{(neg|abs)}}.s32 %upper, %upper;
// FORM-NEXT: shr.s32 %upper, %upper, 16;
// FORM-NEXT: cvt.u16.u32 [[result:%rs[0-9]+]], %upper;
// FORM-NEXT: }
gpu.module @kernels {
  wave.func @wrapping(%x: memref<?xi16> {wave.binding = #wave.binding<srv, si16>}, %out: memref<?xi32> {wave.binding = #wave.binding<uav, si32>}) kernel num_waves(1) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %zero = arith.constant 0 : i16
    %one = arith.constant 1 : i16
    %ones = arith.constant -1 : i16
    %a = memref.load %x[%c0] : memref<?xi16>
    %b = memref.load %x[%c1] : memref<?xi16>
    %c = memref.load %x[%c2] : memref<?xi16>
    %negated = arith.subi %zero, %a : i16
    %magnitude = math.absi %b : i16
    %inverted = arith.xori %c, %ones : i16
    %incremented = arith.addi %inverted, %one : i16
    %r0 = arith.extsi %negated : i16 to i32
    %r1 = arith.extsi %magnitude : i16 to i32
    %r2 = arith.extsi %incremented : i16 to i32
    memref.store %r0, %out[%c0] : memref<?xi32>
    memref.store %r1, %out[%c1] : memref<?xi32>
    memref.store %r2, %out[%c2] : memref<?xi32>
  }
}
