// RUN: not wave-hlsl %s 2>&1 | FileCheck %s

// CHECK: :[[@LINE+1]]:9: error: 'pack_matrix' takes an order: write #pragma pack_matrix(row_major), or column_major [hlsl-syntax]
#pragma pack_matrix(by_rows)

[numthreads(4, 1, 1)]
void main() {}
