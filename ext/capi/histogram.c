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
// refuses it. Rows with n <= 0 add nothing. Cost: O(1) expected a row; 24 bytes
// for each distinct value of a group, beside its text where longer than 12.
#include <stdlib.h>
#include <string.h>

#include "capi.h"

#define STATE_MAGIC 0x534b594cu
#define NULL_LENGTH UINT32_MAX // the length that stands for NULL
#define INLINE_LENGTH 12
#define LINEAR_MAX 16 // up to so many values a scan beats a hash index

typedef struct {
	duckdb_string_t text; // its own copy where not inline
	int64_t count;
} entry;

// The first tags stand together, so that looking a value up touches one cache
// line of them and then, nearly always, the one entry that matches.
typedef struct {
	uint8_t tags[LINEAR_MAX]; // the hashes' low bytes, of the first entries
	uint32_t slot_mask;        // number of slots - 1
	uint32_t *slots;           // open addressing; 0 is free, else 1 + position; NULL without an index
	entry entries[];
} table;

// A group with one value, the commonest by far in fine tables, needs no table.
typedef struct {
	uint32_t magic;
	uint32_t used;
	uint32_t capacity; // of many; 0 while the single entry stands in one
	uint32_t failed;   // out of memory
	union {
		entry one;
		table *many;
	} at;
} state;

static uint32_t text_length(const duckdb_string_t *text) {
	return text->value.inlined.length;
}

static const char *text_bytes(const duckdb_string_t *text) {
	return text_length(text) <= INLINE_LENGTH ? text->value.inlined.inlined : text->value.pointer.ptr;
}

// owns_text reports whether a text has bytes of its own on the heap.
static bool owns_text(const duckdb_string_t *text) {
	return text_length(text) != NULL_LENGTH && text_length(text) > INLINE_LENGTH;
}

static entry *entries_of(state *s) {
	return s->capacity == 0 ? &s->at.one : s->at.many->entries;
}

static bool same_text(const duckdb_string_t *a, const duckdb_string_t *b) {
	// Two words: the length and the prefix, then the rest or the pointer.
	uint64_t x[2], y[2];
	memcpy(x, a, sizeof x);
	memcpy(y, b, sizeof y);
	if (x[0] != y[0]) {
		return false;
	}
	if (x[1] == y[1]) {
		return true;
	}
	return owns_text(a) && memcmp(a->value.pointer.ptr, b->value.pointer.ptr, text_length(a)) == 0;
}

static uint64_t mix(uint64_t h, uint64_t word) {
	h = (h ^ word) * 0x9e3779b97f4a7c15ull;
	return h ^ (h >> 32);
}

static uint32_t hash_text(const duckdb_string_t *text) {
	uint64_t words[2];
	memcpy(words, text, sizeof words);
	uint64_t h = mix(0, words[0]); // the length and the first four bytes
	if (!owns_text(text)) {
		h = mix(h, words[1]);
		return (uint32_t)(h ^ (h >> 29));
	}
	const char *bytes = text->value.pointer.ptr;
	uint32_t left = text_length(text);
	uint64_t word;
	for (; left >= 8; left -= 8, bytes += 8) {
		memcpy(&word, bytes, 8);
		h = mix(h, word);
	}
	word = 0;
	memcpy(&word, bytes, left);
	h = mix(h, word);
	return (uint32_t)(h ^ (h >> 29));
}

static void index_put(table *t, uint32_t position, uint32_t hash) {
	uint32_t i = hash & t->slot_mask;
	while (t->slots[i] != 0) {
		i = (i + 1) & t->slot_mask;
	}
	t->slots[i] = position + 1;
}

static entry *find(state *s, const duckdb_string_t *text, uint32_t hash) {
	if (s->capacity == 0) {
		return s->used == 1 && same_text(&s->at.one.text, text) ? &s->at.one : NULL;
	}
	table *t = s->at.many;
	if (t->slots != NULL) {
		for (uint32_t i = hash & t->slot_mask; t->slots[i] != 0; i = (i + 1) & t->slot_mask) {
			entry *e = &t->entries[t->slots[i] - 1];
			if (same_text(&e->text, text)) {
				return e;
			}
		}
		return NULL;
	}
	for (uint32_t i = 0; i < s->used; i++) {
		if (t->tags[i] == (uint8_t)hash && same_text(&t->entries[i].text, text)) {
			return &t->entries[i];
		}
	}
	return NULL;
}

