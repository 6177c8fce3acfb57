//===- FunctionOps.cpp - Kernels, helpers, calls and retiring ---------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/Bindings.h"
#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/KernelRules.h"
#include "WaveDialect/IR/Wave.h"

#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

//===----------------------------------------------------------------------===//
// FuncOp: queries
//===----------------------------------------------------------------------===//

std::optional<int64_t> FuncOp::getNumWavesValue() {
  if (auto waves = dyn_cast_or_null<IntegerAttr>(getNumWavesAttr()))
    return waves.getInt();
  return std::nullopt;
}

SmallVector<int32_t> FuncOp::getWaveSizes() {
  int32_t low = kMinWaveSize, high = kMaxWaveSize;
  if (std::optional<ArrayRef<int32_t>> stated = getWaveSize()) {
    low = stated->front();
    high = stated->size() > 1 ? (*stated)[1] : low;
  } else if (std::optional<KernelLaunch> launch = KernelLaunch::get(*this)) {
    return launch->waveSizes;
  }
  SmallVector<int32_t> sizes;
  for (int64_t size = low; size > 0 && size <= high; size *= 2)
    sizes.push_back(size);
  return sizes;
}

std::optional<int32_t> FuncOp::getPreferredWaveSize() {
  if (std::optional<ArrayRef<int32_t>> stated = getWaveSize();
      stated && stated->size() == 3)
    return (*stated)[2];
  return std::nullopt;
}

Stage FuncOp::getStageOrDefault() {
  return getStage().value_or(Stage::Compute);
}

//===----------------------------------------------------------------------===//
// FuncOp: assembly
//===----------------------------------------------------------------------===//

/// Parses `(n, n, n)`, with any number of integers.
static ParseResult parseNumbers(OpAsmParser &parser, DenseI32ArrayAttr &attr) {
  SmallVector<int32_t> numbers;
  auto parseNumber = [&] {
    return parser.parseInteger(numbers.emplace_back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, parseNumber))
    return failure();
  attr = parser.getBuilder().getDenseI32ArrayAttr(numbers);
  return success();
}

template <typename AttrT, typename EnumT>
static ParseResult parseEnum(OpAsmParser &parser, StringRef what, AttrT &attr,
                             std::optional<EnumT> (*symbolize)(StringRef)) {
  StringRef keyword;
  SMLoc loc;
  if (parser.parseLParen() || parser.getCurrentLocation(&loc) ||
      parser.parseKeyword(&keyword) || parser.parseRParen())
    return failure();
  std::optional<EnumT> value = symbolize(keyword);
  if (!value)
    return parser.emitError(loc, "unknown ") << what << " '" << keyword << "'";
  attr = AttrT::get(parser.getContext(), *value);
  return success();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto &attrs = result.getOrAddProperties<FuncOp::Properties>();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<Type> resultTypes;
  SmallVector<DictionaryAttr> resultAttrs;
  bool isVariadic = false;
  StringAttr name;
  if (parser.parseSymbolName(name) ||
      function_interface_impl::parseFunctionSignatureWithArguments(
          parser, /*allowVariadic=*/false, arguments, isVariadic, resultTypes,
          resultAttrs))
    return failure();
  attrs.sym_name = name;
  SmallVector<Type> argumentTypes;
  for (OpAsmParser::Argument &argument : arguments)
    argumentTypes.push_back(argument.type);
  attrs.function_type = TypeAttr::get(
      FunctionType::get(parser.getContext(), argumentTypes, resultTypes));
  call_interface_impl::addArgAndResultAttrs(
      parser.getBuilder(), result, arguments, resultAttrs,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));

  Builder &builder = parser.getBuilder();
  if (succeeded(parser.parseOptionalKeyword("kernel")))
    attrs.kernel = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("exported")))
    attrs.exported = builder.getUnitAttr();
  if (succeeded(parser.parseOptionalKeyword("stage")) &&
      parseEnum(parser, "stage", attrs.stage, symbolizeStage))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("node_launch")) &&
      parseEnum(parser, "node launch", attrs.node_launch, symbolizeNodeLaunch))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("num_waves"))) {
    // Any attribute parses, so that the verifier can report why it is wrong.
    if (parser.parseLParen() || parser.parseAttribute(attrs.num_waves) ||
        parser.parseRParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("num_threads")) &&
      parseNumbers(parser, attrs.num_threads))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("wave_size")) &&
      parseNumbers(parser, attrs.wave_size))
    return failure();
  if (succeeded(parser.parseOptionalKeyword("launch"))) {
    if (parser.parseLParen())
      return failure();
    FailureOr<LaunchAttr> launch = LaunchAttr::parseParts(parser);
    if (failed(launch) || parser.parseRParen())
      return failure();
    attrs.launch = *launch;
  }
  if (succeeded(parser.parseOptionalKeyword("shader_model"))) {
    if (parser.parseLParen() || parser.parseAttribute(attrs.shader_model) ||
        parser.parseRParen())
      return failure();
  }
  if (succeeded(parser.parseOptionalKeyword("group_shared_limit"))) {
    int32_t limit;
    if (parser.parseLParen() || parser.parseInteger(limit) ||
        parser.parseRParen())
      return failure();
    attrs.group_shared_limit = builder.getI32IntegerAttr(limit);
  }
  SMLoc place = parser.getCurrentLocation();
  NamedAttrList stated;
  if (parser.parseOptionalAttrDictWithKeyword(stated))
    return failure();
  // The function's own attributes here would silently override the ones parsed
  // above.
  for (NamedAttribute attribute : stated)
    if (llvm::is_contained(FuncOp::getAttributeNames(), attribute.getName()))
      return parser.emitError(place, "`")
             << attribute.getName().getValue()
             << "` is written before `attributes`, not in it";
  result.attributes.append(stated);

  Region *body = result.addRegion();
  if (parser.parseRegion(*body, arguments))
    return failure();
  FuncOp::ensureTerminator(*body, builder, result.location);
  return success();
}

