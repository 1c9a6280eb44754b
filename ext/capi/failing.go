//go:build failing

package capi

/*
#cgo CFLAGS: -DSKYLINE_FAILING
#include <stdatomic.h>
#include <stdint.h>
extern _Atomic int64_t memory_asked, memory_fails;
static void fail_at(int64_t n) { atomic_store(&memory_fails, n); atomic_store(&memory_asked, 0); }
static int64_t asked(void) { return atomic_load(&memory_asked); }
*/
import "C"

// FailAllocation makes the n-th allocation from here on fail, of those that the C parts ask
// for; none where n is 0.
func FailAllocation(n int) { C.fail_at(C.int64_t(n)) }

// Allocations returns how many they have asked for since.
func Allocations() int { return int(C.asked()) }
