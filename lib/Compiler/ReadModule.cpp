//===- ReadModule.cpp - A kernel in MLIR text as plain data -----------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compilation.h"

#include "WaveDialect/Compiler/ModuleReader.h"
#include "WaveDialect/IR/SourceLocation.h"
#include "WaveDialect/IR/Wave.h"
#include "WaveDialect/Transforms/WatchDimensions.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/AsmParser/AsmParserState.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Parser/Parser.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::wave;
namespace json = llvm::json;
using json::Array;
using json::Object;

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

// Strings of MLIR may hold any bytes, those of JSON only UTF-8.

template <typename T>
static std::string getText(T printed) {
  std::string text;
  llvm::raw_string_ostream(text) << printed;
  return json::fixUTF8(text);
}

/// JSON has neither infinities nor NaN.
static json::Value toJSON(const APFloat &number) {
  if (number.isInfinity())
    return number.isNegative() ? "-inf" : "inf";
  if (number.isNaN())
    return "nan";
  APFloat wide = number;
  bool isInexact;
  wide.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &isInexact);
  return wide.convertToDouble();
}

static json::Value toJSON(const APInt &number) {
  return number.getBitWidth() == 1 ? json::Value(number.isOne())
                                   : json::Value(number.getSExtValue());
}

static json::Value toJSON(int32_t number) {
  return json::Value(int64_t(number));
}
static json::Value toJSON(int64_t number) { return json::Value(number); }

static json::Value toJSON(Attribute attribute);

template <typename Range>
static Array toArray(Range &&values) {
  Array array;
  for (auto &&value : values)
    array.push_back(toJSON(value));
  return array;
}

static json::Value toJSON(Attribute attribute) {
  return TypeSwitch<Attribute, json::Value>(attribute)
      .Case([](UnitAttr) { return true; })
      .Case([](IntegerAttr number) { return toJSON(number.getValue()); })
      .Case([](FloatAttr number) { return toJSON(number.getValue()); })
      .Case([](StringAttr text) { return json::Value(json::fixUTF8(text)); })
      .Case([](SymbolRefAttr symbol) {
        return json::Value(json::fixUTF8(symbol.getLeafReference()));
      })
      .Case([](TypeAttr type) { return json::Value(getText(type.getValue())); })
      .Case([](ArrayAttr array) { return json::Value(toArray(array)); })
      .Case([](DictionaryAttr dictionary) {
        Object object;
        for (NamedAttribute entry : dictionary)
          object[json::fixUTF8(entry.getName())] = toJSON(entry.getValue());
        return json::Value(std::move(object));
      })
      .Case([](DenseI32ArrayAttr array) { return toArray(array.asArrayRef()); })
      .Case([](DenseI64ArrayAttr array) { return toArray(array.asArrayRef()); })
      .Case([](DenseElementsAttr elements) -> json::Value {
        if (isa<FloatType>(elements.getElementType()))
          return toArray(elements.getValues<APFloat>());
        return toArray(elements.getValues<APInt>());
      })
      .Case([](BindingAttr binding) {
        Object object{{"kind", stringifyBindingKind(binding.getKind())},
                      {"element", getText(binding.getElement())}};
        if (std::optional<unsigned> set = binding.getSet())
          object["set"] = *set;
        if (std::optional<unsigned> number = binding.getBinding())
          object["binding"] = *number;
        return json::Value(std::move(object));
      })
      .Default([](Attribute other) { return json::Value(getText(other)); });
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Converts the functions of one module.
class FunctionReader {
public:
  explicit FunctionReader(bool operations) : operations(operations) {}

  Object read(FuncOp function);
  Array takeLocations() { return std::move(locations); }

private:
  int64_t getLocation(Location location);
  Object readValue(mlir::Value value, Location location);
  Object readBlock(Block &block);
  Object readOperation(Operation &op);
  Object readAttributes(Operation &op);

  const bool operations;
  Array locations;
  llvm::DenseMap<Attribute, int64_t> known;
  llvm::DenseMap<mlir::Value, int64_t> numbers;
};
} // namespace

