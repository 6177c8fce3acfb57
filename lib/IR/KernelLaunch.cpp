//===- KernelLaunch.cpp - The launch that a kernel stated in waves ----------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/IR/KernelLaunch.h"
#include "WaveDialect/IR/KernelRules.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::wave;

bool wave::isWaveSize(int32_t size) {
  return size >= kMinWaveSize && size <= kMaxWaveSize &&
         llvm::isPowerOf2_32(size);
}

std::optional<int64_t> wave::getStatedWaves(FuncOp kernel) {
  if (std::optional<KernelLaunch> launch = KernelLaunch::get(kernel))
    return launch->numWaves;
  return kernel.getNumWavesValue();
}

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

static constexpr StringLiteral kNumWaves = "num_waves",
                               kWaveSizes = "wave_sizes",
                               kPreferred = "preferred_wave_size",
                               kRetires = "retires", kDropped = "dropped";

FailureOr<LaunchAttr> LaunchAttr::parseParts(AsmParser &parser) {
  std::optional<LaunchForm> form;
  int64_t numWaves = 0;
  SmallVector<int32_t> waveSizes;
  std::optional<int32_t> preferred;
  bool retires = false;
  ArrayAttr dropped;
  auto parsePart = [&]() -> ParseResult {
    const SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name))
      return failure();
    if (std::optional<LaunchForm> named = symbolizeLaunchForm(name)) {
      form = named;
      return success();
    }
    if (name == kRetires) {
      retires = true;
      return success();
    }
    if (name != kNumWaves && name != kWaveSizes && name != kPreferred &&
        name != kDropped)
      return parser.emitError(loc, "unknown part '") << name << "' of a launch";
    if (parser.parseEqual())
      return failure();
    if (name == kNumWaves)
      return parser.parseInteger(numWaves);
    if (name == kPreferred)
      return parser.parseInteger(preferred.emplace());
    if (name == kDropped)
      return parser.parseAttribute(dropped);
    waveSizes.clear();
    return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
      return parser.parseInteger(waveSizes.emplace_back());
    });
  };
  const SMLoc loc = parser.getCurrentLocation();
  if (parser.parseCommaSeparatedList(parsePart))
    return failure();
  auto launch = parser.getChecked<LaunchAttr>(
      loc, parser.getContext(), form, numWaves, ArrayRef<int32_t>(waveSizes),
      preferred, retires, dropped);
  if (!launch)
    return failure();
  return launch;
}

void LaunchAttr::printParts(AsmPrinter &printer) const {
  if (std::optional<LaunchForm> form = getForm()) {
    printer << stringifyLaunchForm(*form) << ", " << kNumWaves << " = "
            << getNumWaves() << ", " << kWaveSizes << " = " << '[';
    llvm::interleaveComma(getWaveSizes(), printer);
    printer << ']';
    if (getPreferredWaveSize())
      printer << ", " << kPreferred << " = " << *getPreferredWaveSize();
    if (getRetires())
      printer << ", " << kRetires;
    if (getDropped())
      printer << ", ";
  }
  if (getDropped())
    printer << kDropped << " = " << getDropped();
}

Attribute LaunchAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<LaunchAttr> launch = parseParts(parser);
  if (failed(launch) || parser.parseGreater())
    return {};
  return *launch;
}

void LaunchAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printParts(printer);
  printer << ">";
}

/// A dictionary of `size` and `reason`.
static bool isDroppedSize(Attribute attribute) {
  auto dictionary = dyn_cast<DictionaryAttr>(attribute);
  return dictionary && dictionary.size() == 2 &&
         dictionary.getAs<IntegerAttr>("size") &&
         dictionary.getAs<StringAttr>("reason");
}

