/* A Vulkan loader that forwards to the real one and misbehaves. The environment asks for what holds from the start:
 * WAVE_FAULT=no-devices    lists no device,
 * WAVE_FAULT=old-device    says that every device has Vulkan 1.2,
 * WAVE_FAULT=no-time       has queues without timestamps.
 * A program asks for the rest by the functions at the end, through ctypes: calls that fail, and how many objects live. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

/* What can go wrong by the specification: nothing, memory runs out, and the device is lost as well. */
enum { NEVER, MEMORY, LOSS };

/* F(function, what can go wrong, +1 makes and -1 destroys, an object of this kind, the argument that has it).
 * Everything that WaveDialect's runtime calls and that can fail, makes or destroys. Command buffers and descriptor sets
 * go with their pools. */
#define FUNCTIONS(F)                                                                                                   \
  F(vkCreateInstance, MEMORY, +1, instance, 2)                                                                         \
  F(vkDestroyInstance, NEVER, -1, instance, 0)                                                                         \
  F(vkEnumerateInstanceLayerProperties, MEMORY, 0, none, 0)                                                            \
  F(vkEnumerateDeviceExtensionProperties, MEMORY, 0, none, 0)                                                          \
  F(vkEnumeratePhysicalDevices, MEMORY, 0, none, 0)                                                                    \
  F(vkGetPhysicalDeviceImageFormatProperties, MEMORY, 0, none, 0)                                                      \
  F(vkCreateDebugUtilsMessengerEXT, MEMORY, +1, messenger, 3)                                                          \
  F(vkDestroyDebugUtilsMessengerEXT, NEVER, -1, messenger, 1)                                                          \
  F(vkCreateDevice, LOSS, +1, device, 3)                                                                               \
  F(vkDestroyDevice, NEVER, -1, device, 0)                                                                             \
  F(vkCreateBuffer, MEMORY, +1, buffer, 3)                                                                             \
  F(vkDestroyBuffer, NEVER, -1, buffer, 1)                                                                             \
  F(vkCreateImage, MEMORY, +1, image, 3)                                                                               \
  F(vkDestroyImage, NEVER, -1, image, 1)                                                                               \
  F(vkCreateImageView, MEMORY, +1, view, 3)                                                                            \
  F(vkDestroyImageView, NEVER, -1, view, 1)                                                                            \
  F(vkAllocateMemory, MEMORY, +1, memory, 3)                                                                           \
  F(vkFreeMemory, NEVER, -1, memory, 1)                                                                                \
  F(vkBindBufferMemory, MEMORY, 0, none, 0)                                                                            \
  F(vkBindImageMemory, MEMORY, 0, none, 0)                                                                             \
  F(vkMapMemory, MEMORY, 0, none, 0)                                                                                   \
  F(vkCreateCommandPool, MEMORY, +1, command_pool, 3)                                                                  \
  F(vkDestroyCommandPool, NEVER, -1, command_pool, 1)                                                                  \
  F(vkAllocateCommandBuffers, MEMORY, 0, none, 0)                                                                      \
  F(vkBeginCommandBuffer, MEMORY, 0, none, 0)                                                                          \
  F(vkEndCommandBuffer, MEMORY, 0, none, 0)                                                                            \
  F(vkResetCommandBuffer, MEMORY, 0, none, 0)                                                                          \
  F(vkCreateDescriptorPool, MEMORY, +1, descriptor_pool, 3)                                                            \
  F(vkDestroyDescriptorPool, NEVER, -1, descriptor_pool, 1)                                                            \
  F(vkAllocateDescriptorSets, MEMORY, 0, none, 0)                                                                      \
  F(vkCreateDescriptorSetLayout, MEMORY, +1, set_layout, 3)                                                            \
  F(vkDestroyDescriptorSetLayout, NEVER, -1, set_layout, 1)                                                            \
  F(vkCreatePipelineLayout, MEMORY, +1, pipeline_layout, 3)                                                            \
  F(vkDestroyPipelineLayout, NEVER, -1, pipeline_layout, 1)                                                            \
  F(vkCreateShaderModule, MEMORY, +1, module, 3)                                                                       \
  F(vkDestroyShaderModule, NEVER, -1, module, 1)                                                                       \
  F(vkCreateComputePipelines, MEMORY, +1, pipeline, 5)                                                                 \
  F(vkDestroyPipeline, NEVER, -1, pipeline, 1)                                                                         \
  F(vkCreatePipelineCache, MEMORY, +1, pipeline_cache, 3)                                                              \
  F(vkDestroyPipelineCache, NEVER, -1, pipeline_cache, 1)                                                              \
  F(vkGetPipelineCacheData, MEMORY, 0, none, 0)                                                                        \
  F(vkMergePipelineCaches, MEMORY, 0, none, 0)                                                                         \
  F(vkCreateQueryPool, MEMORY, +1, query_pool, 3)                                                                      \
  F(vkDestroyQueryPool, NEVER, -1, query_pool, 1)                                                                      \
  F(vkGetQueryPoolResults, LOSS, 0, none, 0)                                                                           \
  F(vkCreateSemaphore, MEMORY, +1, semaphore, 3)                                                                       \
  F(vkDestroySemaphore, NEVER, -1, semaphore, 1)                                                                       \
  F(vkGetSemaphoreCounterValue, LOSS, 0, none, 0)                                                                      \
  F(vkWaitSemaphores, LOSS, 0, none, 0)                                                                                \
  F(vkQueueSubmit, LOSS, 0, none, 0)                                                                                   \
  F(vkDeviceWaitIdle, LOSS, 0, none, 0)

