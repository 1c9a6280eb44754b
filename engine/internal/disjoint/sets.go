// Package disjoint joins numbers to disjoint sets: what is connected, by whatever connects
// it, one connection after another.
package disjoint

// Sets is a partition of the numbers 0..n-1 into sets, in which each number has a parent
// in its set, or is its own: the forest of B. A. Galler and M. J. Fisher (“An improved
// equivalence algorithm”, 1964). Parents are never larger, so the smallest number of a set
// stands for it, in whichever order sets were joined.
type Sets []int32

// New returns n sets of one number each.
func New(n int) Sets {
	s := make(Sets, n)
	for i := range s {
		s[i] = int32(i)
	}
	return s
}

// First returns the smallest number of the set of i. It halves the way there for later
// calls; with n numbers, a call takes O(log n) time on average.
func (s Sets) First(i int) int {
	at := int32(i)
	for s[at] != at {
		s[at] = s[s[at]]
		at = s[at]
	}
	return int(at)
}

// Join makes one set of those of i and j.
func (s Sets) Join(i, j int) {
	i, j = s.First(i), s.First(j)
	s[max(i, j)] = int32(min(i, j))
}

// Numbers returns the number of the set of each, and how many sets there are. They are
// numbered from 0, in the order of their smallest members.
func (s Sets) Numbers() (of []int, sets int) {
	of = make([]int, len(s))
	for i := range s {
		if first := s.First(i); first < i {
			of[i] = of[first]
		} else {
			of[i] = sets
			sets++
		}
	}
	return of, sets
}

// Together returns some numbers, those of a set together: the sets in the order in which they
// come first, and the numbers of each as they come.
func (s Sets) Together(numbers []int32) [][]int32 {
	at := map[int]int{} // by the first number of a set
	var sets [][]int32
	for _, i := range numbers {
		first := s.First(int(i))
		n, ok := at[first]
		if !ok {
			n = len(sets)
			at[first], sets = n, append(sets, nil)
		}
		sets[n] = append(sets[n], i)
	}
	return sets
}
