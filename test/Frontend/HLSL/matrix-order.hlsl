// The order of a matrix in memory: of its type, of the pragma before its declaration, or of the options.
// RUN: wave-hlsl %s | FileCheck %s --implicit-check-not=warning
// RUN: wave-hlsl %s -Zpr | FileCheck %s --check-prefix=ROWS
// RUN: wave-hlsl %s -Zpc | FileCheck %s
// RUN: not wave-hlsl %s -Zpr -Zpc 2>&1 | FileCheck %s --check-prefix=BOTH

// BOTH: error: -Zpr and -Zpc exclude each other: keep one

typedef row_major float2x3 Rows;
typedef column_major float2x3 Columns;
#define BY_ROWS row_major
struct Item {
  row_major float2x3 a;
  Columns b;
  float2x3 plain;
};
template <typename T> using Items = StructuredBuffer<T>;
StructuredBuffer<row_major float2x3> rows;
StructuredBuffer<Columns> columns;
Items<Rows> named;
StructuredBuffer<Item> items;
StructuredBuffer<float2x3> plain;
cbuffer Constants {
  BY_ROWS float2x3 one;
  Rows several[2];
  float2x3 last;
}
#pragma pack_matrix(row_major)
StructuredBuffer<float2x3> packed;
typedef float2x3 Packed;
#pragma pack_matrix(column_major)
StructuredBuffer<float2x3> unpacked;
StructuredBuffer<Packed> repacked;
RWStructuredBuffer<float> result;

// An order does not change values.
float corner(row_major float2x3 m) { return m[0][2]; }

// CHECK-LABEL: wave.func @main
// ROWS-LABEL: wave.func @main
[numthreads(4, 1, 1)]
void main() {
  // CHECK: memref.load %arg0[%c1{{(_[0-9]+)?}}]
  result[0] = rows[0][0][1];
  // CHECK: memref.load %arg1[%c2{{(_[0-9]+)?}}]
  // ROWS: memref.load %arg1[%c2{{(_[0-9]+)?}}]
  result[1] = columns[0][0][1];
  // CHECK: memref.load %arg2[%c1{{(_[0-9]+)?}}]
  result[2] = named[0][0][1];
  // CHECK: memref.load %arg3[%c1{{(_[0-9]+)?}}]
  // CHECK: memref.load %arg3[%c8{{(_[0-9]+)?}}]
  // CHECK: memref.load %arg3[%c14{{(_[0-9]+)?}}]
  // ROWS: memref.load %arg3[%c13{{(_[0-9]+)?}}]
  result[3] = items[0].a[0][1] + items[0].b[0][1] + items[0].plain[0][1];
  // CHECK: memref.load %arg4[%c2{{(_[0-9]+)?}}]
  // ROWS: memref.load %arg4[%c1{{(_[0-9]+)?}}]
  result[4] = plain[0][0][1];
  // The second row is at 16 bytes, the second element of `several` at 64 bytes.
  // CHECK: memref.load %arg5[%c4{{(_[0-9]+)?}}]
  // CHECK: memref.load %arg5[%c17{{(_[0-9]+)?}}]
  result[5] = one[1][0];
  result[6] = several[1][0][1];
  // CHECK: memref.load %arg5[%c28{{(_[0-9]+)?}}]
  // ROWS: memref.load %arg5[%c25{{(_[0-9]+)?}}]
  result[7] = last[0][1];
  // CHECK: memref.load %arg6[%c1{{(_[0-9]+)?}}]
  result[8] = packed[0][0][1];
  // CHECK: memref.load %arg7[%c2{{(_[0-9]+)?}}]
  result[9] = unpacked[0][0][1];
  // CHECK: memref.load %arg8[%c1{{(_[0-9]+)?}}]
  result[10] = repacked[0][0][1];
  row_major float2x3 local = rows[1];
  local[1][2] = 7;
  result[11] = corner(local) + corner(columns[0]);
}
