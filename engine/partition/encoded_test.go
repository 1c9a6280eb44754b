package partition

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestEncodedValues reads random sequences of values, in order and out of it, and compares
// their numbers with the order in which a list of them grows.
func TestEncodedValues(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		var values encodedValues
		var seen []string
		for range 40 {
			sequence := make([]string, rng.IntN(9))
			for i := range sequence {
				sequence[i] = strings.Repeat("ab", rng.IntN(4)) + strings.Repeat("b", rng.IntN(3))
				if rng.IntN(30) == 0 {
					sequence[i] += strings.Repeat("long", 40) // its length takes two bytes
				}
			}
			if rng.IntN(4) > 0 {
				slices.Sort(sequence)
			}
			last := int32(-1)
			for _, text := range sequence {
				if !slices.Contains(seen, text) {
					seen = append(seen, text)
				}
				encoded := string(binary.AppendUvarint(nil, uint64(len(text)+1))) + text
				number, rest := values.next(encoded+"\x05\x02z", last)
				if want := slices.Index(seen, text); int(number) != want || rest != "\x05\x02z" {
					t.Fatalf("next(%q…, %d) = %d, %q, want %d", encoded, last, number, rest, want)
				}
				last = number
			}
		}
	}
}

// TestEncodedValuesNull: NULL is a value of its own, and first; the empty text is another.
func TestEncodedValuesNull(t *testing.T) {
	var values encodedValues
	for _, test := range []struct {
		s      string
		behind int32
		want   int32
	}{{"\x01\x01", -1, 0}, {"\x00\x01", -1, 1}, {"\x00\x01", -1, 1}, {"\x01\x01", 1, 0}, {"\x01\x01", -1, 0}, {"\x03a\x01", -1, -2}, {"\xff\xff", 1, -2}, {"", -1, -2}} {
		if got, _ := values.next(test.s, test.behind); got != test.want {
			t.Errorf("next(%q, %d) = %d, want %d", test.s, test.behind, got, test.want)
		}
	}
}
