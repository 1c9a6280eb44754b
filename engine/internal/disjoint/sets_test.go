package disjoint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSets(t *testing.T) {
	s := New(6)
	if of, sets := s.Numbers(); !slices.Equal(of, []int{0, 1, 2, 3, 4, 5}) || sets != 6 {
		t.Errorf("Numbers() = %v, %d before anything is joined", of, sets)
	}
	s.Join(5, 2)
	s.Join(4, 3)
	s.Join(3, 5)
	s.Join(2, 2)
	if of, sets := s.Numbers(); !slices.Equal(of, []int{0, 1, 2, 2, 2, 2}) || sets != 3 {
		t.Errorf("Numbers() = %v, %d, want 0 1 2 2 2 2, 3", of, sets)
	}
	if got := s.First(4); got != 2 {
		t.Errorf("First(4) = %d, want 2", got)
	}
	if of, sets := New(0).Numbers(); len(of) != 0 || sets != 0 {
		t.Errorf("Numbers() = %v, %d of nothing", of, sets)
	}
}

// TestSetsByLabels compares with the definition: all labels of one set are replaced.
func TestSetsByLabels(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	for range 300 {
		n := 1 + r.IntN(30)
		s, labels := New(n), make([]int, n)
		for i := range labels {
			labels[i] = i
		}
		for range r.IntN(2 * n) {
			i, j := r.IntN(n), r.IntN(n)
			s.Join(i, j)
			from, to := labels[i], labels[j]
			for k, label := range labels {
				if label == from {
					labels[k] = to
				}
			}
		}
		of, sets := s.Numbers()
		var firsts []int
		for i, label := range labels {
			first := slices.Index(labels, label)
			if first == i {
				firsts = append(firsts, i)
			}
			if s.First(i) != first || of[i] != slices.Index(firsts, first) {
				t.Fatalf("%d of %v: First = %d, number %d", i, labels, s.First(i), of[i])
			}
		}
		var some []int32
		want := map[int][]int32{} // by label
		for _, i := range r.Perm(n)[:r.IntN(n+1)] {
			some = append(some, int32(i))
			want[labels[i]] = append(want[labels[i]], int32(i))
		}
		together := s.Together(some)
		if len(together) != len(want) {
			t.Fatalf("%v of %v together are %v", some, labels, together)
		}
		for k, set := range together {
			if !slices.Equal(set, want[labels[set[0]]]) || k > 0 && slices.Index(some, set[0]) < slices.Index(some, together[k-1][0]) {
				t.Fatalf("%v of %v together are %v", some, labels, together)
			}
		}
		if sets != len(firsts) {
			t.Fatalf("%d sets in %v, want %d", sets, labels, len(firsts))
		}
	}
}
