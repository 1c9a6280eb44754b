package suppression

import (
	"container/heap"
	"context"
	"slices"

	"skyline/engine/matching"
	"skyline/engine/progress"
)

// few returns who match too few.
func (m *matchingSearch) few() []int32 {
	var few []int32
	for i := range int32(len(m.alike)) {
		if !m.isServed(i) {
			few = append(few, i)
		}
	}
	return few
}

// isServed reports whether people match enough.
func (m *matchingSearch) isServed(i int32) bool {
	for n := range m.asked {
		if m.lacking(n, i) > 0 {
			return false
		}
	}
	return true
}

// lacking is how many matches of what is asked each of some people lacks, 0 or less for none, and
// lackingTogether what they lack in all.
func (m *matchingSearch) lacking(n int, i int32) int64 {
	return min(m.asked[n].people-m.matches[n][i], m.mostLacking)
}

func (m *matchingSearch) lackingTogether(i int32) int64 {
	sum := int64(0)
	for n := range m.asked {
		sum += max(0, m.lacking(n, i)) * m.alike[i].people
	}
	return sum
}

// cover suppresses cells until everybody matches enough: by one pattern after the other, the
// cheapest first, those of equal cost at once. Where several subsets of the columns are asked
// about, patterns would have to be tried in each: then each of the people is looked at by itself.
func (m *matchingSearch) cover(ctx context.Context) error {
	few := m.few()
	if len(m.asked) != 1 || m.asked[0].columns != allOf(m.columns) {
		return m.fix(few)
	}
	for begin, end := 1, 1; begin < len(m.patterns) && len(few) > 0; {
		for end < len(m.patterns) && m.weights.of(m.patterns[end]) == m.weights.of(m.patterns[begin]) {
			end++
		}
		progress.Report(ctx, float64(begin), float64(len(m.patterns)))
		before := len(few)
		var err error
		if few, err = m.coverBy(ctx, few, m.patterns[begin:end]); err != nil {
			return err
		}
		if len(few) == before { // those who were suppressed may have made the same enough for others
			begin = end
		}
	}
	return m.fix(few)
}

// coverBy suppresses patterns of equal cost of people who match too few, as far as they match
// enough then. It returns who still does not.
func (m *matchingSearch) coverBy(ctx context.Context, few []int32, patterns []pattern) ([]int32, error) {
	var next remedies
	everybody := m.everybody()
	lackers := m.shown(few, 0, m.lackingTogether)
	for _, p := range patterns {
		mayLose := slices.DeleteFunc(slices.Clone(few), func(i int32) bool { return p&m.nulls[i] != 0 })
		asked := m.shown(mayLose, p, m.peopleAlike)
		matches, err := matching.CountIn(ctx, everybody, asked)
		if err != nil {
			return nil, err
		}
		lacks, err := matching.CountIn(ctx, lackers, asked)
		if err != nil {
			return nil, err
		}
		for n, i := range mayLose {
			if matches[n].People >= m.asked[0].people {
				next = append(next, remedy{i, p, lacks[n].People, m.weights.of(p) * m.alike[i].people})
			}
		}
	}
	heap.Init(&next)
	for len(next) > 0 {
		r := next[0]
		if m.isServed(r.of) {
			heap.Pop(&next)
			continue
		}
		// What it would win, others may have won since.
		won, err := m.won(r.of, few, []pattern{r.pattern})
		if err != nil {
			return nil, err
		}
		if won[0] != r.won {
			next[0].won = won[0]
			heap.Fix(&next, 0)
			continue
		}
		heap.Pop(&next)
		if err := m.set(r.of, r.pattern|m.nulls[r.of]); err != nil {
			return nil, err
		}
		few = slices.DeleteFunc(few, m.isServed)
	}
	return few, nil
}

// won returns how many matches people who lack some win if patterns are suppressed of one of them.
func (m *matchingSearch) won(i int32, few []int32, patterns []pattern) ([]int64, error) {
	won := make([]int64, len(patterns))
	own := m.alike[i].people
	for n := range won {
		won[n] = m.lackingTogether(i)
	}
	err := m.differences(i, m.nulls[i], few, func(j int32, differ pattern) {
		for q, a := range m.asked {
			differ, lacks := differ&a.columns, min(m.lacking(q, j), own)
			if differ == 0 || lacks <= 0 {
				continue
			}
			for n, p := range patterns {
				if differ.within(p) {
					won[n] += lacks * m.alike[j].people
				}
			}
		}
	})
	return won, err
}
