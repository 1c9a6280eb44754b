// __skyline_histogram(key BIGINT, value VARCHAR, n BIGINT) -> BLOB counts, for the
// rows of one QI group, how often each sensitive value occurs: the sum of n for each
// distinct value, NULL being a value of its own.
//
// Grouping by the quasi-identifiers alone and counting values inside the group
// spares DuckDB the larger hash table of GROUP BY quasi-identifiers, value.
//
// The BLOB is canonical, so groups with the same multiset of values have the
// same BLOB. It holds, for each value in the order of its bytes (NULL first),
// varint(0) for NULL or varint(1 + length) and the bytes, then varint(count).
// Go decodes it in engine/partition.
//
// A count that exceeds INT64_MAX stays there; whoever reads the histogram
// refuses it. Rows with n <= 0 add nothing. Cost: O(1) expected a row. A state
// takes 64 bytes; beside them 16 bytes for each value but the first few.
#include <stdlib.h>

#include "capi.h"
#include "counts.h"
#include "dictionary.h"
#include "text.h"

#define STATE_MAGIC 0x534b594cu

typedef struct {
	uint32_t magic;
	bool counted; // in the dictionary
	counts values;
} state;

static idx_t state_size(duckdb_function_info info) {
	(void)info;
	return sizeof(state);
}

static void state_init(duckdb_function_info info, duckdb_aggregate_state raw) {
	(void)info;
	memset(raw, 0, sizeof(state));
	((state *)raw)->magic = STATE_MAGIC;
}

// The key that plans pass; see PlanKey in package sqlfuncs.
static int64_t plan_key;

static void refuse(duckdb_function_info info) {
	duckdb_aggregate_function_set_error(info, "__skyline_histogram: only plans of this library can call it");
}

// as_state returns NULL for a state that is none of ours.
static state *as_state(duckdb_function_info info, duckdb_aggregate_state raw) {
	state *s = (state *)raw;
	if (s == NULL || s->magic != STATE_MAGIC) {
		refuse(info);
		return NULL;
	}
	return s;
}

static void out_of_memory(duckdb_function_info info) {
	duckdb_aggregate_function_set_error(info, "__skyline_histogram: out of memory");
}

// note counts a state in the dictionary, later and together with others.
static void note(state *s, int64_t *fresh) {
	*fresh += !s->counted;
	s->counted = true;
}

static bool row_is_valid(const uint64_t *validity, idx_t row) {
	return validity == NULL || (validity[row / 64] >> (row % 64) & 1) != 0;
}

static void state_update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
	idx_t rows = duckdb_data_chunk_get_size(input);
	duckdb_vector keys = duckdb_data_chunk_get_vector(input, 0);
	duckdb_vector values = duckdb_data_chunk_get_vector(input, 1);
	duckdb_vector counts = duckdb_data_chunk_get_vector(input, 2);
	if (rows > 0 && (!row_is_valid(duckdb_vector_get_validity(keys), 0) ||
	                 *(const int64_t *)duckdb_vector_get_data(keys) != plan_key)) {
		refuse(info);
		return;
	}
	const duckdb_string_t *text = duckdb_vector_get_data(values);
	const int64_t *n = duckdb_vector_get_data(counts);
	const uint64_t *value_validity = duckdb_vector_get_validity(values);
	const uint64_t *count_validity = duckdb_vector_get_validity(counts);
	const duckdb_string_t null_text = {.value.inlined.length = TEXT_NULL};
	int64_t fresh = 0;
	dictionary_enter();
	for (idx_t row = 0; row < rows; row++) {
		state *s = as_state(info, states[row]);
		if (s == NULL) {
			break;
		}
		if (!row_is_valid(count_validity, row)) {
			continue;
		}
		note(s, &fresh);
		uint32_t number = dictionary_number(row_is_valid(value_validity, row) ? &text[row] : &null_text);
		if (number == DICTIONARY_FULL || !counts_add(&s->values, number, n[row])) {
			out_of_memory(info);
			break;
		}
	}
	dictionary_count(fresh);
	dictionary_leave();
}

static void state_combine(duckdb_function_info info, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets,
                          idx_t count) {
	int64_t fresh = 0;
	for (idx_t i = 0; i < count; i++) {
		state *source = as_state(info, sources[i]);
		state *target = source == NULL ? NULL : as_state(info, targets[i]);
		if (target == NULL) {
			break;
		}
		if (!source->counted) {
			continue;
		}
		note(target, &fresh);
		if (!counts_merge(&target->values, &source->values)) {
			out_of_memory(info);
			break;
		}
	}
	// The sources hold the same numbers and are still counted.
	dictionary_count(fresh);
}

