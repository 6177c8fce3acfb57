/* A Vulkan loader that forwards to the real one and misbehaves as the environment asks:
 * WAVE_FAULT=no-devices    lists no device,
 * WAVE_FAULT=old-device    says that every device has Vulkan 1.2,
 * WAVE_FAULT=lost          loses the device at the third submission,
 * WAVE_FAULT=no-time       has queues without timestamps. */
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

static PFN_vkGetInstanceProcAddr instance_function;
static PFN_vkGetDeviceProcAddr device_function;
static PFN_vkGetPhysicalDeviceProperties properties_function;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties families_function;
static PFN_vkQueueSubmit submit_function;
static int submissions;

static VkResult list_nothing(VkInstance instance, uint32_t *count, VkPhysicalDevice *devices) {
  (void)instance, (void)devices;
  *count = 0;
  return VK_SUCCESS;
}

static void old_properties(VkPhysicalDevice device, VkPhysicalDeviceProperties *properties) {
  properties_function(device, properties);
  properties->apiVersion = VK_MAKE_API_VERSION(0, 1, 2, 3);
}

static void timeless_families(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *families) {
  families_function(device, count, families);
  for (uint32_t i = 0; families && i < *count; ++i)
    families[i].timestampValidBits = 0;
}

static VkResult losing_submit(VkQueue queue, uint32_t count, const VkSubmitInfo *infos, VkFence fence) {
  return ++submissions < 3 ? submit_function(queue, count, infos, fence) : VK_ERROR_DEVICE_LOST;
}

static PFN_vkVoidFunction get_device_function(VkDevice device, const char *name) {
  PFN_vkVoidFunction function = device_function(device, name);
  if (strcmp(name, "vkQueueSubmit") == 0 && strcmp(getenv("WAVE_FAULT"), "lost") == 0) {
    submit_function = (PFN_vkQueueSubmit)function;
    return (PFN_vkVoidFunction)losing_submit;
  }
  return function;
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
  const char *fault = getenv("WAVE_FAULT");
  if (!instance_function)
    instance_function =
        (PFN_vkGetInstanceProcAddr)dlsym(dlopen("libvulkan.so.1", RTLD_NOW), "vkGetInstanceProcAddr");
  PFN_vkVoidFunction function = instance_function(instance, name);
  if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
    device_function = (PFN_vkGetDeviceProcAddr)function;
    return (PFN_vkVoidFunction)get_device_function;
  }
  if (strcmp(name, "vkEnumeratePhysicalDevices") == 0 && strcmp(fault, "no-devices") == 0)
    return (PFN_vkVoidFunction)list_nothing;
  if (strcmp(name, "vkGetPhysicalDeviceProperties") == 0 && strcmp(fault, "old-device") == 0) {
    properties_function = (PFN_vkGetPhysicalDeviceProperties)function;
    return (PFN_vkVoidFunction)old_properties;
  }
  if (strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0 && strcmp(fault, "no-time") == 0) {
    families_function = (PFN_vkGetPhysicalDeviceQueueFamilyProperties)function;
    return (PFN_vkVoidFunction)timeless_families;
  }
  return function;
}
