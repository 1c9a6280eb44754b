package attack

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"skyline/engine"
	"skyline/tests/trials"
)

// TestLinks: Correct is what becomes of linking everybody at random, worked out for each person
// and each row: whoever has a row in the release is right in one of the rows that match.
func TestLinks(t *testing.T) {
	known := 0
	for seed := range trials.Seeds(t, 300, 3000) {
		rng := rand.New(rand.NewPCG(seed, 28))
		// A person has a value; a combination of labels has a range of values, and rows for some
		// of the people in it.
		type box struct{ low, high int }
		var boxes []box
		for i, low := 0, 0; i < 1+rng.IntN(4); i++ {
			if rng.IntN(4) == 0 && low > 0 {
				low--
			}
			boxes = append(boxes, box{low, low + rng.IntN(3)})
			low = boxes[i].high + 1
		}
		suppress := rng.IntN(2) == 0
		var values []int
		rowOf := map[int]int{} // by person: the box that has their row
		rows := make([]int64, len(boxes))
		for i, b := range boxes {
			for n := 1 + rng.IntN(4); n > 0; n-- {
				if rows[i] == 0 || !suppress || rng.IntN(3) > 0 {
					rowOf[len(values)] = i
					rows[i]++
				}
				values = append(values, b.low+rng.IntN(b.high-b.low+1))
			}
		}
		var links []Link
		want := Linkage{Correct: 0}
		for person, v := range values {
			link, matching := Link{People: 1, Labels: -1}, 0
			for i, b := range boxes {
				if b.low <= v && v <= b.high {
					link.Rows += rows[i]
					link.Labels = int32(i)
					matching++
				}
			}
			if matching > 1 {
				link.Labels = -2
			}
			links = append(links, link)
			if _, has := rowOf[person]; has {
				want.Correct += 1 / float64(link.Rows) / float64(len(values))
			}
			if link.Rows == 1 {
				want.One++
			} else {
				want.Several++
			}
			if want.Fewest == 0 || link.Rows < want.Fewest {
				want.Fewest = link.Rows
			}
		}
		got, err := Links(links, rows)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if got.One != want.One || got.Several != want.Several || got.None != 0 || got.Fewest != want.Fewest {
			t.Errorf("seed %d: %+v, want %+v", seed, got, want)
		}
		if math.IsNaN(got.Correct) {
			continue
		}
		known++
		if math.Abs(got.Correct-want.Correct) > 1e-12 {
			t.Errorf("seed %d: Correct = %v, want %v", seed, got.Correct, want.Correct)
		}
	}
	if known < trials.Number(100, 1000) {
		t.Errorf("Correct was known %d times", known)
	}
	for name, c := range map[string]struct {
		links        []Link
		combinations []int64
	}{
		"somebody without a row":   {[]Link{{People: 1}}, []int64{0}},
		"more rows than there are": {[]Link{{People: 1, Rows: 3}}, []int64{2}},
		"nobody":                   {[]Link{{}}, nil},
	} {
		if _, err := Links(c.links, c.combinations); err == nil {
			t.Errorf("%s: no error", name)
		} else if _, ok := errors.AsType[*engine.ParamError](err); !ok {
			t.Errorf("%s: %v, want a ParamError", name, err)
		}
	}
	// A row that matches nobody: whose it is cannot be told.
	if l, err := Links([]Link{{People: 1, Labels: -1}, {People: 1, Rows: 1}}, []int64{1, 1}); err != nil || !math.IsNaN(l.Correct) || l.None != 1 || l.One != 1 {
		t.Errorf("a row that matches nobody: %+v, %v", l, err)
	}
}
