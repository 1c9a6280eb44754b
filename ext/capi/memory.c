#include "memory.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "capi.h"
#include "shards.h"

#define ASK_AFTER (1 << 20) // bytes

static sharded bytes;
static _Thread_local size_t unasked; // taken since the thread asked about the limit

// For a test only; see failing.go.
#ifdef SKYLINE_FAILING
_Atomic int64_t memory_asked, memory_fails;

static bool fails(void) {
	return atomic_fetch_add(&memory_asked, 1) + 1 == atomic_load(&memory_fails);
}
#else
static bool fails(void) {
	return false;
}
#endif

static bool may_take(size_t size) {
	if (fails()) {
		return false;
	}
	unasked += size;
	if (unasked < ASK_AFTER) {
		return true;
	}
	unasked = 0;
	return skylineHasRoom(size);
}

static void *counted(void *memory, size_t size) {
	if (memory != NULL) {
		sharded_add(&bytes, (int64_t)size);
	}
	return memory;
}

void *memory_new(size_t size) {
	return may_take(size) ? counted(malloc(size), size) : NULL;
}

void *memory_zeroed(size_t size) {
	return may_take(size) ? counted(calloc(1, size), size) : NULL;
}

void *memory_resize(void *memory, size_t before, size_t size) {
	return may_take(size - before) ? counted(realloc(memory, size), size - before) : NULL;
}

void memory_free(void *memory, size_t size) {
	if (memory != NULL) {
		free(memory);
		sharded_add(&bytes, -(int64_t)size);
	}
}

// Memory that begins a line has a line before it that holds what malloc returned. (Not all
// systems have aligned_alloc.)
void *memory_lines(size_t size) {
	char *memory = memory_new(size + MEMORY_LINE);
	if (memory == NULL) {
		return NULL;
	}
	void **lines = (void **)(memory + MEMORY_LINE - (uintptr_t)memory % MEMORY_LINE);
	lines[-1] = memory; // malloc aligns by 8 at least
	return lines;
}

void memory_free_lines(void *memory, size_t size) {
	if (memory != NULL) {
		memory_free(((void **)memory)[-1], size + MEMORY_LINE);
	}
}

void memory_give_back(void) {
#ifdef __GLIBC__
	malloc_trim(0);
#endif
}

int64_t memory_used(void) {
	return sharded_sum(&bytes);
}
