// The numbers of values that came of late, so that a column of few values hardly needs the
// dictionary. A value has one place, which it shares with others.
#ifndef SKYLINE_RECENT_H
#define SKYLINE_RECENT_H

#include <stdint.h>

#include "dictionary.h"
#include "hash.h"

#define RECENT_PLACES 256

// A value is two words: an integer and 0, or a text all of which is inline.
typedef struct {
	uint64_t words[2];
	uint32_t number_and_1; // 0: of none
} recent_value;

// Zeroed, it has no values.
typedef struct {
	recent_value places[RECENT_PLACES];
} recent;

static inline recent_value *recent_place(recent *r, const uint64_t words[2]) {
	return &r->places[hash_fold(words[0], words[1]) % RECENT_PLACES];
}

static inline bool recent_is(const recent_value *v, const uint64_t words[2]) {
	return v->number_and_1 != 0 && v->words[0] == words[0] && v->words[1] == words[1];
}

#endif
