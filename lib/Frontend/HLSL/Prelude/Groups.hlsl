//===- Groups.hlsl - Waves of a group, barriers and mesh groups ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

namespace hlsl {

//: GetGroupWaveCount
// The front end reads a shader that calls GetGroupWaveCount() twice: the macro
// is the number of waves that the first pass has found.
#ifdef __hlsl_group_wave_count
constexpr uint GetGroupWaveCount() {
  return __hlsl_group_wave_count;
}
#else
__OP("wave.group_wave_count") uint GetGroupWaveCount();
#endif

//: Barrier
// Not enumerations: Clang 22 crashes where one is an operand of an operator.
static const uint UAV_MEMORY = 1;
static const uint GROUP_SHARED_MEMORY = 2;
static const uint NODE_INPUT_MEMORY = 4;
static const uint NODE_OUTPUT_MEMORY = 8;
static const uint ALL_MEMORY = 15;
static const uint GROUP_SYNC = 1;
static const uint GROUP_SCOPE = 2;
static const uint DEVICE_SCOPE = 4;
/// Flags of memory, or a writable resource or groupshared variable.
template <typename T> __OP("hlsl.barrier") void Barrier(T memory, uint semantics);
template <typename T, int N> __OP("hlsl.barrier") void Barrier(T memory[N], uint semantics);

//: DispatchMesh
template <typename T> __OP("hlsl.dispatch_mesh") void DispatchMesh(uint x, uint y, uint z, T payload);
__OP("hlsl.dispatch_mesh") void DispatchMesh(uint x, uint y, uint z);

//: IsHelperLane
// Only pixel shaders have helper lanes.
bool IsHelperLane() {
  return false;
}
//: NonUniformResourceIndex
template <typename T> T NonUniformResourceIndex(T index) {
  return index;
}
//:

} // namespace hlsl