// make_index gives a table with many entries a hash index.
static bool make_index(state *s, uint32_t capacity) {
	table *t = s->at.many;
	uint32_t *slots = calloc((size_t)2 * capacity, sizeof(uint32_t));
	if (slots == NULL) {
		return false;
	}
	free(t->slots);
	t->slots = slots;
	t->slot_mask = 2 * capacity - 1;
	for (uint32_t i = 0; i < s->used; i++) {
		index_put(t, i, hash_text(&t->entries[i].text));
	}
	return true;
}

// grow makes room for one more entry; it reports whether it could.
static bool grow(state *s) {
	if (s->used < (s->capacity == 0 ? 1 : s->capacity)) {
		return true;
	}
	if (s->used >= UINT32_MAX / 4) {
		return false;
	}
	uint32_t capacity = s->capacity == 0 ? 4 : s->capacity < LINEAR_MAX ? LINEAR_MAX : 2 * s->capacity;
	table *old = s->capacity == 0 ? NULL : s->at.many;
	table *t = realloc(old, sizeof(table) + (size_t)capacity * sizeof(entry));
	if (t == NULL) {
		return false;
	}
	if (old == NULL) {
		t->slots = NULL;
		t->entries[0] = s->at.one;
		t->tags[0] = (uint8_t)hash_text(&s->at.one.text);
		s->capacity = capacity;
	}
	s->at.many = t;
	if (capacity > LINEAR_MAX && !make_index(s, capacity)) {
		return false; // the entries stand as they were, under the old capacity
	}
	s->capacity = capacity;
	return true;
}

