#include "counts.h"

#include <stdlib.h>

#include "dictionary.h"
#include "hash.h"
#include "memory.h"
#include "text.h"

#define LINEAR_MAX 16 // up to so many entries a scan beats a hash index

typedef struct {
	uint32_t number; // of the value in the dictionary
	int64_t count;
} counts_entry;

struct counts_table {
	uint32_t used, capacity;
	uint32_t slot_mask; // number of slots - 1
	uint32_t *slots;    // open addressing; 0 is free, else 1 + position; NULL without an index
	counts_entry entries[];
};

static size_t entries_size(uint32_t capacity) {
	return sizeof(counts_table) + (size_t)capacity * sizeof(counts_entry);
}

static size_t slots_size(const counts_table *t) {
	return t->slots == NULL ? 0 : ((size_t)t->slot_mask + 1) * sizeof(uint32_t);
}

static bool add_count(int64_t *count, int64_t n) {
	if (__builtin_add_overflow(*count, n, count)) {
		*count = INT64_MAX;
	}
	return true;
}

// first_slot is a hash as well: numbers are given in the order of arrival, so who supplies
// the rows of a table chooses which of them are in one group.
static uint32_t first_slot(const counts_table *t, uint32_t number) {
	return hash_of(hash_fold(number, 0)) & t->slot_mask;
}

static void index_put(counts_table *t, uint32_t position) {
	uint32_t i = first_slot(t, t->entries[position].number);
	while (t->slots[i] != 0) {
		i = (i + 1) & t->slot_mask;
	}
	t->slots[i] = position + 1;
}

static counts_entry *table_find(counts_table *t, uint32_t number) {
	if (t->slots != NULL) {
		for (uint32_t i = first_slot(t, number); t->slots[i] != 0; i = (i + 1) & t->slot_mask) {
			counts_entry *e = &t->entries[t->slots[i] - 1];
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
static counts_table *table_grow(counts_table *t) {
	if (t != NULL && t->used < t->capacity) {
		return t;
	}
	if (t != NULL && t->capacity > UINT32_MAX / 8) {
		return NULL;
	}
	uint32_t capacity = t == NULL ? 4 : 2 * t->capacity;
	uint32_t *slots = NULL;
	size_t size = (size_t)2 * capacity * sizeof(uint32_t);
	if (capacity > LINEAR_MAX) {
		slots = memory_zeroed(size);
		if (slots == NULL) {
			return NULL;
		}
	}
	counts_table *grown = memory_resize(t, t == NULL ? 0 : entries_size(t->capacity), entries_size(capacity));
	if (grown == NULL) {
		memory_free(slots, size);
		return NULL;
	}
	if (t == NULL) {
		grown->used = 0;
		grown->slots = NULL;
	}
	grown->capacity = capacity;
	if (slots != NULL) {
		memory_free(grown->slots, slots_size(grown));
		grown->slots = slots;
		grown->slot_mask = 2 * capacity - 1;
		for (uint32_t i = 0; i < grown->used; i++) {
			index_put(grown, i);
		}
	}
	return grown;
}

bool counts_add_elsewhere(counts *c, uint32_t number, int64_t n) {
	if (c->one == 0) {
		c->one = n;
		c->one_number = number;
		return true;
	}
	if (c->one_number == number) {
		return add_count(&c->one, n);
	}
	counts_entry *e = c->many == NULL ? NULL : table_find(c->many, number);
	if (e != NULL) {
		return add_count(&e->count, n);
	}
	counts_table *t = table_grow(c->many);
	if (t == NULL) {
		return false;
	}
	c->many = t;
	t->entries[t->used++] = (counts_entry){number, n};
	if (t->slots != NULL) {
		index_put(t, t->used - 1);
	}
	return true;
}

static bool is_empty(const counts *c) {
	if (c->many != NULL || c->one != 0) {
		return false;
	}
	uint64_t any = 0;
	for (uint32_t number = 0; number < COUNTS_DENSE; number++) {
		any |= c->dense[number];
	}
	return any == 0;
}

bool counts_merge(counts *target, counts *source) {
	if (is_empty(target)) {
		*target = *source;
		memset(source, 0, sizeof *source);
		return true;
	}
	for (uint32_t number = 0; number < COUNTS_DENSE; number++) {
		if (!counts_add(target, number, source->dense[number])) {
			return false;
		}
	}
	if (!counts_add(target, source->one_number, source->one)) {
		return false;
	}
	for (uint32_t i = 0; source->many != NULL && i < source->many->used; i++) {
		if (!counts_add(target, source->many->entries[i].number, source->many->entries[i].count)) {
			return false;
		}
	}
	return true;
}

void counts_free(counts *c) {
	if (c->many != NULL) {
		memory_free(c->many->slots, slots_size(c->many));
		memory_free(c->many, entries_size(c->many->capacity));
	}
}

size_t counts_bound(const counts *c) {
	return COUNTS_DENSE + 1 + (c->many == NULL ? 0 : c->many->used);
}

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

size_t counts_gather(const counts *c, counted_text *texts) {
	size_t used = 0;
	for (uint32_t number = 0; number < COUNTS_DENSE; number++) {
		if (c->dense[number] > 0) {
			texts[used++] = (counted_text){dictionary_text(number), c->dense[number]};
		}
	}
	if (c->one > 0) {
		texts[used++] = (counted_text){dictionary_text(c->one_number), c->one};
	}
	for (uint32_t i = 0; c->many != NULL && i < c->many->used; i++) {
		texts[used++] = (counted_text){dictionary_text(c->many->entries[i].number), c->many->entries[i].count};
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
