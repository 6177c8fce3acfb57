// A plain loop of cuLaunchKernel, with which the launches from Python are compared.
#include <stddef.h>
#include <time.h>

typedef int (*Launch)(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

// Launches a kernel of two pointers and a block of constants so many times. Returns the nanoseconds of a launch, or -1.
double launchMany(Launch launch, void *kernel, unsigned threads, void *stream, void **parameters, size_t launches) {
  struct timespec start, end;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (size_t done = 0; done < launches; ++done)
    if (launch(kernel, 1, 1, 1, threads, 1, 1, 0, stream, parameters, NULL) != 0)
      return -1;
  clock_gettime(CLOCK_MONOTONIC, &end);
  return ((double)(end.tv_sec - start.tv_sec) * 1e9 + (double)(end.tv_nsec - start.tv_nsec)) / (double)launches;
}
