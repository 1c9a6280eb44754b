package host

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// starve lets the process be out of memory until the test ends.
func starve(t *testing.T) {
	t.Helper()
	before := process
	process = &memory{limit: func() int64 { return 64 << 20 }, use: func() (int64, int64) { return 1 << 30, 1 << 30 }, beside: new(beside), collect: func() {}, release: func() {}}
	t.Cleanup(func() { process = before })
}

func TestMemory(t *testing.T) {
	const limit = 100
	var allocated, live, elsewhere, collected int64
	m := &memory{
		limit: func() int64 { return limit }, use: func() (int64, int64) { return allocated, live },
		beside: &beside{used: func() int64 { return elsewhere }}, collect: func() { collected++; allocated = live },
	}
	for _, test := range []struct {
		name                    string
		allocated, live, beside int64
		want                    bool
		collected               int64
	}{
		{"little", 50, 40, 0, false, 0},
		{"the limit", limit, limit, 0, false, 0},
		{"garbage", 150, 40, 0, false, 1},
		{"in use, so soon", 120, 110, 0, true, 0},
		{"much, so soon", 150, 60, 0, true, 0},
		{"garbage, so soon", 120, 40, 0, false, 0},
		{"beside", 50, 40, 50, false, 0},
		{"much beside", 50, 40, 61, true, 0},
		{"all beside", 1, 1, 2 * limit, true, 0},
	} {
		allocated, live, elsewhere, collected = test.allocated, test.live, test.beside, 0
		m.lookedAt = time.Time{}
		if got := m.exceeded(); got != test.want || collected != test.collected {
			t.Errorf("%s: exceeded = %v, collected %d times; want %v, %d", test.name, got, collected, test.want, test.collected)
		}
	}
	// Where it was too much it looks again,
	allocated, live, elsewhere = 50, 40, 0
	if m.exceeded() {
		t.Error("exceeded = true after memory has been given back")
	}
	// and otherwise, between two looks, says what it has seen.
	allocated, live = 10*limit, 10*limit
	if m.exceeded() {
		t.Error("exceeded = true between two looks")
	}
}

// TestStarvedJob: a job ends for good when memory runs out, whatever its kernel makes of
// that, and none begins.
func TestStarvedJob(t *testing.T) {
	begun, starved := make(chan struct{}), make(chan struct{})
	handle := mustStart(t, func(ctx context.Context) (Column, error) {
		close(begun)
		<-starved
		for ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		if !errors.Is(ctx.Err(), context.Canceled) {
			t.Errorf("Err = %v", ctx.Err())
		}
		return column(7), nil // as if nothing was amiss
	})
	<-begun
	starve(t)
	close(starved)
	waitDone(t, handle)
	if _, err := takeJob("k", handle); err == nil || !strings.HasPrefix(err.Error(), "f: it takes more memory") || !strings.Contains(err.Error(), "64 MiB") {
		t.Errorf("takeJob = %v", err)
	}
	if _, err := startJob("k", "f", func(context.Context) (Column, error) { return column(7), nil }); err == nil || !strings.HasPrefix(err.Error(), "f: it takes more memory") {
		t.Errorf("startJob = %v", err)
	}
}

// TestForgetIdle: where memory runs out, what nobody has asked for in a while goes first.
func TestForgetIdle(t *testing.T) {
	type value struct {
		handle int64
		ago    time.Duration // since it was asked for
		looked bool
		stays  bool
	}
	plain := func() int64 { return Keep(new(thing)) }
	forAll := func() int64 { return Keep(&shared[*thing]{new(thing)}) }
	for name, v := range map[string]value{
		"just kept":                {plain(), 0, false, true},
		"kept for a while":         {plain(), idleKept / 2, false, true},
		"kept for long":            {plain(), 2 * idleKept, false, false},
		"shared for a while":       {forAll(), idleKept / 2, false, true},
		"shared for long":          {forAll(), 2 * idleKept, false, false},
		"shared, just looked at":   {forAll(), 0, true, true},
		"shared, looked at before": {forAll(), 2 * idleServed, true, false},
	} {
		if v.looked {
			if _, err := Look[*shared[*thing]](v.handle); err != nil {
				t.Fatal(err)
			}
		}
		keeping.RLock()
		keeping.byHandle[v.handle].asked.Store(now() - int64(v.ago))
		keeping.RUnlock()
		forgetIdle()
		if isKept(v.handle) != v.stays {
			t.Errorf("%s: kept: %v, want %v", name, !v.stays, v.stays)
		}
		Drop(v.handle)
	}
}

