//===- Emitter.cpp - Locations, names and errors -------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::hlsl;

Emitter::Emitter(clang::ASTContext &ast, const KernelOptions &options,
                 MLIRContext &context)
    : ast(ast), sources(ast.getSourceManager()), options(options),
      context(context), builder(&context), types(ast, context),
      layouts(types, *options.matrixOrder) {}

bool Emitter::isInPrelude(SourceLocation location) const {
  return location.isInvalid() ||
         sources.isInSystemHeader(sources.getFileLoc(location));
}

Location Emitter::locate(SourceLocation location) {
  if (isInPrelude(location))
    return calls.empty() ? Location(UnknownLoc::get(&context))
                         : calls.back().caller;
  clang::PresumedLoc place =
      sources.getPresumedLoc(sources.getFileLoc(location));
  Location made = FileLineColLoc::get(&context, place.getFilename(),
                                      place.getLine(), place.getColumn());
  return calls.empty() ? made
                       : Location(CallSiteLoc::get(made, calls.back().caller));
}

void Emitter::fail(SourceLocation location, StringRef id,
                   const Twine &message) {
  failed = true;
  ++errorCount;
  if (reported)
    return;
  reported = true;
  // An error in a function of the prelude is at the user's call of it.
  if (isInPrelude(location) && !isInPrelude(here))
    location = here;
  for (const Call &call : llvm::reverse(calls)) {
    if (!isInPrelude(location))
      break;
    location = call.place;
  }
  clang::DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  diagnostics.Report(
      sources.getFileLoc(location),
      diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "%0 [%1]"))
      << message.str() << id;
}

void Emitter::warn(SourceLocation location, StringRef id,
                   const Twine &message) {
  clang::DiagnosticsEngine &diagnostics = ast.getDiagnostics();
  diagnostics.Report(
      sources.getFileLoc(location),
      diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Warning, "%0 [%1]"))
      << message.str() << id;
}

void Emitter::unsupported(SourceLocation location, const Twine &what) {
  fail(location, "hlsl-unsupported", what + " is not supported");
}

void Emitter::nameValue(const Tree &value, StringRef name) {
  if (!value.leaf || name.empty())
    return;
  if (auto argument = dyn_cast<BlockArgument>(value.leaf)) {
    if (!isa<NameLoc>(argument.getLoc()))
      argument.setLoc(
          NameLoc::get(builder.getStringAttr(name), argument.getLoc()));
    return;
  }
  Operation *op = value.leaf.getDefiningOp();
  if (op->getNumResults() == 1 && !isa<arith::ConstantOp>(op) &&
      !isa<NameLoc>(op->getLoc()))
    op->setLoc(NameLoc::get(builder.getStringAttr(name), op->getLoc()));
}

OwningOpRef<ModuleOp> hlsl::emitKernel(clang::ASTContext &ast,
                                       clang::FunctionDecl *entry,
                                       const KernelOptions &options,
                                       MLIRContext &context) {
  return Emitter(ast, options, context).emit(entry);
}
