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

// Registers __skyline_histogram(key BIGINT, value VARCHAR, n BIGINT) -> BLOB; see
// histogram.c. Calls with another key are refused.
duckdb_state skyline_register_histogram(duckdb_connection connection, int64_t key);

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

// Returns where the handle of a state is, or NULL for a state that is none of ours.
uint64_t *skyline_aggregate_handle(duckdb_aggregate_state state);

// Writes count strings, concatenated in bytes and ended at ends[i], to the
// elements start, start+1, … of a VARCHAR vector.
void skyline_assign_strings(duckdb_vector vector, idx_t start, const char *bytes, const uint64_t *ends, idx_t count);

#endif
