// Values that somebody has chosen, so that all have the same place in a table: with the
// secret that they were chosen for they do, with any other they lie as apart as others.
// What is counted is how many places a look-up of each value goes through. The parts are
// included, as their tables are private to them.
#include <stdio.h>
#include <stdlib.h>

#include "../counts.c"
#include "../dictionary.c"
#include "../memory.c"
#include "../shards.c"

#define SECRETS 50
#define FAR 2.0 // places that a look-up goes through; 1.5 are expected of tables that are half full

bool skylineHasRoom(size_t size) {
	(void)size;
	return true;
}

static int failures;

static void expect(const char *what, double places, bool ok) {
	if (!ok) {
		printf("%s: %.1f places\n", what, places);
		failures++;
	}
}

static uint64_t next_random(void) {
	static uint64_t state;
	uint64_t z = state += 0x9e3779b97f4a7c15ull;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
	return z ^ (z >> 31);
}

static duckdb_string_t text_of(const char *bytes, size_t length) {
	duckdb_string_t text;
	memset(&text, 0, sizeof text);
	text.value.inlined.length = (uint32_t)length;
	if (length <= TEXT_INLINE) {
		memcpy(text.value.inlined.inlined, bytes, length);
	} else {
		memcpy(text.value.pointer.prefix, bytes, 4);
		text.value.pointer.ptr = memcpy(malloc(length), bytes, length);
	}
	return text;
}

// places_of_texts adds texts to an empty dictionary, and returns how many places a look-up
// goes through, on average.
static double places_of_texts(const duckdb_string_t *texts, uint32_t count) {
	dictionary_count(1);
	for (uint32_t i = 0; i < count; i++) {
		dictionary_number(&texts[i]);
	}
	table *t = current;
	double places = 0;
	for (uint32_t i = 0; i <= t->mask; i++) {
		if (t->slots[i] != 0) {
			places += 1 + ((i - hash_text(place(t->slots[i] - 1))) & t->mask);
		}
	}
	dictionary_uncount(1);
	return places / count;
}

// places_of_numbers is the same for numbers that are counted.
static double places_of_numbers(const uint32_t *numbers, uint32_t count) {
	counts c;
	memset(&c, 0, sizeof c);
	counts_add_elsewhere(&c, UINT32_MAX - 1, 1); // in the structure itself
	for (uint32_t i = 0; i < count; i++) {
		counts_add_elsewhere(&c, numbers[i], 1);
	}
	double places = 0;
	for (uint32_t i = 0; i <= c.many->slot_mask; i++) {
		if (c.many->slots[i] != 0) {
			places += 1 + ((i - first_slot(c.many, c.many->entries[c.many->slots[i] - 1].number)) & c.many->slot_mask);
		}
	}
	counts_free(&c);
	return places / count;
}

#define TEXTS 1000
#define TEXT_PLACES 2048 // of a table of so many texts

// Texts of a form with the number of each, of which those are chosen whose hash has zeros.
static void try_texts(const char *form, uint32_t chosen_of) {
	static duckdb_string_t texts[TEXTS];
	dictionary_secret(1, 1);
	uint32_t count = 0;
	for (uint64_t i = 0; count < TEXTS; i++) {
		char bytes[100];
		duckdb_string_t text = text_of(bytes, (size_t)sprintf(bytes, form, (unsigned long long)i));
		if (hash_text(&text) % chosen_of == 0) {
			texts[count++] = text;
		} else if (text_is_long(&text)) {
			free(text.value.pointer.ptr);
		}
	}
	char what[200];
	if (chosen_of > 1) {
		double places = places_of_texts(texts, TEXTS);
		snprintf(what, sizeof what, "texts like '%s', chosen for the secret", form);
		expect(what, places, places > TEXTS / 3);
	}
	for (int i = 0; i < SECRETS; i++) {
		dictionary_secret(next_random(), next_random());
		double places = places_of_texts(texts, TEXTS);
		snprintf(what, sizeof what, "texts like '%s', 1 of %u, with secret %d", form, chosen_of, i);
		expect(what, places, places < FAR);
	}
}

#define NUMBERS 20000
#define NUMBER_PLACES 65536 // of a table of so many numbers

// Every step-th number, of which those are chosen whose places are the first few.
static void try_numbers(uint32_t step, uint32_t places_wanted) {
	static uint32_t numbers[NUMBERS];
	counts_table t = {.slot_mask = NUMBER_PLACES - 1};
	dictionary_secret(1, 1);
	uint32_t count = 0;
	for (uint32_t number = 0; count < NUMBERS; number += step) {
		if (first_slot(&t, number) < places_wanted) {
			numbers[count++] = number;
		}
	}
	char what[200];
	if (places_wanted < NUMBER_PLACES) {
		double places = places_of_numbers(numbers, NUMBERS);
		snprintf(what, sizeof what, "every %u. number, chosen for the secret", step);
		expect(what, places, places > NUMBERS / 10);
	}
	for (int i = 0; i < SECRETS; i++) {
		dictionary_secret(next_random(), next_random());
		double places = places_of_numbers(numbers, NUMBERS);
		snprintf(what, sizeof what, "every %u. number, the first %u places, with secret %d", step, places_wanted, i);
		expect(what, places, places < FAR);
	}
}

int main(void) {
	static const char *forms[] = {"%llu", "%012llx", "value %llu", "a text of more than twelve bytes %llu", "%llx is at the beginning of it"};
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		try_texts(forms[i], 1);
	}
	try_texts(forms[2], TEXT_PLACES);
	try_texts(forms[3], TEXT_PLACES);
	for (uint32_t step = 1; step <= 4096; step *= 16) {
		try_numbers(step, NUMBER_PLACES);
	}
	try_numbers(1, NUMBER_PLACES / 8);
	if (memory_used() != 0) {
		printf("%lld bytes are left\n", (long long)memory_used());
		failures++;
	}
	return failures > 0;
}