int64_t FunctionReader::getLocation(Location location) {
  FileLineColLoc source = findSource(location);
  if (!source)
    return -1;
  auto [entry, isNew] = known.try_emplace(source, locations.size());
  if (isNew)
    locations.push_back(Array{json::fixUTF8(source.getFilename()),
                              int64_t(source.getLine()),
                              int64_t(source.getColumn())});
  return entry->second;
}

Object FunctionReader::readValue(mlir::Value value, Location location) {
  const int64_t number = numbers.size();
  numbers[value] = number;
  Object object{{"number", number},
                {"type", getText(value.getType())},
                {"location", getLocation(location)}};
  if (auto call = dyn_cast<CallSiteLoc>(location))
    location = call.getCallee();
  if (auto name = dyn_cast<NameLoc>(location))
    object["name"] = json::fixUTF8(name.getName());
  return object;
}

/// Returns the attributes, and enumerations that are stored as integers by name.
Object FunctionReader::readAttributes(Operation &op) {
  Object object = *toJSON(op.getAttrDictionary()).getAsObject();
  if (auto compare = dyn_cast<arith::CmpIOp>(op))
    object["predicate"] = stringifyCmpIPredicate(compare.getPredicate());
  if (auto compare = dyn_cast<arith::CmpFOp>(op))
    object["predicate"] = stringifyCmpFPredicate(compare.getPredicate());
  return object;
}

Object FunctionReader::readOperation(Operation &op) {
  Object object{{"name", op.getName().getStringRef()},
                {"location", getLocation(op.getLoc())}};
  Array operands, results, regions;
  for (mlir::Value operand : op.getOperands())
    operands.push_back(numbers.lookup(operand));
  for (Region &region : op.getRegions())
    regions.push_back(region.empty() ? Object() : readBlock(region.front()));
  for (OpResult result : op.getResults())
    results.push_back(readValue(result, op.getLoc()));
  if (!operands.empty())
    object["operands"] = std::move(operands);
  if (!results.empty())
    object["results"] = std::move(results);
  if (!regions.empty())
    object["regions"] = std::move(regions);
  if (Object attributes = readAttributes(op); !attributes.empty())
    object["attributes"] = std::move(attributes);
  return object;
}

Object FunctionReader::readBlock(Block &block) {
  Array arguments, operations;
  for (BlockArgument argument : block.getArguments())
    arguments.push_back(readValue(argument, argument.getLoc()));
  for (Operation &op : block)
    operations.push_back(readOperation(op));
  return Object{{"arguments", std::move(arguments)},
                {"operations", std::move(operations)}};
}

Object FunctionReader::read(FuncOp function) {
  numbers.clear();
  Object object{{"name", function.getSymName()},
                {"is_kernel", function.getKernel()},
                {"location", getLocation(function.getLoc())},
                {"attributes", readAttributes(*function)}};
  Array results, parameters;
  for (Type type : function.getFunctionType().getResults())
    results.push_back(getText(type));
  if (function.getBody().empty())
    return object;
  Block &body = function.getBody().front();
  for (BlockArgument argument : body.getArguments()) {
    Object value = readValue(argument, argument.getLoc());
    if (DictionaryAttr attributes =
            function.getArgAttrDict(argument.getArgNumber()))
      value["attributes"] = toJSON(attributes);
    parameters.push_back(std::move(value));
  }
  object["results"] = std::move(results);
  object["parameters"] = std::move(parameters);
  if (operations) {
    Array read;
    for (Operation &op : body)
      read.push_back(readOperation(op));
    object["body"] = Object{{"operations", std::move(read)}};
  }
  return object;
}

//===----------------------------------------------------------------------===//
// Modules
//===----------------------------------------------------------------------===//

/// Adds a function after the functions that it calls.
static void addWithCallees(FuncOp function, ModuleOp module,
                           llvm::SetVector<Operation *> &found,
                           llvm::DenseSet<Operation *> &visited) {
  if (!visited.insert(function).second)
    return;
  function.walk([&](CallOp call) {
    if (auto callee = SymbolTable::lookupNearestSymbolFrom<FuncOp>(
            call, call.getCalleeAttr()))
      addWithCallees(callee, module, found, visited);
  });
  found.insert(function);
}