static void add(state *s, const duckdb_string_t *text, int64_t n) {
	if (n <= 0 || s->failed) {
		return;
	}
	uint32_t hash = hash_text(text);
	entry *e = find(s, text, hash);
	if (e != NULL) {
		if (__builtin_add_overflow(e->count, n, &e->count)) {
			e->count = INT64_MAX;
		}
		return;
	}
	if (!grow(s)) {
		s->failed = 1;
		return;
	}
	entry fresh = {*text, n};
	if (owns_text(text)) {
		char *copy = malloc(text_length(text));
		if (copy == NULL) {
			s->failed = 1;
			return;
		}
		memcpy(copy, text->value.pointer.ptr, text_length(text));
		fresh.text.value.pointer.ptr = copy;
	}
	uint32_t position = s->used++;
	entries_of(s)[position] = fresh;
	if (s->capacity == 0) {
		return;
	}
	if (position < LINEAR_MAX) {
		s->at.many->tags[position] = (uint8_t)hash;
	}
	if (s->at.many->slots != NULL) {
		index_put(s->at.many, position, hash);
	}
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

static bool row_is_valid(const uint64_t *validity, idx_t row) {
	return validity == NULL || (validity[row / 64] >> (row % 64) & 1) != 0;
}

// prefetch asks for the states that the loop will reach soon, and for their
// tables a little later: groups lie scattered, and waiting for memory would be
// most of the cost.
static void prefetch(duckdb_aggregate_state *states, idx_t i, idx_t count) {
	if (i + 16 < count) {
		__builtin_prefetch(states[i + 16]);
	}
	if (i + 8 < count) {
		state *s = (state *)states[i + 8];
		if (s != NULL && s->capacity > 0) {
			__builtin_prefetch(s->at.many);
			__builtin_prefetch((char *)s->at.many + 64);
			__builtin_prefetch((char *)s->at.many + 128);
		}
	}
}

static void state_update(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
	idx_t rows = duckdb_data_chunk_get_size(input);
	duckdb_vector values = duckdb_data_chunk_get_vector(input, 0);
	duckdb_vector counts = duckdb_data_chunk_get_vector(input, 1);
	const duckdb_string_t *text = duckdb_vector_get_data(values);
	const int64_t *n = duckdb_vector_get_data(counts);
	const uint64_t *value_validity = duckdb_vector_get_validity(values);
	const uint64_t *count_validity = duckdb_vector_get_validity(counts);
	const duckdb_string_t null_text = {.value.inlined.length = NULL_LENGTH};
	for (idx_t row = 0; row < rows; row++) {
		prefetch(states, row, rows);
		state *s = (state *)states[row];
		// Windows and ordered aggregates hand over states of another shape.
		if (s == NULL || s->magic != STATE_MAGIC) {
			duckdb_aggregate_function_set_error(info, "__skyline_histogram: ORDER BY and OVER are not supported");
			return;
		}
		if (!row_is_valid(count_validity, row)) {
			continue;
		}
		add(s, row_is_valid(value_validity, row) ? &text[row] : &null_text, n[row]);
		if (s->failed) {
			duckdb_aggregate_function_set_error(info, "__skyline_histogram: out of memory");
			return;
		}
	}
}

static void state_combine(duckdb_function_info info, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets,
                          idx_t count) {
	for (idx_t i = 0; i < count; i++) {
		prefetch(targets, i, count);
		state *source = (state *)sources[i];
		state *target = (state *)targets[i];
		if (source == NULL || target == NULL || source->magic != STATE_MAGIC || target->magic != STATE_MAGIC) {
			duckdb_aggregate_function_set_error(info, "__skyline_histogram: ORDER BY and OVER are not supported");
			return;
		}
		entry *e = entries_of(source);
		for (uint32_t j = 0; j < source->used; j++) {
			add(target, &e[j].text, e[j].count);
		}
		if (source->failed || target->failed) {
			duckdb_aggregate_function_set_error(info, "__skyline_histogram: out of memory");
			return;
		}
	}
}

static int compare_entries(const void *a, const void *b) {
	const duckdb_string_t *x = &((const entry *)a)->text;
	const duckdb_string_t *y = &((const entry *)b)->text;
	if (text_length(x) == NULL_LENGTH || text_length(y) == NULL_LENGTH) {
		return (text_length(y) == NULL_LENGTH) - (text_length(x) == NULL_LENGTH);
	}
	uint32_t common = text_length(x) < text_length(y) ? text_length(x) : text_length(y);
	int order = memcmp(text_bytes(x), text_bytes(y), common);
	if (order != 0) {
		return order;
	}
	return (text_length(x) > text_length(y)) - (text_length(x) < text_length(y));
}

static void sort_entries(entry *e, uint32_t count) {
	if (count > LINEAR_MAX) {
		qsort(e, count, sizeof(entry), compare_entries);
		return;
	}
	for (uint32_t i = 1; i < count; i++) {
		entry moving = e[i];
		uint32_t j = i;
		for (; j > 0 && compare_entries(&moving, &e[j - 1]) < 0; j--) {
			e[j] = e[j - 1];
		}
		e[j] = moving;
	}
}

static char *put_varint(char *out, uint64_t value) {
	for (; value >= 0x80; value >>= 7) {
		*out++ = (char)(value | 0x80);
	}
	*out++ = (char)value;
	return out;
}

// A length takes at most 5 bytes and a count 9.
static size_t encoded_bound(const entry *e, uint32_t count) {
	size_t size = 0;
	for (uint32_t i = 0; i < count; i++) {
		size += 14 + (text_length(&e[i].text) == NULL_LENGTH ? 0 : text_length(&e[i].text));
	}
	return size;
}

static char *encode(char *out, const entry *e, uint32_t count) {
	for (uint32_t i = 0; i < count; i++) {
		if (text_length(&e[i].text) == NULL_LENGTH) {
			out = put_varint(out, 0);
		} else {
			out = put_varint(out, 1 + (uint64_t)text_length(&e[i].text));
			memcpy(out, text_bytes(&e[i].text), text_length(&e[i].text));
			out += text_length(&e[i].text);
		}
		out = put_varint(out, (uint64_t)e[i].count);
	}
	return out;
}

static void state_finalize(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result, idx_t count,
                           idx_t offset) {
	char *buffer = NULL;
	size_t capacity = 0;
	for (idx_t i = 0; i < count; i++) {
		state *s = (state *)states[i];
		if (s == NULL || s->magic != STATE_MAGIC) {
			duckdb_aggregate_function_set_error(info, "__skyline_histogram: ORDER BY and OVER are not supported");
			break;
		}
		entry *e = entries_of(s);
		size_t bound = encoded_bound(e, s->used);
		if (bound > capacity) {
			free(buffer);
			capacity = 2 * bound;
			buffer = malloc(capacity);
			if (buffer == NULL) {
				duckdb_aggregate_function_set_error(info, "__skyline_histogram: out of memory");
				return;
			}
		}
		if (s->capacity > 0) {
			// Sorting moves entries away from where the index has them; the index
			// goes, and a later update would scan.
			free(s->at.many->slots);
			s->at.many->slots = NULL;
		}
		sort_entries(e, s->used);
		char *end = encode(buffer, e, s->used);
		duckdb_vector_assign_string_element_len(result, offset + i, buffer, (idx_t)(end - buffer));
	}
	free(buffer);
}

static void state_destroy(duckdb_aggregate_state *states, idx_t count) {
	for (idx_t i = 0; i < count; i++) {
		state *s = (state *)states[i];
		if (s == NULL || s->magic != STATE_MAGIC) {
			continue;
		}
		entry *e = entries_of(s);
		for (uint32_t j = 0; j < s->used; j++) {
			if (owns_text(&e[j].text)) {
				free(e[j].text.value.pointer.ptr);
			}
		}
		if (s->capacity > 0) {
			free(s->at.many->slots);
			free(s->at.many);
		}
		memset(s, 0, sizeof(state));
	}
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
