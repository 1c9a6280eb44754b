package host

import (
	"errors"
	"strconv"
	"sync"
	"sync/atomic"
	"time"
)

// The private functions of a plan hand each other Go values by handles: what an
// aggregate has gathered goes to the kernel, and what the kernel has made stays
// while rows are looked up in it. The C API does not tell when a query ends, so a
// value that nobody asks for is forgotten after a while: after ten minutes, since
// DuckDB may sort for long in between, or soon where it has probably served.

const (
	forgetKept   = 10 * time.Minute
	forgetServed = 10 * time.Second // on a machine that is busy a plan may stand still for seconds
	forgetShared = 10 * time.Second // what kernels have begun to read, and that one has taken something
)

// How long a value or a job must not have been asked for to be forgotten where memory runs out: its
// query was probably interrupted, or goes on without what has served.
const (
	idleKept   = time.Minute
	idleServed = 200 * time.Millisecond
)

// serving is a kept value that knows when it has been asked for all that it is
// there for. It may be asked for more.
type serving interface{ Served() bool }

// shared is a value for several kernels to read. A correlated subquery starts a kernel for
// each value of the outer query, one directly behind the other: so each look may be the last,
// and the next one comes soon, but for those that compute already.
type shared[T any] struct{ value T }

// forAll is a *shared of any type.
type forAll interface{ forAll() }

func (*shared[T]) forAll() {}

// forgetAfter is when a value is forgotten that has just been asked for.
func forgetAfter(value any) time.Duration {
	switch v := value.(type) {
	case forAll, used:
		return forgetShared
	case serving:
		if v.Served() {
			return forgetServed
		}
	}
	return forgetKept
}

// used stands in the place of a value that a kernel has taken: for as long as another
// kernel of the same query may ask for it.
type used struct{}

// kept is a value, when it was asked for, and when it is forgotten.
type kept struct {
	value  any
	asked  atomic.Int64 // in ns of the monotonic clock
	served atomic.Bool  // probably, as of when it was asked for
	timer  *time.Timer
}

// look notes that the value is asked for.
func (k *kept) look() {
	after := forgetAfter(k.value)
	k.served.Store(after < forgetKept)
	k.asked.Store(now())
	k.timer.Reset(after)
}

// idle reports whether nobody has asked for the value in a while.
func (k *kept) idle() bool {
	limit := idleKept
	if k.served.Load() {
		limit = idleServed
	}
	return now()-k.asked.Load() > int64(limit)
}

// forgetIdle forgets the values that nobody has asked for in a while, and such jobs.
func forgetIdle() {
	forgetIdleJobs()
	keeping.Lock()
	defer keeping.Unlock()
	for handle, k := range keeping.byHandle {
		if k.idle() {
			k.timer.Stop()
			delete(keeping.byHandle, handle)
		}
	}
}

var keeping = struct {
	sync.RWMutex
	byHandle map[int64]*kept
}{byHandle: map[int64]*kept{}}

// ErrNotKept is the error of a private function whose handle leads nowhere.
var ErrNotKept = errors.New("what the query had computed is not there any more: it stood still for ten minutes, or it was never this one's; run the query again")

// ErrUsed is its error where another kernel has taken the value. Only a correlated subquery
// starts several kernels of one plan.
var ErrUsed = errors.New("it must not be called in a subquery that is computed anew for rows of the query around it; keep its result in a table, or in a CTE that is MATERIALIZED, and name that in the subquery")

// Keep returns the handle that a value is known by from here on.
func Keep(value any) int64 {
	keeping.Lock()
	defer keeping.Unlock()
	handle := newHandle(func(handle int64) bool { return keeping.byHandle[handle] != nil })
	k := &kept{value: value, timer: time.AfterFunc(forgetKept, func() { Drop(handle) })}
	k.asked.Store(now())
	keeping.byHandle[handle] = k
	return handle
}

// Drop forgets a kept value.
func Drop(handle int64) {
	keeping.Lock()
	defer keeping.Unlock()
	if k, ok := keeping.byHandle[handle]; ok {
		k.timer.Stop()
		delete(keeping.byHandle, handle)
	}
}

// Look returns a kept value, which stays for another while.
func Look[T any](handle int64) (T, error) {
	var none T
	keeping.RLock()
	defer keeping.RUnlock()
	if k, ok := keeping.byHandle[handle]; ok {
		if value, ok := k.value.(T); ok {
			k.look()
			return value, nil
		}
		if _, ok := k.value.(used); ok {
			return none, ErrUsed
		}
	}
	return none, ErrNotKept
}

// Take returns a kept value, by its handle as an aggregate returns it, and forgets
// it, but for a while not that it was there.
func Take[T any](number string) (T, error) {
	var none T
	handle, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return none, ErrNotKept
	}
	keeping.Lock()
	defer keeping.Unlock()
	k, ok := keeping.byHandle[handle]
	if !ok {
		return none, ErrNotKept
	}
	value, ok := k.value.(T)
	if _, again := k.value.(used); again {
		err = ErrUsed
	} else if !ok {
		k.timer.Stop()
		delete(keeping.byHandle, handle)
		return none, ErrNotKept
	}
	k.value = used{}
	k.look()
	return value, err
}

// lookShared returns a value that keepShared keeps, by its handle as an aggregate returns
// it.
func lookShared[T any](number string) (T, error) {
	var none T
	handle, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return none, ErrNotKept
	}
	s, err := Look[*shared[T]](handle)
	if err != nil {
		return none, err
	}
	return s.value, nil
}

// keepText is Keep for the result of an aggregate.
func keepText(value any) string { return strconv.FormatInt(Keep(value), 10) }

// keepShared is keepText for a value that several kernels read.
func keepShared[T any](value T) string { return keepText(&shared[T]{value}) }
