#include "states.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "memory.h"

#define ARENAS 64
#define BLOCK 1024 // states
#define BLOCK_SIZE (BLOCK * sizeof(histogram_state))

// A state that is fetched is there as a whole.
_Static_assert(sizeof(histogram_state) == MEMORY_LINE, "a state is as large as a cache line");

// A handle: 26 bits of tag, 6 of arena, 32 of position.
#define TAG_BITS 26

typedef struct arena {
	_Alignas(64) atomic_flag held;
	uint32_t live, used, room; // states; used and room count from position 0
	uint32_t free;             // 1 + a position that is free again, whose plan is the next; 0: none
	uint64_t tags;             // how many there were
	histogram_state **blocks;
} arena;

// When a plan's states were last in use, in seconds. Plans may share a place: then they
// stay longer.
#define PLACES 4096
static _Atomic uint32_t touched[PLACES];

static arena arenas[ARENAS];
static _Atomic uint32_t next_arena;
static _Thread_local uint32_t own_arena; // 1 + its number; 0: none yet

static void hold_arena(arena *a) {
	for (int tries = 0; atomic_flag_test_and_set_explicit(&a->held, memory_order_acquire); tries++) {
		if (tries > 64) {
			sched_yield();
		}
	}
}

static void release_arena(arena *a) {
	atomic_flag_clear_explicit(&a->held, memory_order_release);
}

uint32_t states_now(void) {
#ifdef CLOCK_MONOTONIC_COARSE
	const clockid_t clock = CLOCK_MONOTONIC_COARSE;
#else
	const clockid_t clock = CLOCK_MONOTONIC;
#endif
	struct timespec t;
	clock_gettime(clock, &t);
	return (uint32_t)t.tv_sec;
}

static histogram_state *at(const arena *a, uint32_t position) {
	return &a->blocks[position / BLOCK][position % BLOCK];
}

// next_tag walks through all tags but 0 in an order of its own for each arena.
static uint32_t next_tag(arena *a) {
	uint64_t x = (++a->tags + (uint64_t)(a - arenas) * 0x9e3779b9u) * 0x9e3779b97f4a7c15ull;
	uint32_t tag = (uint32_t)(x >> (64 - TAG_BITS));
	return tag == 0 ? 1 : tag;
}

// list_size returns the bytes of a list of so many blocks, which doubles when it is full.
static size_t list_size(size_t count) {
	size_t room = count == 0 ? 0 : 1;
	while (room < count) {
		room *= 2;
	}
	return room * sizeof(histogram_state *);
}

static bool grow(arena *a) {
	if (a->used < a->room) {
		return true;
	}
	if (a->room > UINT32_MAX - 2 * BLOCK) {
		return false;
	}
	histogram_state *block = memory_lines(BLOCK_SIZE);
	if (block == NULL) {
		return false;
	}
	size_t count = a->room / BLOCK, listed = list_size(count);
	if (list_size(count + 1) > listed) {
		histogram_state **blocks = memory_resize(a->blocks, listed, list_size(count + 1));
		if (blocks == NULL) {
			memory_free_lines(block, BLOCK_SIZE);
			return false;
		}
		a->blocks = blocks;
	}
	a->blocks[count] = block;
	a->room += BLOCK;
	return true;
}

// take returns a free position, as 1 + it; 0 where there is no memory.
static uint32_t take(arena *a) {
	uint32_t position = a->free;
	if (position != 0) {
		a->free = at(a, position - 1)->plan;
		return position;
	}
	return grow(a) ? ++a->used : 0;
}

uint64_t states_new(void) {
	if (own_arena == 0) {
		own_arena = 1 + atomic_fetch_add(&next_arena, 1) % ARENAS;
	}
	arena *a = &arenas[own_arena - 1];
	uint64_t handle = 0;
	hold_arena(a);
	uint32_t position = take(a);
	if (position != 0) {
		histogram_state *s = at(a, position - 1);
		memset(s, 0, sizeof *s);
		s->tag = next_tag(a);
		s->values.note = states_now();
		a->live++;
		handle = (uint64_t)s->tag << 38 | (uint64_t)(own_arena - 1) << 32 | (position - 1);
	}
	release_arena(a);
	return handle;
}

