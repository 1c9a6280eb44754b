// __skyline_histogram(key BIGINT, value VARCHAR, n BIGINT) -> BLOB counts, for the
// rows of one QI group, how often each sensitive value occurs: the sum of n for each
// distinct value, NULL being a value of its own. The value may be a BIGINT, which stands
// for its text: to write that here takes less than DuckDB's cast of a column.
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
// takes 72 bytes; beside them 16 bytes for each value but the first few.
//
// The key is a number of the plan. A state counts the rows of one plan only, so that
// no other call can add to it. It is no secret to those who may see the plan.
#include <stdatomic.h>

#include "capi.h"
#include "counts.h"
#include "dictionary.h"
#include "memory.h"
#include "recent.h"
#include "states.h"
#include "text.h"

// What lies in DuckDB's memory.
typedef uint64_t handle;

static idx_t state_size(duckdb_function_info info) {
	(void)info;
	return sizeof(handle);
}

// Where there is no memory the handle is that of no state, and the first row says so.
static void state_init(duckdb_function_info info, duckdb_aggregate_state raw) {
	(void)info;
	*(handle *)raw = skyline_forked ? 0 : states_new();
}

static void refuse(duckdb_function_info info) {
	duckdb_aggregate_function_set_error(info, "__skyline_histogram: only plans of this library can call it, and what they have "
	                                          "counted is forgotten if they stand still for ten minutes");
}

// forget ends states as states_forget does, and uncounts them.
static void forget(uint32_t plan, uint32_t idle) {
	dictionary_uncount(states_forget(plan, idle));
}

void skyline_forget_histograms(uint32_t idle) {
	int64_t before = memory_used();
	forget(0, idle);
	if (memory_used() < before) {
		memory_give_back();
	}
}

#define NEVER UINT32_MAX // seconds

// Whether states of a plan that ran out of memory have been ended of late.
static _Atomic uint32_t ran_out_at; // seconds, 0: not yet
#define OF_LATE 10                  // seconds

// run_out says that there is no memory for a plan, and ends its states: what fails after
// the last row DuckDB does not destroy. The caller is in no dictionary and holds nothing.
static void run_out(duckdb_function_info info, uint32_t plan) {
	skylineNoMemory(info);
	atomic_store(&ran_out_at, states_now());
	forget(plan, NEVER);
}

// missing says why there is no state of a handle. Where another thread of the query has
// run out of memory that is why, and not this thread's doing.
static void missing(duckdb_function_info info, handle h) {
	uint32_t at = atomic_load(&ran_out_at);
	if (h == 0 || (at != 0 && states_now() - at <= OF_LATE)) {
		skylineNoMemory(info);
	} else {
		refuse(info);
	}
}

static bool row_is_valid(const uint64_t *validity, idx_t row) {
	return validity == NULL || (validity[row / 64] >> (row % 64) & 1) != 0;
}

// bind makes a state one of a plan's, and counts it in the dictionary, later and
// together with others. It reports whether the state is the plan's.
static bool bind(histogram_state *s, uint32_t plan, int64_t *fresh) {
	if (s->plan == 0) {
		s->plan = plan;
		++*fresh;
	}
	return s->plan == plan;
}

#define PIECE 1024 // states whose handles are read at once
#define AHEAD 12   // how many rows ahead a state is fetched

typedef struct {
	duckdb_function_info info;
	uint32_t plan;
	const duckdb_string_t *texts; // the values, or
	const int64_t *integers;      // the values, if they have no texts
	const int64_t *n;
	const uint64_t *value_validity, *n_validity;
	states_hold hold;
	int64_t fresh;
	bool starved;
	recent recent;
} update;

