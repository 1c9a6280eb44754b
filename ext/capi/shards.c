#include "shards.h"

static _Atomic uint32_t next_shard;
static _Thread_local uint32_t own_shard; // 1 + its number; 0: none yet

void sharded_add(sharded *s, int64_t n) {
	if (own_shard == 0) {
		own_shard = 1 + atomic_fetch_add(&next_shard, 1) % SHARDS;
	}
	atomic_fetch_add(&s->of[own_shard - 1].n, n);
}

int64_t sharded_sum(sharded *s) {
	int64_t sum = 0;
	for (int i = 0; i < SHARDS; i++) {
		sum += atomic_load(&s->of[i].n);
	}
	return sum;
}
