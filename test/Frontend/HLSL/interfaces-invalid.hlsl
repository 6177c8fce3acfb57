// An interface is one error, and its uses are none.
// RUN: not wave-hlsl %s -E uses 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: wave-hlsl %s -E other | FileCheck %s --check-prefix=UNUSED

// CHECK: :[[@LINE+1]]:1: error: 'interface' is not supported: WaveDialect has no interfaces; use a struct, or a template [hlsl-unsupported]
interface Shape {
  float area();
  float scaled(float factor);
};
struct Square : Shape {
  float side;
  float area() { return side * side; }
  float scaled(float factor) { return area() * factor; }
};
RWStructuredBuffer<float> result;

float twice(Shape shape) { return shape.area() * 2; }

[numthreads(1, 1, 1)]
void uses() {
  Square square;
  square.side = 3;
  Shape shape = square;
  result[0] = shape.area() + twice(square);
}

// UNUSED: wave.func @other
[numthreads(1, 1, 1)]
void other() {
  result[0] = 1;
}
