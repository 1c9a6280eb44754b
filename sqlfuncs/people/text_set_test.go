package people

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTextSet: texts keep their numbers, and their order is that of their bytes, also where they begin
// alike, are prefixes of each other, or have no bytes.
func TestTextSet(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, most := range []int{0, 1, 3, 10, 5000} {
		var set TextSet
		number := map[string]int{}
		for range most * 2 {
			key := make([]byte, random.IntN(14))
			for i := range key {
				key[i] = "\x00\x01\xffa"[random.IntN(4)]
			}
			if random.IntN(100) == 0 {
				key = append(key, bytes.Repeat([]byte("long"), 20_000)...)
			}
			if random.IntN(2) == 0 {
				key = append([]byte("common"), key...)
			}
			n, err := set.Add(string(key))
			if err != nil {
				t.Fatal(err)
			}
			if want, ok := number[string(key)]; ok && want != n || !ok && n != len(number) {
				t.Fatalf("key %d of %d has the number %d", want, len(number), n)
			}
			number[string(key)] = n
		}
		for key, n := range number {
			if set.Find(key) != n || set.Text(n) != key {
				t.Errorf("a key is not found as %d", n)
			}
			if set.Find(key+"?") >= 0 {
				t.Error("what is no key is found")
			}
		}
		order := set.InOrder()
		if len(order) != len(number) || !slices.IsSortedFunc(order, func(a, b int32) int { return bytes.Compare(set.bytes(int(a)), set.bytes(int(b))) }) {
			t.Errorf("%d keys are not in order", len(number))
		}
	}
}
