#include "arrow.h"

#include <stdlib.h>
#include <string.h>

int duckdb_query(void *connection, const char *query, duckdb_result *out);
const char *duckdb_result_error(duckdb_result *result);
void duckdb_destroy_result(duckdb_result *result);
uint64_t duckdb_column_count(duckdb_result *result);
const char *duckdb_column_name(duckdb_result *result, uint64_t column);
void *duckdb_column_logical_type(duckdb_result *result, uint64_t column);
void duckdb_destroy_logical_type(void **type);
void *duckdb_fetch_chunk(duckdb_result result);
void duckdb_destroy_data_chunk(void **chunk);
void duckdb_interrupt(void *connection);

void *duckdb_result_get_arrow_options(duckdb_result *result);
void duckdb_destroy_arrow_options(void **options);
void *duckdb_to_arrow_schema(void *options, void **types, const char **names, uint64_t count, struct ArrowSchema *out);
void *duckdb_data_chunk_to_arrow(void *options, void *chunk, struct ArrowArray *out);
const char *duckdb_error_data_message(void *error);
bool duckdb_error_data_has_error(void *error);
void duckdb_destroy_error_data(void **error);

static char *copy_of(const char *message) {
	return strdup(message == NULL ? "DuckDB gave no reason" : message);
}

// take_error returns the message of an error, if it is one, and destroys it.
static char *take_error(void *error) {
	char *message = NULL;
	if (error != NULL && duckdb_error_data_has_error(error)) {
		message = copy_of(duckdb_error_data_message(error));
	}
	if (error != NULL) {
		duckdb_destroy_error_data(&error);
	}
	return message;
}

char *skyline_arrow_query(void *connection, const char *query, skyline_arrow_result *out) {
	memset(out, 0, sizeof *out);
	if (duckdb_query(connection, query, &out->result) != 0) {
		char *message = copy_of(duckdb_result_error(&out->result));
		duckdb_destroy_result(&out->result);
		return message;
	}
	out->options = duckdb_result_get_arrow_options(&out->result);
	return NULL;
}

char *skyline_arrow_schema(skyline_arrow_result *result, struct ArrowSchema *out) {
	uint64_t count = duckdb_column_count(&result->result);
	void **types = calloc(count + 1, sizeof(void *));
	const char **names = calloc(count + 1, sizeof(char *));
	if (types == NULL || names == NULL) {
		free(types);
		free(names);
		return copy_of("out of memory");
	}
	for (uint64_t i = 0; i < count; i++) {
		types[i] = duckdb_column_logical_type(&result->result, i);
		names[i] = duckdb_column_name(&result->result, i);
	}
	char *message = take_error(duckdb_to_arrow_schema(result->options, types, names, count, out));
	for (uint64_t i = 0; i < count; i++) {
		duckdb_destroy_logical_type(&types[i]);
	}
	free(types);
	free(names);
	return message;
}

char *skyline_arrow_next(skyline_arrow_result *result, struct ArrowArray *out, bool *done) {
	void *chunk = duckdb_fetch_chunk(result->result);
	*done = chunk == NULL;
	if (chunk == NULL) {
		return NULL;
	}
	char *message = take_error(duckdb_data_chunk_to_arrow(result->options, chunk, out));
	duckdb_destroy_data_chunk(&chunk);
	return message;
}

void skyline_arrow_close(skyline_arrow_result *result) {
	if (result->options != NULL) {
		duckdb_destroy_arrow_options(&result->options);
	}
	duckdb_destroy_result(&result->result);
}

void skyline_interrupt(void *connection) {
	duckdb_interrupt(connection);
}
