package cubes

import (
	"fmt"
	"slices"

	"skyline/engine/published"
	"skyline/sqlfuncs/people"
)

// tableSet is a set of the engine, and what its cells are in a table.
type tableSet struct {
	published.Set
	table int
	rungs []int // by dimension
	rows  []int // by cell
}

// sets puts the rows of a table into sets, by the levels of their labels. A label that stands for the same values at several
// levels is a cell at each of those at which there are other rows.
func (r *tableRows) sets(table int, t *given, dimensions []*dimension) ([]*tableSet, error) {
	candidates, err := r.candidates(table, t, dimensions)
	if err != nil {
		return nil, err
	}
	var all []*tableSet
	byRungs := map[string]*tableSet{}
	set := func(rungs []int) *tableSet {
		s := byRungs[keyOf(rungs)]
		if s == nil {
			s = &tableSet{table: table, rungs: slices.Clone(rungs)}
			for d, rung := range rungs {
				s.Levels = append(s.Levels, dimensions[d].tables[table][rung].level)
			}
			byRungs[keyOf(rungs)] = s
			all = append(all, s)
		}
		return s
	}
	for _, c := range candidates {
		if !slices.ContainsFunc(c, func(rungs []int) bool { return len(rungs) > 1 }) {
			set(alternative(c, 0))
		}
	}
	certain := len(all)
	for i, c := range candidates {
		found := false
		for _, s := range all[:certain] {
			if slices.EqualFunc(c, s.rungs, slices.Contains[[]int]) {
				r.put(i, s, dimensions)
				found = true
			}
		}
		if !found {
			r.put(i, set(alternative(c, -1)), dimensions)
		}
	}
	return all, nil
}

func keyOf(rungs []int) string {
	key := make([]byte, 0, 2*len(rungs))
	for _, rung := range rungs {
		key = append(key, byte(rung>>8), byte(rung))
	}
	return string(key)
}

// alternative is the first or, for -1, the last of what each dimension may be.
func alternative(candidates [][]int, which int) []int {
	rungs := make([]int, len(candidates))
	for d, c := range candidates {
		rungs[d] = c[(which+len(c))%len(c)]
	}
	return rungs
}

// candidates returns for each row and dimension the levels that its label may be of.
func (r *tableRows) candidates(table int, t *given, dimensions []*dimension) ([][][]int, error) {
	candidates := make([][][]int, len(r.rows))
	for i := range candidates {
		candidates[i] = make([][]int, len(dimensions))
	}
	for d, dimension := range dimensions {
		total := []int{len(dimension.tables[table]) - 1}
		at := slices.Index(r.columns, d)
		known, lacking := map[label][]int{}, 0
		for i := range r.rows {
			if at < 0 || r.rows[i].total[at] {
				candidates[i][d] = total
				continue
			}
			l := r.rows[i].labels[at]
			rungs, ok := known[l]
			if !ok {
				var err error
				if rungs, err = dimension.rungs(table, l); err != nil {
					return nil, err
				}
				known[l] = rungs
			}
			if candidates[i][d] = rungs; len(rungs) == 0 {
				lacking++
			}
		}
		if lacking > 0 {
			return nil, fmt.Errorf("hierarchies must have the labels of the tables as values or labels of %s, and lack those of %s of %s",
				people.PlainIdentifier(dimension.name), rowCount(int64(lacking)), t.Where)
		}
	}
	return candidates, nil
}

func (r *tableRows) put(row int, s *tableSet, dimensions []*dimension) {
	c := published.Cell{Labels: make([]int32, len(dimensions)), Range: r.rows[row].Range, Masked: r.rows[row].kind != plain}
	for d, dimension := range dimensions {
		if at := slices.Index(r.columns, d); at >= 0 && !r.rows[row].total[at] {
			c.Labels[d] = dimension.tables[s.table][s.rungs[d]].class[r.rows[row].labels[at]]
		}
	}
	s.rows = append(s.rows, row)
	s.Cells = append(s.Cells, c)
}

// lacks returns how many cells of its grid a set does not have.
func (s *tableSet) lacks(dimensions []*dimension) float64 {
	all := 1.0
	for d, rung := range s.rungs {
		all *= float64(len(dimensions[d].tables[s.table][rung].labels))
	}
	return all - float64(len(s.Cells))
}

// labelsOf returns the labels of a cell as its table has them, NULL in dimensions that it lacks.
func (s *tableSet) labelsOf(classes []int32, dimensions []*dimension) []label {
	labels := make([]label, len(classes))
	for d, class := range classes {
		labels[d] = dimensions[d].tables[s.table][s.rungs[d]].labels[class]
	}
	return labels
}

// setAbsent says of all sets what cells are that they do not have.
func setAbsent(all []*tableSet, tables []given, n *numbers, dimensions []*dimension) error {
	missing := make([]float64, len(tables))
	for _, s := range all {
		t := &tables[s.table]
		switch {
		case t.Known:
			s.Absent = published.Unpublished
		case t.Absent == "masked":
			if len(t.Masks) == 0 {
				return fmt.Errorf("masked must say what numbers the absent cells of %s have where absent is 'masked', such as masked := {'value': NULL, 'between': [1, 9]}", t.Where)
			}
			s.Absent = published.Hidden
			for i := range t.Masks {
				r, err := n.between(t, &t.Masks[i])
				if err != nil {
					return err
				}
				// A cell without people is left out, too, so that it may be 0.
				s.Between.Least, s.Between.Largest = min(s.Between.Least, r.Least), max(s.Between.Largest, r.Largest)
				s.Between.NoLeast, s.Between.NoLargest = s.Between.NoLeast || r.NoLeast, s.Between.NoLargest || r.NoLargest
			}
		case t.Absent == "" && len(all) > 1:
			missing[s.table] += s.lacks(dimensions)
		}
	}
	for i, lacks := range missing {
		if lacks > 0 {
			return fmt.Errorf("absent must say what it means that %.0f cells have no row in %s. If nobody is in them, as after GROUP BY: absent := 'zero'. "+
				"If rows were left out like those that are masked, as by HAVING: absent := 'masked'. If nobody can be in them: absent := 'impossible'", lacks, tables[i].Where)
		}
	}
	return nil
}
