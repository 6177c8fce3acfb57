// RUN: wave-opt %s -wave-verify | FileCheck %s
// RUN: wave-opt %s -wave-verify="shader-model=6.10 emulate-group-index=false" | FileCheck %s
// RUN: wave-opt %s -wave-verify="shader-model=6.8" | FileCheck %s
// RUN: wave-opt %s -wave-verify=barriers | FileCheck %s

// What is accepted; nothing changes.

// CHECK-LABEL: wave.func @helper
wave.func @helper() -> i32 {
  %w = wave.group_wave_index : i32
  %n = wave.group_wave_count : i32
  %s = arith.addi %w, %n : i32
  wave.return %s : i32
}
wave.func @helper_of_two() -> i32 num_waves(2) {
  %r = wave.call @helper() : () -> i32
  wave.return %r : i32
}

// Every stage that runs in groups.
// CHECK-LABEL: wave.func @compute
wave.func @compute() kernel stage(compute) num_waves(2) {
  %0 = wave.call @helper() : () -> i32
  %1 = wave.call @helper_of_two() : () -> i32
}
// CHECK-LABEL: wave.func @mesh
wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
  %0 = wave.call @helper() : () -> i32
}
// CHECK-LABEL: wave.func @amplification
wave.func @amplification() kernel stage(amplification) num_waves(2) {
  %0 = wave.call @helper_of_two() : () -> i32
  %1 = arith.constant 1 : i32
  wave.dispatch_mesh %1, %1, %1
}
// CHECK-LABEL: wave.func @broadcasting
wave.func @broadcasting() kernel stage(node) node_launch(broadcasting) num_threads(32, 1, 1) {
  %0 = wave.group_wave_index : i32
}
// CHECK-LABEL: wave.func @coalescing
wave.func @coalescing() kernel stage(node) node_launch(coalescing) num_threads(32, 1, 1) {
  %0 = wave.group_wave_count : i32
}

// Threads have numbers under num_threads.
// CHECK-LABEL: wave.func @threads
wave.func @threads() kernel num_threads(8, 8, 1) {
  %0 = wave.dispatch_thread_id x : i32
  %1 = wave.group_thread_id y : i32
  %2 = wave.group_index : i32
}

// Other operations across lanes are for every stage.
// CHECK-LABEL: wave.func @pixel
wave.func @pixel() kernel stage(pixel) {
  %0 = wave.lane_index : i32
  %1 = wave.reduce add %0 : i32
}
// CHECK-LABEL: wave.func @library
wave.func @library(%x: i32) -> i32 exported {
  %0 = wave.read_first_lane %x : i32
  wave.return %0 : i32
}

