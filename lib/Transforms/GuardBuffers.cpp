//===- GuardBuffers.cpp - Bounds checks of buffer and image accesses --------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InBounds.h"

#include "WaveDialect/Analysis/MemoryAccess.h"
#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

namespace mlir::wave {
#define GEN_PASS_DEF_GUARDBUFFERS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

/// The API may round the size of a buffer in bytes up to a multiple of this.
static constexpr int64_t kGranularity = 4;

static bool isProved(Operation *op) {
  return op->hasAttr(kInBoundsAttribute) && op->getParentOfType<scf::IfOp>();
}

/// Returns the access to a buffer or an image by `op`; none for all other
/// memory, for buffers that passes added, and for accesses that are proved to
/// be in bounds. Groupshared and local arrays are results of operations, and
/// accesses outside their bounds are undefined.
static std::optional<MemoryAccess> getGuardedAccess(Operation *op) {
  if (isProved(op))
    return std::nullopt;
  std::optional<MemoryAccess> access = getMemoryAccess(op);
  auto parameter =
      access ? dyn_cast<BlockArgument>(access->memory) : BlockArgument();
  // A matrix is partly in bounds; its conversion checks each row or column.
  if (!parameter || access->isMatrix ||
      isHiddenParameter(op->getParentOfType<FuncOp>(),
                        parameter.getArgNumber()))
    return std::nullopt;
  if (!access->isImage() && access->indices.size() != 1)
    return std::nullopt;
  return access;
}

/// Whether the index is a constant in the bounds of a constant buffer, whose
/// length is part of its type.
static bool isKnownInBounds(const MemoryAccess &access) {
  APInt index;
  if (!isConstantBuffer(access.memory) ||
      !matchPattern(access.indices.front(), m_ConstantInt(&index)))
    return false;
  const int64_t words =
      cast<MemRefType>(access.memory.getType()).getNumElements();
  return static_cast<int64_t>(index.getLimitedValue(words)) +
             access.components <=
         words;
}

/// Whether the host's setting `robust_buffers` applies to the access: it is for
/// buffers, and APIs round the size of constant buffers up.
static bool hasHardwareChecks(const MemoryAccess &access) {
  return !access.isImage() && !isConstantBuffer(access.memory);
}

/// Front ends give a vector in a buffer the index `select(c, i, -1)`, where c says
/// that i did not wrap around. No element has the index -1 (lengths have 32
/// bits), so an access that executes has the index i, whose lanes may be
/// contiguous.
static void simplifyIndex(Operation *op) {
  const MemoryAccess access = *getMemoryAccess(op);
  if (access.isImage())
    return;
  Value index = access.indices.front();
  auto cast = index.getDefiningOp<arith::IndexCastUIOp>();
  auto select = cast ? cast.getIn().getDefiningOp<arith::SelectOp>() : nullptr;
  APInt otherwise;
  if (!select ||
      !matchPattern(select.getFalseValue(), m_ConstantInt(&otherwise)) ||
      !otherwise.isAllOnes())
    return;
  OpBuilder builder(op);
  op->replaceUsesOfWith(index, arith::IndexCastUIOp::create(
                                   builder, op->getLoc(), index.getType(),
                                   select.getTrueValue()));
}

namespace {
/// The bounds of a kernel's buffers and images, each computed once at its
/// entry.
class Bounds {
public:
  explicit Bounds(FuncOp kernel)
      : builder(OpBuilder::atBlockBegin(&kernel.getBody().front())),
        loc(kernel.getLoc()) {}

  /// Computes the bounds that the test of `access` needs.
  void prepare(const MemoryAccess &access, bool hardware) {
    if (access.isImage()) {
      for (unsigned i = 0; i < access.indices.size(); ++i)
        getExtent(access.memory, static_cast<gpu::Dimension>(i));
      return;
    }
    if (hardware && hasHardwareChecks(access)) {
      getRobust();
      getOutside(access.memory, access.components);
    }
    getBound(access.memory, access.components);
  }

  /// Returns an index that is out of bounds for the API as well. For vectors,
  /// it stays out of bounds when it is rounded down to a multiple of the number
  /// of components.
  Value getOutside(Value memory, int64_t components) {
    Value length = getBound(memory, 1);
    int64_t bytes =
        components *
        getScalarBytes(cast<MemRefType>(memory.getType()).getElementType());
    int64_t behind =
        components * std::max<int64_t>(kGranularity / bytes, 1) - 1;
    if (behind == 0)
      return length;
    Value &outside = bounds[{memory, -behind}];
    if (!outside)
      outside = arith::AddIOp::create(builder, loc, length, getIndex(behind));
    return outside;
  }

  Value getRobust() {
    if (!robust)
      robust = SettingOp::create(builder, loc, builder.getI1Type(),
                                 Setting::RobustBuffers);
    return robust;
  }

  /// An access to `components` elements is in bounds if its index is below the
  /// result.
  Value getBound(Value memory, int64_t components) {
    Value &bound = bounds[{memory, components}];
    if (bound)
      return bound;
    if (components == 1)
      return bound = memref::DimOp::create(builder, loc, memory, getIndex(0));
    // A buffer that is shorter than one vector has no valid index.
    Value length = getBound(memory, 1);
    Value isShort = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::ult, length, getIndex(components));
    Value rest =
        arith::SubIOp::create(builder, loc, length, getIndex(components - 1));
    return bounds[{memory, components}] = arith::SelectOp::create(
               builder, loc, isShort, getIndex(0), rest);
  }

