//===- DXILToLLVM.cpp - Code around DXIL calls as LLVM dialect ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Conversion/Passes.h"

#include "../RegionsToBlocks.h"

#include "WaveDialect/DXIL/DXIL.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"

namespace mlir::wave {
#define GEN_PASS_DEF_CONVERTDXILTOLLVM
#include "WaveDialect/Conversion/Passes.h.inc"
} // namespace mlir::wave

using namespace mlir;
using namespace mlir::wave;

static LogicalResult convertArithmetic(dxil::ModuleOp module) {
  MLIRContext *context = module.getContext();
  LowerToLLVMOptions options(context);
  options.overrideIndexBitwidth(32);
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(*context);
  target.addLegalDialect<dxil::DXILDialect>();
  // Support for rollback costs time, and these patterns never fail half-way.
  ConversionConfig config;
  config.allowPatternRollback = false;
  return applyFullConversion(module, target, std::move(patterns), config);
}

namespace {
struct ConvertDXILToLLVM final
    : wave::impl::ConvertDXILToLLVMBase<ConvertDXILToLLVM> {
  void runOnOperation() override {
    getOperation().walk([&](dxil::ModuleOp module) {
      replaceRegionsByBlocks(module);
      if (failed(convertArithmetic(module)))
        signalPassFailure();
    });
  }
};
} // namespace
