package progress

import (
	"context"
	"slices"
	"testing"
)

// watcher collects shares.
type watcher struct {
	context.Context
	shares []float64
}

func (w *watcher) Progress(done, total float64) { w.shares = append(w.shares, done/total) }

func TestReport(t *testing.T) {
	w := &watcher{Context: t.Context()}
	Report(w, 1, 4)
	Report(w, 1, 0) // nothing to do: nothing to say
	Report(t.Context(), 1, 4)
	if want := []float64{0.25}; !slices.Equal(w.shares, want) {
		t.Errorf("shares %v, want %v", w.shares, want)
	}
}

// The third of four parts goes from 1/2 to 3/4, and its second half from 5/8.
func TestPart(t *testing.T) {
	w := &watcher{Context: t.Context()}
	third := Part(w, 2, 4)
	Report(third, 1, 1)
	Report(Part(third, 1, 2), 1, 2)
	if want := []float64{1. / 2, 3. / 4, 5. / 8, 11. / 16}; !slices.Equal(w.shares, want) {
		t.Errorf("shares %v, want %v", w.shares, want)
	}
	if ctx := t.Context(); Part(ctx, 0, 2) != ctx {
		t.Error("a context that wants to know nothing is not the same")
	}
	stopped, stop := context.WithCancel(t.Context())
	of := Part(&watcher{Context: stopped}, 0, 2)
	stop()
	if of.Err() == nil {
		t.Error("a part goes on when the whole is cancelled")
	}
}
