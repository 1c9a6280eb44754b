// What the C half and the Go half of the layer offer each other.
#ifndef SKYLINE_CAPI_H
#define SKYLINE_CAPI_H

#include "duckdb.h"

// Set in a process that was forked from one that had loaded the extension: the
// threads of Go's runtime are not there, and a call into Go might never return.
extern bool skyline_forked;
#define SKYLINE_FORKED                                                                                                 \
	"skyline: this process was forked from one that had loaded the extension, and Go does not survive that; start "    \
	"processes afresh (in Python: multiprocessing with \"spawn\"), or load the extension after forking only"

// Reports whether an aggregate is called in such a process, and says so.
bool skyline_refuse_forked(duckdb_function_info info);

// Registers __skyline_histogram(key BIGINT, value VARCHAR or BIGINT, n BIGINT) -> BLOB; see
// histogram.c.
duckdb_state skyline_register_histogram(duckdb_connection connection);

// Reads the handles of states, the first 8 bytes of each, wherever the pointers lead;
// false where they lead to no memory. Exported by Go, which survives that.
extern bool skylineReadStates(duckdb_aggregate_state *states, idx_t count, uint64_t *handles);

// Reports whether so many bytes more may be taken; see memory.h. Exported by Go.
extern bool skylineHasRoom(size_t bytes);

// Ends the states of __skyline_histogram that no query has touched for so many seconds.
void skyline_forget_histograms(uint32_t idle);

// Sets the error of __skyline_histogram where they may not. Exported by Go.
extern void skylineNoMemory(duckdb_function_info info);

// Registers a scalar function whose callback is skylineScalarCallback; id is
// handed back by skyline_function_id.
duckdb_state skyline_register_scalar(duckdb_connection connection, const char *name, duckdb_logical_type *params,
                                     idx_t param_count, duckdb_logical_type result, bool is_volatile, uintptr_t id);
uintptr_t skyline_function_id(duckdb_function_info info);

// Registers an aggregate whose callbacks are skylineAggregate…; id is handed
// back by skyline_aggregate_id.
duckdb_state skyline_register_aggregate(duckdb_connection connection, const char *name, duckdb_logical_type *params,
                                        idx_t param_count, duckdb_logical_type result, uintptr_t id);
uintptr_t skyline_aggregate_id(duckdb_function_info info);

// Writes count strings, concatenated in bytes and ended at ends[i], to the
// elements start, start+1, … of a VARCHAR vector.
void skyline_assign_strings(duckdb_vector vector, idx_t start, const char *bytes, const uint64_t *ends, idx_t count);

#endif