  /// Returns the width, the height or the number of layers.
  Value getExtent(Value image, gpu::Dimension dimension) {
    Value &extent = bounds[{image, static_cast<int64_t>(dimension)}];
    if (!extent)
      extent = ImageSizeOp::create(builder, loc, builder.getI32Type(),
                                   dimension, image);
    return extent;
  }

private:
  Value getIndex(int64_t value) {
    Value &index = indices[value];
    if (!index)
      index = arith::ConstantIndexOp::create(builder, loc, value);
    return index;
  }

  OpBuilder builder;
  Location loc;
  Value robust;
  llvm::SmallDenseMap<int64_t, Value> indices;
  /// The key is a buffer and a number of components, or the negative distance
  /// of an index beyond the end, or an image and its dimension.
  llvm::SmallDenseMap<std::pair<Value, int64_t>, Value> bounds;
};

struct GuardBuffers final : wave::impl::GuardBuffersBase<GuardBuffers> {
  using GuardBuffersBase::GuardBuffersBase;

  void runOnWaveIR() override {
    getOperation().walk([&](FuncOp function) {
      if (function.getKernel())
        guard(function);
    });
  }

  void guard(FuncOp kernel) {
    SmallVector<Operation *> accesses;
    kernel.walk([&](Operation *op) {
      std::optional<MemoryAccess> access = getGuardedAccess(op);
      if (!access)
        return;
      op->removeAttr(kInBoundsAttribute);
      // A buffer with atomics on two elements has byte addresses, which could
      // wrap around.
      const bool isCheckedByAPI =
          apiChecks && !isa<ByteLoadOp, ByteStoreOp>(op) &&
          !isConstantBuffer(access->memory) && !hasWideAtomics(access->memory);
      if (!isCheckedByAPI && !isKnownInBounds(*access))
        accesses.push_back(op);
    });
    // Compute all bounds first: guarding an access may move the entry's first
    // operation.
    Bounds bounds(kernel);
    for (Operation *op : accesses)
      bounds.prepare(*getGuardedAccess(op), hardware);
    for (Operation *op : accesses)
      guardAccess(op, bounds);
  }

  /// Tests whether the access by `op` is in bounds.
  Value createTest(Operation *op, Bounds &bounds) {
    OpBuilder builder(op);
    Location loc = op->getLoc();
    auto isBelow = [&](Value index, Value bound) -> Value {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult,
                                   index, bound);
    };
    MemoryAccess access = *getGuardedAccess(op);
    if (access.isImage()) {
      Value isInside;
      for (auto [i, coordinate] : llvm::enumerate(access.indices)) {
        Value isBelowExtent = isBelow(
            coordinate,
            bounds.getExtent(access.memory, static_cast<gpu::Dimension>(i)));
        isInside = isInside ? arith::AndIOp::create(builder, loc, isInside,
                                                    isBelowExtent)
                            : isBelowExtent;
      }
      return isInside;
    }
    return isBelow(access.indices.front(),
                   bounds.getBound(access.memory, access.components));
  }

  /// The API checks addresses, which drivers compute in 32 bits, so a large
  /// index could wrap around to a small one. Out-of-bounds accesses are
  /// therefore moved just beyond the buffer. A vector that is partly in bounds
  /// is moved completely out of bounds.
  static void clamp(Operation *op, Value inBounds, Bounds &bounds) {
    std::optional<MemoryAccess> access = getGuardedAccess(op);
    OpBuilder builder(op);
    Value index = access->indices.front();
    Value outside = bounds.getOutside(access->memory, access->components);
    Value clamped;
    // The API rounds sizes up, so it may accept the index of an element behind the
    // end. The minimum would keep such an index.
    if (outside == bounds.getBound(access->memory, 1))
      clamped = arith::MinUIOp::create(builder, op->getLoc(), index, outside);
    else
      clamped = arith::SelectOp::create(builder, op->getLoc(), inBounds, index,
                                        outside);
    op->replaceUsesOfWith(index, clamped);
  }

  void guardAccess(Operation *op, Bounds &bounds) {
    Value inBounds = createTest(op, bounds);
    OpBuilder builder(op);
    Location loc = op->getLoc();
    const bool leavesToHardware =
        hardware && hasHardwareChecks(*getGuardedAccess(op));
    Value isLet = inBounds;
    if (leavesToHardware)
      isLet = arith::OrIOp::create(builder, loc, inBounds, bounds.getRobust());
    bool hasResult = op->getNumResults() && !op->use_empty();
    auto ifOp = scf::IfOp::create(
        builder, loc, hasResult ? TypeRange(op->getResultTypes()) : TypeRange(),
        isLet, /*withElseRegion=*/hasResult);
    if (!hasResult) {
      op->moveBefore(ifOp.thenBlock()->getTerminator());
      if (leavesToHardware)
        clamp(op, inBounds, bounds);
      else
        simplifyIndex(op);
      return;
    }
    op->replaceAllUsesWith(ifOp);
    builder.setInsertionPointToStart(ifOp.thenBlock());
    Operation *yield = scf::YieldOp::create(builder, loc, op->getResults());
    op->moveBefore(yield);
    if (leavesToHardware)
      clamp(op, inBounds, bounds);
    else
      simplifyIndex(op);
    builder.setInsertionPointToStart(ifOp.elseBlock());
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(op->getResult(0).getType()));
    scf::YieldOp::create(builder, loc, zero);
  }
};
} // namespace
