// Package parallel runs independent steps of an algorithm on several goroutines.
// A panic in one of them reaches the caller as if there were none.
package parallel

import (
	"sync"
	"sync/atomic"
)

// For calls f(worker, i) for each i in 0..n-1, on up to workers goroutines; worker
// numbers them from 0. It returns when all calls have; after a panic it starts no
// more, and panics with that of the lowest i.
func For(workers, n int, f func(worker, i int)) {
	workers = min(workers, n)
	if workers <= 1 {
		for i := range n {
			f(0, i)
		}
		return
	}
	var (
		next  atomic.Int64
		wait  sync.WaitGroup
		mutex sync.Mutex
		at    = n
		cause any
	)
	call := func(worker, i int) {
		defer func() {
			if r := recover(); r != nil {
				next.Store(int64(n))
				mutex.Lock()
				defer mutex.Unlock()
				if i < at {
					at, cause = i, r
				}
			}
		}()
		f(worker, i)
	}
	for worker := range workers {
		wait.Go(func() {
			for {
				i := int(next.Add(1) - 1)
				if i >= n {
					return
				}
				call(worker, i)
			}
		})
	}
	wait.Wait()
	if at < n {
		panic(cause)
	}
}
