//===- ShiftBindings.cpp - Moves registers of each kind ---------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/Passes.h"

#include "llvm/ADT/StringSwitch.h"

namespace mlir::wave {
#define GEN_PASS_DEF_SHIFTBINDINGS
#include "WaveDialect/Transforms/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

namespace {
struct Shift {
  BindingKind kind;
  uint32_t distance;
  /// All sets if it is absent.
  std::optional<uint32_t> set;
};

struct ShiftBindings final : wave::impl::ShiftBindingsBase<ShiftBindings> {
  using ShiftBindingsBase::ShiftBindingsBase;
  void runOnOperation() override;
};
} // namespace

/// Reads `t:16` or, for one set, `t:16:1`.
static std::optional<Shift> parseShift(StringRef text) {
  auto [letter, numbers] = text.split(':');
  auto [distance, set] = numbers.split(':');
  auto kind = llvm::StringSwitch<std::optional<BindingKind>>(letter)
                  .Case("t", BindingKind::SRV)
                  .Case("u", BindingKind::UAV)
                  .Case("b", BindingKind::CBV)
                  .Default(std::nullopt);
  Shift shift{};
  uint32_t number = 0;
  if (!kind || distance.getAsInteger(10, shift.distance) ||
      (!set.empty() && set.getAsInteger(10, number)))
    return std::nullopt;
  shift.kind = *kind;
  if (!set.empty())
    shift.set = number;
  return shift;
}

/// Returns the binding after the last shift that applies to it.
static BindingAttr getShifted(BindingAttr binding, ArrayRef<Shift> shifts) {
  for (const Shift &shift : llvm::reverse(shifts))
    if (shift.kind == binding.getKind() &&
        (!shift.set || *shift.set == binding.getSet().value_or(0)))
      return BindingAttr::get(
          binding.getContext(), binding.getKind(), binding.getSet(),
          *binding.getBinding() + shift.distance, binding.getElement());
  return binding;
}

void ShiftBindings::runOnOperation() {
  SmallVector<Shift> parsed;
  for (const std::string &text : shifts) {
    std::optional<Shift> shift = parseShift(text);
    if (!shift) {
      getOperation().emitError("'")
          << text << "' is not a shift, such as t:16 or, for set 1, t:16:1 "
          << "[binding-shift]";
      return signalPassFailure();
    }
    parsed.push_back(*shift);
  }
  getOperation().walk([&](FuncOp kernel) {
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index) {
      auto binding =
          kernel.getArgAttrOfType<BindingAttr>(index, "wave.binding");
      if (binding && binding.getBinding())
        kernel.setArgAttr(index, "wave.binding", getShifted(binding, parsed));
    }
  });
}
