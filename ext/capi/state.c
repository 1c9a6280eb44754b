#include "state.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>

// Whether memory is mapped is asked of the system once a region of 2 MB and
// thread, and remembered: states lie in few regions, and what is no pointer, or
// half of one, nearly always elsewhere.
#define REGION_BITS 21
#define REGIONS 1024 // a power of two

static bool is_mapped(uintptr_t address) {
	uintptr_t page = address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
	unsigned char resident;
#if defined(__APPLE__)
	return mincore((void *)page, 1, (char *)&resident) == 0;
#else
	return mincore((void *)page, 1, &resident) == 0;
#endif
}

bool skyline_is_readable(const void *pointer) {
	static _Thread_local uintptr_t known[REGIONS];
	uintptr_t address = (uintptr_t)pointer;
	if (pointer == NULL || address % sizeof(void *) != 0) {
		return false;
	}
	uintptr_t region = address >> REGION_BITS;
	uintptr_t *slot = &known[region % REGIONS];
	if (*slot == region) {
		return region != 0;
	}
	// A region may be mapped in part, so one that is not is asked about again.
	if (!is_mapped(address)) {
		return false;
	}
	*slot = region;
	return true;
}
#else
bool skyline_is_readable(const void *pointer) {
	return pointer != NULL && (uintptr_t)pointer % sizeof(void *) == 0;
}
#endif