#define KINDS(K)                                                                                                       \
  K(instance)                                                                                                          \
  K(messenger) K(device) K(buffer) K(image) K(view) K(memory) K(command_pool) K(descriptor_pool) K(set_layout)         \
      K(pipeline_layout) K(module) K(pipeline) K(pipeline_cache) K(query_pool) K(semaphore)

enum Kind {
  none,
#define KIND(name) name,
  KINDS(KIND)
#undef KIND
      kinds
};

/* All arguments are integers and pointers, which x86-64 passes alike whatever their widths: so one type does for every
 * function, and arguments that a function does not have do no harm. */
typedef uintptr_t Word;
typedef Word (*Function)(Word, Word, Word, Word, Word, Word, Word, Word);

enum Number {
#define NUMBER(name, fails, change, kind, argument) number_##name,
  FUNCTIONS(NUMBER)
#undef NUMBER
      functions
};

static Function real[functions];
static int64_t live[kinds];
static Function instance_function;
static Function device_function;

/* The failure that is asked for: of the call with this number, counted from 1, among those that can fail so; then of all
 * calls of that function if it is for good. A lost device stays lost until another one is opened. */
static int64_t wanted, seen;
static VkResult failure = VK_SUCCESS;
static int for_good, lost;
static const char *wanted_name, *failed_name;

static int is_due(const char *name, int fails) {
  int loss = failure == VK_ERROR_DEVICE_LOST;
  if (failure == VK_SUCCESS || fails == NEVER)
    return 0;
  /* A function that is named fails as it is asked to, whatever the specification lets it say. */
  if (wanted_name ? strcmp(wanted_name, name) != 0 : loss && fails != LOSS)
    return 0;
  if (__atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED) == wanted) {
    lost = loss && strcmp(name, "vkCreateDevice") != 0;
    failed_name = name;
    return 1;
  }
  return for_good && failed_name && strcmp(failed_name, name) == 0;
}

static Word call(enum Number number, const char *name, int fails, int change, enum Kind kind, int argument, Word *a) {
  int creates = number == number_vkCreateDevice;
  if (creates)
    lost = 0;
  int due = is_due(name, fails) || (lost && fails == LOSS);
  if (due) {
    VkResult result = lost ? VK_ERROR_DEVICE_LOST : failure;
    /* This driver is at work still: what a lost device would not touch must not be destroyed yet. */
    if (lost && number == number_vkDeviceWaitIdle)
      real[number](a[0], 0, 0, 0, 0, 0, 0, 0);
    /* What a failed call leaves behind is no handle. */
    if (change > 0)
      memset((void *)a[argument], 0x5a, sizeof(Word));
    return (Word)result;
  }
  if (change < 0 && a[argument])
    __atomic_sub_fetch(&live[kind], 1, __ATOMIC_RELAXED);
  Word result = real[number](a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]);
  if (change > 0 && (VkResult)result == VK_SUCCESS)
    __atomic_add_fetch(&live[kind], 1, __ATOMIC_RELAXED);
  return result;
}