// number_of returns the number of a row's value in the dictionary; DICTIONARY_FULL where
// memory or numbers run out.
static uint32_t number_of(update *u, idx_t row) {
	static const duckdb_string_t null_text = {.value.inlined.length = TEXT_NULL};
	if (!row_is_valid(u->value_validity, row)) {
		return dictionary_number(&null_text);
	}
	uint64_t words[2] = {0, 0};
	if (u->texts == NULL) {
		words[0] = (uint64_t)u->integers[row];
	} else if (text_is_long(&u->texts[row])) {
		return dictionary_number(&u->texts[row]);
	} else {
		memcpy(words, &u->texts[row], sizeof words);
	}
	recent_value *v = recent_place(&u->recent, words);
	if (recent_is(v, words)) {
		return v->number_and_1 - 1;
	}
	char digits[TEXT_OF_INTEGER];
	duckdb_string_t text = u->texts == NULL ? text_of_integer(u->integers[row], digits) : u->texts[row];
	uint32_t number = dictionary_number(&text);
	*v = (recent_value){{words[0], words[1]}, number + 1};
	return number;
}

static bool update_row(update *u, idx_t row, handle h) {
	histogram_state *s = states_of(&u->hold, h);
	if (s == NULL) {
		u->starved = h == 0;
		missing(u->info, h);
		return false;
	}
	if (!row_is_valid(u->n_validity, row)) {
		return true;
	}
	if (!bind(s, u->plan, &u->fresh)) {
		refuse(u->info);
		return false;
	}
	uint32_t number = number_of(u, row);
	u->starved = number == DICTIONARY_FULL || !counts_add(&s->values, number, u->n[row]);
	return !u->starved;
}

// update_rows counts the rows from begin to end-1, no more than PIECE.
static bool update_rows(update *u, duckdb_aggregate_state *states, idx_t begin, idx_t end) {
	handle handles[PIECE];
	if (!skylineReadStates(states + begin, end - begin, handles)) {
		refuse(u->info);
		return false;
	}
	for (idx_t row = begin; row < end; row++) {
		if (row + AHEAD < end) {
			states_prefetch(&u->hold, handles[row + AHEAD - begin]);
		}
		if (!update_row(u, row, handles[row - begin])) {
			return false;
		}
	}
	return true;
}

// count_rows is the update for values that are texts, or integers.
static void count_rows(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states, bool are_texts) {
	idx_t rows = duckdb_data_chunk_get_size(input);
	duckdb_vector keys = duckdb_data_chunk_get_vector(input, 0);
	duckdb_vector values = duckdb_data_chunk_get_vector(input, 1);
	duckdb_vector counts = duckdb_data_chunk_get_vector(input, 2);
	if (rows == 0 || skyline_refuse_forked(info)) {
		return;
	}
	if (!row_is_valid(duckdb_vector_get_validity(keys), 0)) {
		refuse(info);
		return;
	}
	update u = {.info = info,
	            .plan = 1 + (uint32_t)(*(const uint64_t *)duckdb_vector_get_data(keys) % (UINT32_MAX - 1)),
	            .texts = are_texts ? duckdb_vector_get_data(values) : NULL,
	            .integers = are_texts ? NULL : duckdb_vector_get_data(values),
	            .n = duckdb_vector_get_data(counts),
	            .value_validity = duckdb_vector_get_validity(values),
	            .n_validity = duckdb_vector_get_validity(counts)};
	states_touch(u.plan);
	dictionary_enter();
	for (idx_t begin = 0; begin < rows; begin += PIECE) {
		if (!update_rows(&u, states, begin, begin + PIECE < rows ? begin + PIECE : rows)) {
			break;
		}
	}
	states_release(&u.hold);
	dictionary_count(u.fresh);
	dictionary_leave();
	if (u.starved) {
		run_out(info, u.plan);
	}
}

static void update_texts(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
	count_rows(info, input, states, true);
}

static void update_integers(duckdb_function_info info, duckdb_data_chunk input, duckdb_aggregate_state *states) {
	count_rows(info, input, states, false);
}

#define PAIRS 256 // states that are combined at once

