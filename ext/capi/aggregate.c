// Aggregates whose states are Go values. What DuckDB holds and moves about is the
// handle of a state; see states.h for why it is read by skylineReadStates only.
#include "capi.h"

// Exported by Go.
extern uint64_t skylineAggregateInit(duckdb_function_info info);
extern void skylineAggregateUpdate(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states);
extern void skylineAggregateCombine(duckdb_function_info info, duckdb_aggregate_state *sources,
                                    duckdb_aggregate_state *targets, idx_t count);
extern void skylineAggregateFinalize(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result,
                                     idx_t count, idx_t offset);
extern void skylineAggregateDestroy(duckdb_aggregate_state *states, idx_t count);

// A forked process may call an aggregate, or destroy the states of a result that its
// parent had open.
static void update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
	if (!skyline_refuse_forked(info)) {
		skylineAggregateUpdate(info, input, states);
	}
}

static void combine(duckdb_function_info info, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets,
                    idx_t count) {
	if (!skyline_refuse_forked(info)) {
		skylineAggregateCombine(info, sources, targets, count);
	}
}

static void finalize(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result, idx_t count,
                     idx_t offset) {
	if (!skyline_refuse_forked(info)) {
		skylineAggregateFinalize(info, states, result, count, offset);
	}
}

static void destroy(duckdb_aggregate_state *states, idx_t count) {
	if (!skyline_forked) {
		skylineAggregateDestroy(states, count);
	}
}

static idx_t state_size(duckdb_function_info info) {
	(void)info;
	return sizeof(uint64_t);
}

static void state_init(duckdb_function_info info, duckdb_aggregate_state raw) {
	*(uint64_t *)raw = skyline_forked ? 0 : skylineAggregateInit(info);
}

uintptr_t skyline_aggregate_id(duckdb_function_info info) {
	return (uintptr_t)duckdb_aggregate_function_get_extra_info(info);
}

duckdb_state skyline_register_aggregate(duckdb_connection connection, const char *name, duckdb_logical_type *params,
                                        idx_t param_count, duckdb_logical_type result, uintptr_t id) {
	duckdb_aggregate_function function = duckdb_create_aggregate_function();
	duckdb_aggregate_function_set_name(function, name);
	for (idx_t i = 0; i < param_count; i++) {
		duckdb_aggregate_function_add_parameter(function, params[i]);
	}
	duckdb_aggregate_function_set_return_type(function, result);
	duckdb_aggregate_function_set_extra_info(function, (void *)id, NULL);
	duckdb_aggregate_function_set_functions(function, state_size, state_init, update, combine, finalize);
	duckdb_aggregate_function_set_destructor(function, destroy);
	duckdb_aggregate_function_set_special_handling(function);
	duckdb_state outcome = duckdb_register_aggregate_function(connection, function);
	duckdb_destroy_aggregate_function(&function);
	return outcome;
}
