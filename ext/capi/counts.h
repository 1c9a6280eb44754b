// How often each sensitive value occurs in a QI group, by the numbers that the
// dictionary gives to values. All zero bytes are empty counts.
#ifndef SKYLINE_COUNTS_H
#define SKYLINE_COUNTS_H

#include "duckdb.h"

// The first values that arrive have small numbers and small counts in the
// structure itself: columns with few values never touch the heap.
#define COUNTS_DENSE 16

typedef struct counts_table counts_table;

typedef struct {
	counts_table *many;  // entries that find no room here
	int64_t one;         // the count of one value, if it is > 0,
	uint32_t one_number; // and the value's number
	uint32_t note;       // whatever the owner likes
	uint16_t dense[COUNTS_DENSE];
} counts;

// Adds n occurrences of a value, none where n <= 0; a sum that exceeds INT64_MAX
// stays there. Reports whether there was memory for it. O(1) expected.
static inline bool counts_add(counts *c, uint32_t number, int64_t n);

// counts_add where the value or the sum is too large for the structure itself.
bool counts_add_elsewhere(counts *c, uint32_t number, int64_t n);

// Adds all of source to target; reports whether there was memory for it. What source
// holds may go over to target.
bool counts_merge(counts *target, counts *source);

void counts_free(counts *c);

// A value by its text.
typedef struct {
	const duckdb_string_t *text;
	int64_t count;
} counted_text;

// Returns for how many texts counts_gather needs room.
size_t counts_bound(const counts *c);

// Lists the values in the order of their texts, NULL first, each once; returns
// how many there are.
size_t counts_gather(const counts *c, counted_text *texts);

static inline bool counts_add(counts *c, uint32_t number, int64_t n) {
	if (n <= 0) {
		return true;
	}
	if (number < COUNTS_DENSE && n <= UINT16_MAX - c->dense[number]) {
		c->dense[number] = (uint16_t)(c->dense[number] + n);
		return true;
	}
	return counts_add_elsewhere(c, number, n);
}

#endif
