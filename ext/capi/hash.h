// A hash that only this process knows: who could choose values with the same hash would
// make every look-up a search through all of them.
#ifndef SKYLINE_HASH_H
#define SKYLINE_HASH_H

#include <stdint.h>

// What the hashes of this process are made with. Set once, before anything else.
extern uint64_t hash_secret[2];

// Multiplies two words that the secret has been mixed with, and folds the 128 bits.
static inline uint64_t hash_fold(uint64_t a, uint64_t b) {
	unsigned __int128 product = (unsigned __int128)(a ^ hash_secret[0]) * (b ^ hash_secret[1]);
	return (uint64_t)product ^ (uint64_t)(product >> 64);
}

// Returns the hash of what has been folded. Once more, since a single multiplication
// leaves values that count up in heaps at some secrets.
static inline uint32_t hash_of(uint64_t folded) {
	return (uint32_t)hash_fold(folded, 0);
}

#endif
