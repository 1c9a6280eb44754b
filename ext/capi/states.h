// Where the states of __skyline_histogram live. What DuckDB holds and moves about
// is a handle of 8 bytes, never an address of ours.
//
// Called with OVER, or with ORDER BY inside, DuckDB gives an aggregate an array of
// which only the first pointer is one, and the C API does not tell. So a pointer may
// lead anywhere: to no memory, to that of somebody else, or to what a state has left
// behind where it was moved from. Handles are therefore read by skylineReadStates,
// which survives it all, and a handle is believed only if the state that it names
// exists and has its tag. No secret is needed: whoever invents a call gets an error.
//
// DuckDB destroys states, but not where a query ends while they are read: by an interrupt,
// an error or a LIMIT. So states that no query has touched for a while are ended by
// states_forget, as Go's values are (sqlfuncs/keep.go).
//
// A state lives in an arena, and an arena is held while one of its states is touched,
// so that two threads never touch one at once, whatever handles they were given.
// Each thread makes states in an arena of its own: they hardly ever wait.
#ifndef SKYLINE_STATES_H
#define SKYLINE_STATES_H

#include "counts.h"

// Counted rows of one group; see plan in histogram.c.
typedef struct {
	uint32_t tag;  // that of its handle; 0: no state
	uint32_t plan; // whose rows it counts; 0: none yet
	counts values; // whose note is when the state was made, in seconds
} histogram_state;

// Returns the handle of a new state, 0 where there is no memory for it.
uint64_t states_new(void);

// What a thread holds: at most one arena. Zero bytes hold none.
typedef struct {
	struct arena *arena;
} states_hold;

// Returns the state of a handle, NULL if there is none. Its arena is held until
// another one's state is asked for, or until states_release.
histogram_state *states_of(states_hold *hold, uint64_t handle);
void states_release(states_hold *hold);

// Fetches the state of a handle that is soon asked for.
void states_prefetch(const states_hold *hold, uint64_t handle);

// Returns the time in seconds, since when does not matter.
uint32_t states_now(void);

// Notes that a plan's states are in use.
void states_touch(uint32_t plan);

// Ends the states of a plan, unless it is 0, and those which have not been in use for so
// many seconds. Returns how many were a plan's. The caller holds none.
int64_t states_forget(uint32_t plan, uint32_t idle);

// Ends a state, freeing what it holds. Reports whether it was a plan's.
bool states_end(states_hold *hold, uint64_t handle);

#endif
