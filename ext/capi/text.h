// Texts as DuckDB holds them: 16 bytes, up to 12 of the text inline.
#ifndef SKYLINE_TEXT_H
#define SKYLINE_TEXT_H

#include <string.h>

#include "duckdb.h"

#define TEXT_NULL UINT32_MAX // the length that stands for NULL
#define TEXT_INLINE 12

static inline uint32_t text_length(const duckdb_string_t *text) {
	return text->value.inlined.length;
}

// text_is_long reports whether the bytes of a text stand elsewhere.
static inline bool text_is_long(const duckdb_string_t *text) {
	return text_length(text) > TEXT_INLINE && text_length(text) != TEXT_NULL;
}

static inline const char *text_bytes(const duckdb_string_t *text) {
	return text_is_long(text) ? text->value.pointer.ptr : text->value.inlined.inlined;
}

static inline bool text_equal(const duckdb_string_t *a, const duckdb_string_t *b) {
	// Two words: the length and the first bytes, then the rest or the pointer.
	uint64_t x[2], y[2];
	memcpy(x, a, sizeof x);
	memcpy(y, b, sizeof y);
	if (x[0] != y[0]) {
		return false;
	}
	if (x[1] == y[1]) {
		return true;
	}
	return text_is_long(a) && memcmp(a->value.pointer.ptr, b->value.pointer.ptr, text_length(a)) == 0;
}

// text_compare orders texts by their bytes, NULL first.
static inline int text_compare(const duckdb_string_t *a, const duckdb_string_t *b) {
	if (text_length(a) == TEXT_NULL || text_length(b) == TEXT_NULL) {
		return (text_length(b) == TEXT_NULL) - (text_length(a) == TEXT_NULL);
	}
	uint32_t common = text_length(a) < text_length(b) ? text_length(a) : text_length(b);
	int order = memcmp(text_bytes(a), text_bytes(b), common);
	if (order != 0) {
		return order;
	}
	return (text_length(a) > text_length(b)) - (text_length(a) < text_length(b));
}

#define TEXT_OF_INTEGER 20 // bytes of the longest

// text_of_integer returns the text of an integer, as DuckDB casts it. A text that is long
// stands in digits.
static inline duckdb_string_t text_of_integer(int64_t n, char digits[TEXT_OF_INTEGER]) {
	uint64_t rest = n < 0 ? 0 - (uint64_t)n : (uint64_t)n;
	char *begin = digits + TEXT_OF_INTEGER;
	do {
		*--begin = (char)('0' + rest % 10);
		rest /= 10;
	} while (rest > 0);
	if (n < 0) {
		*--begin = '-';
	}
	duckdb_string_t text;
	memset(&text, 0, sizeof text); // what is behind an inlined text is compared and hashed
	text.value.inlined.length = (uint32_t)(digits + TEXT_OF_INTEGER - begin);
	if (text_is_long(&text)) {
		memcpy(text.value.pointer.prefix, begin, sizeof text.value.pointer.prefix);
		text.value.pointer.ptr = begin;
	} else {
		memcpy(text.value.inlined.inlined, begin, text_length(&text));
	}
	return text;
}

#endif
