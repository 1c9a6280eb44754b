package sqlfuncs

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"
)

// isKept reports whether a value is still there, without asking for it.
func isKept(id int64) bool {
	keeping.RLock()
	defer keeping.RUnlock()
	return keeping.byHandle[id] != nil
}

// expire lets the time of a value run out.
func expire(id int64) {
	keeping.RLock()
	defer keeping.RUnlock()
	keeping.byHandle[id].timer.Reset(0)
}

func TestKeep(t *testing.T) {
	value := new(domainState)
	id := keep(value)
	for range 3 {
		if got, err := look[*domainState](id); got != value || err != nil {
			t.Fatalf("look = %v, %v; want the value", got, err)
		}
	}
	if _, err := look[*placement](id); !errors.Is(err, errNotKept) {
		t.Errorf("look for another type = %v, want errNotKept", err)
	}
	if got, err := take[*domainState](strconv.FormatInt(id, 10)); got != value || err != nil {
		t.Errorf("take = %v, %v; want the value", got, err)
	}
	if isKept(id) {
		t.Error("the value is still there after take")
	}
	for _, number := range []string{strconv.FormatInt(id, 10), "", "x", "-1", "9223372036854775808", "0"} {
		if _, err := take[*domainState](number); !errors.Is(err, errNotKept) {
			t.Errorf("take(%q) = %v, want errNotKept", number, err)
		}
	}
	drop(id) // again: nothing
}

// TestForget: what nobody asks for is forgotten, and nothing else.
func TestForget(t *testing.T) {
	forgotten, asked := keep(new(domainState)), keep(new(domainState))
	defer drop(asked)
	expire(forgotten)
	for isKept(forgotten) { // or the test hangs
		time.Sleep(time.Millisecond)
	}
	if _, err := look[*domainState](forgotten); !errors.Is(err, errNotKept) {
		t.Errorf("look = %v, want errNotKept", err)
	}
	if _, err := look[*domainState](asked); err != nil {
		t.Errorf("the other value: %v", err)
	}
}

// TestServed: a release that has been asked for everything is soon forgotten.
func TestServed(t *testing.T) {
	p := &placement{regions: make([][]shownRegion, 2)}
	p.rowsLeft.Store(3000)
	p.columnsLeft.Store(2)
	p.column(0)
	p.rowsLeft.Add(-2048)
	p.column(1)
	if got := forgetAfter(p); got != forgetKept {
		t.Errorf("with rows left it is forgotten after %v, want %v", got, forgetKept)
	}
	p.rowsLeft.Add(-952)
	if got := forgetAfter(p); got != forgetServed {
		t.Errorf("with nothing left it is forgotten after %v, want %v", got, forgetServed)
	}
}

// TestKeepAtOnce keeps, looks and drops from several goroutines; each has its own.
func TestKeepAtOnce(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 500 {
				value := new(domainState)
				id := keep(value)
				if got, err := look[*domainState](id); got != value || err != nil {
					t.Errorf("look = %v, %v", got, err)
				}
				drop(id)
			}
		})
	}
	wait.Wait()
}