// Memory in every use that it may have.
// CHECK-LABEL: wave.func @memory
wave.func @uses(%a: memref<?xi32>, %b: memref<4xi32, #gpu.address_space<workgroup>>) {
  wave.return
}
wave.func @memory(%in: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
                  %out: memref<?xi32> {wave.binding = #wave.binding<uav, ui32>}) kernel num_waves(1) {
  %c0 = arith.constant 0 : index
  %shared = wave.groupshared : memref<4xi32, #gpu.address_space<workgroup>>
  %local = memref.alloca() : memref<4xi32>
  %n = memref.dim %in, %c0 : memref<?xi32>
  %x = memref.load %in[%c0] : memref<?xi32>
  memref.store %x, %out[%c0] : memref<?xi32>
  memref.store %x, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  memref.store %x, %local[%c0] : memref<4xi32>
  %old = wave.atomic_rmw add %x, %shared[%c0] : memref<4xi32, #gpu.address_space<workgroup>>
  wave.call @uses(%out, %shared) : (memref<?xi32>, memref<4xi32, #gpu.address_space<workgroup>>) -> ()
}

// Values that the language has, and a ballot in control flow.
// CHECK-LABEL: wave.func @values
wave.func @values(%p: i1 {wave.element = i1}, %x: f32 {wave.element = f32}) kernel num_waves(1) {
  %0 = wave.ballot %p : vector<4xi32>
  %1 = scf.if %p -> vector<4xi32> {
    %2 = wave.ballot %p : vector<4xi32>
    scf.yield %2 : vector<4xi32>
  } else {
    scf.yield %0 : vector<4xi32>
  }
  %3 = vector.extract %1[3] : i32 from vector<4xi32>
}

// Every function that is not refused, on every type that it is for, and on vectors.
// CHECK-LABEL: wave.func @functions
wave.func @functions(%i16_1: i16 {wave.element = ui16},
                     %i16_2: vector<2xi16> {wave.element = vector<2xui16>},
                     %i16_3: vector<3xi16> {wave.element = vector<3xui16>},
                     %i16_4: vector<4xi16> {wave.element = vector<4xui16>},
                     %i32_1: i32 {wave.element = ui32},
                     %i32_2: vector<2xi32> {wave.element = vector<2xui32>},
                     %i32_3: vector<3xi32> {wave.element = vector<3xui32>},
                     %i32_4: vector<4xi32> {wave.element = vector<4xui32>},
                     %i64_1: i64 {wave.element = ui64},
                     %i64_2: vector<2xi64> {wave.element = vector<2xui64>},
                     %i64_3: vector<3xi64> {wave.element = vector<3xui64>},
                     %i64_4: vector<4xi64> {wave.element = vector<4xui64>},
                     %f16_1: f16 {wave.element = f16},
                     %f16_2: vector<2xf16> {wave.element = vector<2xf16>},
                     %f16_3: vector<3xf16> {wave.element = vector<3xf16>},
                     %f16_4: vector<4xf16> {wave.element = vector<4xf16>},
                     %f32_1: f32 {wave.element = f32},
                     %f32_2: vector<2xf32> {wave.element = vector<2xf32>},
                     %f32_3: vector<3xf32> {wave.element = vector<3xf32>},
                     %f32_4: vector<4xf32> {wave.element = vector<4xf32>},
                     %f64_1: f64 {wave.element = f64},
                     %f64_2: vector<2xf64> {wave.element = vector<2xf64>},
                     %f64_3: vector<3xf64> {wave.element = vector<3xf64>},
                     %f64_4: vector<4xf64> {wave.element = vector<4xf64>}) kernel num_waves(1) {
  %absi_i16_1 = math.absi %i16_1 : i16
  %ctpop_i16_1 = math.ctpop %i16_1 : i16
  %ctlz_i16_1 = math.ctlz %i16_1 : i16
  %cttz_i16_1 = math.cttz %i16_1 : i16
  %reverse_bits_i16_1 = wave.reverse_bits %i16_1 : i16
  %absi_i16_2 = math.absi %i16_2 : vector<2xi16>
  %ctpop_i16_2 = math.ctpop %i16_2 : vector<2xi16>
  %ctlz_i16_2 = math.ctlz %i16_2 : vector<2xi16>
  %cttz_i16_2 = math.cttz %i16_2 : vector<2xi16>
  %reverse_bits_i16_2 = wave.reverse_bits %i16_2 : vector<2xi16>
  %absi_i16_3 = math.absi %i16_3 : vector<3xi16>
  %ctpop_i16_3 = math.ctpop %i16_3 : vector<3xi16>
  %ctlz_i16_3 = math.ctlz %i16_3 : vector<3xi16>
  %cttz_i16_3 = math.cttz %i16_3 : vector<3xi16>
  %reverse_bits_i16_3 = wave.reverse_bits %i16_3 : vector<3xi16>
  %absi_i16_4 = math.absi %i16_4 : vector<4xi16>
  %ctpop_i16_4 = math.ctpop %i16_4 : vector<4xi16>
  %ctlz_i16_4 = math.ctlz %i16_4 : vector<4xi16>
  %cttz_i16_4 = math.cttz %i16_4 : vector<4xi16>
  %reverse_bits_i16_4 = wave.reverse_bits %i16_4 : vector<4xi16>
  %absi_i32_1 = math.absi %i32_1 : i32
  %ctpop_i32_1 = math.ctpop %i32_1 : i32
  %ctlz_i32_1 = math.ctlz %i32_1 : i32
  %cttz_i32_1 = math.cttz %i32_1 : i32
  %reverse_bits_i32_1 = wave.reverse_bits %i32_1 : i32
  %absi_i32_2 = math.absi %i32_2 : vector<2xi32>
  %ctpop_i32_2 = math.ctpop %i32_2 : vector<2xi32>
  %ctlz_i32_2 = math.ctlz %i32_2 : vector<2xi32>
  %cttz_i32_2 = math.cttz %i32_2 : vector<2xi32>
  %reverse_bits_i32_2 = wave.reverse_bits %i32_2 : vector<2xi32>
  %absi_i32_3 = math.absi %i32_3 : vector<3xi32>
  %ctpop_i32_3 = math.ctpop %i32_3 : vector<3xi32>
  %ctlz_i32_3 = math.ctlz %i32_3 : vector<3xi32>
  %cttz_i32_3 = math.cttz %i32_3 : vector<3xi32>
  %reverse_bits_i32_3 = wave.reverse_bits %i32_3 : vector<3xi32>
  %absi_i32_4 = math.absi %i32_4 : vector<4xi32>
  %ctpop_i32_4 = math.ctpop %i32_4 : vector<4xi32>
  %ctlz_i32_4 = math.ctlz %i32_4 : vector<4xi32>
  %cttz_i32_4 = math.cttz %i32_4 : vector<4xi32>
  %reverse_bits_i32_4 = wave.reverse_bits %i32_4 : vector<4xi32>
  %absi_i64_1 = math.absi %i64_1 : i64
  %ctpop_i64_1 = math.ctpop %i64_1 : i64
  %ctlz_i64_1 = math.ctlz %i64_1 : i64
  %cttz_i64_1 = math.cttz %i64_1 : i64
  %reverse_bits_i64_1 = wave.reverse_bits %i64_1 : i64
  %absi_i64_2 = math.absi %i64_2 : vector<2xi64>
  %ctpop_i64_2 = math.ctpop %i64_2 : vector<2xi64>
  %ctlz_i64_2 = math.ctlz %i64_2 : vector<2xi64>
  %cttz_i64_2 = math.cttz %i64_2 : vector<2xi64>
  %reverse_bits_i64_2 = wave.reverse_bits %i64_2 : vector<2xi64>
  %absi_i64_3 = math.absi %i64_3 : vector<3xi64>
  %ctpop_i64_3 = math.ctpop %i64_3 : vector<3xi64>
  %ctlz_i64_3 = math.ctlz %i64_3 : vector<3xi64>
  %cttz_i64_3 = math.cttz %i64_3 : vector<3xi64>
  %reverse_bits_i64_3 = wave.reverse_bits %i64_3 : vector<3xi64>
  %absi_i64_4 = math.absi %i64_4 : vector<4xi64>
  %ctpop_i64_4 = math.ctpop %i64_4 : vector<4xi64>
  %ctlz_i64_4 = math.ctlz %i64_4 : vector<4xi64>
  %cttz_i64_4 = math.cttz %i64_4 : vector<4xi64>
  %reverse_bits_i64_4 = wave.reverse_bits %i64_4 : vector<4xi64>
  %absf_f16_1 = math.absf %f16_1 : f16
  %ceil_f16_1 = math.ceil %f16_1 : f16
  %floor_f16_1 = math.floor %f16_1 : f16
  %roundeven_f16_1 = math.roundeven %f16_1 : f16
  %trunc_f16_1 = math.trunc %f16_1 : f16
  %sqrt_f16_1 = math.sqrt %f16_1 : f16
  %rsqrt_f16_1 = math.rsqrt %f16_1 : f16
  %exp_f16_1 = math.exp %f16_1 : f16
  %exp2_f16_1 = math.exp2 %f16_1 : f16
  %log_f16_1 = math.log %f16_1 : f16
  %log2_f16_1 = math.log2 %f16_1 : f16
  %sin_f16_1 = math.sin %f16_1 : f16
  %cos_f16_1 = math.cos %f16_1 : f16
  %tan_f16_1 = math.tan %f16_1 : f16
  %fma_f16_1 = math.fma %f16_1, %f16_1, %f16_1 : f16
  %powf_f16_1 = math.powf %f16_1, %f16_1 : f16
  %absf_f16_2 = math.absf %f16_2 : vector<2xf16>
  %ceil_f16_2 = math.ceil %f16_2 : vector<2xf16>
  %floor_f16_2 = math.floor %f16_2 : vector<2xf16>
  %roundeven_f16_2 = math.roundeven %f16_2 : vector<2xf16>
  %trunc_f16_2 = math.trunc %f16_2 : vector<2xf16>
  %sqrt_f16_2 = math.sqrt %f16_2 : vector<2xf16>
  %rsqrt_f16_2 = math.rsqrt %f16_2 : vector<2xf16>
  %exp_f16_2 = math.exp %f16_2 : vector<2xf16>
  %exp2_f16_2 = math.exp2 %f16_2 : vector<2xf16>
  %log_f16_2 = math.log %f16_2 : vector<2xf16>
  %log2_f16_2 = math.log2 %f16_2 : vector<2xf16>
  %sin_f16_2 = math.sin %f16_2 : vector<2xf16>
  %cos_f16_2 = math.cos %f16_2 : vector<2xf16>
  %tan_f16_2 = math.tan %f16_2 : vector<2xf16>
  %fma_f16_2 = math.fma %f16_2, %f16_2, %f16_2 : vector<2xf16>
  %powf_f16_2 = math.powf %f16_2, %f16_2 : vector<2xf16>
  %absf_f16_3 = math.absf %f16_3 : vector<3xf16>
  %ceil_f16_3 = math.ceil %f16_3 : vector<3xf16>
  %floor_f16_3 = math.floor %f16_3 : vector<3xf16>
  %roundeven_f16_3 = math.roundeven %f16_3 : vector<3xf16>
  %trunc_f16_3 = math.trunc %f16_3 : vector<3xf16>
  %sqrt_f16_3 = math.sqrt %f16_3 : vector<3xf16>
  %rsqrt_f16_3 = math.rsqrt %f16_3 : vector<3xf16>
  %exp_f16_3 = math.exp %f16_3 : vector<3xf16>
  %exp2_f16_3 = math.exp2 %f16_3 : vector<3xf16>
  %log_f16_3 = math.log %f16_3 : vector<3xf16>
  %log2_f16_3 = math.log2 %f16_3 : vector<3xf16>
  %sin_f16_3 = math.sin %f16_3 : vector<3xf16>
  %cos_f16_3 = math.cos %f16_3 : vector<3xf16>
  %tan_f16_3 = math.tan %f16_3 : vector<3xf16>
  %fma_f16_3 = math.fma %f16_3, %f16_3, %f16_3 : vector<3xf16>
  %powf_f16_3 = math.powf %f16_3, %f16_3 : vector<3xf16>
  %absf_f16_4 = math.absf %f16_4 : vector<4xf16>
  %ceil_f16_4 = math.ceil %f16_4 : vector<4xf16>
  %floor_f16_4 = math.floor %f16_4 : vector<4xf16>
  %roundeven_f16_4 = math.roundeven %f16_4 : vector<4xf16>
  %trunc_f16_4 = math.trunc %f16_4 : vector<4xf16>
  %sqrt_f16_4 = math.sqrt %f16_4 : vector<4xf16>
  %rsqrt_f16_4 = math.rsqrt %f16_4 : vector<4xf16>
  %exp_f16_4 = math.exp %f16_4 : vector<4xf16>
  %exp2_f16_4 = math.exp2 %f16_4 : vector<4xf16>
  %log_f16_4 = math.log %f16_4 : vector<4xf16>
  %log2_f16_4 = math.log2 %f16_4 : vector<4xf16>
  %sin_f16_4 = math.sin %f16_4 : vector<4xf16>
  %cos_f16_4 = math.cos %f16_4 : vector<4xf16>
  %tan_f16_4 = math.tan %f16_4 : vector<4xf16>
  %fma_f16_4 = math.fma %f16_4, %f16_4, %f16_4 : vector<4xf16>
  %powf_f16_4 = math.powf %f16_4, %f16_4 : vector<4xf16>
  %absf_f32_1 = math.absf %f32_1 : f32
  %ceil_f32_1 = math.ceil %f32_1 : f32
  %floor_f32_1 = math.floor %f32_1 : f32
  %roundeven_f32_1 = math.roundeven %f32_1 : f32
  %trunc_f32_1 = math.trunc %f32_1 : f32
  %sqrt_f32_1 = math.sqrt %f32_1 : f32
  %rsqrt_f32_1 = math.rsqrt %f32_1 : f32
  %exp_f32_1 = math.exp %f32_1 : f32
  %exp2_f32_1 = math.exp2 %f32_1 : f32
  %log_f32_1 = math.log %f32_1 : f32
  %log2_f32_1 = math.log2 %f32_1 : f32
  %sin_f32_1 = math.sin %f32_1 : f32
  %cos_f32_1 = math.cos %f32_1 : f32
  %tan_f32_1 = math.tan %f32_1 : f32
  %fma_f32_1 = math.fma %f32_1, %f32_1, %f32_1 : f32
  %powf_f32_1 = math.powf %f32_1, %f32_1 : f32
  %absf_f32_2 = math.absf %f32_2 : vector<2xf32>
  %ceil_f32_2 = math.ceil %f32_2 : vector<2xf32>
  %floor_f32_2 = math.floor %f32_2 : vector<2xf32>
  %roundeven_f32_2 = math.roundeven %f32_2 : vector<2xf32>
  %trunc_f32_2 = math.trunc %f32_2 : vector<2xf32>
  %sqrt_f32_2 = math.sqrt %f32_2 : vector<2xf32>
  %rsqrt_f32_2 = math.rsqrt %f32_2 : vector<2xf32>
  %exp_f32_2 = math.exp %f32_2 : vector<2xf32>
  %exp2_f32_2 = math.exp2 %f32_2 : vector<2xf32>
  %log_f32_2 = math.log %f32_2 : vector<2xf32>
  %log2_f32_2 = math.log2 %f32_2 : vector<2xf32>
  %sin_f32_2 = math.sin %f32_2 : vector<2xf32>
  %cos_f32_2 = math.cos %f32_2 : vector<2xf32>
  %tan_f32_2 = math.tan %f32_2 : vector<2xf32>
  %fma_f32_2 = math.fma %f32_2, %f32_2, %f32_2 : vector<2xf32>
  %powf_f32_2 = math.powf %f32_2, %f32_2 : vector<2xf32>
  %absf_f32_3 = math.absf %f32_3 : vector<3xf32>
  %ceil_f32_3 = math.ceil %f32_3 : vector<3xf32>
  %floor_f32_3 = math.floor %f32_3 : vector<3xf32>
  %roundeven_f32_3 = math.roundeven %f32_3 : vector<3xf32>
  %trunc_f32_3 = math.trunc %f32_3 : vector<3xf32>
  %sqrt_f32_3 = math.sqrt %f32_3 : vector<3xf32>
  %rsqrt_f32_3 = math.rsqrt %f32_3 : vector<3xf32>
  %exp_f32_3 = math.exp %f32_3 : vector<3xf32>
  %exp2_f32_3 = math.exp2 %f32_3 : vector<3xf32>
  %log_f32_3 = math.log %f32_3 : vector<3xf32>
  %log2_f32_3 = math.log2 %f32_3 : vector<3xf32>
  %sin_f32_3 = math.sin %f32_3 : vector<3xf32>
  %cos_f32_3 = math.cos %f32_3 : vector<3xf32>
  %tan_f32_3 = math.tan %f32_3 : vector<3xf32>
  %fma_f32_3 = math.fma %f32_3, %f32_3, %f32_3 : vector<3xf32>
  %powf_f32_3 = math.powf %f32_3, %f32_3 : vector<3xf32>
  %absf_f32_4 = math.absf %f32_4 : vector<4xf32>
  %ceil_f32_4 = math.ceil %f32_4 : vector<4xf32>
  %floor_f32_4 = math.floor %f32_4 : vector<4xf32>
  %roundeven_f32_4 = math.roundeven %f32_4 : vector<4xf32>
  %trunc_f32_4 = math.trunc %f32_4 : vector<4xf32>
  %sqrt_f32_4 = math.sqrt %f32_4 : vector<4xf32>
  %rsqrt_f32_4 = math.rsqrt %f32_4 : vector<4xf32>
  %exp_f32_4 = math.exp %f32_4 : vector<4xf32>
  %exp2_f32_4 = math.exp2 %f32_4 : vector<4xf32>
  %log_f32_4 = math.log %f32_4 : vector<4xf32>
  %log2_f32_4 = math.log2 %f32_4 : vector<4xf32>
  %sin_f32_4 = math.sin %f32_4 : vector<4xf32>
  %cos_f32_4 = math.cos %f32_4 : vector<4xf32>
  %tan_f32_4 = math.tan %f32_4 : vector<4xf32>
  %fma_f32_4 = math.fma %f32_4, %f32_4, %f32_4 : vector<4xf32>
  %powf_f32_4 = math.powf %f32_4, %f32_4 : vector<4xf32>
  %absf_f64_1 = math.absf %f64_1 : f64
  %ceil_f64_1 = math.ceil %f64_1 : f64
  %floor_f64_1 = math.floor %f64_1 : f64
  %roundeven_f64_1 = math.roundeven %f64_1 : f64
  %trunc_f64_1 = math.trunc %f64_1 : f64
  %sqrt_f64_1 = math.sqrt %f64_1 : f64
  %rsqrt_f64_1 = math.rsqrt %f64_1 : f64
  %fma_f64_1 = math.fma %f64_1, %f64_1, %f64_1 : f64
  %absf_f64_2 = math.absf %f64_2 : vector<2xf64>
  %ceil_f64_2 = math.ceil %f64_2 : vector<2xf64>
  %floor_f64_2 = math.floor %f64_2 : vector<2xf64>
  %roundeven_f64_2 = math.roundeven %f64_2 : vector<2xf64>
  %trunc_f64_2 = math.trunc %f64_2 : vector<2xf64>
  %sqrt_f64_2 = math.sqrt %f64_2 : vector<2xf64>
  %rsqrt_f64_2 = math.rsqrt %f64_2 : vector<2xf64>
  %fma_f64_2 = math.fma %f64_2, %f64_2, %f64_2 : vector<2xf64>
  %absf_f64_3 = math.absf %f64_3 : vector<3xf64>
  %ceil_f64_3 = math.ceil %f64_3 : vector<3xf64>
  %floor_f64_3 = math.floor %f64_3 : vector<3xf64>
  %roundeven_f64_3 = math.roundeven %f64_3 : vector<3xf64>
  %trunc_f64_3 = math.trunc %f64_3 : vector<3xf64>
  %sqrt_f64_3 = math.sqrt %f64_3 : vector<3xf64>
  %rsqrt_f64_3 = math.rsqrt %f64_3 : vector<3xf64>
  %fma_f64_3 = math.fma %f64_3, %f64_3, %f64_3 : vector<3xf64>
  %absf_f64_4 = math.absf %f64_4 : vector<4xf64>
  %ceil_f64_4 = math.ceil %f64_4 : vector<4xf64>
  %floor_f64_4 = math.floor %f64_4 : vector<4xf64>
  %roundeven_f64_4 = math.roundeven %f64_4 : vector<4xf64>
  %trunc_f64_4 = math.trunc %f64_4 : vector<4xf64>
  %sqrt_f64_4 = math.sqrt %f64_4 : vector<4xf64>
  %rsqrt_f64_4 = math.rsqrt %f64_4 : vector<4xf64>
  %fma_f64_4 = math.fma %f64_4, %f64_4, %f64_4 : vector<4xf64>
}

// CHECK-LABEL: wave.func @casts
wave.func @casts(%i: vector<2xi32> {wave.element = vector<2xsi32>}, %h: f16 {wave.element = f16}) kernel num_waves(1) {
  %0 = arith.trunci %i : vector<2xi32> to vector<2xi16>
  %1 = arith.extsi %i : vector<2xi32> to vector<2xi64>
  %2 = arith.bitcast %i : vector<2xi32> to vector<2xf32>
  %3 = arith.extf %h : f16 to f64
  %4 = arith.truncf %3 : f64 to f32
  %5 = arith.cmpi ult, %i, %i : vector<2xi32>
  %6 = arith.select %5, %i, %i : vector<2xi1>, vector<2xi32>
  %7 = arith.extui %5 : vector<2xi1> to vector<2xi64>
  %8 = arith.xori %5, %5 : vector<2xi1>
  %low, %high = arith.mului_extended %i, %i : vector<2xi32>
}

// CHECK-LABEL: wave.func @vectors
wave.func @vectors(%b: memref<?xf32> {wave.binding = #wave.binding<uav, vector<3xf32>>}, %x: f32 {wave.element = f32}, %p: i1 {wave.element = i1}) kernel num_waves(1) {
  %i = arith.constant 3 : index
  %0 = vector.from_elements %x, %x, %x : vector<3xf32>
  %1 = vector.broadcast %x : f32 to vector<2xf32>
  %2 = vector.extract %0[2] : f32 from vector<3xf32>
  %3 = vector.insert %2, %0[0] : f32 into vector<3xf32>
  %4 = vector.shuffle %1, %1 [0, 3, 1, 2] : vector<2xf32>, vector<2xf32>
  %5 = vector.interleave %1, %1 : vector<2xf32> -> vector<4xf32>
  %6 = vector.broadcast %p : i1 to vector<4xi1>
  %7 = vector.load %b[%i] : memref<?xf32>, vector<3xf32>
  vector.store %7, %b[%i] : memref<?xf32>, vector<3xf32>
  %shared = wave.groupshared : memref<8xf16, #gpu.address_space<workgroup>>
  %8 = vector.load %shared[%i] : memref<8xf16, #gpu.address_space<workgroup>>, vector<2xf16>
  %local = memref.alloca() : memref<8xi64>
  %9 = vector.load %local[%i] : memref<8xi64>, vector<4xi64>
  vector.store %9, %local[%i] : memref<8xi64>, vector<4xi64>
}

// CHECK-LABEL: wave.func @images
wave.func @image_of_helper(%image: !wave.image<2d, f32, 4>) -> i32 {
  %w = wave.image_size x %image : !wave.image<2d, f32, 4>
  wave.return %w : i32
}
wave.func @images(%in: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<srv, f32>}, %out: !wave.image<2d, f32, 4> {wave.binding = #wave.binding<uav, f32>}, %x: i32 {wave.element = ui32}) kernel num_waves(1) {
  %w = wave.call @image_of_helper(%in) : (!wave.image<2d, f32, 4>) -> i32
  %t = wave.image_load %in[%x, %w] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %u = wave.image_load %out[%x, %w] : !wave.image<2d, f32, 4> -> vector<4xf32>
  %s = arith.addf %t, %u : vector<4xf32>
  wave.image_store %s, %out[%x, %w] : vector<4xf32>, !wave.image<2d, f32, 4>
}

// CHECK-LABEL: wave.func @atomics
wave.func @atomics(%a: memref<?xf32> {wave.binding = #wave.binding<uav, f32>}, %b: memref<?xi64> {wave.binding = #wave.binding<uav, ui64>}, %x: i64 {wave.element = ui64}, %f: f32 {wave.element = f32}) kernel num_waves(1) {
  %i = arith.constant 3 : index
  %shared = wave.groupshared : memref<8xi64, #gpu.address_space<workgroup>>
  %0 = wave.atomic_exchange %f, %a[%i] : memref<?xf32>
  %1 = wave.atomic_cas %x, %x, %b[%i] : memref<?xi64>
  %2 = wave.atomic_cas %x, %x, %shared[%i] : memref<8xi64, #gpu.address_space<workgroup>>
  %3 = wave.atomic_rmw maxui %x, %b[%i] : memref<?xi64>
}