LogicalResult LaunchAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                 std::optional<LaunchForm> form,
                                 int64_t numWaves, ArrayRef<int32_t> waveSizes,
                                 std::optional<int32_t> preferred, bool retires,
                                 ArrayAttr dropped) {
  if (dropped && !llvm::all_of(dropped, isDroppedSize))
    return emitError() << "dropped wave sizes must be dictionaries of size and "
                          "reason, got "
                       << dropped;
  if (!form) {
    if (!dropped || numWaves || !waveSizes.empty() || preferred || retires)
      return emitError() << "a launch must state exact or surplus, or nothing "
                            "but dropped wave sizes";
    return success();
  }
  if (!llvm::isInt<32>(numWaves) || numWaves <= 0)
    return emitError() << "the number of waves of a launch must be greater "
                          "than zero, got "
                       << numWaves;
  if (waveSizes.empty() || !llvm::all_of(waveSizes, isWaveSize) ||
      !llvm::is_sorted(waveSizes))
    return emitError() << "the wave sizes of a launch must be powers of two "
                          "from "
                       << kMinWaveSize << " to " << kMaxWaveSize
                       << ", in ascending order";
  return success();
}

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

std::optional<KernelLaunch> KernelLaunch::get(FuncOp kernel) {
  LaunchAttr attribute = kernel.getLaunchAttr();
  if (!attribute || !attribute.getForm())
    return std::nullopt;
  KernelLaunch launch;
  launch.form = *attribute.getForm();
  launch.numWaves = attribute.getNumWaves();
  launch.waveSizes.assign(attribute.getWaveSizes().begin(),
                          attribute.getWaveSizes().end());
  launch.preferredWaveSize = attribute.getPreferredWaveSize();
  launch.retires = attribute.getRetires();
  return launch;
}

void KernelLaunch::setOn(FuncOp kernel) const {
  kernel.setLaunchAttr(LaunchAttr::get(kernel.getContext(), form, numWaves,
                                       waveSizes, preferredWaveSize, retires,
                                       getDroppedWaveSizes(kernel)));
}

ArrayAttr wave::getDroppedWaveSizes(FuncOp kernel) {
  LaunchAttr launch = kernel.getLaunchAttr();
  return launch ? launch.getDropped() : ArrayAttr();
}

void wave::setDroppedWaveSizes(FuncOp kernel, ArrayAttr dropped) {
  assert(!KernelLaunch::get(kernel) && "sizes are dropped before");
  kernel.setLaunchAttr(LaunchAttr::get(kernel.getContext(),
                                       /*form=*/std::nullopt,
                                       /*numWaves=*/0, /*waveSizes=*/{},
                                       /*preferredWaveSize=*/std::nullopt,
                                       /*retires=*/false, dropped));
}

bool wave::hasSurplusForm(FuncOp kernel) {
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  return launch && launch->form == KernelLaunch::Form::Surplus;
}

bool wave::isSingleWave(FuncOp kernel) {
  if (kernel.getNumWavesAttr())
    return kernel.getNumWavesValue() == 1;
  std::optional<KernelLaunch> launch = KernelLaunch::get(kernel);
  return launch && launch->numWaves == 1 && !launch->retires;
}

//===----------------------------------------------------------------------===//
// Parameters that passes add
//===----------------------------------------------------------------------===//

Value wave::addHiddenBuffer(FuncOp kernel, StringRef name,
                            StringRef attribute) {
  std::string unique = name.str();
  auto isTaken = [&] {
    for (unsigned index = 0; index < kernel.getNumArguments(); ++index)
      if (auto taken = kernel.getArgAttrOfType<StringAttr>(index, "wave.name");
          taken && taken.getValue() == unique)
        return true;
    return false;
  };
  while (isTaken())
    unique += '_';
  Builder builder(kernel.getContext());
  Type element = builder.getIntegerType(32, /*isSigned=*/false);
  const NamedAttribute attributes[] = {
      builder.getNamedAttr("wave.binding",
                           BindingAttr::get(kernel.getContext(),
                                            BindingKind::UAV, std::nullopt,
                                            std::nullopt, element)),
      builder.getNamedAttr("wave.name", builder.getStringAttr(unique)),
      builder.getNamedAttr(attribute, builder.getUnitAttr()),
  };
  const unsigned index = kernel.getNumArguments();
  (void)kernel.insertArgument(
      index, MemRefType::get({ShapedType::kDynamic}, builder.getI32Type()),
      builder.getDictionaryAttr(attributes), kernel.getLoc());
  return kernel.getArgument(index);
}

bool wave::isHiddenParameter(FunctionOpInterface kernel, unsigned index) {
  return kernel.getArgAttr(index, kGuardAttribute) ||
         kernel.getArgAttr(index, kRecordsAttribute);
}
