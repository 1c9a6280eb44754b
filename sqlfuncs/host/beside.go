package host

import (
	"sync/atomic"
	"time"
)

// beside is memory that is not Go's: that of states in C. DuckDB does not destroy them all,
// so what nobody touches for a while is forgotten, as what Go keeps is; see keep.go.
type beside struct {
	used     func() int64
	forget   func(idle time.Duration)
	giveBack func()
	tidied   atomic.Bool  // every minute from now on
	most     atomic.Int64 // bytes that there were at once, as far as somebody asked, since what was left was given back
}

const tidyEvery = time.Minute

// CountBeside has the bytes that used returns counted with those of Go. What has not been
// touched for so long forget frees; giveBack gives to the system what has been freed. Call it
// before anything is computed.
func CountBeside(used func() int64, forget func(idle time.Duration), giveBack func()) {
	process.beside.used, process.beside.forget, process.beside.giveBack = used, forget, giveBack
}

// HasRoom reports whether so many bytes more may be taken that are not Go's. The caller may
// have locks that forget waits for.
func HasRoom(bytes int64) bool {
	if process.beside.tidied.CompareAndSwap(false, true) {
		time.AfterFunc(tidyEvery, process.beside.tidy)
	}
	process.Lock()
	defer process.Unlock()
	process.beside.most.Store(max(process.beside.most.Load(), process.beside.bytes()+bytes))
	return !process.look(time.Now(), bytes)
}

// Beside returns how many bytes there are that are not Go's.
func Beside() int64 { return process.beside.bytes() }

func (b *beside) bytes() int64 {
	if b.used == nil {
		return 0
	}
	return b.used()
}

// hasLeft reports, once, whether so many bytes have been freed that are still kept.
func (b *beside) hasLeft(bytes int64) bool {
	used, most := b.bytes(), b.most.Load()
	return most-used >= bytes && b.most.CompareAndSwap(most, used)
}

// tidy forgets what has been idle for long, and does so again while there is anything.
func (b *beside) tidy() {
	b.forget(forgetKept)
	if b.used() > 0 {
		time.AfterFunc(tidyEvery, b.tidy)
	} else {
		b.tidied.Store(false)
	}
}

// forgetIdle forgets in a moment what nobody has touched in a while. Memory has run out.
func (b *beside) forgetIdle() {
	if b.forget != nil {
		time.AfterFunc(0, func() { b.forget(idleKept) })
	}
}
