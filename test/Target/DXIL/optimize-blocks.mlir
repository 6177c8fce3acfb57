// Blocks that only jump on are left out, but a loop keeps one edge in and one back: with a second one back a driver may see
// a second loop in the first, whose lanes do not wait for the others.
// RUN: wave-translate --wave-to-dxil --shader-model 6.6 %s -o %t.dxil
// RUN: llvm-objcopy --dump-section=DXIL=%t.bc %t.dxil /dev/null
// RUN: llvm-dis %t.bc -o - | FileCheck %s

// CHECK-LABEL: define void @kernel()
// The `else` has nothing to do.
// CHECK: br i1 %{{.*}}, label %[[then:.*]], label %[[join:.*]]
// CHECK: [[then]]:
// CHECK: %[[sum:.*]] = call i32 @dx.op.waveActiveOp.i32(
// CHECK-NEXT: br label %[[join]]
// CHECK: [[join]]:
// CHECK-NEXT: phi i32
// CHECK: br label %[[header:.*]]
// Both ways through the body meet before it goes back.
// CHECK: [[header]]:
// CHECK-SAME: preds = %{{[0-9a-z]+}}, %{{[0-9a-z]+$}}
// CHECK: br i1 %{{.*}}, label %[[body:.*]], label %[[rest:.*]]
// CHECK: [[body]]:
// CHECK: br i1 %{{.*}}, label %[[even:.*]], label %[[odd:.*]]
// CHECK: [[even]]:
// CHECK: br label %[[latch:.*]]
// CHECK: [[odd]]:
// CHECK: br label %[[latch]]
// CHECK: [[latch]]:
// CHECK: br label %[[header]]
// CHECK: [[rest]]:
// CHECK: ret void

gpu.module @kernels {
wave.func @kernel(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}, %n: i32 {wave.element = ui32},
    %p: i1 {wave.element = i1}) kernel num_threads(32, 1, 1) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %lane = wave.lane_index : i32
  %at = arith.index_castui %lane : i32 to index
  %x = scf.if %p -> i32 {
    %sum = wave.reduce add %lane : i32
    scf.yield %sum : i32
  } else {
    scf.yield %c0 : i32
  }
  memref.store %x, %out[%at] : memref<?xi32>
  scf.for unsigned %i = %c0 to %n step %c1 : i32 {
    %bit = arith.andi %i, %lane : i32
    %even = arith.cmpi eq, %bit, %c0 : i32
    scf.if %even {
      %sum = wave.reduce add %i : i32
      memref.store %sum, %out[%at] : memref<?xi32>
    } else {
      memref.store %i, %out[%at] : memref<?xi32>
    }
  }
  wave.return
}
}
