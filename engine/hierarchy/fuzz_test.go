package hierarchy

import (
	"errors"
	"testing"
)

// FuzzNew reads entries of three bytes each: value, level and label.
func FuzzNew(f *testing.F) {
	f.Add(2, []byte{0, 1, 'a', 1, 1, 'b'})
	f.Add(0, []byte{})
	f.Add(-1, []byte{0, 1, 'a'})
	f.Add(3, []byte{0, 1, 'a', 0, 3, 'a', 1, 0, 'b', 200, 1, 'c', 2, 200, 'd'})
	f.Fuzz(func(t *testing.T, values int, data []byte) {
		if values > 1000 {
			values = 1000 // each more is one more without a path
		}
		var entries []Entry
		for ; len(data) >= 3; data = data[3:] {
			entries = append(entries, Entry{int32(int8(data[0])), int64(int8(data[1])), string(data[2:3])})
		}
		tree, err := New(values, entries)
		var problems *Error
		switch {
		case errors.As(err, &problems):
			if *problems == (Error{Values: values}) {
				t.Fatalf("New(%d, %v) is an error without a problem", values, entries)
			}
		case err == nil:
			checkLinks(t, tree)
		case values >= 0 || !errors.Is(err, ErrTooLarge):
			t.Fatal(err)
		}
	})
}
