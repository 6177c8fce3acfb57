//===- Compilation.cpp - One compile: context, diagnostics, stages --------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/Compiler/Diagnostics.h"
#include "WaveDialect/Compiler/Target.h"
#include "WaveDialect/InitAll.h"
#include "mlir/IR/Remarks.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

#include <mutex>

using namespace mlir;
using namespace mlir::wave;
using compiler::Compilation;
using compiler::Session;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

namespace {
/// Adds optimization remarks to the diagnostics of the running compile.
struct RemarkCollector final : remark::detail::MLIRRemarkStreamerBase {
  explicit RemarkCollector(Session &session) : session(session) {}

  void streamOptimizationRemark(const remark::detail::Remark &remark) override {
    if (!session.diagnostics)
      return;
    const bool missed = remark.getRemarkType() == llvm::remarks::Type::Missed;
    std::string message = remark.getCategoryName().str();
    message += missed ? " (missed): " : ": ";
    for (const remark::detail::Remark::Arg &part : remark.getArgs())
      message += part.val;
    session.diagnostics->push_back(compiler::makeDiagnostic(
        "remark", std::move(message), remark.getLocation()));
  }

  Session &session;
};
} // namespace

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

static DialectRegistry makeRegistry(bool upstream) {
  DialectRegistry registry;
  if (upstream) {
    mlir::registerAllDialects(registry);
    mlir::registerAllExtensions(registry);
  }
  wave::registerAllDialects(registry);
  for (const compiler::Target *target : compiler::getTargets())
    target->registerDialects(registry);
  return registry;
}

static const DialectRegistry &getRegistry(bool upstream) {
  static const DialectRegistry ours = makeRegistry(false);
  if (!upstream)
    return ours;
  static const DialectRegistry all = makeRegistry(true);
  return all;
}

/// Passes are registered per process, and the registry is not thread-safe.
static void registerPasses(bool upstream) {
  static std::mutex mutex;
  static bool ours = false, all = false;
  std::lock_guard<std::mutex> lock(mutex);
  if (!ours) {
    wave::registerAllPasses();
    mlir::registerTransformsPasses();
    ours = true;
  }
  if (upstream && !all) {
    mlir::registerAllPasses();
    all = true;
  }
}

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

std::string compiler::printModule(Operation *op) {
  std::string text;
  llvm::raw_string_ostream(text) << *op << "\n";
  return text;
}

/// Returns the stage that a pass ends, `convert-wave-to-<stage>`; empty for
/// other passes.
static StringRef getEndedStage(Pass &pass) {
  StringRef name = pass.getArgument();
  return name.consume_front("convert-wave-to-") ? name : "";
}

namespace {
/// Keeps the module's text after the pass that ends a stage, for a compile that
/// wants it. It is part of every pipeline, so that such a compile also takes the
/// pipeline that the session keeps.
struct StageRecorder final : PassInstrumentation {
  explicit StageRecorder(Session &session) : session(session) {}
  void runAfterPass(Pass *pass, Operation *op) override {
    Compilation *compilation = session.recording;
    if (!compilation)
      return;
    const StringRef stage = getEndedStage(*pass);
    if (stage.empty())
      return;
    compilation->finishStep("passes");
    compilation->result.stages.emplace_back(stage, compiler::printModule(op));
    compilation->finishStep("stages");
  }
  Session &session;
};
} // namespace

std::optional<std::string>
compiler::getPipelineAfter(const std::string &pipeline,
                           const std::string &stage) {
  registerPasses(/*upstream=*/false);
  std::string ignored;
  llvm::raw_string_ostream stream(ignored);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, stream);
  if (failed(parsed))
    return std::nullopt;
  bool found = false;
  std::string text;
  llvm::raw_string_ostream printed(text);
  for (Pass &pass : parsed->getPasses()) {
    if (found) {
      printed << (text.empty() ? "" : ",");
      pass.printAsTextualPipeline(printed);
    }
    found |= getEndedStage(pass) == stage;
  }
  if (!found)
    return std::nullopt;
  return (parsed->getOpAnchorName() + "(" + text + ")").str();
}

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

