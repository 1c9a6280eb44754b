#include "capi.h"

// Exported by Go.
extern void skylineScalarCallback(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output);

bool skyline_forked = false;

bool skyline_refuse_forked(duckdb_function_info info) {
	if (skyline_forked) {
		duckdb_aggregate_function_set_error(info, SKYLINE_FORKED);
	}
	return skyline_forked;
}

// Every planned statement begins with a scalar function, so this is where a
// forked process is told.
static void scalar_callback(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
	if (skyline_forked) {
		duckdb_scalar_function_set_error(info, SKYLINE_FORKED);
		return;
	}
	skylineScalarCallback(info, input, output);
}

duckdb_state skyline_register_scalar(duckdb_connection connection, const char *name, duckdb_logical_type *params,
                                     idx_t param_count, duckdb_logical_type result, bool is_volatile, uintptr_t id) {
	duckdb_scalar_function function = duckdb_create_scalar_function();
	duckdb_scalar_function_set_name(function, name);
	for (idx_t i = 0; i < param_count; i++) {
		duckdb_scalar_function_add_parameter(function, params[i]);
	}
	duckdb_scalar_function_set_return_type(function, result);
	if (is_volatile) {
		duckdb_scalar_function_set_volatile(function);
	}
	duckdb_scalar_function_set_special_handling(function);
	duckdb_scalar_function_set_extra_info(function, (void *)id, NULL);
	duckdb_scalar_function_set_function(function, scalar_callback);
	duckdb_state outcome = duckdb_register_scalar_function(connection, function);
	duckdb_destroy_scalar_function(&function);
	return outcome;
}

uintptr_t skyline_function_id(duckdb_function_info info) {
	return (uintptr_t)duckdb_scalar_function_get_extra_info(info);
}

void skyline_assign_strings(duckdb_vector vector, idx_t start, const char *bytes, const uint64_t *ends, idx_t count) {
	uint64_t begin = 0;
	for (idx_t i = 0; i < count; i++) {
		duckdb_vector_assign_string_element_len(vector, start + i, bytes + begin, ends[i] - begin);
		begin = ends[i];
	}
}
