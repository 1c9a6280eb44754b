package people

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
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
		// A copy and its original grow by themselves; texts are found where they were looked for, also if the
		// set has grown since.
		copied := set.Clone()
		added := []string{"first", "second", "", "first", strings.Repeat("long", 20_000)}
		looked := make([]Looked, len(added))
		copied.Look(added, looked)
		for i, key := range added {
			n, err := copied.AddLooked(key, looked[i])
			if err != nil || copied.Text(n) != key || copied.Find(key) != n {
				t.Errorf("%d is number %d of a copy: %v", i, n, err)
			}
			if want, ok := number[key]; ok && n != want || !ok && (n < len(number) || set.Find(key) >= 0) {
				t.Errorf("%d is number %d of a copy", i, n)
			}
		}
		if other, err := set.Add("not in the copy"); err != nil || set.Text(other) != "not in the copy" || copied.Find("not in the copy") >= 0 || copied.Text(len(number)) == "not in the copy" {
			t.Errorf("the original has it as %d: %v", other, err)
		} else {
			number["not in the copy"] = other
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
