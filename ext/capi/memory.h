// The memory of the C parts. DuckDB's memory_limit does not know of it, nor does Go. So it
// is counted, and has a limit together with what Go keeps: see sqlfuncs/memory.go.
//
// As malloc, calloc, realloc and free, but whoever frees says how much it was. NULL is
// where there is no more memory, or the limit would be exceeded. A thread asks about the
// limit after every 1 MiB that it has taken, so that what is small costs next to nothing.
#ifndef SKYLINE_MEMORY_H
#define SKYLINE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

void *memory_new(size_t size);
void *memory_zeroed(size_t size);
void *memory_resize(void *memory, size_t before, size_t size);
void memory_free(void *memory, size_t size);

// As memory_new and memory_free, for memory that begins a cache line: what is as large as
// one, and stands in an array of its kind, is then fetched with it.
#define MEMORY_LINE 64 // bytes
void *memory_lines(size_t size);
void memory_free_lines(void *memory, size_t size);

// Gives what has been freed back to the system, as far as that can be asked for.
void memory_give_back(void);

// Returns how many bytes there are.
int64_t memory_used(void);

#endif
