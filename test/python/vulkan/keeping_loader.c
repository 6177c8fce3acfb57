/* A Vulkan loader that forwards to the real one and gives its driver a pipeline cache that keeps something: of each
 * pipeline the hash of its code and of its specialization. Lavapipe's own keeps nothing. It prints what happens:
 *   cache 3      a cache was made, of bytes that hold three pipelines,
 *   found        a pipeline was made that its cache had,
 *   compiled     one that it had not.
 * WAVE_VENDOR=7 makes it another vendor's device; WAVE_REFUSE=1 refuses bytes that hold something; WAVE_MORE=8000 makes
 * so many more bytes of what it keeps. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#define MOST 64
typedef struct {
  uint32_t count;
  uint64_t hashes[MOST];
} Cache;

static PFN_vkGetInstanceProcAddr instance_function;
static PFN_vkGetDeviceProcAddr device_function;
static PFN_vkGetPhysicalDeviceProperties2 properties_function;
static PFN_vkCreateComputePipelines pipelines_function;
static PFN_vkCreateShaderModule module_function;
static VkPipelineCacheHeaderVersionOne head = {32, VK_PIPELINE_CACHE_HEADER_VERSION_ONE};
static uint64_t code_hash;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static uint64_t hash_bytes(uint64_t hash, const void *data, size_t size) {
  for (const uint8_t *byte = data; size; --size, ++byte)
    hash = (hash ^ *byte) * 0x100000001b3u;
  return hash;
}

static void properties(VkPhysicalDevice device, VkPhysicalDeviceProperties2 *out) {
  properties_function(device, out);
  if (getenv("WAVE_VENDOR"))
    out->properties.vendorID = (uint32_t)atoi(getenv("WAVE_VENDOR"));
  head.vendorID = out->properties.vendorID;
  head.deviceID = out->properties.deviceID;
  memcpy(head.pipelineCacheUUID, out->properties.pipelineCacheUUID, VK_UUID_SIZE);
}

static void add(Cache *cache, uint64_t hash) {
  for (uint32_t i = 0; i < cache->count; ++i)
    if (cache->hashes[i] == hash)
      return;
  if (cache->count < MOST)
    cache->hashes[cache->count++] = hash;
}

static VkResult create_cache(VkDevice device, const VkPipelineCacheCreateInfo *info, const VkAllocationCallbacks *with,
                             VkPipelineCache *out) {
  (void)device, (void)with;
  Cache *cache = calloc(1, sizeof *cache);
  if (info->initialDataSize > sizeof head) {
    if (getenv("WAVE_REFUSE")) {
      free(cache);
      return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    cache->count = (uint32_t)((info->initialDataSize - sizeof head) / sizeof(uint64_t));
    memcpy(cache->hashes, (const char *)info->pInitialData + sizeof head, cache->count * sizeof(uint64_t));
  }
  printf("cache %u\n", cache->count);
  fflush(stdout);
  *out = (VkPipelineCache)cache;
  return VK_SUCCESS;
}

static void destroy_cache(VkDevice device, VkPipelineCache cache, const VkAllocationCallbacks *with) {
  (void)device, (void)with;
  free((void *)cache);
}

static VkResult cache_data(VkDevice device, VkPipelineCache handle, size_t *size, void *data) {
  (void)device;
  const Cache *cache = (const Cache *)handle;
  VkResult result = VK_SUCCESS;
  pthread_mutex_lock(&lock);
  const size_t more = getenv("WAVE_MORE") ? (size_t)atoi(getenv("WAVE_MORE")) : 0;
  const size_t all = sizeof head + cache->count * sizeof(uint64_t) + more;
  if (data && *size < all) {
    result = VK_INCOMPLETE;
  } else {
    if (data) {
      memcpy(data, &head, sizeof head);
      memcpy((char *)data + sizeof head, cache->hashes, all - more - sizeof head);
      memset((char *)data + all - more, 0, more);
    }
    *size = all;
  }
  pthread_mutex_unlock(&lock);
  return result;
}

static VkResult merge_caches(VkDevice device, VkPipelineCache into, uint32_t count, const VkPipelineCache *from) {
  (void)device;
  pthread_mutex_lock(&lock);
  for (uint32_t i = 0; i < count; ++i)
    for (uint32_t j = 0; j < ((const Cache *)from[i])->count; ++j)
      add((Cache *)into, ((const Cache *)from[i])->hashes[j]);
  pthread_mutex_unlock(&lock);
  return VK_SUCCESS;
}

static VkResult create_module(VkDevice device, const VkShaderModuleCreateInfo *info, const VkAllocationCallbacks *with,
                              VkShaderModule *out) {
  VkResult result = module_function(device, info, with, out);
  code_hash = hash_bytes(0xcbf29ce484222325u, info->pCode, info->codeSize);
  return result;
}

static VkResult create_pipelines(VkDevice device, VkPipelineCache handle, uint32_t count,
                                 const VkComputePipelineCreateInfo *infos, const VkAllocationCallbacks *with,
                                 VkPipeline *out) {
  Cache *cache = (Cache *)handle;
  uint64_t hash = code_hash;
  const VkSpecializationInfo *values = infos->stage.pSpecializationInfo;
  if (values)
    hash = hash_bytes(hash, values->pData, values->dataSize);
  if (cache) {
    pthread_mutex_lock(&lock);
    const uint32_t before = cache->count;
    add(cache, hash);
    puts(cache->count == before ? "found" : "compiled");
    pthread_mutex_unlock(&lock);
  } else {
    puts("without");
  }
  fflush(stdout);
  return pipelines_function(device, VK_NULL_HANDLE, count, infos, with, out);
}

static PFN_vkVoidFunction get_device_function(VkDevice device, const char *name) {
  PFN_vkVoidFunction function = device_function(device, name);
  if (strcmp(name, "vkCreatePipelineCache") == 0)
    return (PFN_vkVoidFunction)create_cache;
  if (strcmp(name, "vkDestroyPipelineCache") == 0)
    return (PFN_vkVoidFunction)destroy_cache;
  if (strcmp(name, "vkGetPipelineCacheData") == 0)
    return (PFN_vkVoidFunction)cache_data;
  if (strcmp(name, "vkMergePipelineCaches") == 0)
    return (PFN_vkVoidFunction)merge_caches;
  if (strcmp(name, "vkCreateShaderModule") == 0) {
    module_function = (PFN_vkCreateShaderModule)function;
    return (PFN_vkVoidFunction)create_module;
  }
  if (strcmp(name, "vkCreateComputePipelines") == 0) {
    pipelines_function = (PFN_vkCreateComputePipelines)function;
    return (PFN_vkVoidFunction)create_pipelines;
  }
  return function;
}

PFN_vkVoidFunction vkGetInstanceProcAddr(VkInstance instance, const char *name) {
  if (!instance_function)
    instance_function =
        (PFN_vkGetInstanceProcAddr)dlsym(dlopen("libvulkan.so.1", RTLD_NOW), "vkGetInstanceProcAddr");
  PFN_vkVoidFunction function = instance_function(instance, name);
  if (strcmp(name, "vkGetDeviceProcAddr") == 0) {
    device_function = (PFN_vkGetDeviceProcAddr)function;
    return (PFN_vkVoidFunction)get_device_function;
  }
  if (strcmp(name, "vkGetPhysicalDeviceProperties2") == 0) {
    properties_function = (PFN_vkGetPhysicalDeviceProperties2)function;
    return (PFN_vkVoidFunction)properties;
  }
  return function;
}
