//===- PassRecorder.cpp - The IR after each pass of a pipeline ------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/Analysis/Uniformity.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/IR/Wave.h"
#include "mlir/IR/AsmState.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::wave;
using compiler::GroupsharedArray;
using compiler::PassRecording;
using compiler::Place;
using compiler::RecordedPass;

static StringRef getStepName(UniformityStep step) {
  switch (step) {
  case UniformityStep::Group:
    return "group";
  case UniformityStep::Wave:
    return "wave";
  case UniformityStep::Lane:
    return "lane";
  }
  llvm_unreachable("every step is above");
}

/// Finds the uniformity of the results of operations in kernels. Those of a
/// helper depend on its calls and are left out.
static DenseMap<Operation *, StringRef> findUniformity(Operation *module) {
  DenseMap<Operation *, StringRef> steps;
  module->walk([&](FuncOp kernel) {
    if (!kernel.getKernel() || kernel.isExternal())
      return;
    UniformityAnalysis uniformity(kernel);
    kernel.getBody().walk([&](Operation *op) {
      if (op->getNumResults() == 0)
        return;
      Uniformity joined;
      for (Value result : op->getResults())
        joined = joined.join(uniformity.get(result));
      steps[op] = getStepName(joined.step);
    });
  });
  return steps;
}

static std::vector<Place> findPlaces(Operation *module,
                                     const AsmState::LocationMap &lines) {
  const DenseMap<Operation *, StringRef> uniformity = findUniformity(module);
  std::vector<Place> places;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    // Operations that are not printed, such as implicit terminators, have no
    // line.
    auto printed = lines.find(op);
    if (printed == lines.end())
      return;
    Place place;
    place.line = static_cast<int>(printed->second.first);
    if (FileLineColLoc source = findSource(op->getLoc());
        source && source.getFilename() != compiler::kInputName) {
      place.file = source.getFilename().str();
      place.sourceLine = static_cast<int>(source.getLine());
      place.sourceColumn = static_cast<int>(source.getColumn());
    }
    for (FileLineColLoc caller : findCallers(op->getLoc()))
      place.callers.emplace_back(caller.getFilename().str(),
                                 static_cast<int>(caller.getLine()),
                                 static_cast<int>(caller.getColumn()));
    place.uniformity = uniformity.lookup(op).str();
    places.push_back(std::move(place));
  });
  return places;
}

static std::vector<GroupsharedArray> findGroupshared(Operation *module) {
  std::vector<GroupsharedArray> arrays;
  module->walk([&](GroupsharedOp op) {
    auto type = cast<MemRefType>(op.getMemory().getType());
    if (!type.hasStaticShape())
      return;
    GroupsharedArray array;
    op.getLoc()->walk([&](Location nested) {
      auto named = dyn_cast<NameLoc>(nested);
      if (!named)
        return WalkResult::advance();
      array.name = named.getName().str();
      return WalkResult::interrupt();
    });
    llvm::raw_string_ostream(array.type) << type.getElementType();
    array.elements = type.getNumElements();
    array.bytes = array.elements * getScalarBytes(type.getElementType());
    if (FileLineColLoc source = findSource(op.getLoc()))
      array.sourceLine = static_cast<int>(source.getLine());
    arrays.push_back(std::move(array));
  });
  return arrays;
}

/// Equal for a module that no pass changed in between. Most passes change
/// nothing, and printing takes longer than they do.
static llvm::hash_code computeFingerprint(Operation *module) {
  llvm::hash_code hash = 0;
  auto addValue = [&](Value value) {
    hash = llvm::hash_combine(hash, value.getAsOpaquePointer(),
                              value.getType().getAsOpaquePointer());
  };
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    hash = llvm::hash_combine(
        hash, op, op->getBlock(), op->getName().getAsOpaquePointer(),
        op->getLoc().getAsOpaquePointer(),
        op->getRawDictionaryAttrs().getAsOpaquePointer(), op->hashProperties());
    llvm::for_each(op->getOperands(), addValue);
    llvm::for_each(op->getResults(), addValue);
    for (Block *successor : op->getSuccessors())
      hash = llvm::hash_combine(hash, successor);
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        hash = llvm::hash_combine(hash, &block);
        for (BlockArgument argument : block.getArguments()) {
          addValue(argument);
          hash =
              llvm::hash_combine(hash, argument.getLoc().getAsOpaquePointer());
        }
      }
  });
  return hash;
}

namespace {
/// Records the whole module after each pass that changed its text.
struct PassRecorder final : PassInstrumentation {
  explicit PassRecorder(std::vector<RecordedPass> &passes) : passes(passes) {}

  void record(StringRef name, StringRef description, Operation *module) {
    llvm::hash_code now = computeFingerprint(module);
    if (!passes.empty() && fingerprint == now)
      return;
    fingerprint = now;
    RecordedPass pass;
    AsmState::LocationMap lines;
    // The pass manager has verified the IR after the pass.
    AsmState state(module,
                   OpPrintingFlags().printNameLocAsPrefix().assumeVerified(),
                   &lines);
    llvm::raw_string_ostream stream(pass.text);
    module->print(stream, state);
    pass.text += "\n";
    // A function pass is reported once per function, and then once more.
    if (!passes.empty() && passes.back().text == pass.text)
      return;
    pass.name = name.str();
    pass.description = description.str();
    pass.places = findPlaces(module, lines);
    pass.groupshared = findGroupshared(module);
    passes.push_back(std::move(pass));
  }

  void runAfterPass(Pass *pass, Operation *op) override {
    StringRef name = pass->getArgument();
    while (Operation *parent = op->getParentOp())
      op = parent;
    record(name.empty() ? pass->getName() : name, pass->getDescription(), op);
  }

  std::vector<RecordedPass> &passes;
  llvm::hash_code fingerprint = 0;
};
} // namespace

PassRecording compiler::recordPasses(const std::string &text,
                                     const std::string &pipeline) {
  PassRecording recording;
  const Input input{text, pipeline, "wave", kInputName.str(), true};
  Compilation compilation(input);
  if (OwningOpRef<ModuleOp> module = compilation.parse()) {
    auto recorder = std::make_unique<PassRecorder>(recording.passes);
    recorder->record("input", "the output of the front end", *module);
    recording.ok = succeeded(
        compilation.runPasses(*module, pipeline, std::move(recorder)));
  }
  recording.diagnostics = std::move(compilation.result.diagnostics);
  return recording;
}
