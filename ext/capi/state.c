#include "state.h"

#if defined(__unix__) || defined(__APPLE__)
#include <sys/mman.h>
#include <unistd.h>

// Addresses are told apart by terabytes: states lie where the last one did, and
// what is no pointer nearly always elsewhere. Only then the system is asked.
#define REGION_BITS 40

bool skyline_is_readable(const void *pointer) {
	static _Thread_local uintptr_t known_region = UINTPTR_MAX;
	uintptr_t address = (uintptr_t)pointer;
	if (pointer == NULL || address % sizeof(void *) != 0) {
		return false;
	}
	if (address >> REGION_BITS == known_region) {
		return true;
	}
	uintptr_t page = address & ~((uintptr_t)sysconf(_SC_PAGESIZE) - 1);
	unsigned char resident;
#if defined(__APPLE__)
	bool mapped = mincore((void *)page, 1, (char *)&resident) == 0;
#else
	bool mapped = mincore((void *)page, 1, &resident) == 0;
#endif
	if (mapped) {
		known_region = address >> REGION_BITS;
	}
	return mapped;
}
#else
bool skyline_is_readable(const void *pointer) {
	return pointer != NULL && (uintptr_t)pointer % sizeof(void *) == 0;
}
#endif
