package guardian

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSet(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	draw := func() (Set, map[int]bool) {
		m := map[int]bool{}
		var list []int
		for range r.IntN(6) {
			a := r.IntN(1 + r.IntN(200))
			m[a] = true
			list = append(list, a)
		}
		return SetOf(list...), m
	}
	filter := func(keep func(a int) bool) []int {
		var s []int
		for a := range 200 {
			if keep(a) {
				s = append(s, a)
			}
		}
		return s
	}
	for range 5000 {
		s, x := draw()
		u, y := draw()
		before := s.Slice()
		a := r.IntN(200)
		for _, test := range []struct {
			name string
			got  Set
			want []int
		}{
			{"With", s.With(a), filter(func(b int) bool { return x[b] || b == a })},
			{"Without", s.Without(a), filter(func(b int) bool { return x[b] && b != a })},
			{"Union", s.Union(u), filter(func(b int) bool { return x[b] || y[b] })},
			{"Minus", s.Minus(u), filter(func(b int) bool { return x[b] && !y[b] })},
			{"Intersect", s.Intersect(u), filter(func(b int) bool { return x[b] && y[b] })},
			{"SetOf", s, filter(func(b int) bool { return x[b] })},
		} {
			if !slices.Equal(test.got.Slice(), test.want) || test.got.Len() != len(test.want) || test.got.Empty() != (len(test.want) == 0) {
				t.Fatalf("%s: %v, want %v", test.name, test.got.Slice(), test.want)
			}
			if !test.got.Equal(SetOf(test.want...)) {
				t.Fatalf("%s: %v is not equal to itself", test.name, test.want)
			}
		}
		common := filter(func(b int) bool { return x[b] && y[b] })
		if s.Has(a) != x[a] || s.Intersects(u) != (len(common) > 0) || s.SubsetOf(u) != (len(common) == len(x)) ||
			s.Equal(u) != (len(common) == len(x) && len(x) == len(y)) {
			t.Fatalf("%v and %v", s.Slice(), u.Slice())
		}
		if !slices.Equal(before, s.Slice()) {
			t.Fatalf("%v became %v", before, s.Slice())
		}
	}
	var empty Set
	if empty.Has(None) || empty.Has(0) || !empty.Equal(SetOf()) || empty.With(70).Without(70).Equal(SetOf(1)) || !empty.Equal(SetOf(70).Without(70)) {
		t.Error("the empty set")
	}
}
