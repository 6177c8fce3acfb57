// RUN: wave-opt %s | wave-opt | FileCheck %s

// Every stage of the documents can be written, with what it needs to say.

// CHECK: wave.func @vertex() kernel stage(vertex) {
wave.func @vertex() kernel stage(vertex) {
}
// CHECK: wave.func @hull() kernel stage(hull) {
wave.func @hull() kernel stage(hull) {
}
// CHECK: wave.func @domain() kernel stage(domain) {
wave.func @domain() kernel stage(domain) {
}
// CHECK: wave.func @geometry() kernel stage(geometry) {
wave.func @geometry() kernel stage(geometry) {
}
// CHECK: wave.func @pixel() kernel stage(pixel) {
wave.func @pixel() kernel stage(pixel) {
}
// CHECK: wave.func @compute() kernel stage(compute) num_waves(1) {
wave.func @compute() kernel stage(compute) num_waves(1) {
}
// CHECK: wave.func @compute_of_threads() kernel stage(compute) num_threads(1, 1, 1) {
wave.func @compute_of_threads() kernel stage(compute) num_threads(1, 1, 1) {
}
// CHECK: wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
wave.func @mesh() kernel stage(mesh) num_threads(32, 1, 1) {
}
// CHECK: wave.func @amplification() kernel stage(amplification) num_waves(1) {
wave.func @amplification() kernel stage(amplification) num_waves(1) {
}
// CHECK: wave.func @amplification_of_threads() kernel stage(amplification) num_threads(32, 1, 1) {
wave.func @amplification_of_threads() kernel stage(amplification) num_threads(32, 1, 1) {
}
// CHECK: wave.func @broadcasting() kernel stage(node) node_launch(broadcasting) num_threads(32, 1, 1) {
wave.func @broadcasting() kernel stage(node) node_launch(broadcasting) num_threads(32, 1, 1) {
}
// CHECK: wave.func @coalescing() kernel stage(node) node_launch(coalescing) num_threads(32, 1, 1) {
wave.func @coalescing() kernel stage(node) node_launch(coalescing) num_threads(32, 1, 1) {
}
// CHECK: wave.func @thread() kernel stage(node) node_launch(thread) {
wave.func @thread() kernel stage(node) node_launch(thread) {
}
// CHECK: wave.func @raygeneration() kernel stage(raygeneration) {
wave.func @raygeneration() kernel stage(raygeneration) {
}
// CHECK: wave.func @intersection() kernel stage(intersection) {
wave.func @intersection() kernel stage(intersection) {
}
// CHECK: wave.func @anyhit() kernel stage(anyhit) {
wave.func @anyhit() kernel stage(anyhit) {
}
// CHECK: wave.func @closesthit() kernel stage(closesthit) {
wave.func @closesthit() kernel stage(closesthit) {
}
// CHECK: wave.func @miss() kernel stage(miss) {
wave.func @miss() kernel stage(miss) {
}
// CHECK: wave.func @callable() kernel stage(callable) {
wave.func @callable() kernel stage(callable) {
}
