// A number that many threads add to. Each adds on a cache line that few others use; only
// the sum means something.
#ifndef SKYLINE_SHARDS_H
#define SKYLINE_SHARDS_H

#include <stdatomic.h>
#include <stdint.h>

#define SHARDS 64

typedef struct {
	struct {
		_Alignas(64) _Atomic int64_t n;
	} of[SHARDS];
} sharded;

void sharded_add(sharded *s, int64_t n);
int64_t sharded_sum(sharded *s);

#endif
