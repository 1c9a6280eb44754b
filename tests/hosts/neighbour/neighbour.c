// The entry point, and what turns a chunk into a call of Go. The functions of
// DuckDB that are called are Skyline's stubs, with a table of this library's own.
#include "../../../ext/loadable/stubs.c"

void *skyline_api[SKYLINE_API_SLOTS];

// As duckdb.h of DuckDB numbers the types.
#define BIGINT 5

// Exported by Go.
extern void neighbourSuccessors(int64_t *from, int64_t *to, idx_t count);

static void successors(duckdb_function_info info, duckdb_data_chunk input, duckdb_vector output) {
	(void)info;
	neighbourSuccessors(duckdb_vector_get_data(duckdb_data_chunk_get_vector(input, 0)), duckdb_vector_get_data(output),
	                    duckdb_data_chunk_get_size(input));
}

__attribute__((visibility("default"))) bool neighbour_init_c_api(duckdb_extension_info info,
                                                                  duckdb_extension_access *access) {
	const void *table = access->get_api(info, SKYLINE_API_VERSION);
	if (table == NULL) {
		return false;
	}
	__builtin_memcpy(skyline_api, table, sizeof skyline_api);
	duckdb_connection connection = NULL;
	if (duckdb_connect(*access->get_database(info), &connection) != DUCKDB_OK) {
		return false;
	}
	duckdb_logical_type bigint = duckdb_create_logical_type(BIGINT);
	duckdb_scalar_function function = duckdb_create_scalar_function();
	duckdb_scalar_function_set_name(function, "neighbour");
	duckdb_scalar_function_add_parameter(function, bigint);
	duckdb_scalar_function_set_return_type(function, bigint);
	duckdb_scalar_function_set_function(function, successors);
	duckdb_state outcome = duckdb_register_scalar_function(connection, function);
	duckdb_destroy_scalar_function(&function);
	duckdb_destroy_logical_type(&bigint);
	duckdb_disconnect(&connection);
	return outcome == DUCKDB_OK;
}
