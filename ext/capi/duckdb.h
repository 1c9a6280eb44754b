// The part of DuckDB's stable C extension API (v1.2.0) that Skyline calls.
//
// Declared here rather than included: these functions have not changed since
// API version v1.2.0, and the same source is to be linked against the static
// library of a Go program and against the function table that a host hands to
// a loadable extension. Handles are opaque pointers.
#ifndef SKYLINE_DUCKDB_H
#define SKYLINE_DUCKDB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint64_t idx_t;
typedef enum { DUCKDB_OK = 0, DUCKDB_ERROR = 1 } duckdb_state;
typedef int duckdb_type;

typedef void *duckdb_database;
typedef void *duckdb_connection;
typedef void *duckdb_data_chunk;
typedef void *duckdb_vector;
typedef void *duckdb_logical_type;
typedef void *duckdb_function_info;
typedef void *duckdb_scalar_function;
typedef void *duckdb_aggregate_function;
typedef void *duckdb_aggregate_function_set;
typedef void *duckdb_aggregate_state;

// A VARCHAR or BLOB element: up to 12 bytes inline, else a prefix and a pointer.
typedef struct {
	union {
		struct {
			uint32_t length;
			char prefix[4];
			char *ptr;
		} pointer;
		struct {
			uint32_t length;
			char inlined[12];
		} inlined;
	} value;
} duckdb_string_t;

typedef struct {
	uint64_t offset;
	uint64_t length;
} duckdb_list_entry;

// A query's result; all but the last member are deprecated and not looked at.
typedef struct {
	idx_t deprecated_counts[3];
	void *deprecated_columns;
	char *deprecated_error_message;
	void *internal_data;
} duckdb_result;

typedef void (*duckdb_delete_callback_t)(void *data);
typedef void (*duckdb_scalar_function_t)(duckdb_function_info, duckdb_data_chunk, duckdb_vector);
typedef idx_t (*duckdb_aggregate_state_size)(duckdb_function_info);
typedef void (*duckdb_aggregate_init_t)(duckdb_function_info, duckdb_aggregate_state);
typedef void (*duckdb_aggregate_destroy_t)(duckdb_aggregate_state *, idx_t);
typedef void (*duckdb_aggregate_update_t)(duckdb_function_info, duckdb_data_chunk, duckdb_aggregate_state *);
typedef void (*duckdb_aggregate_combine_t)(duckdb_function_info, duckdb_aggregate_state *, duckdb_aggregate_state *,
                                           idx_t);
typedef void (*duckdb_aggregate_finalize_t)(duckdb_function_info, duckdb_aggregate_state *, duckdb_vector, idx_t,
                                            idx_t);

const char *duckdb_library_version(void);
duckdb_state duckdb_connect(duckdb_database database, duckdb_connection *out_connection);
void duckdb_disconnect(duckdb_connection *connection);
duckdb_state duckdb_query(duckdb_connection connection, const char *query, duckdb_result *out_result);
void duckdb_destroy_result(duckdb_result *result);
const char *duckdb_result_error(duckdb_result *result);

duckdb_logical_type duckdb_create_logical_type(duckdb_type type);
duckdb_logical_type duckdb_create_list_type(duckdb_logical_type type);
duckdb_logical_type duckdb_create_struct_type(duckdb_logical_type *types, const char **names, idx_t count);
void duckdb_destroy_logical_type(duckdb_logical_type *type);

idx_t duckdb_data_chunk_get_size(duckdb_data_chunk chunk);
duckdb_vector duckdb_data_chunk_get_vector(duckdb_data_chunk chunk, idx_t col_idx);
void *duckdb_vector_get_data(duckdb_vector vector);
uint64_t *duckdb_vector_get_validity(duckdb_vector vector);
void duckdb_vector_ensure_validity_writable(duckdb_vector vector);
void duckdb_vector_assign_string_element_len(duckdb_vector vector, idx_t index, const char *str, idx_t len);
duckdb_vector duckdb_list_vector_get_child(duckdb_vector vector);
idx_t duckdb_list_vector_get_size(duckdb_vector vector);
duckdb_state duckdb_list_vector_set_size(duckdb_vector vector, idx_t size);
duckdb_state duckdb_list_vector_reserve(duckdb_vector vector, idx_t capacity);
duckdb_vector duckdb_struct_vector_get_child(duckdb_vector vector, idx_t index);

duckdb_scalar_function duckdb_create_scalar_function(void);
void duckdb_destroy_scalar_function(duckdb_scalar_function *function);
void duckdb_scalar_function_set_name(duckdb_scalar_function function, const char *name);
void duckdb_scalar_function_set_special_handling(duckdb_scalar_function function);
void duckdb_scalar_function_set_volatile(duckdb_scalar_function function);
void duckdb_scalar_function_add_parameter(duckdb_scalar_function function, duckdb_logical_type type);
void duckdb_scalar_function_set_return_type(duckdb_scalar_function function, duckdb_logical_type type);
void duckdb_scalar_function_set_extra_info(duckdb_scalar_function function, void *info,
                                           duckdb_delete_callback_t destroy);
void duckdb_scalar_function_set_function(duckdb_scalar_function function, duckdb_scalar_function_t callback);
duckdb_state duckdb_register_scalar_function(duckdb_connection connection, duckdb_scalar_function function);
void *duckdb_scalar_function_get_extra_info(duckdb_function_info info);
void duckdb_scalar_function_set_error(duckdb_function_info info, const char *error);

duckdb_aggregate_function duckdb_create_aggregate_function(void);
void duckdb_destroy_aggregate_function(duckdb_aggregate_function *function);
void duckdb_aggregate_function_set_name(duckdb_aggregate_function function, const char *name);
void duckdb_aggregate_function_add_parameter(duckdb_aggregate_function function, duckdb_logical_type type);
void duckdb_aggregate_function_set_return_type(duckdb_aggregate_function function, duckdb_logical_type type);
void duckdb_aggregate_function_set_functions(duckdb_aggregate_function function, duckdb_aggregate_state_size size,
                                             duckdb_aggregate_init_t init, duckdb_aggregate_update_t update,
                                             duckdb_aggregate_combine_t combine,
                                             duckdb_aggregate_finalize_t finalize);
void duckdb_aggregate_function_set_destructor(duckdb_aggregate_function function, duckdb_aggregate_destroy_t destroy);
void duckdb_aggregate_function_set_special_handling(duckdb_aggregate_function function);
duckdb_state duckdb_register_aggregate_function(duckdb_connection connection, duckdb_aggregate_function function);
duckdb_aggregate_function_set duckdb_create_aggregate_function_set(const char *name);
void duckdb_destroy_aggregate_function_set(duckdb_aggregate_function_set *set);
duckdb_state duckdb_add_aggregate_function_to_set(duckdb_aggregate_function_set set, duckdb_aggregate_function function);
duckdb_state duckdb_register_aggregate_function_set(duckdb_connection connection, duckdb_aggregate_function_set set);
void duckdb_aggregate_function_set_extra_info(duckdb_aggregate_function function, void *info,
                                              duckdb_delete_callback_t destroy);
void *duckdb_aggregate_function_get_extra_info(duckdb_function_info info);
void duckdb_aggregate_function_set_error(duckdb_function_info info, const char *error);

#endif
