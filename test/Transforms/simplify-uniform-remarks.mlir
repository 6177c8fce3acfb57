// RUN: wave-opt %s -wave-simplify-uniform --remarks-filter=wave-simplify-uniform -o /dev/null 2>&1 | FileCheck %s

!out = memref<?xf32>

wave.func @kernel(%x: f32 {wave.element = f32}, %n: i32 {wave.element = ui32}, %out: !out {wave.binding = #wave.binding<uav, f32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %lane = wave.lane_index : i32
  %c = arith.cmpi ult, %lane, %n : i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce maxnumf is of a value that is the same for the wave
  %0 = wave.reduce maxnumf %x : f32
  memref.store %0, %out[%c0] : !out
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.prefix add is of a value that is the same for the wave, but floats that are added or multiplied one by one round otherwise than a multiple or a power
  %1 = wave.prefix add %x : f32
  memref.store %1, %out[%c0] : !out
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce mul is of a value that is the same for the wave, but only of 0, 1 and -1 a power is less work
  %2 = wave.reduce mul %n : i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.match is of a value that is the same for the wave, but a NaN matches only its own lane
  %3 = wave.match %x : f32
  %4 = vector.extract %3[0] : i32 from vector<4xi32>
  %5 = arith.extui %c : i1 to i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.reduce add is of one value in some lanes and 0 in the others: a count
  %6 = wave.reduce add %5 : i32
  %7 = wave.read_first_lane %lane : i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.read_first_lane repeats one of the same value, in the same lanes, and takes its result
  %8 = wave.read_first_lane %lane : i32
  %9 = arith.addi %7, %8 : i32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.count_bits has uses for which a vote, a count or a number is enough
  %10 = wave.count_bits %c : i32
  %c0_i32 = arith.constant 0 : i32
  %11 = arith.cmpi ne, %10, %c0_i32 : i32
  %12 = arith.extui %11 : i1 to i32
  %13 = arith.addi %9, %12 : i32
  %14 = arith.addi %13, %6 : i32
  %15 = arith.addi %14, %4 : i32
  %16 = arith.addi %15, %2 : i32
  %17 = arith.uitofp %16 : i32 to f32
  // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.cluster_reduce minui has clusters that hold a wave: a reduction of the wave
  %18 = wave.cluster_reduce minui 128 %lane : i32
  %19 = arith.cmpi ult, %lane, %18 : i32
  scf.if %19 {
    // CHECK-DAG: [[@LINE+1]]:{{.*}}wave.cluster_reduce add is of a value that is the same for the wave, but some lanes of a cluster may be inactive
    %20 = wave.cluster_reduce add 4 %n : i32
    %21 = arith.uitofp %20 : i32 to f32
    memref.store %21, %out[%c0] : !out
  }
  memref.store %17, %out[%c0] : !out
  wave.return
}
