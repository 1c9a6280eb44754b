package parallel

import (
	"sync/atomic"
	"testing"
)

func TestFor(t *testing.T) {
	for _, workers := range []int{0, 1, 2, 7, 100} {
		counts := make([]atomic.Int32, 50)
		For(workers, len(counts), func(worker, i int) {
			if worker < 0 || worker >= max(1, workers) {
				t.Errorf("worker %d of %d", worker, workers)
			}
			counts[i].Add(1)
		})
		for i := range counts {
			if n := counts[i].Load(); n != 1 {
				t.Errorf("%d workers: f was called %d times for %d", workers, n, i)
			}
		}
	}
	For(3, 0, func(_, _ int) { t.Error("f was called for nothing") })
}

// TestPanic: the panic of a worker is the caller's, the lowest of several.
func TestPanic(t *testing.T) {
	for _, workers := range []int{1, 4} {
		func() {
			defer func() {
				if r := recover(); r != 10 {
					t.Errorf("%d workers: recovered %v, want 10", workers, r)
				}
			}()
			For(workers, 100, func(_, i int) {
				if i >= 10 {
					panic(i)
				}
			})
			t.Error("For returned")
		}()
	}
}
