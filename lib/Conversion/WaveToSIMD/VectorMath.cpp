//===- VectorMath.cpp - Functions of the machine's vector library ---------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Calls glibc's libmvec with the names of the x86 vector function ABI. Its
// error is at most 4 ULP, it returns the infinities, NaNs, zeros and subnormal
// numbers that libm returns, and for all arguments it is as accurate as Vulkan
// requires of each function (docs/semantics.md).

#include "ElementwiseCases.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::simd;

static StringRef getFunctionName(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case([](math::AcosOp) { return "acos"; })
      .Case([](math::AsinOp) { return "asin"; })
      .Case([](math::AtanOp) { return "atan"; })
      .Case([](math::Atan2Op) { return "atan2"; })
      .Case([](math::CosOp) { return "cos"; })
      .Case([](math::CoshOp) { return "cosh"; })
      .Case([](math::ExpOp) { return "exp"; })
      .Case([](math::Exp2Op) { return "exp2"; })
      .Case([](math::LogOp) { return "log"; })
      .Case([](math::Log10Op) { return "log10"; })
      .Case([](math::Log2Op) { return "log2"; })
      .Case([](math::PowFOp) { return "pow"; })
      .Case([](math::SinOp) { return "sin"; })
      .Case([](math::SinhOp) { return "sinh"; })
      .Case([](math::TanOp) { return "tan"; })
      .Case([](math::TanhOp) { return "tanh"; })
      .Default([](Operation *) { return ""; });
}

/// Returns the name of the function for vectors that fill one register.
static std::string getSymbolName(StringRef function, VectorType type,
                                 unsigned numOperands) {
  unsigned width = type.getElementTypeBitWidth();
  int64_t lanes = type.getNumElements();
  char isa = lanes * width == 512 ? 'e' : lanes * width == 256 ? 'd' : 'b';
  return ("_ZGV" + Twine(isa) + "N" + Twine(lanes) +
          std::string(numOperands, 'v') + "_" + function +
          (width == 32 ? "f" : ""))
      .str();
}

static LLVM::LLVMFuncOp getFunction(ImplicitLocOpBuilder &b, StringRef name,
                                    VectorType type, unsigned numOperands) {
  Operation *module =
      SymbolTable::getNearestSymbolTable(b.getBlock()->getParentOp());
  if (Operation *function = SymbolTable::lookupSymbolIn(module, name))
    return cast<LLVM::LLVMFuncOp>(function);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&module->getRegion(0).front());
  SmallVector<Type> inputs(numOperands, type);
  auto function = LLVM::LLVMFuncOp::create(
      b, name, LLVM::LLVMFunctionType::get(type, inputs));
  using LLVM::ModRefInfo;
  function.setMemoryEffectsAttr(LLVM::MemoryEffectsAttr::get(
      b.getContext(), SmallVector<ModRefInfo>(6, ModRefInfo::NoModRef)));
  function.setNoUnwind(true);
  function.setWillReturn(true);
  return function;
}

/// Halves the operands until they fill one register, and calls the function on
/// each part.
static Value callInPieces(ImplicitLocOpBuilder &b, LLVM::LLVMFuncOp callee,
                          ValueRange operands) {
  Type type = operands.front().getType();
  if (type == callee.getFunctionType().getReturnType())
    return LLVM::CallOp::create(b, callee, operands).getResult();
  int64_t lanes = cast<VectorType>(type).getNumElements();
  auto callOnHalf = [&](int64_t first) {
    auto places = llvm::to_vector(llvm::seq(first, first + lanes / 2));
    SmallVector<Value> halves;
    for (Value operand : operands)
      halves.push_back(vector::ShuffleOp::create(b, operand, operand, places));
    return callInPieces(b, callee, halves);
  };
  Value lower = callOnHalf(0);
  Value upper = callOnHalf(lanes / 2);
  auto places = llvm::to_vector(llvm::seq(int64_t(0), lanes));
  return vector::ShuffleOp::create(b, lower, upper, places);
}

Value simd::emitVectorMath(ImplicitLocOpBuilder &b, Operation *op,
                           ValueRange operands, const Machine &machine) {
  auto type = dyn_cast<VectorType>(operands.front().getType());
  StringRef function = getFunctionName(op);
  if (!machine.vectorMath || !type || function.empty())
    return nullptr;
  int64_t lanes = std::min(type.getNumElements(),
                           machine.vectorBits / type.getElementTypeBitWidth());
  auto piece = VectorType::get(lanes, type.getElementType());
  std::string name = getSymbolName(function, piece, operands.size());
  return callInPieces(b, getFunction(b, name, piece, operands.size()),
                      operands);
}