static void printNumbers(OpAsmPrinter &printer, StringRef keyword,
                         ArrayRef<int32_t> numbers) {
  printer << " " << keyword << "(";
  llvm::interleaveComma(numbers, printer);
  printer << ")";
}

void FuncOp::print(OpAsmPrinter &printer) {
  printer << " ";
  printer.printSymbolName(getSymName());
  function_interface_impl::printFunctionSignature(
      printer, *this, getArgumentTypes(), /*isVariadic=*/false,
      getResultTypes());
  if (getKernel())
    printer << " kernel";
  if (getExported())
    printer << " exported";
  if (std::optional<Stage> stage = getStage())
    printer << " stage(" << stringifyStage(*stage) << ")";
  if (std::optional<NodeLaunch> launch = getNodeLaunch())
    printer << " node_launch(" << stringifyNodeLaunch(*launch) << ")";
  if (Attribute waves = getNumWavesAttr()) {
    printer << " num_waves(";
    printer.printAttributeWithoutType(waves);
    printer << ")";
  }
  if (std::optional<ArrayRef<int32_t>> threads = getNumThreads())
    printNumbers(printer, "num_threads", *threads);
  if (std::optional<ArrayRef<int32_t>> size = getWaveSize())
    printNumbers(printer, "wave_size", *size);
  if (LaunchAttr launch = getLaunchAttr()) {
    printer << " launch(";
    launch.printParts(printer);
    printer << ")";
  }
  if (StringAttr model = getShaderModelAttr())
    printer << " shader_model(" << model << ")";
  if (std::optional<uint32_t> limit = getGroupSharedLimit())
    printer << " group_shared_limit(" << *limit << ")";
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getDiscardableAttrDictionary().getValue());
  printer << " ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

//===----------------------------------------------------------------------===//
// FuncOp: rules
//===----------------------------------------------------------------------===//

/// Whether the attribute is an integer that fits the dialect's i32 numbers of
/// waves. MLIR treats a boolean as an integer attribute; users do not.
static bool isNumber(Attribute attribute) {
  auto integer = dyn_cast<IntegerAttr>(attribute);
  return integer &&
         (integer.getType().isSignlessInteger(32) ||
          integer.getType().isSignlessInteger(64)) &&
         llvm::isInt<32>(integer.getInt());
}

