#include "states.h"

#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define ARENAS 64
#define BLOCK 1024 // states

// A handle: 26 bits of tag, 6 of arena, 32 of position.
#define TAG_BITS 26

typedef struct arena {
	_Alignas(64) atomic_flag held;
	uint32_t live, used, room; // states; used and room count from position 0
	uint32_t free;             // 1 + a position that is free again, whose plan is the next; 0: none
	uint64_t tags;             // how many there were
	histogram_state **blocks;
} arena;

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

static histogram_state *at(const arena *a, uint32_t position) {
	return &a->blocks[position / BLOCK][position % BLOCK];
}

// next_tag walks through all tags but 0 in an order of its own for each arena.
static uint32_t next_tag(arena *a) {
	uint64_t x = (++a->tags + (uint64_t)(a - arenas) * 0x9e3779b9u) * 0x9e3779b97f4a7c15ull;
	uint32_t tag = (uint32_t)(x >> (64 - TAG_BITS));
	return tag == 0 ? 1 : tag;
}

static bool grow(arena *a) {
	if (a->used < a->room) {
		return true;
	}
	if (a->room > UINT32_MAX - 2 * BLOCK) {
		return false;
	}
	size_t count = a->room / BLOCK;
	if ((count & (count - 1)) == 0) { // the list of blocks is full at powers of two
		histogram_state **blocks = realloc(a->blocks, (count == 0 ? 1 : 2 * count) * sizeof(*blocks));
		if (blocks == NULL) {
			return false;
		}
		a->blocks = blocks;
	}
	a->blocks[count] = malloc(BLOCK * sizeof(histogram_state));
	if (a->blocks[count] == NULL) {
		return false;
	}
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
		free(a->blocks[position / BLOCK]);
	}
	free(a->blocks);
	a->blocks = NULL;
	a->used = a->room = a->free = 0;
}

bool states_end(states_hold *hold, uint64_t handle) {
	histogram_state *s = states_of(hold, handle);
	if (s == NULL) {
		return false;
	}
	bool counted = s->plan != 0;
	arena *a = hold->arena;
	counts_free(&s->values);
	s->tag = 0;
	s->plan = a->free;
	a->free = (uint32_t)handle + 1;
	if (--a->live == 0) {
		empty(a);
	}
	return counted;
}
