// RUN: wave-translate --wave-to-ptx --optimize-ptx=false %s | FileCheck %s

// ptxas would move the votes of all lanes into the branch of some.
// CHECK-LABEL: .entry voted
// CHECK-NOT: vote.sync.all
// CHECK-NOT: vote.sync.any
// CHECK: vote.sync.ballot
// CHECK-NOT: vote.sync
gpu.module @kernels {
  wave.func @voted(%out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
    %true = arith.constant true
    %false = arith.constant false
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %five = arith.constant 5 : i32
    %lane = wave.lane_index : i32
    %place = arith.index_castui %lane : i32 to index
    %never = wave.all %false
    %always = wave.any %true
    // Constant for LLVM alone.
    %wrong = arith.cmpi ugt, %one, %two : i32
    %none = wave.any %wrong
    %odd = arith.andi %lane, %one : i32
    %c = arith.cmpi ne, %odd, %zero : i32
    scf.if %c {
      %first = wave.prefix_count_bits %c : i32
      %a = arith.select %never, %first, %two : i32
      %b = arith.select %always, %a, %five : i32
      %d = arith.select %none, %five, %b : i32
      %e = arith.addi %d, %first : i32
      memref.store %e, %out[%place] : memref<?xi32>
    }
    wave.return
  }
}
