// C++'s memory, in front of the library's own (LD_PRELOAD): a program can let an allocation of WaveDialect's Vulkan module
// fail, by its number.
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <new>

static std::atomic<long> left = 0;

/// Whether the code is a function of the runtime: those have names outside of the module. nanobind's own, which turn
/// arguments into C++ and may not throw, have none.
static bool isOfRuntime(const void *address) {
  Dl_info place;
  return dladdr(address, &place) && place.dli_fname &&
         std::strstr(place.dli_fname, "/_vulkan.") && place.dli_sname &&
         std::strcmp(place.dli_sname, "PyInit__vulkan") != 0;
}

/// Lets the allocation with this number fail, counted from 1 and from now on; 0 for none.
extern "C" void fault_allocation(long number) { left = number; }

/// How many allocations are to come before it; 0 or less once it has failed.
extern "C" long fault_allocations_left() { return left; }

void *operator new(std::size_t size) {
  if (left > 0 && isOfRuntime(__builtin_return_address(0)) && --left == 0)
    throw std::bad_alloc();
  void *made = std::malloc(size ? size : 1);
  if (!made)
    throw std::bad_alloc();
  return made;
}

void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
