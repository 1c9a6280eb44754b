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
	for i, n := range m.matches {
		if n < m.k {
			few = append(few, int32(i))
		}
	}
	return few
}

// lacking is how many matches people lack, each of them, and together.
func (m *matchingSearch) lacking(i int32) int64 { return min(m.k-m.matches[i], m.mostLacking) }

func (m *matchingSearch) lackingTogether(i int32) int64 {
	return m.lacking(i) * m.alike[i].people
}

// cover suppresses cells until everybody matches enough: by one pattern after the other, the
// cheapest first, those of equal cost at once.
func (m *matchingSearch) cover(ctx context.Context) error {
	few := m.few()
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
			if matches[n].People >= m.k {
				next = append(next, remedy{i, p, lacks[n].People, m.weights.of(p) * m.alike[i].people})
			}
		}
	}
	heap.Init(&next)
	for len(next) > 0 {
		r := next[0]
		if m.matches[r.of] >= m.k {
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
		few = slices.DeleteFunc(few, func(j int32) bool { return m.matches[j] >= m.k })
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
		lacks := min(m.lacking(j), own)
		if differ == 0 || lacks <= 0 {
			return
		}
		for n, p := range patterns {
			if differ.within(p) {
				won[n] += lacks * m.alike[j].people
			}
		}
	})
	return won, err
}
