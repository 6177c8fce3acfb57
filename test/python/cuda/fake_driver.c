// A library in the place of CUDA's driver, without a GPU: memory of a device is memory of the host, and each call ends
// at once. It records its calls, and writes them to the file of the variable FAKE_CUDA_CALLS at the end; fails those that a test names, and "runs" kernels whose code starts with a line
// "// kernel NAME BYTES...", the sizes of the parameters: `copy` copies its first buffer to its second one, all others
// do nothing.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int Result;
typedef uint64_t Address;
enum { MOST = 128, OUT_OF_MEMORY = 2, NO_DEVICE = 100, NOT_FOUND = 500, INVALID_VALUE = 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *recorded;
static size_t used, room;
static char fails[64];
static int failure, failures_left, skipped;
static int alive_memory, alive_events, alive_kernels;
static _Thread_local void *current;

struct Context { int device; };
struct Stream { int device, capturing; };
struct Event { void *stream; };
struct Library { char name[64]; int sizes[MOST], count; };

static struct Context contexts[8] = {{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}};

static void note(const char *format, ...) {
  char line[4096];
  va_list arguments;
  va_start(arguments, format);
  int size = vsnprintf(line, sizeof(line), format, arguments);
  va_end(arguments);
  pthread_mutex_lock(&lock);
  if (used + size + 2 > room)
    recorded = realloc(recorded, room = 2 * (used + size + 2));
  memcpy(recorded + used, line, size);
  used += size;
  recorded[used++] = '\n';
  recorded[used] = 0;
  pthread_mutex_unlock(&lock);
}

static Result failing(const char *call) {
  Result result = 0;
  pthread_mutex_lock(&lock);
  if (failures_left && strcmp(fails, call) == 0) {
    if (skipped)
      --skipped;
    else if (failures_left < 0 || failures_left--)
      result = failure;
  }
  pthread_mutex_unlock(&lock);
  return result;
}
#define CALL(name) do { Result bad = failing(name); if (bad) return bad; } while (0)

// What a test asks.
void fake_fail(const char *call, int code, int times, int skip) { strncpy(fails, call, sizeof(fails) - 1); failure = code; failures_left = times; skipped = skip; }
void fake_clear(void) { used = 0; if (recorded) *recorded = 0; failures_left = 0; }
const char *fake_calls(void) { return recorded ? recorded : ""; }
__attribute__((destructor)) static void fake_write(void) { const char *path = getenv("FAKE_CUDA_CALLS"); FILE *file = path ? fopen(path, "w") : NULL; if (file) { fputs(fake_calls(), file); fclose(file); } }
int fake_alive_memory(void) { return alive_memory; }
int fake_alive_events(void) { return alive_events; }
void *fake_stream(int device, int capturing) { struct Stream *made = malloc(sizeof(*made)); made->device = device; made->capturing = capturing; return made; }
void fake_capture(struct Stream *stream, int on) { stream->capturing = on; }

static int number(const char *name, int otherwise) { const char *text = getenv(name); return text ? atoi(text) : otherwise; }
static int count(void) { return number("FAKE_CUDA_DEVICES", 2); }

Result cuInit(unsigned flags) { CALL("cuInit"); return count() ? 0 : NO_DEVICE; }
Result cuDriverGetVersion(int *version) { *version = number("FAKE_CUDA_VERSION", 13000); return 0; }
struct Name { int code; const char *name, *text; };
static const struct Name names[] = {
  {1, "CUDA_ERROR_INVALID_VALUE", "invalid argument"}, {2, "CUDA_ERROR_OUT_OF_MEMORY", "out of memory"},
  {3, "CUDA_ERROR_NOT_INITIALIZED", "initialization error"}, {100, "CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"},
  {218, "CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}, {222, "CUDA_ERROR_UNSUPPORTED_PTX_VERSION", "the provided PTX was compiled with an unsupported toolchain."},
  {400, "CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"}, {500, "CUDA_ERROR_NOT_FOUND", "named symbol not found"},
  {700, "CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"},
  {906, "CUDA_ERROR_STREAM_CAPTURE_IMPLICIT", "operation would make the legacy stream depend on a capturing blocking stream"},
  {0, NULL, NULL}};
Result cuGetErrorName(Result error, const char **name) { *name = NULL; for (const struct Name *one = names; one->name; ++one) if (one->code == error) *name = one->name; return *name ? 0 : INVALID_VALUE; }
Result cuGetErrorString(Result error, const char **text) { *text = NULL; for (const struct Name *one = names; one->name; ++one) if (one->code == error) *text = one->text; return *text ? 0 : INVALID_VALUE; }

Result cuDeviceGetCount(int *found) { *found = count(); return 0; }
Result cuDeviceGet(int *device, int ordinal) { if (ordinal < 0 || ordinal >= count()) return 101; *device = ordinal; return 0; }
Result cuDeviceGetName(char *name, int size, int device) { snprintf(name, size, "Fake GPU %d", device); return 0; }
Result cuDeviceGetUuid_v2(void *uuid, int device) { memset(uuid, device, 16); return 0; }
Result cuDeviceTotalMem_v2(size_t *bytes, int device) { *bytes = 1 << 30; return 0; }
Result cuDeviceGetAttribute(int *value, int attribute, int device) {
  switch (attribute) {
  case 1: *value = 1024; break;                       // threads a block
  case 2: case 3: *value = 1024; break;
  case 4: *value = 64; break;
  case 5: *value = 2147483647; break;                 // grid
  case 6: case 7: *value = 65535; break;
  case 8: *value = 49152; break;                      // shared memory a block
  case 97: *value = 232448; break;                    // the same for kernels that ask for more
  case 10: *value = 32; break;
  case 75: *value = device == 2 ? 7 : 9; break;       // compute capability
  case 76: *value = device == 2 ? 5 : 0; break;
  case 115: *value = 1; break;                        // memory pools
  default: *value = 1;
  }
  return 0;
}
Result cuDevicePrimaryCtxRetain(void **context, int device) { CALL("cuDevicePrimaryCtxRetain"); *context = &contexts[device]; return 0; }
Result cuDevicePrimaryCtxRelease_v2(int device) { return 0; }
Result cuCtxGetCurrent(void **context) { *context = current; return 0; }
Result cuCtxSetCurrent(void *context) { current = context; return 0; }
Result cuCtxPushCurrent_v2(void *context) { current = context; return 0; }
Result cuCtxPopCurrent_v2(void **context) { if (context) *context = current; current = NULL; return 0; }
Result cuCtxGetDevice(int *device) { if (!current) return 201; *device = ((struct Context *)current)->device; return 0; }
Result cuCtxGetDevice_v2(int *device, void *context) { *device = ((struct Context *)context)->device; return 0; }
Result cuCtxGetId(void *context, unsigned long long *id) { *id = 1 + ((struct Context *)(context ? context : current))->device; return 0; }
Result cuCtxSynchronize(void) { CALL("cuCtxSynchronize"); note("synchronize context %d", current ? ((struct Context *)current)->device : -1); return 0; }

// Memory. Its header has the size; the device is known by the address.
struct Block { size_t bytes; int device; struct Block *next; };
static struct Block *blocks;
static Result allocate(Address *address, size_t bytes, int device) {
  if (bytes > 1u << 30) return OUT_OF_MEMORY;
  struct Block *made = malloc(sizeof(struct Block) + 512 + bytes);
  made->bytes = bytes; made->device = device;
  pthread_mutex_lock(&lock);
  made->next = blocks; blocks = made; ++alive_memory;
  pthread_mutex_unlock(&lock);
  *address = ((Address)(made + 1) + 255) / 256 * 256;
  memset((void *)*address, 0xcd, bytes);
  return 0;
}
static struct Block *find(Address address) { for (struct Block *one = blocks; one; one = one->next) if (address >= (Address)(one + 1) && address < (Address)(one + 1) + 512 + one->bytes) return one; return NULL; }
static Result release(Address address) {
  pthread_mutex_lock(&lock);
  struct Block *found = find(address);
  if (found) { for (struct Block **one = &blocks; *one; one = &(*one)->next) if (*one == found) { *one = found->next; break; } --alive_memory; }
  pthread_mutex_unlock(&lock);
  if (!found) return INVALID_VALUE;
  memset((void *)address, 0xdd, found->bytes);
  free(found);
  return 0;
}
static int here(void) { return current ? ((struct Context *)current)->device : -1; }
Result cuMemAlloc_v2(Address *address, size_t bytes) { CALL("cuMemAlloc"); return allocate(address, bytes, here()); }
Result cuMemFree_v2(Address address) { return release(address); }
Result cuDeviceGetDefaultMemPool(void **pool, int device) { *pool = &contexts[device]; return 0; }
Result cuDeviceGetMemPool(void **pool, int device) { *pool = &contexts[device]; return 0; }
Result cuMemPoolGetAttribute(void *pool, int attribute, void *value) { *(uint64_t *)value = 0; return 0; }
Result cuMemPoolSetAttribute(void *pool, int attribute, void *value) { return 0; }
Result cuMemPoolTrimTo(void *pool, size_t bytes) { return 0; }
Result cuMemAllocFromPoolAsync(Address *address, size_t bytes, void *pool, void *stream) { CALL("cuMemAllocAsync"); note("alloc %zu on %p", bytes, stream); return allocate(address, bytes, ((struct Context *)pool)->device); }
Result cuMemAllocAsync(Address *address, size_t bytes, void *stream) { CALL("cuMemAllocAsync"); note("alloc %zu on %p", bytes, stream); return allocate(address, bytes, here()); }
Result cuMemFreeAsync(Address address, void *stream) { note("free on %p", stream); return release(address); }
Result cuPointerGetAttribute(void *value, int attribute, Address address) { struct Block *found = find(address); if (!found) return INVALID_VALUE; if (attribute == 9) *(int *)value = found->device; else if (attribute == 2) *(int *)value = 2; else memset(value, 0, 4); return 0; }
Result cuPointerGetAttributes(unsigned count, int *attributes, void **values, Address address) { struct Block *found = find(address); for (unsigned i = 0; i < count; ++i) *(int *)values[i] = found ? (attributes[i] == 9 ? found->device : attributes[i] == 2 ? 2 : 0) : 0; return 0; }
Result cuMemcpyHtoDAsync_v2(Address target, const void *source, size_t bytes, void *stream) { CALL("cuMemcpyHtoDAsync"); note("upload %zu on %p", bytes, stream); memcpy((void *)target, source, bytes); return 0; }
Result cuMemcpyDtoHAsync_v2(void *target, Address source, size_t bytes, void *stream) { CALL("cuMemcpyDtoHAsync"); note("download %zu on %p", bytes, stream); memcpy(target, (void *)source, bytes); return 0; }
Result cuMemcpyHtoD_v2(Address target, const void *source, size_t bytes) { return cuMemcpyHtoDAsync_v2(target, source, bytes, NULL); }
Result cuMemcpyDtoH_v2(void *target, Address source, size_t bytes) { return cuMemcpyDtoHAsync_v2(target, source, bytes, NULL); }
Result cuMemcpyDtoDAsync_v2(Address target, Address source, size_t bytes, void *stream) { CALL("cuMemcpyDtoDAsync"); note("copy %zu on %p", bytes, stream); memmove((void *)target, (void *)source, bytes); return 0; }

// Streams and events.
Result cuStreamCreateWithPriority(void **stream, unsigned flags, int priority) { *stream = fake_stream(here(), 0); return 0; }
Result cuStreamDestroy_v2(void *stream) { note("destroy stream %p", stream); free(stream); return 0; }
Result cuStreamQuery(void *stream) { return 0; }
Result cuStreamSynchronize(void *stream) { note("synchronize stream %p", stream); return 0; }
Result cuStreamGetCtx(void *stream, void **context) { *context = stream && (Address)stream > 2 ? &contexts[((struct Stream *)stream)->device] : current; return 0; }
Result cuStreamGetPriority(void *stream, int *priority) { *priority = 0; return 0; }
Result cuStreamGetFlags(void *stream, unsigned *flags) { *flags = 1; return 0; }
Result cuCtxGetStreamPriorityRange(int *least, int *greatest) { *least = 0; *greatest = 0; return 0; }
Result cuStreamIsCapturing(void *stream, int *status) { *status = stream && (Address)stream > 2 ? ((struct Stream *)stream)->capturing : 0; return 0; }
Result cuStreamWaitEvent(void *stream, struct Event *event, unsigned flags) { note("%p waits for %p", stream, event->stream); return 0; }
Result cuEventCreate(struct Event **event, unsigned flags) { CALL("cuEventCreate"); *event = calloc(1, sizeof(**event)); ++alive_events; return 0; }
Result cuEventRecord(struct Event *event, void *stream) { CALL("cuEventRecord"); event->stream = stream; return 0; }
Result cuEventQuery(struct Event *event) { CALL("cuEventQuery"); return 0; }
Result cuEventSynchronize(struct Event *event) { return 0; }
Result cuEventDestroy_v2(struct Event *event) { --alive_events; free(event); return 0; }
Result cuEventElapsedTime(float *milliseconds, struct Event *start, struct Event *end) { *milliseconds = 0.25f; return 0; }

// Code.
struct Link { char *text; size_t size; };
Result cuLinkCreate_v2(unsigned count, int *options, void **values, struct Link **state) { *state = calloc(1, sizeof(**state)); return 0; }
Result cuLinkAddData_v2(struct Link *state, int type, void *data, size_t size, const char *name, unsigned count, int *options, void **values) { CALL("cuLinkAddData"); state->text = strndup(data, size); return 0; }
Result cuLinkComplete(struct Link *state, void **cubin, size_t *size) { CALL("cuLinkComplete"); note("link"); *cubin = state->text; *size = strlen(state->text) + 1; return 0; }
Result cuLinkDestroy(struct Link *state) { free(state->text); free(state); return 0; }
Result cuLibraryLoadData(struct Library **library, const void *code, int *jitOptions, void **jitValues, unsigned jits, int *options, void **values, unsigned count) {
  CALL("cuLibraryLoadData");
  struct Library *made = calloc(1, sizeof(*made));
  const char *line = strstr(code, "// kernel "), *entry = strstr(code, ".entry ");
  int size = 0, step = 0;
  if (line && sscanf(line, "// kernel %63s%n", made->name, &step) == 1) {
    const char *end = strchr(line, '\n');
    for (const char *at = line + step; at < end && sscanf(at, "%d%n", &size, &step) == 1; at += step) made->sizes[made->count++] = size;
  } else if (entry && sscanf(entry, ".entry %63[^( ]", made->name) == 1) {
    // PTX of the compiler: addresses, and the block of constants.
    const char *end = strchr(entry, ')');
    for (const char *at = strstr(entry, ".param"); at && at < end; at = strstr(at + 1, ".param")) {
      const char *bracket = strchr(at, '['), *comma = strpbrk(at, ",)");
      made->sizes[made->count++] = bracket && bracket < comma ? atoi(bracket + 1) : 8;
    }
  } else {
    free(made);
    return 218;
  }
  note("load %s", made->name);
  ++alive_kernels;
  *library = made;
  return 0;
}
Result cuLibraryUnload(struct Library *library) { --alive_kernels; free(library); return 0; }
Result cuLibraryGetKernel(struct Library **kernel, struct Library *library, const char *name) { if (strcmp(name, library->name)) return NOT_FOUND; *kernel = library; return 0; }
Result cuKernelGetAttribute(int *value, int attribute, struct Library *kernel, int device) { *value = attribute == 0 ? number("FAKE_CUDA_KERNEL_THREADS", 1024) : 0; return 0; }
Result cuKernelSetAttribute(int attribute, int value, struct Library *kernel, int device) { CALL("cuKernelSetAttribute"); note("kernel %s attribute %d is %d on device %d", kernel->name, attribute, value, device); return 0; }
Result cuKernelGetFunction(void **function, struct Library *kernel) { *function = kernel; return 0; }
Result cuModuleLoadData(struct Library **module, const void *code) { return cuLibraryLoadData(module, code, NULL, NULL, 0, NULL, NULL, 0); }
Result cuModuleUnload(struct Library *module) { return cuLibraryUnload(module); }
Result cuModuleGetFunction(struct Library **function, struct Library *module, const char *name) { return cuLibraryGetKernel(function, module, name); }
Result cuFuncSetAttribute(struct Library *function, int attribute, int value) { return cuKernelSetAttribute(attribute, value, function, here()); }
Result cuTensorMapEncodeTiled(void *map, int type, uint32_t rank, void *start, const uint64_t *shape, const uint64_t *pitches, const uint32_t *box, const uint32_t *steps, int interleave, int swizzle, int promotion, int fill) {
  if (failing("cuTensorMapEncodeTiled") || (uintptr_t)map % 64 || (uintptr_t)start % 16 || pitches[0] % 16) return INVALID_VALUE;
  char text[512];
  int size = snprintf(text, sizeof(text), "map type %d start %llx shape", type, (unsigned long long)(uintptr_t)start);
#define EACH(name, values, count) size += snprintf(text + size, sizeof(text) - size, name); for (uint32_t i = 0; i < (count); ++i) size += snprintf(text + size, sizeof(text) - size, " %llu", (unsigned long long)(values)[i]);
  EACH("", shape, rank) EACH(" pitch", pitches, rank - 1) EACH(" box", box, rank) EACH(" steps", steps, rank)
  note("%s interleave %d swizzle %d fill %d", text, interleave, swizzle, fill);
  memset(map, 0xab, 128);
  return 0;
}
Result cuLaunchKernel(struct Library *kernel, unsigned x, unsigned y, unsigned z, unsigned bx, unsigned by, unsigned bz, unsigned shared, void *stream, void **parameters, void **extra) {
  CALL("cuLaunchKernel");
  char text[2048] = "";
  for (int i = 0; i < kernel->count; ++i) {
    strcat(text, " ");
    // The last one is the block of constants.
    if (i + 1 < kernel->count) { snprintf(text + strlen(text), 32, "%llx", *(unsigned long long *)parameters[i]); continue; }
    for (int byte = 0; byte < kernel->sizes[i]; ++byte) snprintf(text + strlen(text), 4, "%02x", ((unsigned char *)parameters[i])[byte]);
  }
  note("launch %s device %d grid %u %u %u block %u %u %u shared %u stream %p:%s", kernel->name, here(), x, y, z, bx, by, bz, shared, stream, text);
  if (strcmp(kernel->name, "copy") == 0) {
    const uint32_t *lengths = parameters[2];
    const uint32_t count = lengths[2] < lengths[3] ? lengths[2] : lengths[3];
    memcpy(*(void **)parameters[1], *(void **)parameters[0], 4 * (size_t)count);
  }
  return 0;
}

// The functions by name, as the bindings ask for them: without the suffix of a version, which is greater in later ones.
Result cuGetProcAddress_v2(const char *name, void **function, int version, uint64_t flags, int *status) {
  static void *self;
  if (!self) { Dl_info info; dladdr((void *)cuInit, &info); self = dlopen(info.dli_fname, RTLD_NOW); }
  char versioned[256];
  snprintf(versioned, sizeof(versioned), "%s_v2", name);
  *function = dlsym(self, versioned);
  if (!*function) *function = dlsym(self, name);
  if (status) *status = *function ? 0 : 1;
  return *function ? 0 : NOT_FOUND;
}