static char *put_varint(char *out, uint64_t value) {
	for (; value >= 0x80; value >>= 7) {
		*out++ = (char)(value | 0x80);
	}
	*out++ = (char)value;
	return out;
}

static char *encode(char *out, const counted_text *texts, size_t count) {
	for (size_t i = 0; i < count; i++) {
		const duckdb_string_t *text = texts[i].text;
		if (text_length(text) == TEXT_NULL) {
			out = put_varint(out, 0);
		} else {
			out = put_varint(out, 1 + (uint64_t)text_length(text));
			memcpy(out, text_bytes(text), text_length(text));
			out += text_length(text);
		}
		out = put_varint(out, (uint64_t)texts[i].count);
	}
	return out;
}

// scratch is memory that grows as one state after another needs more of it.
typedef struct {
	void *memory;
	size_t size;
} scratch;

static void *scratch_for(scratch *s, size_t size) {
	if (size > s->size) {
		free(s->memory);
		s->memory = malloc(2 * size);
		s->size = s->memory == NULL ? 0 : 2 * size;
	}
	return s->memory;
}

// finalize_one stores a state's histogram; it reports whether there was memory.
static bool finalize_one(const state *s, duckdb_vector result, idx_t row, scratch *texts_memory, scratch *bytes_memory) {
	counted_text *texts = scratch_for(texts_memory, counts_bound(&s->values) * sizeof(counted_text));
	if (texts == NULL) {
		return false;
	}
	size_t count = counts_gather(&s->values, texts), bound = 1;
	for (size_t i = 0; i < count; i++) {
		// A length takes at most 5 bytes and a count 9.
		bound += 14 + (text_length(texts[i].text) == TEXT_NULL ? 0 : text_length(texts[i].text));
	}
	char *bytes = scratch_for(bytes_memory, bound);
	if (bytes == NULL) {
		return false;
	}
	char *end = encode(bytes, texts, count);
	duckdb_vector_assign_string_element_len(result, row, bytes, (idx_t)(end - bytes));
	return true;
}

static void state_finalize(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result, idx_t count,
                           idx_t offset) {
	scratch texts = {NULL, 0}, bytes = {NULL, 0};
	for (idx_t i = 0; i < count; i++) {
		state *s = as_state(info, states[i]);
		if (s == NULL) {
			break;
		}
		if (!finalize_one(s, result, offset + i, &texts, &bytes)) {
			out_of_memory(info);
			break;
		}
	}
	free(texts.memory);
	free(bytes.memory);
}

static void state_destroy(duckdb_aggregate_state *states, idx_t count) {
	int64_t gone = 0;
	for (idx_t i = 0; i < count; i++) {
		state *s = (state *)states[i];
		if (s == NULL || s->magic != STATE_MAGIC) {
			continue;
		}
		counts_free(&s->values);
		gone += s->counted;
		memset(s, 0, sizeof(state));
	}
	dictionary_uncount(gone);
}

// DuckDB's numbers for the types in the signature.
enum { TYPE_BIGINT = 5, TYPE_VARCHAR = 17, TYPE_BLOB = 18 };

duckdb_state skyline_register_histogram(duckdb_connection connection, int64_t key) {
	plan_key = key;
	duckdb_aggregate_function function = duckdb_create_aggregate_function();
	duckdb_logical_type value = duckdb_create_logical_type(TYPE_VARCHAR);
	duckdb_logical_type n = duckdb_create_logical_type(TYPE_BIGINT);
	duckdb_logical_type result = duckdb_create_logical_type(TYPE_BLOB);
	duckdb_aggregate_function_set_name(function, "__skyline_histogram");
	duckdb_aggregate_function_add_parameter(function, n); // the key
	duckdb_aggregate_function_add_parameter(function, value);
	duckdb_aggregate_function_add_parameter(function, n);
	duckdb_aggregate_function_set_return_type(function, result);
	duckdb_aggregate_function_set_functions(function, state_size, state_init, state_update, state_combine,
	                                        state_finalize);
	duckdb_aggregate_function_set_destructor(function, state_destroy);
	duckdb_aggregate_function_set_special_handling(function);
	duckdb_state outcome = duckdb_register_aggregate_function(connection, function);
	duckdb_destroy_logical_type(&value);
	duckdb_destroy_logical_type(&n);
	duckdb_destroy_logical_type(&result);
	duckdb_destroy_aggregate_function(&function);
	return outcome;
}
