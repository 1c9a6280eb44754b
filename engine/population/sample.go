package population

import (
	"cmp"
	"fmt"
	"math/bits"
	"slices"

	"skyline/engine"
	"skyline/engine/partition"
)

// Size says how many QI groups of the sample have so many people. Both are at least 1.
type Size struct{ People, Groups int64 }

// sample is the counts of counts of a sample, with what all models read of them.
type sample struct {
	sizes                []Size  // by size, each once
	people, groups       int64   // n and u
	singles, pairs       int64   // c_1 and c_2
	population, fraction float64 // N and π
}

// newSample counts the sizes, which may come in any order and several times.
func newSample(sizes []Size) (*sample, error) {
	s := &sample{}
	ordered := slices.Clone(sizes)
	slices.SortFunc(ordered, func(a, b Size) int { return cmp.Compare(a.People, b.People) })
	for _, size := range ordered {
		if size.People < 1 || size.Groups < 1 {
			return nil, engine.NewParamError("population", "sizes", "of at least one group, each of at least one person", fmt.Sprintf("%d groups of %d", size.Groups, size.People))
		}
		high, people := bits.Mul64(uint64(size.People), uint64(size.Groups))
		if high != 0 || people > uint64(partition.MaxPeople-s.people) {
			return nil, partition.ErrTooManyPeople
		}
		s.people += int64(people)
		s.groups += size.Groups
		if last := len(s.sizes) - 1; last >= 0 && s.sizes[last].People == size.People {
			s.sizes[last].Groups += size.Groups
			continue
		}
		s.sizes = append(s.sizes, size)
	}
	s.singles, s.pairs = s.groupsOf(1), s.groupsOf(2)
	return s, nil
}

// groupsOf returns c_f.
func (s *sample) groupsOf(f int64) int64 {
	for _, size := range s.sizes {
		if size.People == f {
			return size.Groups
		}
	}
	return 0
}
