//===- VulkanInstance.cpp - Vulkan loader and instance --------------------===//
//
// Part of the WaveDialect project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "WaveDialect/Runtime/VulkanInstance.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>
#include <unistd.h>

using namespace wave::runtime;

namespace {

constexpr const char *validationLayer = "VK_LAYER_KHRONOS_validation";

constexpr const char *driverAdvice =
    "install a driver (on Debian the package mesa-vulkan-drivers holds "
    "lavapipe, "
    "which needs no GPU), or set VK_DRIVER_FILES to the .json file of one that "
    "is installed elsewhere; a container needs the host's driver files mounted "
    "into it";

//===----------------------------------------------------------------------===//
// Loader
//===----------------------------------------------------------------------===//

/// The open loader. Never closed: drivers leave threads and exit handlers
/// behind that would call unmapped code.
struct Loader {
  PFN_vkGetInstanceProcAddr getInstanceProcAddr = nullptr;
#define WAVE_VK_GLOBAL(name) PFN_##name name = nullptr;
#include "WaveDialect/Runtime/VulkanFunctions.def"

  template <typename Function>
  void fetch(VkInstance instance, Function &function, const char *name) const {
    function = reinterpret_cast<Function>(getInstanceProcAddr(instance, name));
  }

  template <typename Function>
  void require(VkInstance instance, Function &function,
               const char *name) const {
    fetch(instance, function, name);
    if (!function)
      throw VulkanError(ErrorKind::NoDriver,
                        std::string("the Vulkan loader lacks ") + name +
                            ": it is older than Vulkan 1.1; install a current "
                            "one (on Debian the package libvulkan1)");
  }
};

std::atomic<const Loader *> opened = nullptr;

/// Threads that are about to open the loader or to create an instance.
std::atomic<int> openers = 0;

struct Opener {
  Opener() { ++openers; }
  ~Opener() { --openers; }
};

/// Set in a forked child, and in all children of that child.
std::atomic<bool> forked = false;

/// Ends a child before the exit handlers that its parent's drivers registered.
/// Mesa's handler waits for the driver's threads, and would wait forever for a
/// thread of the child that reuses the memory of one of them. The handlers that
/// the child itself registered have run by then.
void leaveForkedChild(int status, void *) {
  std::fflush(nullptr);
  _exit(status);
}

/// Registered when this library is loaded: if it were later, another thread
/// could fork first.
[[maybe_unused]] const int registered = pthread_atfork(nullptr, nullptr, [] {
  if (forked || (!opened && openers == 0))
    return;
  forked = true;
  on_exit(leaveForkedChild, nullptr);
});

/// For one thread at a time. A failure is not remembered, so that a driver
/// installed in the meantime is found.
const Loader &loader() {
  if (opened)
    return *opened;

  const char *fromEnvironment = std::getenv("WAVEDIALECT_VULKAN_LOADER");
  if (fromEnvironment && !*fromEnvironment)
    fromEnvironment = nullptr;
  const char *path = fromEnvironment ? fromEnvironment : "libvulkan.so.1";
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    throw VulkanError(
        ErrorKind::NoDriver,
        std::string("cannot open the Vulkan loader ") + path +
            (fromEnvironment ? ", which WAVEDIALECT_VULKAN_LOADER names ("
                             : " (") +
            (reason ? reason : "no reason given") +
            "); install it (on Debian the package libvulkan1) and then " +
            driverAdvice);
  }
  auto made = std::make_unique<Loader>();
  made->getInstanceProcAddr = reinterpret_cast<PFN_vkGetInstanceProcAddr>(
      dlsym(library, "vkGetInstanceProcAddr"));
  if (!made->getInstanceProcAddr)
    throw VulkanError(ErrorKind::NoDriver,
                      std::string(path) + " is not a Vulkan loader: it lacks "
                                          "vkGetInstanceProcAddr");
#define WAVE_VK_GLOBAL(name) made->require(VK_NULL_HANDLE, made->name, #name);
#include "WaveDialect/Runtime/VulkanFunctions.def"
  opened = made.release();
  return *opened;
}

//===----------------------------------------------------------------------===//
// Validation messages
//===----------------------------------------------------------------------===//

struct MessageList {
  /// Enough to understand a failure; a loop of invalid launches must not use up
  /// the memory.
  static constexpr size_t limit = 1000;
  std::mutex mutex;
  std::deque<std::string> messages;
};

/// Never destroyed: a device that is closed at exit may still add messages.
MessageList &messageList() {
  static auto *list = new MessageList;
  return *list;
}

VKAPI_ATTR VkBool32 VKAPI_CALL
collectMessage(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
               VkDebugUtilsMessageTypeFlagsEXT,
               const VkDebugUtilsMessengerCallbackDataEXT *data, void *) {
  const char *label = severity & VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
                          ? "error: "
                          : "warning: ";
  MessageList &list = messageList();
  std::lock_guard lock(list.mutex);
  list.messages.push_back(label + std::string(data->pMessage));
  if (list.messages.size() > MessageList::limit)
    list.messages.pop_front();
  return VK_FALSE;
}

