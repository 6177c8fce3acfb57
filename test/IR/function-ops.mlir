// RUN: wave-opt %s | wave-opt | FileCheck %s
// RUN: wave-opt %s --mlir-print-op-generic | wave-opt | FileCheck %s
// RUN: wave-opt %s --emit-bytecode | wave-opt | FileCheck %s

// CHECK-LABEL: gpu.module @kernels
gpu.module @kernels {
  // CHECK: wave.func @helper(%{{.*}}: i32, %{{.*}}: f32) -> (i32, f32) {
  wave.func @helper(%a: i32, %b: f32) -> (i32, f32) {
    // CHECK: wave.return %{{.*}}, %{{.*}} : i32, f32
    wave.return %a, %b : i32, f32
  }

  // CHECK: wave.func @helper_of_four_waves() num_waves(4) {
  wave.func @helper_of_four_waves() num_waves(4) {
    // The end of a function without results need not be written.
    // CHECK-NEXT: wave.return{{$}}
  }

  // CHECK: wave.func @buffers_of_helpers(%{{.*}}: memref<?xi32>, %{{.*}}: memref<8xf32, #gpu.address_space<workgroup>>)
  wave.func @buffers_of_helpers(%a: memref<?xi32>, %b: memref<8xf32, #gpu.address_space<workgroup>>) {
    wave.return
  }

  // CHECK: wave.func @exported(%{{.*}}: i1) -> i1 exported
  wave.func @exported(%a: i1) -> i1 exported {
    wave.return %a : i1
  }

  // CHECK: wave.func @num_waves() kernel num_waves(1) {
  wave.func @num_waves() kernel num_waves(1) {
  }

  // CHECK: wave.func @num_threads() kernel num_threads(8, 4, 2) {
  wave.func @num_threads() kernel num_threads(8, 4, 2) {
  }

  // CHECK: wave.func @one_wave_size() kernel num_waves(2) wave_size(32) {
  wave.func @one_wave_size() kernel num_waves(2) wave_size(32) {
  }

  // CHECK: wave.func @two_wave_sizes() kernel num_waves(2) wave_size(4, 128) {
  wave.func @two_wave_sizes() kernel num_waves(2) wave_size(4, 128) {
  }

  // CHECK: wave.func @preferred_wave_size() kernel num_threads(64, 1, 1) wave_size(16, 64, 32) {
  wave.func @preferred_wave_size() kernel num_threads(64, 1, 1) wave_size(16, 64, 32) {
  }

  // CHECK: wave.func @everything_stated() kernel stage(amplification) num_waves(4) wave_size(8, 32)
  // CHECK-SAME: shader_model("6.10") group_shared_limit(1024) attributes {note = "kept"} {
  wave.func @everything_stated() kernel stage(amplification) num_waves(4) wave_size(8, 32)
      shader_model("6.10") group_shared_limit(1024) attributes {note = "kept"} {
  }

  // CHECK: wave.func @exact_launch() kernel num_threads(32, 1, 1) wave_size(16) launch(exact, num_waves = 2, wave_sizes = [8, 16]) {
  wave.func @exact_launch() kernel num_threads(32, 1, 1) wave_size(16) launch(exact, num_waves = 2, wave_sizes = [8, 16]) {
  }

  // CHECK: wave.func @surplus_launch() kernel num_threads(32, 1, 1)
  // CHECK-SAME: launch(surplus, num_waves = 2, wave_sizes = [8, 16], preferred_wave_size = 16, retires, dropped = [{reason = "too many", size = 32 : i64}])
  // CHECK-SAME: shader_model("6.6") {
  wave.func @surplus_launch() kernel num_threads(32, 1, 1)
      launch(retires, dropped = [{reason = "too many", size = 32 : i64}], surplus, wave_sizes = [8, 16], num_waves = 2, preferred_wave_size = 16)
      shader_model("6.6") {
  }

  // CHECK: wave.func @dropped_sizes() kernel num_waves(2) launch(dropped = [{reason = "too many", size = 128 : i64}]) attributes {kept = #wave.launch<exact, num_waves = 1, wave_sizes = [4]>} {
  wave.func @dropped_sizes() kernel num_waves(2) launch(dropped = [{reason = "too many", size = 128 : i64}])
      attributes {kept = #wave.launch<exact, num_waves = 1, wave_sizes = [4]>} {
  }

  // CHECK: wave.func @arguments_of_each_type(
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, i1>}
  // CHECK-SAME: i1 {wave.element = i1}
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xi1>>}
  // CHECK-SAME: vector<3xi1> {wave.element = vector<3xi1>}
  // CHECK-SAME: memref<?xi16> {wave.binding = #wave.binding<srv, si16>}
  // CHECK-SAME: i16 {wave.element = si16}
  // CHECK-SAME: memref<?xi16> {wave.binding = #wave.binding<srv, vector<3xsi16>>}
  // CHECK-SAME: vector<3xi16> {wave.element = vector<3xsi16>}
  // CHECK-SAME: memref<?xi16> {wave.binding = #wave.binding<srv, ui16>}
  // CHECK-SAME: i16 {wave.element = ui16}
  // CHECK-SAME: memref<?xi16> {wave.binding = #wave.binding<srv, vector<3xui16>>}
  // CHECK-SAME: vector<3xi16> {wave.element = vector<3xui16>}
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, si32>}
  // CHECK-SAME: i32 {wave.element = si32}
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xsi32>>}
  // CHECK-SAME: vector<3xi32> {wave.element = vector<3xsi32>}
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>}
  // CHECK-SAME: i32 {wave.element = ui32}
  // CHECK-SAME: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xui32>>}
  // CHECK-SAME: vector<3xi32> {wave.element = vector<3xui32>}
  // CHECK-SAME: memref<?xi64> {wave.binding = #wave.binding<srv, si64>}
  // CHECK-SAME: i64 {wave.element = si64}
  // CHECK-SAME: memref<?xi64> {wave.binding = #wave.binding<srv, vector<3xsi64>>}
  // CHECK-SAME: vector<3xi64> {wave.element = vector<3xsi64>}
  // CHECK-SAME: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>}
  // CHECK-SAME: i64 {wave.element = ui64}
  // CHECK-SAME: memref<?xi64> {wave.binding = #wave.binding<srv, vector<3xui64>>}
  // CHECK-SAME: vector<3xi64> {wave.element = vector<3xui64>}
  // CHECK-SAME: memref<?xf16> {wave.binding = #wave.binding<srv, f16>}
  // CHECK-SAME: f16 {wave.element = f16}
  // CHECK-SAME: memref<?xf16> {wave.binding = #wave.binding<srv, vector<3xf16>>}
  // CHECK-SAME: vector<3xf16> {wave.element = vector<3xf16>}
  // CHECK-SAME: memref<?xf32> {wave.binding = #wave.binding<srv, f32>}
  // CHECK-SAME: f32 {wave.element = f32}
  // CHECK-SAME: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>}
  // CHECK-SAME: vector<3xf32> {wave.element = vector<3xf32>}
  // CHECK-SAME: memref<?xf64> {wave.binding = #wave.binding<srv, f64>}
  // CHECK-SAME: f64 {wave.element = f64}
  // CHECK-SAME: memref<?xf64> {wave.binding = #wave.binding<srv, vector<3xf64>>}
  // CHECK-SAME: vector<3xf64> {wave.element = vector<3xf64>}
  wave.func @arguments_of_each_type(%b_i1_1: memref<?xi32> {wave.binding = #wave.binding<srv, i1>},
      %s_i1_1: i1 {wave.element = i1},
      %b_i1_3: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xi1>>},
      %s_i1_3: vector<3xi1> {wave.element = vector<3xi1>},
      %b_si16_1: memref<?xi16> {wave.binding = #wave.binding<srv, si16>},
      %s_si16_1: i16 {wave.element = si16},
      %b_si16_3: memref<?xi16> {wave.binding = #wave.binding<srv, vector<3xsi16>>},
      %s_si16_3: vector<3xi16> {wave.element = vector<3xsi16>},
      %b_ui16_1: memref<?xi16> {wave.binding = #wave.binding<srv, ui16>},
      %s_ui16_1: i16 {wave.element = ui16},
      %b_ui16_3: memref<?xi16> {wave.binding = #wave.binding<srv, vector<3xui16>>},
      %s_ui16_3: vector<3xi16> {wave.element = vector<3xui16>},
      %b_si32_1: memref<?xi32> {wave.binding = #wave.binding<srv, si32>},
      %s_si32_1: i32 {wave.element = si32},
      %b_si32_3: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xsi32>>},
      %s_si32_3: vector<3xi32> {wave.element = vector<3xsi32>},
      %b_ui32_1: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>},
      %s_ui32_1: i32 {wave.element = ui32},
      %b_ui32_3: memref<?xi32> {wave.binding = #wave.binding<srv, vector<3xui32>>},
      %s_ui32_3: vector<3xi32> {wave.element = vector<3xui32>},
      %b_si64_1: memref<?xi64> {wave.binding = #wave.binding<srv, si64>},
      %s_si64_1: i64 {wave.element = si64},
      %b_si64_3: memref<?xi64> {wave.binding = #wave.binding<srv, vector<3xsi64>>},
      %s_si64_3: vector<3xi64> {wave.element = vector<3xsi64>},
      %b_ui64_1: memref<?xi64> {wave.binding = #wave.binding<srv, ui64>},
      %s_ui64_1: i64 {wave.element = ui64},
      %b_ui64_3: memref<?xi64> {wave.binding = #wave.binding<srv, vector<3xui64>>},
      %s_ui64_3: vector<3xi64> {wave.element = vector<3xui64>},
      %b_f16_1: memref<?xf16> {wave.binding = #wave.binding<srv, f16>},
      %s_f16_1: f16 {wave.element = f16},
      %b_f16_3: memref<?xf16> {wave.binding = #wave.binding<srv, vector<3xf16>>},
      %s_f16_3: vector<3xf16> {wave.element = vector<3xf16>},
      %b_f32_1: memref<?xf32> {wave.binding = #wave.binding<srv, f32>},
      %s_f32_1: f32 {wave.element = f32},
      %b_f32_3: memref<?xf32> {wave.binding = #wave.binding<srv, vector<3xf32>>},
      %s_f32_3: vector<3xf32> {wave.element = vector<3xf32>},
      %b_f64_1: memref<?xf64> {wave.binding = #wave.binding<srv, f64>},
      %s_f64_1: f64 {wave.element = f64},
      %b_f64_3: memref<?xf64> {wave.binding = #wave.binding<srv, vector<3xf64>>},
      %s_f64_3: vector<3xf64> {wave.element = vector<3xf64>}) kernel num_waves(1) {
  }

  // CHECK: wave.func @arguments(
  // CHECK-SAME: %{{.*}}: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"},
  // CHECK-SAME: %{{.*}}: memref<?xf32> {wave.binding = #wave.binding<uav, 1, 3, f32>},
  // CHECK-SAME: %{{.*}}: memref<?xi32> {wave.binding = #wave.binding<uav, i1>},
  // CHECK-SAME: %{{.*}}: i32 {wave.element = si32}, %{{.*}}: f32 {wave.element = f32},
  // CHECK-SAME: %{{.*}}: i1 {wave.element = i1})
  wave.func @arguments(%src: memref<?xi32> {wave.binding = #wave.binding<srv, ui32>, wave.name = "src"},
                       %placed: memref<?xf32> {wave.binding = #wave.binding<uav, 1, 3, f32>},
                       %flags: memref<?xi32> {wave.binding = #wave.binding<uav, i1>},
                       %n: i32 {wave.element = si32}, %x: f32 {wave.element = f32},
                       %flag: i1 {wave.element = i1}) kernel num_waves(1) {
    // CHECK: %[[r:.*]]:2 = wave.call @helper(%{{.*}}, %{{.*}}) : (i32, f32) -> (i32, f32)
    %r:2 = wave.call @helper(%n, %x) : (i32, f32) -> (i32, f32)
    // CHECK: wave.call @helper_of_four_waves() : () -> ()
    wave.call @helper_of_four_waves() : () -> ()
    // CHECK: wave.retire_if %{{.*}}
    wave.retire_if %flag
    scf.if %flag {
      // CHECK: wave.retire_if %{{.*}} {note = "deep"}
      wave.retire_if %flag {note = "deep"}
    }
  }
}
