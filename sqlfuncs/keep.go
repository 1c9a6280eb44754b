package sqlfuncs

import (
	"errors"
	"strconv"
	"sync"
	"time"
)

// The private functions of a plan hand each other Go values by numbers: what an
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
type serving interface{ served() bool }

func forgetAfter(value any) time.Duration {
	if s, ok := value.(serving); ok && s.served() {
		return forgetServed
	}
	return forgetKept
}

// kept is a value and when it is forgotten.
type kept struct {
	value any
	timer *time.Timer
}

var keeping = struct {
	sync.RWMutex
	last int64
	byID map[int64]*kept
}{byID: map[int64]*kept{}}

var errNotKept = errors.New("what the query had computed was given up because it stood still for ten minutes; run the query again")

// keep returns the number that a value is known by from here on.
func keep(value any) int64 {
	keeping.Lock()
	defer keeping.Unlock()
	keeping.last++
	id := keeping.last
	keeping.byID[id] = &kept{value, time.AfterFunc(forgetKept, func() { drop(id) })}
	return id
}

func drop(id int64) {
	keeping.Lock()
	defer keeping.Unlock()
	if k, ok := keeping.byID[id]; ok {
		k.timer.Stop()
		delete(keeping.byID, id)
	}
}

// look returns a kept value, which stays for another while.
func look[T any](id int64) (T, error) {
	keeping.RLock()
	defer keeping.RUnlock()
	if k, ok := keeping.byID[id]; ok {
		if value, ok := k.value.(T); ok {
			k.timer.Reset(forgetAfter(k.value))
			return value, nil
		}
	}
	var none T
	return none, errNotKept
}

// take returns a kept value, by its number as an aggregate returns it, and forgets
// it.
func take[T any](number string) (T, error) {
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		var none T
		return none, errNotKept
	}
	value, err := look[T](id)
	drop(id)
	return value, err
}

// apart is the last argument of an aggregate that keeps its result: something
// volatile. Otherwise DuckDB, from 1.5 on, computes what two calls in a statement
// have in common once, and one of them would take what is for both.
const apart = "system.main.random()"

// keepText is keep for the result of an aggregate.
func keepText(value any) string { return strconv.FormatInt(keep(value), 10) }