static arena *arena_of(uint64_t handle) {
	return &arenas[handle >> 32 & (ARENAS - 1)];
}

void states_release(states_hold *hold) {
	if (hold->arena != NULL) {
		release_arena(hold->arena);
		hold->arena = NULL;
	}
}

histogram_state *states_of(states_hold *hold, uint64_t handle) {
	arena *a = arena_of(handle);
	if (a != hold->arena) {
		states_release(hold);
		hold_arena(a);
		hold->arena = a;
	}
	uint32_t position = (uint32_t)handle;
	if (position >= a->used) {
		return NULL;
	}
	histogram_state *s = at(a, position);
	return s->tag != 0 && s->tag == handle >> 38 ? s : NULL;
}

void states_prefetch(const states_hold *hold, uint64_t handle) {
	arena *a = arena_of(handle);
	if (a == hold->arena && (uint32_t)handle < a->used) {
		__builtin_prefetch(at(a, (uint32_t)handle), 1);
	}
}

// empty gives the memory of an arena back. Its tags go on, so that old handles stay
// those of no state.
static void empty(arena *a) {
	for (uint32_t position = 0; position < a->room; position += BLOCK) {
		memory_free_lines(a->blocks[position / BLOCK], BLOCK_SIZE);
	}
	memory_free(a->blocks, list_size(a->room / BLOCK));
	a->blocks = NULL;
	a->used = a->room = a->free = 0;
}

// end ends the state at a position, and reports whether it was a plan's.
static bool end(arena *a, uint32_t position) {
	histogram_state *s = at(a, position);
	bool counted = s->plan != 0;
	counts_free(&s->values);
	s->tag = 0;
	s->plan = a->free;
	a->free = position + 1;
	if (--a->live == 0) {
		empty(a);
	}
	return counted;
}

bool states_end(states_hold *hold, uint64_t handle) {
	return states_of(hold, handle) != NULL && end(hold->arena, (uint32_t)handle);
}

void states_touch(uint32_t plan) {
	_Atomic uint32_t *when = &touched[plan % PLACES];
	uint32_t t = states_now();
	if (atomic_load_explicit(when, memory_order_relaxed) != t) {
		atomic_store_explicit(when, t, memory_order_relaxed);
	}
}

static bool is_idle(const histogram_state *s, uint32_t t, uint32_t idle) {
	uint32_t last = s->plan == 0 ? s->values.note : atomic_load_explicit(&touched[s->plan % PLACES], memory_order_relaxed);
	return t - last >= idle && t - last <= INT32_MAX; // not since t
}

// forget_block is states_forget for the states from a position on; it reports whether
// there are any behind them.
static bool forget_block(arena *a, uint32_t begin, uint32_t plan, uint32_t idle, int64_t *counted) {
	hold_arena(a);
	uint32_t t = states_now(); // once it is held: no state was made later
	for (uint32_t position = begin; position < begin + BLOCK && position < a->used; position++) {
		const histogram_state *s = at(a, position);
		if (s->tag != 0 && ((plan != 0 && s->plan == plan) || is_idle(s, t, idle))) {
			*counted += end(a, position);
		}
	}
	bool more = begin + BLOCK < a->used;
	release_arena(a);
	return more;
}

int64_t states_forget(uint32_t plan, uint32_t idle) {
	int64_t counted = 0;
	for (arena *a = arenas; a < arenas + ARENAS; a++) {
		for (uint32_t begin = 0; forget_block(a, begin, plan, idle, &counted); begin += BLOCK) {
		}
	}
	return counted;
}
