// Handles of states: one is believed as long as its state lives, and never again, though
// the place has another state then. What is counted of memory is 0 in the end.
#include <stdio.h>
#include <stdlib.h>

#include "../counts.c"
#include "../memory.c"
#include "../shards.c"
#include "../states.c"

#define STATES 3000 // more than a block

// What stands for the dictionary: nothing here has a text.
uint64_t hash_secret[2] = {1, 2};

const duckdb_string_t *dictionary_text(uint32_t number) {
	(void)number;
	return NULL;
}

bool skylineHasRoom(size_t size) {
	(void)size;
	return true;
}

static int failures;

static void expect(const char *what, bool ok) {
	if (!ok) {
		printf("%s\n", what);
		failures++;
	}
}

static bool lives(uint64_t handle) {
	states_hold hold = {NULL};
	bool found = states_of(&hold, handle) != NULL;
	states_release(&hold);
	return found;
}

static bool ends(uint64_t handle) {
	states_hold hold = {NULL};
	bool counted = states_end(&hold, handle);
	states_release(&hold);
	return counted;
}

static void bind_to(uint64_t handle, uint32_t plan) {
	states_hold hold = {NULL};
	states_of(&hold, handle)->plan = plan;
	states_release(&hold);
}

int main(void) {
	static uint64_t handles[STATES];
	for (int i = 0; i < STATES; i++) {
		handles[i] = states_new();
	}
	for (int i = 0; i < STATES; i++) {
		expect("a state that was made is there", lives(handles[i]));
		expect("a handle with another tag is that of no state", !lives(handles[i] ^ (1ull << 38)));
	}
	bind_to(handles[0], 5);
	expect("a state of a plan is counted when it ends", ends(handles[0]));
	expect("one that nobody has used is not", !ends(handles[1]));
	for (int i = 0; i < 2; i++) {
		expect("a state that has ended is not there", !lives(handles[i]));
		expect("it does not end again", !ends(handles[i]));
	}
	uint64_t fresh = states_new(); // in the place of one of the two
	expect("places are used again", (uint32_t)fresh == (uint32_t)handles[0] || (uint32_t)fresh == (uint32_t)handles[1]);
	expect("a new state is there", lives(fresh));
	expect("its place's old handles are not", !lives(handles[0]) && !lives(handles[1]));

	bind_to(handles[2], 6);
	states_touch(6);
	expect("nothing is forgotten that is in use", states_forget(0, 60) == 0 && lives(handles[2]) && lives(handles[3]));
	expect("a plan's states are forgotten, and no others", states_forget(6, UINT32_MAX) == 1 && !lives(handles[2]) && lives(handles[3]));
	states_forget(0, 0);
	expect("all are, where that is asked for", !lives(fresh) && !lives(handles[STATES - 1]));
	expect("their memory is given back", memory_used() == 0);
	return failures > 0;
}
