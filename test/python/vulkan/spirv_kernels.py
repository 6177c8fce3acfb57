"""Small SPIR-V kernels for the tests of the Vulkan module, assembled by spirv-as."""

import subprocess
from contextlib import contextmanager

TYPES = """
%void = OpTypeVoid
%bool = OpTypeBool
%u32 = OpTypeInt 32 0
%v3u32 = OpTypeVector %u32 3
%function = OpTypeFunction %void
%words = OpTypeRuntimeArray %u32
%block = OpTypeStruct %words
%block_pointer = OpTypePointer StorageBuffer %block
%word_pointer = OpTypePointer StorageBuffer %u32
%input_u32 = OpTypePointer Input %u32
%input_v3u32 = OpTypePointer Input %v3u32
%shared_word = OpTypePointer Workgroup %u32
%constant_word = OpTypePointer PushConstant %u32
"""


class Kernel:
    """A compute kernel over buffers of u32, written one operation at a time; values are ids.

    A binding with a third item, a format such as "rg32f", is a storage image; with False behind the format, it is a
    sampled image, and the format only says the type of its channels.
    """

    def __init__(self, bindings=((0, 0),), constants=0, lanes=64, capabilities=(), extensions=()):
        self.capabilities = ["Shader", *capabilities]
        self.extensions = extensions
        self.lanes = lanes
        self.decorations = ["OpDecorate %words ArrayStride 4", "OpDecorate %block Block"]
        self.decorations.append("OpMemberDecorate %block 0 Offset 0")
        self.globals = []
        self.body = []
        self.interface = []
        self.known = {"ui": "%u32"}
        self.images = {}
        self.count = 0
        for index, (set_, binding, *format_) in enumerate(bindings):
            self.decorations.append(f"OpDecorate %b{index} DescriptorSet {set_}")
            self.decorations.append(f"OpDecorate %b{index} Binding {binding}")
            if format_:
                self.image(index, *format_)
            else:
                self.variable(f"%b{index}", "%block_pointer", "StorageBuffer")
        if constants:
            self.decorations.append("OpDecorate %constants_type Block")
            for index in range(constants):
                self.decorations.append(f"OpMemberDecorate %constants_type {index} Offset {4 * index}")
            self.globals.append(f"%constants_type = OpTypeStruct {' '.join(['%u32'] * constants)}")
            self.globals.append("%constants_pointer = OpTypePointer PushConstant %constants_type")
            self.variable("%constants", "%constants_pointer", "PushConstant")

    def variable(self, name, pointer, storage):
        self.globals.append(f"{name} = OpVariable {pointer} {storage}")
        self.interface.append(name)

    def image(self, index, format_, writable=True):
        """Declares the image of a binding."""
        letters = format_.lstrip("rgba32")
        scalar = self.once(letters, {"f": "OpTypeFloat 32", "i": "OpTypeInt 32 1"}.get(letters))
        if format_.startswith("rg32") and writable:
            self.capability("StorageImageExtendedFormats")
        vector = self.once(("vector", scalar), f"OpTypeVector {scalar} 4")
        kind = f"2 {format_[0].upper()}{format_[1:]}" if writable else "1 Unknown"
        type_ = self.once(("image", letters, kind), f"OpTypeImage {scalar} 2D 0 0 0 {kind}")
        pointer = self.once(("pointer", letters, kind), f"OpTypePointer UniformConstant {type_}")
        self.images[index] = type_, vector, writable
        self.variable(f"%b{index}", pointer, "UniformConstant")

    def capability(self, name):
        if name not in self.capabilities:
            self.capabilities.append(name)

    def texel(self, index, x, y):
        """The four components of a texel."""
        type_, vector, writable = self.images[index]
        image = self.op("OpLoad", f"%b{index}", type=type_)
        if writable:
            return self.op("OpImageRead", image, self.point(x, y), type=vector)
        return self.op("OpImageFetch", image, self.point(x, y), "Lod", self.constant(0), type=vector)

    def store_texel(self, index, x, y, texel):
        image = self.op("OpLoad", f"%b{index}", type=self.images[index][0])
        self.body.append(f"OpImageWrite {image} {self.point(x, y)} {texel}")

    def image_size(self, index):
        """Width and height."""
        self.capability("ImageQuery")
        pair = self.once("v2u32", "OpTypeVector %u32 2")
        image = self.op("OpLoad", f"%b{index}", type=self.images[index][0])
        if self.images[index][2]:
            size = self.op("OpImageQuerySize", image, type=pair)
        else:
            size = self.op("OpImageQuerySizeLod", image, self.constant(0), type=pair)
        return [self.op("OpCompositeExtract", size, str(axis)) for axis in (0, 1)]

    def point(self, x, y):
        return self.op("OpCompositeConstruct", x, y, type=self.once("v2u32", "OpTypeVector %u32 2"))

    def fresh(self):
        self.count += 1
        return f"%v{self.count}"

    def once(self, key, declaration):
        """The id of a global that is declared at its first use."""
        if key not in self.known:
            self.known[key] = self.fresh()
            self.globals.append(f"{self.known[key]} = {declaration}")
        return self.known[key]

    def constant(self, value):
        return self.once(("constant", value), f"OpConstant %u32 {value}")

    def spec_constant(self, id_, default):
        value = self.once(("spec", id_), f"OpSpecConstant %u32 {default}")
        self.decorations.append(f"OpDecorate {value} SpecId {id_}")
        return value

    def spec_bool(self, id_):
        value = self.once(("spec", id_), "OpSpecConstantFalse %bool")
        self.decorations.append(f"OpDecorate {value} SpecId {id_}")
        return value

    def spec_op(self, opcode, *operands):
        return self.once((opcode, operands), f"OpSpecConstantOp %u32 {opcode} {' '.join(operands)}")

    def op(self, opcode, *operands, type="%u32"):
        result = self.fresh()
        self.body.append(f"{result} = {opcode} {type} {' '.join(operands)}")
        return result

    def builtin(self, name, vector=False):
        if name not in self.known:
            self.known[name] = f"%in_{name}"
            self.decorations.append(f"OpDecorate %in_{name} BuiltIn {name}")
            self.variable(f"%in_{name}", "%input_v3u32" if vector else "%input_u32", "Input")
        value = self.op("OpLoad", self.known[name], type="%v3u32" if vector else "%u32")
        return self.op("OpCompositeExtract", value, "0") if vector else value

    def lane_of_dispatch(self):
        return self.builtin("GlobalInvocationId", vector=True)

    def place_of_dispatch(self):
        """The lane's x and y in the dispatch."""
        self.builtin("GlobalInvocationId", vector=True)
        value = self.op("OpLoad", "%in_GlobalInvocationId", type="%v3u32")
        return [self.op("OpCompositeExtract", value, str(axis)) for axis in (0, 1)]

    def lane_of_group(self):
        return self.builtin("LocalInvocationId", vector=True)

    def push_constant(self, index):
        pointer = self.op("OpAccessChain", "%constants", self.constant(index), type="%constant_word")
        return self.op("OpLoad", pointer)

    def shared_array(self, words):
        array = self.once(("array", words), f"OpTypeArray %u32 {self.constant(words)}")
        pointer = self.once(("pointer", words), f"OpTypePointer Workgroup {array}")
        self.variable("%shared", pointer, "Workgroup")

    def load_shared(self, index):
        return self.op("OpLoad", self.op("OpAccessChain", "%shared", index, type="%shared_word"))

    def store_shared(self, index, value):
        pointer = self.op("OpAccessChain", "%shared", index, type="%shared_word")
        self.body.append(f"OpStore {pointer} {value}")

    def barrier(self):
        group, semantics = self.constant(2), self.constant(0x108)
        self.body.append(f"OpControlBarrier {group} {group} {semantics}")

    def load(self, buffer, index):
        pointer = self.op("OpAccessChain", f"%b{buffer}", self.constant(0), index, type="%word_pointer")
        return self.op("OpLoad", pointer)

    def store(self, buffer, index, value):
        pointer = self.op("OpAccessChain", f"%b{buffer}", self.constant(0), index, type="%word_pointer")
        self.body.append(f"OpStore {pointer} {value}")

    @contextmanager
    def when(self, condition):
        then, after = self.fresh(), self.fresh()
        self.body += [f"OpSelectionMerge {after} None", f"OpBranchConditional {condition} {then} {after}"]
        self.body.append(f"{then} = OpLabel")
        yield
        self.body += [f"OpBranch {after}", f"{after} = OpLabel"]

    @contextmanager
    def repeat(self, count):
        """A loop of `count` rounds; gives the round's number."""
        head, body, next_, after = (self.fresh() for _ in range(4))
        index, more, following, before = (self.fresh() for _ in range(4))
        zero, one = self.constant(0), self.constant(1)
        self.body += [f"OpBranch {before}", f"{before} = OpLabel", f"OpBranch {head}", f"{head} = OpLabel"]
        self.body.append(f"{index} = OpPhi %u32 {zero} {before} {following} {next_}")
        self.body.append(f"{more} = OpULessThan %bool {index} {count}")
        self.body.append(f"OpLoopMerge {after} {next_} None")
        self.body.append(f"OpBranchConditional {more} {body} {after}")
        self.body.append(f"{body} = OpLabel")
        yield index
        self.body += [f"OpBranch {next_}", f"{next_} = OpLabel", f"{following} = OpIAdd %u32 {index} {one}"]
        self.body += [f"OpBranch {head}", f"{after} = OpLabel"]

    def text(self):
        one = self.constant(1)
        mode = f"OpExecutionMode %main LocalSize {self.lanes} 1 1"
        if isinstance(self.lanes, str):
            mode = f"OpExecutionModeId %main LocalSizeId {self.lanes} {one} {one}"
        lines = [f"OpCapability {name}" for name in self.capabilities]
        lines += [f'OpExtension "{name}"' for name in self.extensions]
        lines += ["OpMemoryModel Logical GLSL450"]
        lines += [f'OpEntryPoint GLCompute %main "main" {" ".join(self.interface)}', mode]
        lines += [*self.decorations, TYPES, *self.globals]
        lines += ["%main = OpFunction %void None %function", "%entry = OpLabel"]
        lines += [*self.body, "OpReturn", "OpFunctionEnd"]
        return "\n".join(lines) + "\n"

    def assemble(self, validate=True):
        command = ["spirv-as", "--target-env", "spv1.6", "-o", "-", "-"]
        binary = subprocess.run(command, input=self.text().encode(), stdout=subprocess.PIPE, check=True).stdout
        if validate:
            subprocess.run(["spirv-val", "--target-env", "vulkan1.3"], input=binary, check=True)
        return binary