/// The largest product of `num_threads`, which 32 bits hold. The limits of targets
/// are lower.
static constexpr uint32_t kMaxNumThreads = INT32_MAX;

/// C2 and C19, for kernels and helpers.
static LogicalResult verifyNumWaves(FuncOp op) {
  Attribute waves = op.getNumWavesAttr();
  if (!waves)
    return success();
  if (!isNumber(waves)) // C19
    return op.emitOpError("num_waves must be an integer of 32 bits, got ")
           << waves << " [num-waves-not-integer]";
  const int64_t number = *op.getNumWavesValue();
  if (number <= 0) // C2
    return op.emitOpError("num_waves must be greater than zero, got ")
           << number << " [num-waves-zero]";
  return success();
}

/// C5 and C29, for kernels and helpers.
static LogicalResult verifyNumThreads(FuncOp op) {
  std::optional<ArrayRef<int32_t>> threads = op.getNumThreads();
  if (!threads)
    return success();
  if (threads->size() != 3 ||
      !llvm::all_of(*threads, [](int32_t n) { return n > 0; })) // C5
    return op.emitOpError("num_threads must be three numbers greater than zero "
                          "[num-threads-zero]");
  uint64_t product = 1;
  for (int32_t number : *threads)
    product = llvm::SaturatingMultiply<uint64_t>(product, number);
  if (product > kMaxNumThreads) // C29
    return op.emitOpError("num_threads asks for more than ")
           << kMaxNumThreads << " threads [num-threads-limit]";
  return success();
}

/// C1, C3, C4, C6 and C16: the size of a group.
static LogicalResult verifyGroupSize(FuncOp op) {
  Stage stage = op.getStageOrDefault();
  std::optional<NodeLaunch> launch = op.getNodeLaunch();
  if ((stage == Stage::Node) != launch.has_value()) // C16
    return op.emitOpError(
        "a node must state how it is launched, and no other "
        "stage may: use stage(node) node_launch(broadcasting | "
        "coalescing | thread) [node-launch]");
  if (op.getNumWavesAttr() && op.getNumThreads()) // C1
    return op.emitOpError("states both num_waves and num_threads: keep "
                          "num_waves to fix the number of waves, or "
                          "num_threads to fix the number of threads "
                          "[num-waves-with-num-threads]");
  if (op.getNumWavesAttr() && !allowsNumWaves(stage)) // C3
    return op.emitOpError("num_waves is for compute and amplification "
                          "kernels, not for ")
           << stringifyStage(stage)
           << (hasGroups(stage, launch) ? " ones: use num_threads"
                                        : " ones: leave it out")
           << " [num-waves-stage]";
  if (op.getNumThreads() && !hasGroups(stage, launch)) // C6
    return op.emitOpError("num_threads is for stages that run in groups, not "
                          "for ")
           << stringifyStage(stage) << ": leave it out [num-threads-stage]";
  if (hasGroups(stage, launch) && !op.getNumWavesAttr() &&
      !op.getNumThreads()) // C4
    return op.emitOpError("states neither num_waves nor num_threads: a ")
           << stringifyStage(stage)
           << " kernel needs one of them [no-group-size]";
  return success();
}

/// C7 to C10.
static LogicalResult verifyWaveSize(FuncOp op) {
  if (!op.getWaveSize())
    return success();
  ArrayRef<int32_t> sizes = *op.getWaveSize();
  if (sizes.empty() || sizes.size() > 3)
    return op.emitOpError(
        "wave_size must be a size, a smallest and a largest "
        "size, or these and a preferred one [wave-size-order]");
  for (int32_t size : sizes) {
    if (size < kMinWaveSize || size > kMaxWaveSize) // C7
      return op.emitOpError("a wave must have from ")
             << kMinWaveSize << " to " << kMaxWaveSize << " lanes, got " << size
             << " [wave-size-range]";
    if (!llvm::isPowerOf2_32(size)) // C8
      return op.emitOpError("a wave size must be a power of two, got ")
             << size << ": use "
             << static_cast<int32_t>(llvm::PowerOf2Ceil(size))
             << " [wave-size-power-of-two]";
  }
  if (sizes.size() > 1 && sizes[0] >= sizes[1]) // C9
    return op.emitOpError(
               "the smallest wave size must be less than the largest, got ")
           << sizes[0] << " and " << sizes[1]
           << ": for one size write wave_size(" << sizes[0]
           << ") [wave-size-order]";
  if (sizes.size() == 3 && (sizes[2] < sizes[0] || sizes[2] > sizes[1])) // C10
    return op.emitOpError("the preferred wave size must be within the range ")
           << sizes[0] << ".." << sizes[1] << ", got " << sizes[2]
           << " [wave-size-preferred]";
  return success();
}

