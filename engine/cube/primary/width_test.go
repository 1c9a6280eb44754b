package primary

import (
	"math/big"
	"testing"
)

// TestWidth: with a sum that is larger by the width everything else being equal, the rule holds, and
// with one that is smaller by 1 it does not, for all small cells.
func TestWidth(t *testing.T) {
	for i, s := range []Share{{1, 10}, {1, 4}, {1, 2}, {9, 10}} {
		for _, r := range []*Rules{{P: s, Unit: 1}, {Dominance: []NK{{int64(1 + i%3), s}}, Unit: 1}, {PQ: [2]Share{{1, 20}, s}, Unit: 1}} {
			multisets(4, 9, func(contributions []int64) {
				c := cellOf(contributions, r.Largest())
				w, err := r.Width(c, false)
				if err != nil {
					t.Fatal(err)
				}
				v, err := r.Verdict(c)
				if err != nil {
					t.Fatal(err)
				}
				if v.Broken == 0 {
					if w != (Width{}) {
						t.Errorf("%v, %v: safe, and %v", r, contributions, w)
					}
					return
				}
				// More of others: the rest grows, and the largest stay.
				wider := func(by int64) Verdict {
					d := *c
					d.Total = amountOf(new(big.Int).Add(c.Total.wide().big(), big.NewInt(by)))
					v, err := r.Verdict(&d)
					if err != nil {
						t.Fatal(err)
					}
					return v
				}
				if w.Below != w.Above || wider(w.Above).Broken != 0 || w.Above > 1 && wider(w.Above-1).Broken == 0 {
					t.Errorf("%v, %v: %v", r, contributions, w)
				}
			})
		}
	}
}

// TestWidthOfPeople: by hand.
func TestWidthOfPeople(t *testing.T) {
	for _, test := range []struct {
		rules  Rules
		cell   Cell
		counts bool
		want   Width
	}{
		{Rules{Threshold: 10, Unit: 1}, Cell{People: 3}, true, Width{0, 7}},
		{Rules{Threshold: 10, Unit: 1}, Cell{People: 10}, true, Width{}},
		{Rules{Threshold: 10, Zeros: true, Unit: 1}, Cell{}, true, Width{0, 10}},
		{Rules{Group: 2, Unit: 1}, Cell{People: 8, Lines: []int64{8, NoLine, 9}}, true, Width{2, 0}},
		{Rules{Group: 2, Unit: 1}, Cell{People: 1, Lines: []int64{1}}, true, Width{1, 0}},
		{Rules{Difference: 5, Unit: 1}, Cell{People: 8, Lines: []int64{8, 10}}, true, Width{3, 0}},
		{Rules{Threshold: 3, Unit: 1}, Cell{People: 2, Total: Amount{Low: 101}}, false, Width{11, 11}},
	} {
		if got, err := test.rules.Width(&test.cell, test.counts); err != nil || got != test.want {
			t.Errorf("%+v, %+v: %v, %v; want %v", test.rules, test.cell, got, err, test.want)
		}
	}
}