/// The size of parsed text, hundreds of kernels, at which a session is replaced
/// to free its memory.
static constexpr size_t kMostParsed = 4 << 20;

compiler::Session::Session(bool upstream)
    : context(getRegistry(upstream), MLIRContext::Threading::DISABLED) {
  registerPasses(upstream);
  context.printOpOnDiagnostic(false);
  remark::RemarkCategories categories;
  categories.passed = categories.missed = "wave-.*";
  // Only fails for an invalid pattern.
  (void)remark::enableOptimizationRemarks(
      context, std::make_unique<RemarkCollector>(*this),
      std::make_unique<remark::RemarkEmittingPolicyAll>(), categories);
}

/// Returns the thread's session, or a new one if that is in use or used up.
static std::shared_ptr<Session> takeSession(bool upstream) {
  thread_local std::shared_ptr<Session> kept;
  if (upstream || (kept && kept.use_count() > 1))
    return std::make_shared<Session>(upstream);
  if (!kept || kept->failed || kept->parsed > kMostParsed) {
    kept.reset();
    kept = std::make_shared<Session>(upstream);
  }
  return kept;
}

Compilation::Compilation(const Input &input)
    : input(input), session(takeSession(input.upstream)),
      context(session->context),
      handler(&context, [this](mlir::Diagnostic &diagnostic) {
        result.diagnostics.push_back(compiler::convertDiagnostic(diagnostic));
      }) {
  session->diagnostics = &result.diagnostics;
  finishStep("context");
}

void Compilation::finishStep(StringRef step) {
  const auto now = std::chrono::steady_clock::now();
  const std::chrono::duration<double, std::milli> taken = now - stepStart;
  stepStart = now;
  for (auto &[name, milliseconds] : result.times)
    if (name == step) {
      milliseconds += taken.count();
      return;
    }
  result.times.emplace_back(step, taken.count());
}

OwningOpRef<ModuleOp> Compilation::parse() {
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      input.text, ParserConfig(&context), input.file);
  session->parsed += input.text.size();
  session->failed |= !module;
  finishStep("parse");
  return module;
}

LogicalResult Compilation::lower(ModuleOp module, bool recordStages,
                                 bool verify) {
  if (recordStages) {
    result.stages.emplace_back(input.stage, printModule(module));
    finishStep("stages");
    session->recording = this;
  }
  result.lowered =
      succeeded(runPasses(module, input.pipeline, /*watcher=*/nullptr, verify));
  session->recording = nullptr;
  finishStep("passes");
  return success(result.lowered);
}

LogicalResult
Compilation::runPasses(ModuleOp module, const std::string &pipeline,
                       std::unique_ptr<PassInstrumentation> watcher,
                       bool verify) {
  std::unique_ptr<PassManager> unkept;
  // A manager with a watcher is used only once.
  std::unique_ptr<PassManager> &manager =
      watcher ? unkept : session->pipelines[pipeline];
  if (!manager)
    manager = makePasses(pipeline);
  if (!manager)
    return failure();
  if (watcher)
    manager->addInstrumentation(std::move(watcher));
  const bool isOwn = !input.upstream;
  LogicalResult passed = success();
  if (verify && isOwn) {
    passed = wave::runPasses(*manager, module);
  } else {
    manager->enableVerifier(verify);
    passed = manager->run(module);
  }
  session->failed |= failed(passed);
  return passed;
}

std::unique_ptr<PassManager>
Compilation::makePasses(const std::string &pipeline) {
  std::string message;
  llvm::raw_string_ostream stream(message);
  FailureOr<OpPassManager> parsed = parsePassPipeline(pipeline, stream);
  if (failed(parsed)) {
    emitError(UnknownLoc::get(&context))
        << StringRef(message).trim() << " [pipeline-text]";
    return nullptr;
  }
  auto manager =
      std::make_unique<PassManager>(&context, parsed->getOpAnchorName());
  static_cast<OpPassManager &>(*manager) = std::move(*parsed);
  manager->addInstrumentation(std::make_unique<StageRecorder>(*session));
  return manager;
}
