#include "dictionary.h"

#include <pthread.h>
#include <stdatomic.h>

#include "hash.h"
#include "memory.h"
#include "shards.h"
#include "text.h"

// Texts stand in blocks that double in size, so that they never move.
#define FIRST_BLOCK 64
#define BLOCKS 26

// An open-addressing table of numbers: 0 is free, else 1 + number. A grown table
// takes the place of an old one, which readers may still use, so old ones are
// kept until the dictionary is emptied.
typedef struct table {
	struct table *older;
	uint32_t mask;
	_Atomic uint32_t slots[];
} table;

static pthread_rwlock_t emptying = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t adding = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(table *) current;
static duckdb_string_t *blocks[BLOCKS];
static uint32_t used;

static sharded states; // that hold numbers

void dictionary_enter(void) {
	pthread_rwlock_rdlock(&emptying);
}

void dictionary_leave(void) {
	pthread_rwlock_unlock(&emptying);
}

uint64_t hash_secret[2] = {1, 1};

void dictionary_secret(uint64_t first, uint64_t second) {
	hash_secret[0] = first;
	hash_secret[1] = second;
}

static uint32_t hash_text(const duckdb_string_t *text) {
	uint64_t words[2];
	memcpy(words, text, sizeof words);
	if (!text_is_long(text)) {
		return hash_of(hash_fold(words[0], words[1]));
	}
	uint64_t h = words[0]; // the length and the first four bytes
	const char *bytes = text->value.pointer.ptr;
	uint32_t left = text_length(text);
	uint64_t word;
	for (; left >= 8; left -= 8, bytes += 8) {
		memcpy(&word, bytes, 8);
		h = hash_fold(h, word);
	}
	word = 0;
	memcpy(&word, bytes, left);
	return hash_of(hash_fold(h, word));
}

// place returns where the text of a number stands; block b holds FIRST_BLOCK<<b.
static duckdb_string_t *place(uint32_t number) {
	uint32_t n = number / FIRST_BLOCK + 1;
	uint32_t block = 31 - (uint32_t)__builtin_clz(n);
	uint32_t start = FIRST_BLOCK * ((1u << block) - 1);
	return blocks[block] == NULL ? NULL : &blocks[block][number - start];
}

const duckdb_string_t *dictionary_text(uint32_t number) {
	return place(number);
}

// search returns the number of a text, or DICTIONARY_FULL with *free where it
// would stand.
static uint32_t search(table *t, const duckdb_string_t *text, uint32_t hash, uint32_t *free_slot) {
	for (uint32_t i = hash & t->mask;; i = (i + 1) & t->mask) {
		uint32_t slot = atomic_load_explicit(&t->slots[i], memory_order_acquire);
		if (slot == 0) {
			*free_slot = i;
			return DICTIONARY_FULL;
		}
		if (text_equal(place(slot - 1), text)) {
			return slot - 1;
		}
	}
}

static size_t table_size(uint32_t slots) {
	return sizeof(table) + (size_t)slots * sizeof(_Atomic uint32_t);
}

static size_t block_size(uint32_t block) {
	return ((size_t)FIRST_BLOCK << block) * sizeof(duckdb_string_t);
}

// grow makes the table of numbers large enough for one more; half of it stays free.
static table *grow(table *t) {
	if (t != NULL && 2 * (used + 1) <= t->mask) {
		return t;
	}
	uint32_t size = t == NULL ? 4 * FIRST_BLOCK : 2 * (t->mask + 1);
	table *grown = memory_zeroed(table_size(size));
	if (grown == NULL) {
		return NULL;
	}
	grown->older = t;
	grown->mask = size - 1;
	for (uint32_t number = 0; number < used; number++) {
		uint32_t i = hash_text(place(number)) & grown->mask;
		while (atomic_load_explicit(&grown->slots[i], memory_order_relaxed) != 0) {
			i = (i + 1) & grown->mask;
		}
		atomic_store_explicit(&grown->slots[i], number + 1, memory_order_relaxed);
	}
	atomic_store_explicit(&current, grown, memory_order_release);
	return grown;
}

// put stores a copy of a text under the next number.
static bool put(const duckdb_string_t *text) {
	uint32_t n = used / FIRST_BLOCK + 1;
	uint32_t block = 31 - (uint32_t)__builtin_clz(n);
	if (block >= BLOCKS - 1) {
		return false; // beyond four thousand million values
	}
	if (blocks[block] == NULL) {
		blocks[block] = memory_zeroed(block_size(block));
		if (blocks[block] == NULL) {
			return false;
		}
	}
	duckdb_string_t *copy = place(used);
	*copy = *text;
	if (text_is_long(text)) {
		copy->value.pointer.ptr = memory_new(text_length(text));
		if (copy->value.pointer.ptr == NULL) {
			return false;
		}
		memcpy(copy->value.pointer.ptr, text->value.pointer.ptr, text_length(text));
	}
	return true;
}

static uint32_t add(const duckdb_string_t *text, uint32_t hash) {
	uint32_t slot = 0, number = DICTIONARY_FULL;
	pthread_mutex_lock(&adding);
	table *t = grow(atomic_load_explicit(&current, memory_order_relaxed));
	if (t != NULL) {
		number = search(t, text, hash, &slot); // another thread may have been first
		if (number == DICTIONARY_FULL && put(text)) {
			number = used++;
			atomic_store_explicit(&t->slots[slot], number + 1, memory_order_release);
		}
	}
	pthread_mutex_unlock(&adding);
	return number;
}

uint32_t dictionary_number(const duckdb_string_t *text) {
	uint32_t hash = hash_text(text);
	table *t = atomic_load_explicit(&current, memory_order_acquire);
	if (t != NULL) {
		uint32_t slot, number = search(t, text, hash, &slot);
		if (number != DICTIONARY_FULL) {
			return number;
		}
	}
	return add(text, hash);
}

void dictionary_count(int64_t n) {
	sharded_add(&states, n);
}

static bool is_last(void) {
	return sharded_sum(&states) == 0;
}

static void empty(void) {
	for (uint32_t number = 0; number < used; number++) {
		duckdb_string_t *text = place(number);
		if (text_is_long(text)) {
			memory_free(text->value.pointer.ptr, text_length(text));
		}
	}
	for (uint32_t i = 0; i < BLOCKS; i++) {
		memory_free(blocks[i], block_size(i));
		blocks[i] = NULL;
	}
	used = 0;
	table *t = atomic_exchange(&current, NULL);
	while (t != NULL) {
		table *older = t->older;
		memory_free(t, table_size(t->mask + 1));
		t = older;
	}
}

void dictionary_uncount(int64_t n) {
	if (n == 0) {
		return;
	}
	dictionary_count(-n);
	if (!is_last()) {
		return;
	}
	// Whoever is about to hold a number is counted before it leaves; so with
	// nobody inside, a sum of 0 means that no state holds one.
	pthread_rwlock_wrlock(&emptying);
	if (is_last()) {
		empty();
	}
	pthread_rwlock_unlock(&emptying);
}
