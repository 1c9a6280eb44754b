// __skyline_histogram(value VARCHAR, n BIGINT) -> BLOB counts, for the rows of
// one QI group, how often each sensitive value occurs: the sum of n for each
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
#include "dictionary.h"
#include "text.h"

#define STATE_MAGIC 0x534b594cu
// The first values that arrive have small numbers and small counts in the state
// itself: columns with few values never touch the heap.
#define DENSE 16
#define DENSE_MAX UINT16_MAX
#define LINEAR_MAX 16 // up to so many entries a scan beats a hash index

typedef struct {
	uint32_t number; // of the value in the dictionary
	int64_t count;
} entry;

typedef struct {
	uint32_t used, capacity;
	uint32_t slot_mask; // number of slots - 1
	uint32_t *slots;    // open addressing; 0 is free, else 1 + position; NULL without an index
	entry entries[];
} table;

typedef struct {
	uint32_t magic;
	bool counted; // in the dictionary
	table *many;  // entries that found no room in the state
	entry one;    // an entry where count > 0
	uint16_t dense[DENSE];
} state;

static bool add_count(int64_t *count, int64_t n) {
	if (__builtin_add_overflow(*count, n, count)) {
		*count = INT64_MAX;
	}
	return true;
}

static uint32_t first_slot(const table *t, uint32_t number) {
	return number * 2654435769u >> 7 & t->slot_mask;
}

static void index_put(table *t, uint32_t position) {
	uint32_t i = first_slot(t, t->entries[position].number);
	while (t->slots[i] != 0) {
		i = (i + 1) & t->slot_mask;
	}
	t->slots[i] = position + 1;
}

static entry *table_find(table *t, uint32_t number) {
	if (t->slots != NULL) {
		for (uint32_t i = first_slot(t, number); t->slots[i] != 0; i = (i + 1) & t->slot_mask) {
			entry *e = &t->entries[t->slots[i] - 1];
			if (e->number == number) {
				return e;
			}
		}
		return NULL;
	}
	for (uint32_t i = 0; i < t->used; i++) {
		if (t->entries[i].number == number) {
			return &t->entries[i];
		}
	}
	return NULL;
}

// table_grow makes room for one more entry; it returns NULL where it cannot, and
// the table stays as it was.
static table *table_grow(table *t) {
	if (t != NULL && t->used < t->capacity) {
		return t;
	}
	if (t != NULL && t->capacity > UINT32_MAX / 8) {
		return NULL;
	}
	uint32_t capacity = t == NULL ? 4 : 2 * t->capacity;
	uint32_t *slots = NULL;
	if (capacity > LINEAR_MAX) {
		slots = calloc((size_t)2 * capacity, sizeof(uint32_t));
		if (slots == NULL) {
			return NULL;
		}
	}
	table *grown = realloc(t, sizeof(table) + (size_t)capacity * sizeof(entry));
	if (grown == NULL) {
		free(slots);
		return NULL;
	}
	if (t == NULL) {
		grown->used = 0;
		grown->slots = NULL;
	}
	grown->capacity = capacity;
	if (slots != NULL) {
		free(grown->slots);
		grown->slots = slots;
		grown->slot_mask = 2 * capacity - 1;
		for (uint32_t i = 0; i < grown->used; i++) {
			index_put(grown, i);
		}
	}
	return grown;
}

// add reports whether there was memory for it.
static bool add(state *s, uint32_t number, int64_t n) {
	if (n <= 0) {
		return true;
	}
	if (number < DENSE && n <= DENSE_MAX - s->dense[number]) {
		s->dense[number] = (uint16_t)(s->dense[number] + n);
		return true;
	}
	if (s->one.count == 0) {
		s->one = (entry){number, n};
		return true;
	}
	if (s->one.number == number) {
		return add_count(&s->one.count, n);
	}
	entry *e = s->many == NULL ? NULL : table_find(s->many, number);
	if (e != NULL) {
		return add_count(&e->count, n);
	}
	table *t = table_grow(s->many);
	if (t == NULL) {
		return false;
	}
	s->many = t;
	t->entries[t->used++] = (entry){number, n};
	if (t->slots != NULL) {
		index_put(t, t->used - 1);
	}
	return true;
}

static idx_t state_size(duckdb_function_info info) {
	(void)info;
	return sizeof(state);
}

static void state_init(duckdb_function_info info, duckdb_aggregate_state raw) {
	(void)info;
	memset(raw, 0, sizeof(state));
	((state *)raw)->magic = STATE_MAGIC;
}

