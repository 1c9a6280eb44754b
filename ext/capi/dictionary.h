// The dictionary gives sensitive values numbers while histograms are counted,
// so that a histogram need not hold texts. It is one for the whole process:
// numbers are given in the order of arrival, and what matters, the encoded
// histogram, does not show them.
//
// It lives as long as any state of the aggregate does. A state is counted when
// it first holds a number, and uncounted when DuckDB destroys it, which happens
// however a query ends; when the last one goes, the dictionary is emptied.
#ifndef SKYLINE_DICTIONARY_H
#define SKYLINE_DICTIONARY_H

#include "duckdb.h"

#define DICTIONARY_FULL UINT32_MAX

// Sets what the hashes of this process are made with. Call before anything else, once.
void dictionary_secret(uint64_t first, uint64_t second);

// Between enter and leave the dictionary is not emptied.
void dictionary_enter(void);
void dictionary_leave(void);

// Returns the number of a text, given one if need be; DICTIONARY_FULL where
// memory or numbers run out. Call between enter and leave.
uint32_t dictionary_number(const duckdb_string_t *text);

// Returns the text of a number that some counted state holds.
const duckdb_string_t *dictionary_text(uint32_t number);

// Counts states that hold numbers. Call before leave, or while another counted
// state holds the same numbers.
void dictionary_count(int64_t states);

// Uncounts states and empties the dictionary if they were the last.
void dictionary_uncount(int64_t states);

#endif
