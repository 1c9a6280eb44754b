package host

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// What functions keep, in Go and in C, is outside of DuckDB's memory_limit. It has a limit
// of its own, so that a query which needs more ends with an error, and not the process:
// that of the environment variable GOMEMLIMIT, or else half of what the machine, or the
// container, has. It is looked at between pieces of work; a single piece of Go's that asks
// for too much at once still ends the process, as Go has no way to refuse.

// memory knows how much of the limit is in use.
type memory struct {
	limit   func() int64
	use     func() (allocated, live int64) // bytes in Go: with what has yet to be freed, and without
	beside  *beside
	collect func()
	release func() // what Go has freed, to the system

	sync.Mutex
	lookedAt, collectedAt time.Time
	over                  atomic.Bool
	releasedAt            atomic.Int64 // in ns of the monotonic clock
}

var process = &memory{limit: sync.OnceValue(memoryLimit), use: memoryUse, beside: new(beside), collect: runtime.GC, release: debug.FreeOSMemory}

const (
	lookEvery    = 20 * time.Millisecond
	collectEvery = time.Second
	muchLeft     = 512 << 20 // bytes
)

func memoryLimit() int64 {
	if limit := debug.SetMemoryLimit(-1); limit < math.MaxInt64 {
		return limit
	}
	limit, err := memlimit.ApplyFallback(memlimit.FromCgroup, memlimit.FromSystem)()
	if err != nil || limit == 0 || limit/2 > math.MaxInt64 {
		return math.MaxInt64 // it cannot be told
	}
	return int64(limit / 2)
}

func memoryUse() (allocated, live int64) {
	samples := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/heap/live:bytes"}}
	metrics.Read(samples)
	return int64(samples[0].Value.Uint64()), int64(samples[1].Value.Uint64())
}

// exceeded reports whether more is in use than may be. It looks now and then only, but
// again where it was too much.
func (m *memory) exceeded() bool {
	if m.TryLock() {
		if now := time.Now(); m.over.Load() || now.Sub(m.lookedAt) >= lookEvery {
			m.over.Store(m.look(now, 0))
			m.lookedAt = time.Now()
		}
		m.Unlock()
	}
	return m.over.Load()
}

// look reports whether what is in use, with so many bytes more, exceeds the limit, or so
// much has been allocated since the last collection that it probably will.
func (m *memory) look(now time.Time, more int64) bool {
	allocated, live := m.use()
	limit := m.limit() - m.beside.bytes() - more
	if allocated <= limit {
		return false
	}
	if now.Sub(m.collectedAt) >= collectEvery {
		m.collectedAt = now
		forgetIdle()
		m.beside.forgetIdle()
		m.collect()
		allocated, live = m.use()
	}
	return live > limit || allocated > limit+m.limit()/4
}

// giveBack gives back to the system what has been freed of what is counted in C, if that is much,
// and what Go has left after a computation: the query goes on in DuckDB, which may take as much as
// its memory_limit beside what both would keep for later.
func (m *memory) giveBack(computed bool) {
	if m.beside.hasLeft(muchLeft) {
		go m.beside.giveBack()
	}
	last := m.releasedAt.Load()
	if !computed || now()-last < int64(collectEvery) {
		return
	}
	if allocated, _ := m.use(); allocated >= muchLeft && m.releasedAt.CompareAndSwap(last, now()) {
		go m.release()
	}
}

// ErrMemory is the error of a function that would need more.
func ErrMemory(function string) error {
	return fmt.Errorf("%s: it takes more memory than there is for what Skyline keeps beside DuckDB's memory_limit, %d MiB; ask for fewer rows or columns, run fewer queries at once, or start the process with a larger limit in the environment variable GOMEMLIMIT, such as GOMEMLIMIT=16GiB",
		function, process.limit()>>20)
}

// CheckMemory returns an error for a function if there is no more memory for it.
func CheckMemory(function string) error {
	if process.exceeded() {
		return ErrMemory(function)
	}
	return nil
}
