//===- TestLookAlikes.cpp - Operations without their effects ----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--test-wave-as-pure --cse --test-wave-from-pure` runs a pass on operations that look
// like those of the dialect and have no effects. What comes out is what a compiler does
// that does not know of lanes: tests show with it that they would notice.
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"

#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;

/// The attributes of a look-alike: what it stands for.
static constexpr StringLiteral kName = "name";
static constexpr StringLiteral kAttributes = "attributes";

namespace {
/// Stands for another operation, and has no effects.
class LookAlikeOp
    : public Op<LookAlikeOp, OpTrait::ZeroRegions, OpTrait::ZeroSuccessors,
                OpTrait::VariadicResults, OpTrait::VariadicOperands,
                ConditionallySpeculatable::Trait,
                MemoryEffectOpInterface::Trait> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LookAlikeOp)
  using Op::Op;

  static StringRef getOperationName() { return "wave_test.look_alike"; }
  static ArrayRef<StringRef> getAttributeNames() { return {}; }

  void getEffects(
      SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &) {}
  Speculation::Speculatability getSpeculatability() {
    return Speculation::Speculatable;
  }
};

class LookAlikeDialect : public Dialect {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LookAlikeDialect)
  explicit LookAlikeDialect(MLIRContext *context)
      : Dialect(getDialectNamespace(), context,
                TypeID::get<LookAlikeDialect>()) {
    addOperations<LookAlikeOp>();
  }
  static StringRef getDialectNamespace() { return "wave_test"; }
};
} // namespace

/// Of the dialect, without regions, and with effects that it would lose.
static bool hasEffectsToLose(Operation *op, bool alsoWrites) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!isa_and_nonnull<WaveDialect>(op->getDialect()) || !effects ||
      op->getNumRegions() != 0 || op->hasTrait<OpTrait::IsTerminator>())
    return false;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return !instances.empty() &&
         llvm::all_of(instances, [&](MemoryEffects::EffectInstance &effect) {
           return isa<MemoryEffects::Read>(effect.getEffect()) ||
                  (alsoWrites && isa<MemoryEffects::Write>(effect.getEffect()));
         });
}

static void replace(Operation *op, OperationState &state) {
  state.addOperands(op->getOperands());
  state.addTypes(op->getResultTypes());
  OpBuilder builder(op);
  op->replaceAllUsesWith(builder.create(state));
  op->erase();
}

namespace {
struct TestWaveAsPure final : PassWrapper<TestWaveAsPure, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestWaveAsPure)

  TestWaveAsPure() = default;
  TestWaveAsPure(const TestWaveAsPure &other) : PassWrapper(other) {}

  StringRef getArgument() const final { return "test-wave-as-pure"; }
  StringRef getDescription() const final {
    return "Replaces operations across lanes by look-alikes without effects";
  }
  void getDependentDialects(DialectRegistry &registry) const final {
    registry.insert<LookAlikeDialect>();
  }

  void runOnOperation() final {
    SmallVector<Operation *> operations;
    getOperation()->walk([&](Operation *op) {
      if (hasEffectsToLose(op, alsoWrites))
        operations.push_back(op);
    });
    for (Operation *op : operations) {
      OperationState state(op->getLoc(), LookAlikeOp::getOperationName());
      Builder builder(op->getContext());
      state.addAttribute(kName,
                         builder.getStringAttr(op->getName().getStringRef()));
      state.addAttribute(kAttributes, op->getAttrDictionary());
      replace(op, state);
    }
  }

  Option<bool> alsoWrites{
      *this, "also-writes",
      llvm::cl::desc("Barriers, atomics and retires lose their effects too"),
      llvm::cl::init(false)};
};

struct TestWaveFromPure final : PassWrapper<TestWaveFromPure, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestWaveFromPure)

  StringRef getArgument() const final { return "test-wave-from-pure"; }
  StringRef getDescription() const final {
    return "Gives look-alikes their own names and effects again";
  }

  void runOnOperation() final {
    SmallVector<LookAlikeOp> lookAlikes;
    getOperation()->walk([&](LookAlikeOp op) { lookAlikes.push_back(op); });
    for (LookAlikeOp op : lookAlikes) {
      OperationState state(op.getLoc(),
                           op->getAttrOfType<StringAttr>(kName).getValue());
      state.addAttributes(
          op->getAttrOfType<DictionaryAttr>(kAttributes).getValue());
      replace(op, state);
    }
  }
};
} // namespace

namespace mlir::wave {
void registerTestLookAlikes() {
  PassRegistration<TestWaveAsPure>();
  PassRegistration<TestWaveFromPure>();
}
} // namespace mlir::wave
