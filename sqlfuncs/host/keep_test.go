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
	k := keeping.byHandle[id]
	return k != nil && k.value != used{}
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
	for range 2 { // others may ask again
		if _, err := Take[*thing](strconv.FormatInt(id, 10)); !errors.Is(err, ErrUsed) {
			t.Errorf("take of what was taken = %v, want ErrUsed", err)
		}
		if _, err := Look[*thing](id); !errors.Is(err, ErrUsed) {
			t.Errorf("look for what was taken = %v, want ErrUsed", err)
		}
	}
	other := strconv.FormatInt(Keep(new(served)), 10) // of another type: nobody takes it
	for _, number := range []string{other, other, "", "x", "-1", "9223372036854775808", "0"} {
		if _, err := Take[*thing](number); !errors.Is(err, ErrNotKept) {
			t.Errorf("take(%q) = %v, want errNotKept", number, err)
		}
	}
	Drop(id)
	if _, err := Look[*thing](id); !errors.Is(err, ErrNotKept) {
		t.Errorf("look after a while = %v, want errNotKept", err)
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
	for value, want := range map[any]time.Duration{
		new(thing): forgetKept, &served{}: forgetKept, &served{true}: forgetServed, &shared[*thing]{}: forgetShared, used{}: forgetShared,
	} {
		if got := forgetAfter(value); got != want {
			t.Errorf("%T is forgotten after %v, want %v", value, got, want)
		}
	}
}

// TestShared: several get the same value, until its time runs out.
func TestShared(t *testing.T) {
	value := new(thing)
	number := keepShared(value)
	for range 3 {
		if got, err := lookShared[*thing](number); got != value || err != nil {
			t.Fatalf("lookShared = %v, %v; want the value", got, err)
		}
	}
	if _, err := lookShared[*served](number); !errors.Is(err, ErrNotKept) {
		t.Errorf("lookShared for another type = %v, want ErrNotKept", err)
	}
	handle, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	expire(handle)
	for isKept(handle) { // or the test hangs
		time.Sleep(time.Millisecond)
	}
	// What is kept for one alone is not for all, nor the other way round.
	if _, err := lookShared[*thing](keepText(value)); !errors.Is(err, ErrNotKept) {
		t.Errorf("lookShared of what one alone may have = %v, want ErrNotKept", err)
	}
	if _, err := Take[*thing](keepShared(value)); !errors.Is(err, ErrNotKept) {
		t.Errorf("Take of what is for all = %v, want ErrNotKept", err)
	}
	for _, number := range []string{number, "", "x", "-1", "9223372036854775808", "0"} {
		if _, err := lookShared[*thing](number); !errors.Is(err, ErrNotKept) {
			t.Errorf("lookShared(%q) = %v, want ErrNotKept", number, err)
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
