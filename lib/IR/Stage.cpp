//===- Stage.cpp - Rules of the pipeline stages -----------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Stage.h"

using namespace mlir;
using namespace mlir::wave;

#include "WaveDialect/IR/WaveEnums.cpp.inc"

namespace {
/// The rules of one stage, from HLSL's specifications.
struct StageRule {
  Stage stage;
  bool groups;
  bool numWaves;
  bool quads;
  bool rayTracing;
};
} // namespace

static constexpr StageRule kRules[] = {
    {Stage::Vertex, false, false, false, false},
    {Stage::Hull, false, false, false, false},
    {Stage::Domain, false, false, false, false},
    {Stage::Geometry, false, false, false, false},
    {Stage::Pixel, false, false, true, false},
    {Stage::Compute, true, true, true, false},
    {Stage::Mesh, true, false, true, false},
    {Stage::Amplification, true, true, true, false},
    {Stage::Node, true, false, true, false},
    {Stage::RayGeneration, false, false, false, true},
    {Stage::Intersection, false, false, false, true},
    {Stage::AnyHit, false, false, false, true},
    {Stage::ClosestHit, false, false, false, true},
    {Stage::Miss, false, false, false, true},
    {Stage::Callable, false, false, false, true},
};

static const StageRule &getRule(Stage stage) {
  return kRules[static_cast<unsigned>(stage)];
}

bool wave::hasGroups(Stage stage, std::optional<NodeLaunch> launch) {
  return getRule(stage).groups && launch != NodeLaunch::Thread;
}

bool wave::allowsNumWaves(Stage stage) { return getRule(stage).numWaves; }

bool wave::hasQuads(Stage stage) { return getRule(stage).quads; }

bool wave::hasCode(Stage stage) {
  // The compiler targets exactly the stages that allow `num_waves`.
  return allowsNumWaves(stage);
}

int32_t wave::getThreadLimit(Stage stage) {
  return stage == Stage::Amplification || stage == Stage::Mesh ? 128 : 1024;
}

bool wave::isRayTracing(Stage stage) { return getRule(stage).rayTracing; }
