package loglinear

import (
	"context"
	"math"
	"testing"
)

func TestSanity(t *testing.T) {
	c := &Cells{Columns: [][]int32{{0, 0, 1, 1}, {0, 1, 0, 1}}, Sizes: []int{2, 2}, Counts: []int64{3, 1, 1, 3}}
	m := NewMeasure(c)
	d, err := m.Divergence(context.Background(), []Table{{Attributes: []int{0}}, {Attributes: []int{1}}})
	want := 0.75*math.Log(1.5) + 0.25*math.Log(0.5)
	if err != nil || math.Abs(d.KL-want) > 1e-15 {
		t.Error(d, err, want)
	}
	d, err = m.Divergence(context.Background(), []Table{{[]int{0, 1}, []int{1}, make([]int32, 8)}})
	if err != nil || math.Abs(d.KL-want) > 1e-15 {
		t.Error(d, err, want)
	}
	d, err = m.Divergence(context.Background(), []Table{{[]int{0, 1}, []int{1}, []int32{0, 1, 2, 3, 4, 5, 6, 7}}})
	if err != nil || math.Abs(d.KL) > 1e-15 {
		t.Error(d, err, want)
	}
}
