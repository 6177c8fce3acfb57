//===- CUDALauncher.cpp - A kernel's `dispatch` for repeated launches ------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// wavedialect._cuda.Launcher: a callable in the place of a kernel's method
// `dispatch`. It remembers a plan for each device on which the kernel has
// run. A call that fits a plan starts the kernel here; any other call goes to
// the method, which converts the arguments or reports an error.
//
//===----------------------------------------------------------------------===//

#include "CUDAErrors.h"
#include "ForeignArrays.h"
#include "PlainCUDALaunch.h"
#include "StableABI.h"

#include <structmember.h>

#include <initializer_list>
#include <memory>

namespace nb = nanobind;
using namespace nb::literals;
using namespace wave::cuda;

namespace {

//===----------------------------------------------------------------------===//
// Plans
//===----------------------------------------------------------------------===//

/// What a call may say besides groups and arguments.
struct CallOptions {
  nb::handle device;
  nb::handle stream;
  bool isUnchecked = false;
};

/// A launch that can be repeated.
class Plan {
public:
  Plan(nb::handle native, nb::handle facts, nb::handle done,
       nb::handle checkedStream, nb::handle failed)
      : native(nb::borrow(native)),
        kernel(nb::cast<const PlainCUDALaunch &>(native)),
        device(facts.attr("device")), program(facts.attr("program")),
        programs(facts.attr("programs")), names(facts.attr("names")),
        cells(facts.attr("cells")), refresh(facts.attr("refresh")),
        opened(facts.attr("opened")), waveSize(facts.attr("wave_size")),
        sizes(facts.attr("sizes")), done(nb::borrow(done)),
        checkedStream(nb::borrow(checkedStream)), failed(nb::borrow(failed)),
        isUnchecked(nb::cast<bool>(facts.attr("unchecked"))) {}

  bool isFor(nb::handle other, bool unchecked) const {
    return device.is(other) && isUnchecked == unchecked;
  }
  nb::handle getDevice() const { return device; }
  bool getUnchecked() const { return isUnchecked; }
  bool isUsable() const { return kernel.isUsable(); }

  /// Returns the result of the dispatch; a null object, before anything has
  /// started, if the call does not fit.
  nb::object launch(std::span<PyObject *const> arguments, nb::handle groups,
                    const CallOptions &options) const;

  int visit(visitproc visit, void *argument) const {
    const std::initializer_list<nb::handle> objects = {
        native, device,   program, programs, names,         cells, refresh,
        opened, waveSize, sizes,   done,     checkedStream, failed};
    for (nb::handle object : objects)
      if (int result = visit(object.ptr(), argument))
        return result;
    return 0;
  }

private:
  bool isOn(nb::handle named) const;
  bool isCurrent() const;
  bool readGroups(nb::handle groups, std::array<uint32_t, 3> &extent) const;
  bool readStream(nb::handle given, StreamHandle &stream) const;

  /// The object of `kernel`.
  nb::object native;
  const PlainCUDALaunch &kernel;
  /// Python's device.
  nb::object device;
  nb::object program;
  /// The list of the programs that the kernel has.
  nb::object programs;
  /// Triples of a dictionary, a name, and the object that it must have; pairs
  /// of a cell and the object that it must contain.
  nb::tuple names;
  nb::tuple cells;
  /// Called before `names` and `cells` are compared, or None.
  nb::object refresh;
  /// The open devices by name.
  nb::dict opened;
  nb::object waveSize;
  /// The class of groups that state a wave size.
  nb::object sizes;
  nb::object done;
  /// Returns the Stream for a value of the option `stream`.
  nb::object checkedStream;
  /// Returns the exception to raise for one of the driver's.
  nb::object failed;
  bool isUnchecked;
};

/// Whether `named`, the value of the option `device`, is the device.
bool Plan::isOn(nb::handle named) const {
  if (PyUnicode_CheckExact(named.ptr()))
    named = PyDict_GetItem(opened.ptr(), named.ptr());
  return named.is(device);
}

/// Returns the object at this place of a tuple; null if the tuple ends before.
PyObject *findExpected(PyObject *tuple, Py_ssize_t place) {
  return place < PyTuple_GET_SIZE(tuple) ? PyTuple_GET_ITEM(tuple, place)
                                         : nullptr;
}

/// Whether the names from outside the kernel have the meaning that was
/// compiled.
bool Plan::isCurrent() const {
  PyObject *known = programs.ptr();
  bool isKept = false;
  for (Py_ssize_t place = 0; place < PyList_GET_SIZE(known); ++place)
    isKept = isKept || program.is(nb::handle(PyList_GET_ITEM(known, place)));
  if (!isKept)
    return false;
  if (!refresh.is_none())
    refresh();
  for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(names.ptr()); ++place) {
    PyObject *one = PyTuple_GET_ITEM(names.ptr(), place);
    PyObject *found =
        PyDict_GetItem(PyTuple_GET_ITEM(one, 0), PyTuple_GET_ITEM(one, 1));
    if (found != findExpected(one, 2))
      return false;
  }
  for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(cells.ptr()); ++place) {
    PyObject *one = PyTuple_GET_ITEM(cells.ptr(), place);
    if (findContents(PyTuple_GET_ITEM(one, 0)) != findExpected(one, 1))
      return false;
  }
  return true;
}