def copy_kernel():
    """b1[i] = b0[i], one lane an element, no bounds check."""
    kernel = Kernel(bindings=((0, 0), (0, 1)))
    lane = kernel.lane_of_dispatch()
    kernel.store(1, lane, kernel.load(0, lane))
    return kernel.assemble()


def add_kernel():
    """b0[i] = b0[i] * factor + term, with (factor, term) as constants."""
    kernel = Kernel(constants=2)
    lane = kernel.lane_of_dispatch()
    product = kernel.op("OpIMul", kernel.load(0, lane), kernel.push_constant(0))
    kernel.store(0, lane, kernel.op("OpIAdd", product, kernel.push_constant(1)))
    return kernel.assemble()


def busy_kernel():
    """b0[i] = the sum of 0 .. rounds - 1, the slow way; rounds is a constant.

    lavapipe ends a wave's loops after 65535 rounds in all, so longer work needs more groups (of 8 lanes each).
    """
    kernel = Kernel(constants=1, lanes=8)
    lane = kernel.lane_of_dispatch()
    kernel.store(0, lane, kernel.constant(0))
    with kernel.repeat(kernel.push_constant(0)) as index:
        kernel.store(0, lane, kernel.op("OpIAdd", kernel.load(0, lane), index))
    return kernel.assemble()


def wave_size_kernel(waves):
    """LocalSizeId = waves * wave size (specialization constant 0); b0[i] = lanes of the wave of lane i."""
    kernel = Kernel(capabilities=["GroupNonUniform"])
    size = kernel.spec_constant(0, 4)
    kernel.lanes = kernel.spec_op("IMul", size, kernel.constant(waves))
    kernel.store(0, kernel.lane_of_dispatch(), kernel.builtin("SubgroupSize"))
    return kernel.assemble()


def counting_kernel():
    """Adds (x + 100 y) to a u32 image in place."""
    kernel = Kernel(bindings=((0, 0, "r32ui"),), lanes=1)
    x, y = kernel.place_of_dispatch()
    vector = kernel.images[0][1]
    place = kernel.op("OpIAdd", x, kernel.op("OpIMul", y, kernel.constant(100)))
    term = kernel.op("OpCompositeConstruct", place, *[kernel.constant(0)] * 3, type=vector)
    kernel.store_texel(0, x, y, kernel.op("OpIAdd", kernel.texel(0, x, y), term, type=vector))
    return kernel.assemble()