typedef struct {
	duckdb_function_info info;
	states_hold hold;
	int64_t fresh, gone;
	counts values[PAIRS]; // the sources'
	uint32_t plans[PAIRS];
	uint32_t touched; // the last plan
	bool starved;
} combination;

// touch notes that the plan of a state is in use, unless it was the last that was.
static void touch(uint32_t *last, const histogram_state *s) {
	if (s->plan != *last && s->plan != 0) {
		*last = s->plan;
		states_touch(s->plan);
	}
}

// take_sources takes over what sources have, which ends them: a plan adds a state to another
// once. Under OVER DuckDB would do so for every frame, and look for an interrupt after 2,048
// of them only. It returns how many it has taken.
static idx_t take_sources(combination *c, const handle *handles, idx_t count) {
	for (idx_t i = 0; i < count; i++) {
		histogram_state *s = states_of(&c->hold, handles[i]);
		if (s == NULL) {
			missing(c->info, handles[i]);
			return i;
		}
		touch(&c->touched, s);
		c->plans[i] = s->plan;
		c->values[i] = s->values;
		s->values = (counts){0};
		c->gone += states_end(&c->hold, handles[i]);
	}
	return count;
}

static bool add_taken(combination *c, handle h, idx_t i) {
	histogram_state *s = states_of(&c->hold, h);
	if (s == NULL) {
		missing(c->info, h);
		return false;
	}
	if (c->plans[i] == 0) {
		return true; // it has counted nothing
	}
	if (!bind(s, c->plans[i], &c->fresh)) {
		refuse(c->info);
		return false;
	}
	c->starved = !counts_merge(&s->values, &c->values[i]);
	return !c->starved;
}

// combine_pairs takes first and adds then: two arenas are never held at once, and
// each is held for many states.
static bool combine_pairs(combination *c, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets,
                          idx_t count) {
	handle from[PAIRS], to[PAIRS];
	if (!skylineReadStates(sources, count, from) || !skylineReadStates(targets, count, to)) {
		refuse(c->info);
		return false;
	}
	idx_t taken = take_sources(c, from, count), added = 0;
	while (taken == count && added < count && add_taken(c, to[added], added)) {
		added++;
	}
	for (idx_t i = 0; i < taken; i++) {
		counts_free(&c->values[i]);
	}
	return added == count;
}

static void state_combine(duckdb_function_info info, duckdb_aggregate_state *sources, duckdb_aggregate_state *targets,
                          idx_t count) {
	if (skyline_refuse_forked(info)) {
		return;
	}
	combination c;
	c.info = info;
	c.hold.arena = NULL;
	c.fresh = c.gone = 0;
	c.touched = 0;
	c.starved = false;
	dictionary_enter();
	for (idx_t i = 0; i < count; i += PAIRS) {
		if (!combine_pairs(&c, sources + i, targets + i, i + PAIRS < count ? PAIRS : count - i)) {
			break;
		}
	}
	states_release(&c.hold);
	dictionary_count(c.fresh);
	dictionary_leave();
	dictionary_uncount(c.gone);
	if (c.starved) {
		run_out(info, c.touched);
	}
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
		memory_free(s->memory, s->size);
		s->memory = memory_new(2 * size);
		s->size = s->memory == NULL ? 0 : 2 * size;
	}
	return s->memory;
}