/// C12 to C15 and C21 to C28: the arguments.
static LogicalResult verifyArgument(FunctionOpInterface op, bool isKernel,
                                    BlockArgument argument) {
  auto emitError = [&] { return mlir::emitError(argument.getLoc()); };
  unsigned index = argument.getArgNumber();
  if (auto name = op.getArgAttrOfType<StringAttr>(index, "wave.name");
      name && !llvm::json::isUTF8(name.getValue())) // C28
    return emitError() << "an argument has a name that is not UTF-8 "
                          "[name-encoding]";
  auto binding = op.getArgAttrOfType<BindingAttr>(index, "wave.binding");
  if (isKernel) {
    if (failed(verifyConstantBuffer(op, argument, binding)))
      return failure();
    if (isConstantBuffer(argument))
      return success();
  }
  if (auto image = dyn_cast<ImageType>(argument.getType())) {
    Type element = binding ? binding.getElement() : Type();
    const bool fits =
        element &&
        (isByteType(element) ? image.getElement().isInteger(32)
                             : isa<IntegerType, FloatType>(element) &&
                                   getValueType(element) == image.getElement());
    if (isKernel && !fits) // C21
      return emitError()
             << "an image of a kernel must have a wave.binding whose "
                "element fits "
             << image << " (si8, ui8, si32, ui32 or f32) [image-binding]";
    return success();
  }
  if (!isKernel && isa<PipeType, MatrixType>(argument.getType()))
    return success();
  auto memref = dyn_cast<MemRefType>(argument.getType());
  if (!memref) {
    if (!isElementType(argument.getType())) // C15
      return emitError()
             << "an argument must be a buffer, an image, i1, i16, i32, "
                "i64, f16, bf16, f32, f64 or a vector of 2 to 4 of one, "
                "got "
             << argument.getType() << " [argument-type]";
    if (!isKernel)
      return success();
    auto element = op.getArgAttrOfType<TypeAttr>(index, "wave.element");
    if (!element ||
        (element.getValue() != argument.getType() &&
         getValueType(element.getValue()) != argument.getType())) // C15
      return emitError()
             << "a scalar or vector argument of a kernel must have a "
                "wave.element that states its sign (si32, ui32, f32, "
                "vector<3xui16> or i1) [argument-type]";
    return success();
  }
  if (!isMemoryElementType(memref.getElementType()) &&
      !memref.getElementType().isSignlessInteger(8)) // C12
    return emitError() << "a buffer must hold i8, i16, i32, i64, f16, bf16, "
                          "f32 or f64, got "
                       << memref
                       << ": store a boolean as i8 or i32, and a vector as its "
                          "components one after the other [buffer-element]";
  // A helper may take groupshared memory, of static or dynamic length.
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(memref.getMemorySpace());
  if (!isKernel && memref.getRank() == 1 && memref.getLayout().isIdentity() &&
      (space ? space.getValue() == gpu::AddressSpace::Workgroup
             : !memref.getMemorySpace()))
    return success();
  if (memref.getRank() != 1 || !memref.isDynamicDim(0) ||
      memref.getMemorySpace() || !memref.getLayout().isIdentity()) // C13
    return emitError() << "a buffer must be a memref<?xT> of rank 1, got "
                       << memref
                       << ": compute the index from the coordinates "
                          "[buffer-rank]";
  if (!isKernel)
    return success();
  Type stored = binding ? getStorageType(binding.getElement()) : Type();
  // `wave-expand-bfloat16` stores bf16 as i16.
  const bool isExpanded = stored && stored.isBF16() &&
                          memref.getElementType().isSignlessInteger(16);
  if (stored != memref.getElementType() && !isExpanded) // C14
    return emitError() << "a buffer of a kernel must have a wave.binding whose "
                          "element fits "
                       << memref << " [buffer-binding]";
  return success();
}

