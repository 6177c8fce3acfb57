//===- Compile.cpp - Text to files, for any target ------------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/Compiler/Target.h"
#include "WaveDialect/IR/Wave.h"

using namespace mlir;
using namespace mlir::wave;
using namespace mlir::wave::compiler;

//===----------------------------------------------------------------------===//
// The registry
//===----------------------------------------------------------------------===//

static SmallVector<const Target *> &getRegistered() {
  static SmallVector<const Target *> targets;
  return targets;
}

void compiler::registerTarget(const Target &target) {
  if (!llvm::is_contained(getRegistered(), &target))
    getRegistered().push_back(&target);
}

ArrayRef<const Target *> compiler::getTargets() { return getRegistered(); }

static const Target *findTarget(StringRef name) {
  for (const Target *target : getTargets())
    if (target->name == name)
      return target;
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Options
//===----------------------------------------------------------------------===//

/// Stores the value if the variable is of its type.
static bool storeValue(const OptionPlace &place, const OptionValue &value) {
  return std::visit(
      [&](auto *variable) {
        const auto *given =
            std::get_if<std::remove_pointer_t<decltype(variable)>>(&value);
        if (given)
          *variable = *given;
        return given != nullptr;
      },
      place.value);
}

LogicalResult compiler::readOptions(const Options &options,
                                    ArrayRef<OptionPlace> places,
                                    std::string &error) {
  for (const auto &option : options) {
    const std::string &name = option.first;
    const auto *place = llvm::find_if(places, [&](const OptionPlace &place) {
      return place.name == StringRef(name);
    });
    if (place == places.end()) {
      error = "has no option \"" + name + "\"";
      return failure();
    }
    if (!storeValue(*place, option.second)) {
      error = "has an option \"" + name + "\" of another type";
      return failure();
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Output
//===----------------------------------------------------------------------===//

void Output::addStage(StringRef name, std::string text) {
  compilation.result.stages.emplace_back(name, std::move(text));
}

void Output::addFile(std::string name, std::string bytes) {
  compilation.result.files.emplace_back(std::move(name), std::move(bytes));
}

LogicalResult Output::runPasses(ModuleOp module, const std::string &pipeline) {
  return compilation.runPasses(module, pipeline);
}

void Output::finishStep(StringRef step) { compilation.finishStep(step); }

//===----------------------------------------------------------------------===//
// The compile
//===----------------------------------------------------------------------===//

/// Returns the operation that the target translates, or null if it accepts any
/// module. Fails if the passes left none, or more than the target's files hold.
static FailureOr<Operation *> findResult(ModuleOp module,
                                         const Target &target) {
  const PipelineResult &result = target.result;
  if (result.operation.empty())
    return nullptr;
  SmallVector<Operation *> found;
  for (Operation &op : *module.getBody())
    if (op.getName().getStringRef() == result.operation)
      found.push_back(&op);
  if (found.empty())
    return module.emitError("target \"")
           << target.name << "\" requires " << result.required
           << ", but the passes produced none [pipeline-result]";
  if (found.size() != 1 && !result.container.empty())
    return module.emitError("a ")
           << result.container << " holds one kernel, got " << found.size()
           << " [one-kernel]";
  return found.front();
}

/// The file that describes what a kernel prints and checks.
static constexpr StringLiteral kRecordsFile = "records.json";

static LogicalResult translate(Compilation &compilation, const Target &target,
                               Translation &translation, bool stages) {
  OwningOpRef<ModuleOp> module = compilation.parse();
  if (!module)
    return failure();
  translation.readInput(*module);
  const bool verify = target.result.isVerified || compilation.input.upstream;
  if (failed(compilation.lower(*module, stages, verify)))
    return failure();
  FailureOr<Operation *> result = findResult(*module, target);
  if (failed(result))
    return failure();
  Output output(compilation, stages);
  if (failed(translation.write(*module, *result, output)))
    return failure();
  if (auto records = (*module)->getAttrOfType<StringAttr>(kRecordsName))
    output.addFile(kRecordsFile.str(), records.str());
  compilation.finishStep("bytes");
  return success();
}

Result compiler::compile(const Input &input, const std::string &targetName,
                         const Options &options, bool stages) {
  Compilation compilation(input);
  Result &result = compilation.result;
  const Location unknown = UnknownLoc::get(&compilation.context);
  const Target *target = findTarget(targetName);
  if (!target) {
    emitError(unknown) << "there is no target \"" << targetName << "\"";
    return std::move(result);
  }
  std::string error;
  std::unique_ptr<Translation> translation = target->begin(options, error);
  if (!translation) {
    emitError(unknown) << "target \"" << targetName << "\" " << error;
    return std::move(result);
  }
  result.ok = succeeded(translate(compilation, *target, *translation, stages));
  if (!result.ok)
    result.files.clear();
  return std::move(result);
}