/// Reads a number of groups; false unless it is an integer that fits.
bool readCount(nb::handle number, uint32_t &count) {
  if (!PyLong_CheckExact(number.ptr()))
    return false;
  int overflow = 0;
  const long long value = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || value < 0 || value > UINT32_MAX)
    return false;
  count = static_cast<uint32_t>(value);
  return true;
}

bool Plan::readGroups(nb::handle groups,
                      std::array<uint32_t, 3> &extent) const {
  nb::object computed;
  if (isPythonFunction(groups)) {
    computed = groups(waveSize);
    groups = computed;
  }
  if (groups.type().is(sizes)) {
    // They are for one wave size.
    nb::object stated = findAttribute(groups, nb::str("wave_size"));
    if (!stated.is_valid() || !stated.equal(waveSize))
      return false;
  } else if (PyTuple_Check(groups.ptr()) && !PyTuple_CheckExact(groups.ptr())) {
    return false;
  }
  extent = {1, 1, 1};
  if (!PyTuple_Check(groups.ptr()))
    return readCount(groups, extent[0]);
  const Py_ssize_t dimensions = PyTuple_GET_SIZE(groups.ptr());
  if (dimensions < 1 || dimensions > 3)
    return false;
  for (Py_ssize_t axis = 0; axis < dimensions; ++axis)
    if (!readCount(PyTuple_GET_ITEM(groups.ptr(), axis),
                   extent[static_cast<size_t>(axis)]))
      return false;
  return true;
}

/// Reads the option `stream`; false if Python must report an error.
bool Plan::readStream(nb::handle given, StreamHandle &stream) const {
  if (PyLong_CheckExact(given.ptr())) {
    const uint64_t handle = PyLong_AsUnsignedLongLong(given.ptr());
    const bool isHandle = !PyErr_Occurred();
    PyErr_Clear();
    // The number 1 is the default stream.
    stream.stream = handle == 1 ? nullptr : reinterpret_cast<Stream>(handle);
    return isHandle;
  }
  nb::object made = nb::steal(
      PyObject_CallFunctionObjArgs(checkedStream.ptr(), given.ptr(), nullptr));
  const StreamHandle *read = nullptr;
  if (!made.is_valid() || !nb::try_cast(made, read)) {
    PyErr_Clear();
    return false;
  }
  stream = *read;
  return true;
}

nb::object Plan::launch(std::span<PyObject *const> arguments, nb::handle groups,
                        const CallOptions &options) const {
  if (!kernel.isUsable() || options.isUnchecked != isUnchecked ||
      (options.device && !isOn(options.device)) || !isCurrent())
    return {};
  std::array<uint32_t, 3> extent;
  if (!readGroups(groups, extent))
    return {};
  PlainCUDALaunch::Options asked;
  asked.device = device;
  asked.needsArrays = !options.device;
  StreamHandle stream;
  if (options.stream && !readStream(options.stream, stream))
    return {};
  if (options.stream)
    asked.stream = &stream;
  try {
    return kernel.launch(arguments, extent, asked) ? done : nb::object();
  } catch (const DriverError &error) {
    nb::object raised = failed(makeCUDAError(error));
    PyErr_SetObject(raised.type().ptr(), raised.ptr());
    throw nb::python_error();
  }
}