// finalize_one stores a state's histogram; it reports whether there was memory.
static bool finalize_one(const counts *values, duckdb_vector result, idx_t row, scratch *texts_memory, scratch *bytes_memory) {
	counted_text *texts = scratch_for(texts_memory, counts_bound(values) * sizeof(counted_text));
	if (texts == NULL) {
		return false;
	}
	size_t count = counts_gather(values, texts), bound = 1;
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

typedef struct {
	duckdb_function_info info;
	states_hold hold;
	scratch texts, bytes;
	uint32_t touched; // the last plan
	bool starved;
} finalization;

static bool finalize_state(finalization *f, handle h, duckdb_vector result, idx_t row) {
	const histogram_state *s = states_of(&f->hold, h);
	if (s == NULL) {
		missing(f->info, h);
		return false;
	}
	touch(&f->touched, s);
	f->starved = !finalize_one(&s->values, result, row, &f->texts, &f->bytes);
	return !f->starved;
}

static void state_finalize(duckdb_function_info info, duckdb_aggregate_state *states, duckdb_vector result, idx_t count,
                           idx_t offset) {
	if (skyline_refuse_forked(info)) {
		return;
	}
	finalization f = {.info = info};
	handle handles[PIECE];
	for (idx_t i = 0; i < count; i++) {
		idx_t piece = count - i < PIECE ? count - i : PIECE;
		if (i % PIECE == 0 && !skylineReadStates(states + i, piece, handles)) {
			refuse(info);
			break;
		}
		if (!finalize_state(&f, handles[i % PIECE], result, offset + i)) {
			break;
		}
	}
	states_release(&f.hold);
	memory_free(f.texts.memory, f.texts.size);
	memory_free(f.bytes.memory, f.bytes.size);
	if (f.starved) {
		run_out(info, f.touched);
	}
}

static void state_destroy(duckdb_aggregate_state *states, idx_t count) {
	if (skyline_forked) {
		return;
	}
	int64_t gone = 0;
	states_hold hold = {NULL};
	handle handles[PIECE];
	for (idx_t i = 0; i < count; i++) {
		idx_t piece = count - i < PIECE ? count - i : PIECE;
		if (i % PIECE == 0 && !skylineReadStates(states + i, piece, handles)) {
			break; // there is nobody to tell; at worst, states are kept
		}
		gone += states_end(&hold, handles[i % PIECE]);
	}
	states_release(&hold);
	dictionary_uncount(gone);
}

// DuckDB's numbers for the types in the signature.
enum { TYPE_BIGINT = 5, TYPE_VARCHAR = 17, TYPE_BLOB = 18 };

#define NAME "__skyline_histogram"

static duckdb_state add_to(duckdb_aggregate_function_set set, duckdb_type value_type, duckdb_aggregate_update_t update) {
	duckdb_aggregate_function function = duckdb_create_aggregate_function();
	duckdb_logical_type value = duckdb_create_logical_type(value_type);
	duckdb_logical_type n = duckdb_create_logical_type(TYPE_BIGINT);
	duckdb_logical_type result = duckdb_create_logical_type(TYPE_BLOB);
	duckdb_aggregate_function_set_name(function, NAME);
	duckdb_aggregate_function_add_parameter(function, n); // the key
	duckdb_aggregate_function_add_parameter(function, value);
	duckdb_aggregate_function_add_parameter(function, n);
	duckdb_aggregate_function_set_return_type(function, result);
	duckdb_aggregate_function_set_functions(function, state_size, state_init, update, state_combine, state_finalize);
	duckdb_aggregate_function_set_destructor(function, state_destroy);
	duckdb_aggregate_function_set_special_handling(function);
	duckdb_state outcome = duckdb_add_aggregate_function_to_set(set, function);
	duckdb_destroy_logical_type(&value);
	duckdb_destroy_logical_type(&n);
	duckdb_destroy_logical_type(&result);
	duckdb_destroy_aggregate_function(&function);
	return outcome;
}

duckdb_state skyline_register_histogram(duckdb_connection connection) {
	duckdb_aggregate_function_set set = duckdb_create_aggregate_function_set(NAME);
	duckdb_state outcome = DUCKDB_ERROR;
	if (add_to(set, TYPE_VARCHAR, update_texts) == DUCKDB_OK && add_to(set, TYPE_BIGINT, update_integers) == DUCKDB_OK) {
		outcome = duckdb_register_aggregate_function_set(connection, set);
	}
	duckdb_destroy_aggregate_function_set(&set);
	return outcome;
}
