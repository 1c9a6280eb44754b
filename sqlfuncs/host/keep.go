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
// DuckDB may sort for long in between, or soon where it says that it has served.

const (
	forgetKept   = 10 * time.Minute
	forgetServed = 2 * time.Second
)

// serving is a kept value that knows when it has been asked for all that it is
// there for. It may be asked for more.
type serving interface{ Served() bool }

func forgetAfter(value any) time.Duration {
	if s, ok := value.(serving); ok && s.Served() {
		return forgetServed
	}
	return forgetKept
}

// kept is a value, when it was asked for, and when it is forgotten.
type kept struct {
	value any
	asked atomic.Int64 // in ns of the monotonic clock
	timer *time.Timer
}

// idle is how long a value must not have been asked for to be forgotten where memory runs
// out: its query was probably interrupted.
const idle = time.Minute

// forgetIdle forgets the values that nobody has asked for in a while.
func forgetIdle() {
	keeping.Lock()
	defer keeping.Unlock()
	for handle, k := range keeping.byHandle {
		if now()-k.asked.Load() > int64(idle) {
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
	keeping.RLock()
	defer keeping.RUnlock()
	if k, ok := keeping.byHandle[handle]; ok {
		if value, ok := k.value.(T); ok {
			k.asked.Store(now())
			k.timer.Reset(forgetAfter(k.value))
			return value, nil
		}
	}
	var none T
	return none, ErrNotKept
}

// Take returns a kept value, by its handle as an aggregate returns it, and forgets
// it.
func Take[T any](number string) (T, error) {
	handle, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		var none T
		return none, ErrNotKept
	}
	value, err := Look[T](handle)
	Drop(handle)
	return value, err
}

// KeepText is keep for the result of an aggregate.
func KeepText(value any) string { return strconv.FormatInt(Keep(value), 10) }