//===----------------------------------------------------------------------===//
// The class
//===----------------------------------------------------------------------===//

struct Launcher {
  PyObject_HEAD;
  vectorcallfunc call;
  /// The method that takes the calls that fit no plan.
  PyObject *method;
  /// One for each device, the latest first. A plan may be replaced while it
  /// launches: arguments can run Python code.
  std::vector<std::shared_ptr<const Plan>> *plans;
};

Launcher *launcherOf(PyObject *self) {
  return reinterpret_cast<Launcher *>(self);
}

/// Reads the options of a call; false if there is another one.
bool readOptions(PyObject *names, PyObject *const *values,
                 CallOptions &options) {
  static const nb::handle device = PyUnicode_InternFromString("device");
  static const nb::handle stream = PyUnicode_InternFromString("stream");
  static const nb::handle unchecked = PyUnicode_InternFromString("unchecked");
  if (!names)
    return true;
  for (Py_ssize_t place = 0; place < PyTuple_GET_SIZE(names); ++place) {
    nb::handle name = PyTuple_GET_ITEM(names, place);
    nb::handle value = values[place];
    // The names in code are interned.
    if (name.is(device)) {
      if (!value.is_none())
        options.device = value;
    } else if (name.is(stream)) {
      if (!value.is_none())
        options.stream = value;
    } else if (name.is(unchecked) && PyBool_Check(value.ptr())) {
      options.isUnchecked = value.is(nb::handle(Py_True));
    } else {
      return false;
    }
  }
  return true;
}

/// Returns the result of a call that fits a plan; a null object if none fits.
nb::object launchByPlan(const Launcher &self, PyObject *const *arguments,
                        size_t count, PyObject *names) {
  CallOptions options;
  if (count == 0 || !readOptions(names, arguments + count, options))
    return {};
  for (size_t place = 0; place < self.plans->size(); ++place) {
    const auto plan = (*self.plans)[place];
    nb::object done = plan->launch({arguments + 1, count - 1},
                                   nb::handle(arguments[0]), options);
    if (done.is_valid())
      return done;
  }
  return {};
}

PyObject *callLauncher(PyObject *object, PyObject *const *arguments,
                       size_t countAndFlag, PyObject *names) {
  const Launcher &self = *launcherOf(object);
  const auto count = static_cast<size_t>(PyVectorcall_NARGS(countAndFlag));
  try {
    nb::object done = launchByPlan(self, arguments, count, names);
    if (done.is_valid())
      return done.release().ptr();
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_RuntimeError, error.what());
    return nullptr;
  }
  return PyObject_Vectorcall(self.method, arguments, countAndFlag, names);
}

PyObject *makeLauncher(PyTypeObject *type, PyObject *arguments, PyObject *) {
  PyObject *method = nullptr;
  if (!PyArg_ParseTuple(arguments, "O", &method))
    return nullptr;
  PyObject *made = PyType_GenericAlloc(type, 0);
  if (!made)
    return nullptr;
  Launcher &self = *launcherOf(made);
  self.call = callLauncher;
  self.method = Py_NewRef(method);
  self.plans = new std::vector<std::shared_ptr<const Plan>>;
  return made;
}

int visitLauncher(PyObject *object, visitproc visit, void *arg) {
  const Launcher &self = *launcherOf(object);
  Py_VISIT(Py_TYPE(object));
  Py_VISIT(self.method);
  // Another owner keeps a plan that is launching.
  if (self.plans)
    for (const auto &plan : *self.plans)
      if (plan.use_count() == 1)
        if (int result = plan->visit(visit, arg))
          return result;
  return 0;
}

int clearLauncher(PyObject *object) {
  Launcher &self = *launcherOf(object);
  // Python code may run when the plans go.
  if (self.plans) {
    const auto dropped = std::move(*self.plans);
    self.plans->clear();
  }
  Py_CLEAR(self.method);
  return 0;
}