// as_state returns NULL for the states of another shape that windows and ordered
// aggregates hand over.
static state *as_state(duckdb_function_info info, duckdb_aggregate_state raw) {
	state *s = (state *)raw;
	if (s == NULL || s->magic != STATE_MAGIC) {
		duckdb_aggregate_function_set_error(info, "__skyline_histogram: ORDER BY inside and OVER are not supported");
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
	duckdb_vector values = duckdb_data_chunk_get_vector(input, 0);
	duckdb_vector counts = duckdb_data_chunk_get_vector(input, 1);
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
		if (number == DICTIONARY_FULL || !add(s, number, n[row])) {
			out_of_memory(info);
			break;
		}
	}
	dictionary_count(fresh);
	dictionary_leave();
}

static bool combine(state *target, const state *source) {
	for (uint32_t number = 0; number < DENSE; number++) {
		if (!add(target, number, source->dense[number])) {
			return false;
		}
	}
	if (!add(target, source->one.number, source->one.count)) {
		return false;
	}
	for (uint32_t i = 0; source->many != NULL && i < source->many->used; i++) {
		if (!add(target, source->many->entries[i].number, source->many->entries[i].count)) {
			return false;
		}
	}
	return true;
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
		if (!combine(target, source)) {
			out_of_memory(info);
			break;
		}
	}
	// The sources hold the same numbers and are still counted.
	dictionary_count(fresh);
}

typedef struct {
	const duckdb_string_t *text;
	int64_t count;
} counted_text;

static int compare_texts(const void *a, const void *b) {
	return text_compare(((const counted_text *)a)->text, ((const counted_text *)b)->text);
}

static void sort_texts(counted_text *texts, size_t count) {
	if (count > LINEAR_MAX) {
		qsort(texts, count, sizeof(counted_text), compare_texts);
		return;
	}
	for (size_t i = 1; i < count; i++) {
		counted_text moving = texts[i];
		size_t j = i;
		for (; j > 0 && compare_texts(&moving, &texts[j - 1]) < 0; j--) {
			texts[j] = texts[j - 1];
		}
		texts[j] = moving;
	}
}

// gather lists the values of a state by their texts, each once; there must be
// room for all of its entries.
static size_t gather(const state *s, counted_text *texts) {
	size_t used = 0;
	for (uint32_t number = 0; number < DENSE; number++) {
		if (s->dense[number] > 0) {
			texts[used++] = (counted_text){dictionary_text(number), s->dense[number]};
		}
	}
	if (s->one.count > 0) {
		texts[used++] = (counted_text){dictionary_text(s->one.number), s->one.count};
	}
	for (uint32_t i = 0; s->many != NULL && i < s->many->used; i++) {
		texts[used++] = (counted_text){dictionary_text(s->many->entries[i].number), s->many->entries[i].count};
	}
	sort_texts(texts, used);
	// A value may have overflowed from the dense counts.
	size_t distinct = 0;
	for (size_t i = 0; i < used; i++) {
		if (distinct > 0 && texts[distinct - 1].text == texts[i].text) {
			add_count(&texts[distinct - 1].count, texts[i].count);
		} else {
			texts[distinct++] = texts[i];
		}
	}
	return distinct;
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
	size_t most = DENSE + 1 + (s->many == NULL ? 0 : s->many->used);
	counted_text *texts = scratch_for(texts_memory, most * sizeof(counted_text));
	if (texts == NULL) {
		return false;
	}
	size_t count = gather(s, texts), bound = 1;
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
		if (s->many != NULL) {
			free(s->many->slots);
			free(s->many);
		}
		gone += s->counted;
		memset(s, 0, sizeof(state));
	}
	dictionary_uncount(gone);
}

// DuckDB's numbers for the types in the signature.
enum { TYPE_BIGINT = 5, TYPE_VARCHAR = 17, TYPE_BLOB = 18 };

duckdb_state skyline_register_histogram(duckdb_connection connection) {
	duckdb_aggregate_function function = duckdb_create_aggregate_function();
	duckdb_logical_type value = duckdb_create_logical_type(TYPE_VARCHAR);
	duckdb_logical_type n = duckdb_create_logical_type(TYPE_BIGINT);
	duckdb_logical_type result = duckdb_create_logical_type(TYPE_BLOB);
	duckdb_aggregate_function_set_name(function, "__skyline_histogram");
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
