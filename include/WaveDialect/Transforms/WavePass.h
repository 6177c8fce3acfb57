//===- WavePass.h - The base of passes on wave IR ---------------*- C++ -*-===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef WAVEDIALECT_TRANSFORMS_WAVEPASS_H
#define WAVEDIALECT_TRANSFORMS_WAVEPASS_H

#include "WaveDialect/Transforms/OperationRules.h"
#include "mlir/Pass/Pass.h"

#include <optional>

namespace mlir::wave {

/// The form that functions are known to have, as an analysis: each pass that finds
/// the form also keeps it, so that a pipeline verifies it again only after
/// upstream's passes.
class VerifiedForm {
public:
  explicit VerifiedForm(Operation *root) : root(root) {}

  LogicalResult verify(WaveForm form) {
    if (known && *known >= form)
      return success();
    if (failed(verifyForm(root, form, known)))
      return failure();
    known = form;
    return success();
  }

private:
  Operation *root;
  std::optional<WaveForm> known;
};

/// A pass that reports an error, at the violating operation, for IR that does
/// not have the form that the pass requires. Users can run any pass on any
/// module, and MLIR's verifier accepts far more than kernels may contain.
/// Passes.td states the form of each pass.
template <typename OpT, WaveForm form>
class WavePass : public OperationPass<OpT> {
protected:
  using OperationPass<OpT>::OperationPass;

  /// Runs the pass, on IR that has the form.
  virtual void runOnWaveIR() = 0;

private:
  void runOnOperation() final {
    if (failed(this->template getAnalysis<VerifiedForm>().verify(form)))
      return this->signalPassFailure();
    runOnWaveIR();
    this->template markAnalysesPreserved<VerifiedForm>();
  }
};

} // namespace mlir::wave

#endif // WAVEDIALECT_TRANSFORMS_WAVEPASS_H
