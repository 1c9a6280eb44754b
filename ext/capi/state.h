// The states of aggregates, as DuckDB hands them over.
#ifndef SKYLINE_STATE_H
#define SKYLINE_STATE_H

#include "duckdb.h"

// Where an aggregate is called with ORDER BY inside or with OVER, DuckDB may hand
// over one state for all rows and, behind it in the array, whatever lies there.
// Returns whether a pointer can be a state: one that is aligned and in mapped
// memory. Whoever asks looks for a magic number in the state next.
bool skyline_is_readable(const void *pointer);

#endif