// TestBeside: what is not Go's is asked about beforehand, and where there is no room what is
// idle goes; in any case after a while.
func TestBeside(t *testing.T) {
	const limit = 100
	forgotten := make(chan time.Duration, 10)
	var used atomic.Int64
	b := &beside{used: used.Load, forget: func(idle time.Duration) { forgotten <- idle }}
	before := process
	process = &memory{limit: func() int64 { return limit }, use: func() (int64, int64) { return 20, 10 }, beside: b, collect: func() {}}
	t.Cleanup(func() { process = before })
	used.Store(50)
	for more, want := range map[int64]bool{0: true, 30: true, 31: true, 40: true, 41: false, math.MaxInt32: false} {
		if got := HasRoom(more); got != want {
			t.Errorf("HasRoom(%d) = %v, want %v", more, got, want)
		}
	}
	if after := <-forgotten; after != idleKept {
		t.Errorf("what has been idle for %v was forgotten, want %v", after, idleKept)
	}
	if !b.tidied.Load() {
		t.Error("nobody will tidy")
	}
	for len(forgotten) > 0 {
		<-forgotten
	}
	used.Store(0)
	b.tidy()
	if after := <-forgotten; after != forgetKept || b.tidied.Load() {
		t.Errorf("what has been idle for %v was forgotten, want %v, once", after, forgetKept)
	}
}

// TestGiveBack: what was counted beside Go goes to the system once it has been freed, and what
// Go has left behind a computation, if it is much.
func TestGiveBack(t *testing.T) { synctest.Test(t, testGiveBack) }

func testGiveBack(t *testing.T) {
	given := make(chan string, 10)
	var used, allocated atomic.Int64
	m := &memory{
		limit: func() int64 { return math.MaxInt64 }, use: func() (int64, int64) { return allocated.Load(), 0 }, collect: func() {},
		release: func() { given <- "Go" },
		beside:  &beside{used: used.Load, forget: func(time.Duration) {}, giveBack: func() { given <- "beside" }},
	}
	before := process
	process = m
	t.Cleanup(func() { process = before })
	for _, test := range []struct {
		name         string
		most, used   int64 // beside: at once, and now
		allocated    int64
		computed     bool
		beside, byGo bool
	}{
		{"little", 100, 0, 100, true, false, false},
		{"in use", 2 * muchLeft, 2 * muchLeft, 100, false, false, false},
		{"freed", 2 * muchLeft, muchLeft / 2, 100, false, true, false},
		{"that has been given back", 0, muchLeft / 2, 100, false, false, false},
		{"to be computed with", 0, 0, muchLeft, false, false, false},
		{"computed", 0, 0, muchLeft, true, false, true},
		{"both", muchLeft, 0, muchLeft, true, true, true},
	} {
		m.releasedAt.Store(now() - 2*int64(time.Hour))
		used.Store(test.most)
		HasRoom(0)
		used.Store(test.used)
		allocated.Store(test.allocated)
		m.giveBack(test.computed)
		var want, got []string
		if test.beside {
			want = append(want, "beside")
		}
		if test.byGo {
			want = append(want, "Go")
		}
		synctest.Wait()
		for len(given) > 0 {
			got = append(got, <-given)
		}
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: given back: %v, want %v", test.name, got, want)
		}
	}
	if now()-m.releasedAt.Load() >= int64(time.Hour) {
		t.Error("when it was is not noted")
	}
	m.releasedAt.Store(now() + int64(time.Hour)) // so that it is too soon, however slow the machine is
	m.giveBack(true)
	synctest.Wait()
	if len(given) > 0 {
		t.Error("given back again, at once")
	}
}