bool hasValidationLayer() {
  constexpr const char *call = "vkEnumerateInstanceLayerProperties";
  uint32_t count = 0;
  checkResult(loader().vkEnumerateInstanceLayerProperties(&count, nullptr),
              call);
  std::vector<VkLayerProperties> layers(count);
  checkResult(
      loader().vkEnumerateInstanceLayerProperties(&count, layers.data()), call);
  for (const VkLayerProperties &layer : layers)
    if (std::strcmp(layer.layerName, validationLayer) == 0)
      return true;
  return false;
}

/// The driver list that the user's environment forces, if any: a wrong list is
/// the most common reason for finding no driver.
std::string forcedDrivers() {
  for (const char *name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
    if (const char *value = std::getenv(name))
      return std::string(" (") + name + " is set to '" + value + "')";
  return "";
}

} // namespace

bool wave::runtime::isForkedChild() { return forked; }

void wave::runtime::requireOwnProcess() {
  if (isForkedChild())
    throw VulkanError(ErrorKind::Forked,
                      "this process was forked from one that had used Vulkan, "
                      "and Vulkan drivers do not work in a forked process");
}

std::vector<std::string> wave::runtime::takeValidationMessages() {
  requireOwnProcess();
  MessageList &list = messageList();
  std::lock_guard lock(list.mutex);
  std::vector<std::string> taken(list.messages.begin(), list.messages.end());
  list.messages.clear();
  return taken;
}

//===----------------------------------------------------------------------===//
// Instance
//===----------------------------------------------------------------------===//

std::shared_ptr<Instance> Instance::get(bool validation) {
  // The plain instance is kept until the process ends: creating one loads every
  // driver, and destroying it at exit races with the drivers' own exit
  // handlers. The instance with the layer ends with its last device, so that
  // the layer can report objects that were not destroyed.
  requireOwnProcess();
  // Outlives the lock: a child must not wait for a thread that it lacks.
  const Opener opener;
  static std::mutex mutex;
  static auto *plain = new std::shared_ptr<Instance>;
  static auto *validating = new std::weak_ptr<Instance>;
  std::lock_guard lock(mutex);
  if (!validation) {
    if (!*plain)
      plain->reset(new Instance(false));
    return *plain;
  }
  std::shared_ptr<Instance> instance = validating->lock();
  if (!instance) {
    instance.reset(new Instance(true));
    *validating = instance;
  }
  return instance;
}

Instance::Instance(bool validation) {
  const Loader &vulkan = loader();

  VkApplicationInfo application{VK_STRUCTURE_TYPE_APPLICATION_INFO};
  application.pApplicationName = "WaveDialect";
  application.apiVersion = VK_API_VERSION_1_3;
  VkInstanceCreateInfo info{VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO};
  info.pApplicationInfo = &application;

  // Only messages of the validation layer: the loader reports drivers without
  // hardware through the same channel as "general".
  VkDebugUtilsMessengerCreateInfoEXT messengerInfo{
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT};
  messengerInfo.messageSeverity =
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
      VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messengerInfo.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messengerInfo.pfnUserCallback = collectMessage;
  const char *extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  if (validation) {
    if (!hasValidationLayer())
      throw VulkanError(ErrorKind::Validation,
                        std::string("the validation layer ") + validationLayer +
                            " is not installed; on Debian it is the package "
                            "vulkan-validationlayers");
    info.enabledLayerCount = 1;
    info.ppEnabledLayerNames = &validationLayer;
    info.enabledExtensionCount = 1;
    info.ppEnabledExtensionNames = &extension;
    // Also in the chain: covers creation and destruction of the instance.
    info.pNext = &messengerInfo;
  }

  VkResult result = vulkan.vkCreateInstance(&info, nullptr, &handle);
  if (result == VK_ERROR_INCOMPATIBLE_DRIVER)
    throw VulkanError(ErrorKind::NoDriver,
                      "the Vulkan loader found no driver that works" +
                          forcedDrivers() + "; " + driverAdvice);
  checkResult(result, "vkCreateInstance");

  try {
#define WAVE_VK_INSTANCE(name) vulkan.require(handle, fn.name, #name);
#define WAVE_VK_INSTANCE_OPTIONAL(name) vulkan.fetch(handle, fn.name, #name);
#include "WaveDialect/Runtime/VulkanFunctions.def"

    if (validation && fn.vkCreateDebugUtilsMessengerEXT) {
      VkDebugUtilsMessengerEXT made;
      checkResult(fn.vkCreateDebugUtilsMessengerEXT(handle, &messengerInfo,
                                                    nullptr, &made),
                  "vkCreateDebugUtilsMessengerEXT");
      messenger = made;
    }
  } catch (...) {
    destroy();
    throw;
  }
}

Instance::~Instance() {
  if (!isForkedChild())
    destroy();
}

void Instance::destroy() {
  if (messenger)
    fn.vkDestroyDebugUtilsMessengerEXT(handle, messenger, nullptr);
  if (handle && fn.vkDestroyInstance)
    fn.vkDestroyInstance(handle, nullptr);
}