#define HOOK(name, fails, change, kind, argument)                                                                      \
  static Word hook_##name(Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h) {                            \
    return call(number_##name, #name, fails, change, kind, argument, (Word[]){a, b, c, d, e, f, g, h});                \
  }
FUNCTIONS(HOOK)
#undef HOOK

static void *library(void) { return dlopen("libvulkan.so.1", RTLD_NOW); }

/* The hook of a function, or the function itself. */
static Function hooked(const char *name, Function found) {
#define FIND(function, ...)                                                                                            \
  if (found && strcmp(name, #function) == 0) {                                                                         \
    /* The loader's own serves all instances and devices. */                                                           \
    Function exported = (Function)dlsym(library(), name);                                                              \
    real[number_##function] = exported ? exported : found;                                                             \
    return hook_##function;                                                                                            \
  }
  FUNCTIONS(FIND)
#undef FIND
  return found;
}

static Word list_nothing(Word instance, Word count, Word devices, Word d, Word e, Word f, Word g, Word h) {
  (void)instance, (void)devices, (void)d, (void)e, (void)f, (void)g, (void)h;
  *(uint32_t *)count = 0;
  return VK_SUCCESS;
}

static Function properties_function;
static Word old_properties(Word device, Word properties, Word c, Word d, Word e, Word f, Word g, Word h) {
  Word result = properties_function(device, properties, c, d, e, f, g, h);
  ((VkPhysicalDeviceProperties *)properties)->apiVersion = VK_MAKE_API_VERSION(0, 1, 2, 3);
  return result;
}

static Function families_function;
static Word timeless_families(Word device, Word count, Word families, Word d, Word e, Word f, Word g, Word h) {
  Word result = families_function(device, count, families, d, e, f, g, h);
  for (uint32_t i = 0; families && i < *(uint32_t *)count; ++i)
    ((VkQueueFamilyProperties *)families)[i].timestampValidBits = 0;
  return result;
}

static Word get_device_function(Word device, Word name, Word c, Word d, Word e, Word f, Word g, Word h) {
  return (Word)hooked((const char *)name, (Function)device_function(device, name, c, d, e, f, g, h));
}

Function vkGetInstanceProcAddr(Word instance, const char *name) {
  const char *fault = getenv("WAVE_FAULT");
  if (!fault)
    fault = "";
  if (!instance_function)
    instance_function = (Function)dlsym(library(), "vkGetInstanceProcAddr");
  Function found = (Function)instance_function(instance, (Word)name, 0, 0, 0, 0, 0, 0);
  if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
    device_function = found;
    return get_device_function;
  }
  if (strcmp(name, "vkEnumeratePhysicalDevices") == 0 && strcmp(fault, "no-devices") == 0)
    return list_nothing;
  if (strcmp(name, "vkGetPhysicalDeviceProperties") == 0 && strcmp(fault, "old-device") == 0) {
    properties_function = found;
    return old_properties;
  }
  if (strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0 && strcmp(fault, "no-time") == 0) {
    families_function = found;
    return timeless_families;
  }
  return hooked(name, found);
}

/* What a program asks for. */

/* Lets the call with this number fail; only calls of one function count where it is named. */
void fault_ask(int64_t call_number, int result, int stays, const char *function) {
  static char name[64];
  failure = VK_SUCCESS;
  strncpy(name, function ? function : "", sizeof(name) - 1);
  wanted_name = function ? name : NULL;
  wanted = call_number, seen = 0, for_good = stays, lost = 0, failed_name = NULL;
  failure = (VkResult)result;
}

/* The function whose call failed, or null. */
const char *fault_failed(void) { return failed_name; }

/* No further call fails; a lost device stays lost. */
void fault_end(void) { failure = VK_SUCCESS; }

/* How many objects of a kind live, and the kind's name; null after the last. */
const char *fault_live(int kind, int64_t *count) {
  static const char *const names[] = {
#define NAME(name) #name,
      KINDS(NAME)
#undef NAME
  };
  if (kind < 0 || kind + 1 >= kinds)
    return NULL;
  *count = live[kind + 1];
  return names[kind];
}