static void readKernel(ModuleOp module, FuncOp kernel, bool operations,
                       compiler::ModuleReading &reading) {
  llvm::SetVector<Operation *> kept;
  llvm::DenseSet<Operation *> visited;
  addWithCallees(kernel, module, kept, visited);
  SmallVector<FuncOp> others;
  module.walk([&](FuncOp function) {
    if (!kept.contains(function))
      others.push_back(function);
  });
  for (FuncOp other : others)
    other.erase();
  for (auto nested :
       llvm::make_early_inc_range(module.getOps<gpu::GPUModuleOp>()))
    if (nested.getBody()->without_terminator().empty())
      nested.erase();

  llvm::raw_string_ostream text(reading.text);
  module->print(text, OpPrintingFlags().enableDebugInfo());
  text << "\n";
  // The interpreter, which reads the operations, judges each dimension of an array.
  if (operations)
    for (Operation *function : kept)
      watchDimensions(cast<FuncOp>(function));

  FunctionReader reader(operations);
  Array functions;
  llvm::SetVector<StringRef> names;
  for (Operation *function : kept) {
    functions.push_back(reader.read(cast<FuncOp>(function)));
    function->walk(
        [&](Operation *op) { names.insert(op->getName().getStringRef()); });
  }
  Object all{{"functions", std::move(functions)},
             {"names", Array(names.getArrayRef())}};
  all["locations"] = reader.takeLocations();
  llvm::raw_string_ostream(reading.functions) << json::Value(std::move(all));
}

/// Returns the name of a value in the text; empty if it is a number.
static StringRef getName(SMRange range) {
  StringRef name(range.Start.getPointer(),
                 range.End.getPointer() - range.Start.getPointer());
  name.consume_front("%");
  return llvm::all_of(name, llvm::isDigit) ? "" : name;
}

static Location addName(Location location, StringRef name) {
  if (name.empty() || isa<NameLoc>(location))
    return location;
  return NameLoc::get(StringAttr::get(location.getContext(), name), location);
}

/// Adds the names that values have in the text to their locations.
static void addNames(const AsmParserState &state) {
  for (const AsmParserState::OperationDefinition &op : state.getOpDefs())
    if (op.op->getNumResults() == 1 && op.resultGroups.size() == 1)
      op.op->setLoc(addName(op.op->getLoc(),
                            getName(op.resultGroups.front().definition.loc)));
  for (const AsmParserState::BlockDefinition &block : state.getBlockDefs())
    for (auto [argument, definition] :
         llvm::zip(block.block->getArguments(), block.arguments))
      argument.setLoc(addName(argument.getLoc(), getName(definition.loc)));
}

static OwningOpRef<ModuleOp> parseWithNames(const std::string &text,
                                            const std::string &file,
                                            MLIRContext &context) {
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(llvm::MemoryBuffer::getMemBuffer(text, file), {});
  Block block;
  AsmParserState state;
  if (failed(
          parseAsmSourceFile(sources, &block, ParserConfig(&context), &state)))
    return nullptr;
  addNames(state);
  return mlir::detail::constructContainerOpForParserIfNecessary<ModuleOp>(
      &block, &context, FileLineColLoc::get(&context, file, 1, 1));
}

compiler::ModuleReading compiler::readModule(const std::string &text,
                                             const std::string &file,
                                             const std::string &kernel,
                                             bool operations) {
  Input input;
  input.text = text;
  input.file = file;
  Compilation compilation(input);
  ModuleReading reading;
  compilation.session->parsed += text.size();
  if (OwningOpRef<ModuleOp> module =
          parseWithNames(text, file, compilation.context)) {
    SmallVector<FuncOp> kernels;
    module->walk([&](FuncOp function) {
      if (!function.getKernel())
        return;
      reading.kernels.push_back(function.getSymName().str());
      if (kernel.empty() || kernel == function.getSymName())
        kernels.push_back(function);
    });
    reading.ok = true;
    if (kernels.size() == 1)
      readKernel(*module, kernels.front(), operations, reading);
  }
  reading.diagnostics = std::move(compilation.result.diagnostics);
  return reading;
}
