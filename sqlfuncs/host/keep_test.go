package host

import (
	"errors"
	"strconv"
	"sync"
	"testing"
	"time"
)

// thing is a value to keep.
type thing struct{ _ int }

// served is one that knows when it has been asked for everything.
type served struct{ all bool }

func (s *served) Served() bool { return s.all }

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
	value := new(thing)
	id := Keep(value)
	for range 3 {
		if got, err := Look[*thing](id); got != value || err != nil {
			t.Fatalf("look = %v, %v; want the value", got, err)
		}
	}
	if _, err := Look[*served](id); !errors.Is(err, ErrNotKept) {
		t.Errorf("look for another type = %v, want errNotKept", err)
	}
	if got, err := Take[*thing](strconv.FormatInt(id, 10)); got != value || err != nil {
		t.Errorf("take = %v, %v; want the value", got, err)
	}
	if isKept(id) {
		t.Error("the value is still there after take")
	}
	for _, number := range []string{strconv.FormatInt(id, 10), "", "x", "-1", "9223372036854775808", "0"} {
		if _, err := Take[*thing](number); !errors.Is(err, ErrNotKept) {
			t.Errorf("take(%q) = %v, want errNotKept", number, err)
		}
	}
	Drop(id) // again: nothing
}

// TestForget: what nobody asks for is forgotten, and nothing else.
func TestForget(t *testing.T) {
	forgotten, asked := Keep(new(thing)), Keep(new(thing))
	defer Drop(asked)
	expire(forgotten)
	for isKept(forgotten) { // or the test hangs
		time.Sleep(time.Millisecond)
	}
	if _, err := Look[*thing](forgotten); !errors.Is(err, ErrNotKept) {
		t.Errorf("look = %v, want errNotKept", err)
	}
	if _, err := Look[*thing](asked); err != nil {
		t.Errorf("the other value: %v", err)
	}
}

// TestServed: what has been asked for everything is soon forgotten.
func TestServed(t *testing.T) {
	for value, want := range map[any]time.Duration{new(thing): forgetKept, &served{}: forgetKept, &served{true}: forgetServed} {
		if got := forgetAfter(value); got != want {
			t.Errorf("%T is forgotten after %v, want %v", value, got, want)
		}
	}
}

// TestKeepAtOnce keeps, looks and drops from several goroutines; each has its own.
func TestKeepAtOnce(t *testing.T) {
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			for range 500 {
				value := new(thing)
				id := Keep(value)
				if got, err := Look[*thing](id); got != value || err != nil {
					t.Errorf("look = %v, %v", got, err)
				}
				Drop(id)
			}
		})
	}
	wait.Wait()
}
