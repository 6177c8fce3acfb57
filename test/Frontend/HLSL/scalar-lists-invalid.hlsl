// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

int twice(int x) { return 2 * x; }

[numthreads(1, 1, 1)]
void main() {
  int a[2] = {1, 2};
  int2 v = 0;
  // CHECK: :[[@LINE+1]]:11: error: too many initializers in list (expected 1 but found 3) [hlsl-type]
  int b = {1, 2, 3};
  // CHECK: :[[@LINE+1]]:10: error: a list in braces can only initialize a variable: declare one with the list [hlsl-type]
  a[0] = {3};
  // CHECK: :[[@LINE+1]]:9: error: a list in braces can only initialize a variable: declare one with the list [hlsl-type]
  v.x = {4};
  // CHECK: :[[@LINE+1]]:9: error: a list in braces can only initialize a variable: declare one with the list [hlsl-type]
  twice({5});
  // CHECK: :[[@LINE+1]]:11: error: too few initializers in list for type 'int' (expected 1 but found 0) [hlsl-type]
  int c = {};
}
