// RUN: not wave-hlsl %s 2>&1 | FileCheck %s --implicit-check-not=error:

RWByteAddressBuffer Bytes;
struct Holder {
  RWByteAddressBuffer buffer;
  float value;
};

[numthreads(1, 1, 1)]
void main() {
  // CHECK: :[[#@LINE+1]]:9: error: a buffer of bytes holds no resources: load and store numbers [hlsl-type]
  Bytes.Store<RWByteAddressBuffer>(0, Bytes);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: error: a buffer of bytes holds no resources: load and store numbers [hlsl-type]
  Holder holder = Bytes.Load<Holder>(0);
}