LogicalResult wave::verifyKernelArguments(FunctionOpInterface kernel) {
  for (BlockArgument argument : kernel.getArguments())
    if (failed(verifyArgument(kernel, /*isKernel=*/true, argument)))
      return failure();
  return success();
}

LogicalResult FuncOp::verify() {
  if (!llvm::json::isUTF8(getSymName())) // C28
    return emitOpError("has a name that is not UTF-8 [name-encoding]");
  for (BlockArgument argument : getBody().getArguments())
    if (failed(verifyArgument(*this, getKernel(), argument)))
      return failure();
  if (failed(verifyNumWaves(*this)) || failed(verifyNumThreads(*this)) ||
      failed(verifyWaveSize(*this)))
    return failure();
  if (!getKernel()) {
    if (getStage() || getNodeLaunch() || getNumThreads() || getWaveSize() ||
        getLaunch() || getShaderModel() || getGroupSharedLimit()) // C17
      if (!getExported())
        return emitOpError(
            "a helper may state num_waves only: its kernel decides "
            "the rest "
            "[helper-attribute]");
    return success();
  }
  if (!getResultTypes().empty()) // C11
    return emitOpError(
        "a kernel cannot return values: write results to a buffer "
        "[kernel-result]");
  if (std::optional<uint32_t> limit = getGroupSharedLimit();
      limit && static_cast<int32_t>(*limit) <= 0) // C18
    return emitOpError("the limit of groupshared memory must be greater than "
                       "zero bytes [groupshared-limit-zero]");
  if (StringAttr model = getShaderModelAttr()) {
    auto [major, minor] = model.getValue().split('.');
    unsigned number;
    if (major.getAsInteger(10, number) || minor.getAsInteger(10, number)) // C20
      return emitOpError("a shader model is text like \"6.10\", got ")
             << model << " [shader-model-text]";
  }
  return verifyGroupSize(*this);
}

LogicalResult FuncOp::verifyRegions() {
  for (auto dispatch : getBody().front().getOps<DispatchMeshOp>())
    if (failed(dispatch.verifyIsLast()))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// ReturnOp, CallOp, RetireIfOp
//===----------------------------------------------------------------------===//

LogicalResult ReturnOp::verify() {
  ArrayRef<Type> expected =
      cast<FuncOp>((*this)->getParentOp()).getResultTypes();
  if (expected.size() == getNumOperands() &&
      llvm::equal(expected, getOperandTypes()))
    return success();
  return emitOpError("must return the function's results, expected ")
         << expected.size() << " values of its result types [return-type]";
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto callee = symbols.lookupNearestSymbolFrom<FuncOp>(*this, getCalleeAttr());
  if (!callee)
    return emitOpError("calls '")
           << getCallee() << "', which is not a wave.func [unknown-function]";
  if (callee.getKernel())
    return emitOpError("calls the kernel '")
           << getCallee()
           << "': kernels are launched, move the shared part into a helper "
              "[call-of-kernel]";
  if (!llvm::equal(callee.getArgumentTypes(), getOperandTypes()) ||
      !llvm::equal(callee.getResultTypes(), getResultTypes()))
    return emitOpError("has type ")
           << FunctionType::get(getContext(), getOperandTypes(),
                                getResultTypes())
           << " but '" << getCallee() << "' has " << callee.getFunctionType()
           << " [call-type]";
  return success();
}

LogicalResult RetireIfOp::verify() {
  auto function = (*this)->getParentOfType<FuncOp>();
  if (!function || function.getKernel())
    return success();
  return emitOpError("retires lanes in a helper: return a flag and retire in "
                     "the kernel [retire-in-helper]");
}