void destroyLauncher(PyObject *object) {
  PyTypeObject *type = Py_TYPE(object);
  PyObject_GC_UnTrack(object);
  clearLauncher(object);
  delete launcherOf(object)->plans;
  PyObject_GC_Del(object);
  Py_DECREF(type);
}

/// Help and signatures are those of the method.
PyObject *getLauncherAttribute(PyObject *object, PyObject *name) {
  if (PyObject *found = PyObject_GenericGetAttr(object, name))
    return found;
  if (!PyErr_ExceptionMatches(PyExc_AttributeError))
    return nullptr;
  PyErr_Clear();
  return PyObject_GetAttr(launcherOf(object)->method, name);
}

PyObject *getMethod(PyObject *object, void *) {
  return Py_NewRef(launcherOf(object)->method);
}

PyObject *getDocumentation(PyObject *object, void *) {
  return PyObject_GetAttrString(launcherOf(object)->method, "__doc__");
}

PyObject *describeLauncher(PyObject *object) {
  return PyObject_Repr(launcherOf(object)->method);
}

/// Adds a plan, in place of the one for the same device and bounds checks and of
/// those for devices that are closed.
PyObject *keepPlan(PyObject *object, PyObject *arguments) {
  PyObject *native = nullptr;
  PyObject *facts = nullptr;
  PyObject *done = nullptr;
  PyObject *checkedStream = nullptr;
  PyObject *failed = nullptr;
  if (!PyArg_ParseTuple(arguments, "OOOOO", &native, &facts, &done,
                        &checkedStream, &failed))
    return nullptr;
  try {
    auto made = std::make_shared<const Plan>(native, facts, done, checkedStream,
                                             failed);
    std::vector<std::shared_ptr<const Plan>> plans = {made};
    Launcher &self = *launcherOf(object);
    for (const auto &plan : *self.plans)
      if (!plan->isFor(made->getDevice(), made->getUnchecked()) &&
          plan->isUsable())
        plans.push_back(plan);
    std::swap(plans, *self.plans);
  } catch (nb::python_error &error) {
    error.restore();
    return nullptr;
  } catch (const std::exception &error) {
    PyErr_SetString(PyExc_TypeError, error.what());
    return nullptr;
  }
  Py_RETURN_NONE;
}

} // namespace

void bindCUDALauncher(nb::module_ &m) {
  static PyMethodDef methods[] = {
      {"keep", keepPlan, METH_VARARGS,
       "keep(native, facts, done, checked_stream, failed)\n--\n\nKeeps a "
       "launch of `native`, a PlainLaunch, for later calls, which return "
       "`done`. `facts` is a wavedialect.runtime.repeated.Repeated. "
       "`checked_stream` returns the Stream for an option, `failed` the "
       "exception to raise for a CUDAError."},
      {nullptr, nullptr, 0, nullptr}};
  static PyMemberDef members[] = {{"__vectorcalloffset__", T_PYSSIZET,
                                   offsetof(Launcher, call), READONLY, nullptr},
                                  {nullptr, 0, 0, 0, nullptr}};
  static PyGetSetDef properties[] = {
      {"__wrapped__", getMethod, nullptr, nullptr, nullptr},
      {"__doc__", getDocumentation, nullptr, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  static PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void *>(makeLauncher)},
      {Py_tp_dealloc, reinterpret_cast<void *>(destroyLauncher)},
      {Py_tp_traverse, reinterpret_cast<void *>(visitLauncher)},
      {Py_tp_clear, reinterpret_cast<void *>(clearLauncher)},
      {Py_tp_call, reinterpret_cast<void *>(PyVectorcall_Call)},
      {Py_tp_getattro, reinterpret_cast<void *>(getLauncherAttribute)},
      {Py_tp_repr, reinterpret_cast<void *>(describeLauncher)},
      {Py_tp_methods, methods},
      {Py_tp_members, members},
      {Py_tp_getset, properties},
      {0, nullptr}};
  static PyType_Spec spec = {"wavedialect._cuda.Launcher", sizeof(Launcher), 0,
                             Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
                                 Py_TPFLAGS_HAVE_VECTORCALL,
                             slots};
  m.attr("Launcher") = nb::steal(PyType_FromSpec(&spec));
}
