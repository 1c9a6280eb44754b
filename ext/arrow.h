// DuckDB's Arrow functions, which are not in the stable part of its C API and so
// serve the Go program only, where the library is the one that it was built with.
#ifndef SKYLINE_ARROW_H
#define SKYLINE_ARROW_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
	uint64_t deprecated[3];
	void *deprecated_columns;
	char *deprecated_error_message;
	void *internal_data;
} duckdb_result;

struct ArrowSchema;
struct ArrowArray;

// A query's result, with what is needed to turn its chunks into Arrow arrays.
typedef struct {
	duckdb_result result;
	void *options;
} skyline_arrow_result;

// Each returns NULL, or a message that the caller frees.
char *skyline_arrow_query(void *connection, const char *query, skyline_arrow_result *out);
char *skyline_arrow_schema(skyline_arrow_result *result, struct ArrowSchema *out);
// *done says that there is no further chunk.
char *skyline_arrow_next(skyline_arrow_result *result, struct ArrowArray *out, bool *done);

void skyline_arrow_close(skyline_arrow_result *result);
void skyline_interrupt(void *connection);

#endif
