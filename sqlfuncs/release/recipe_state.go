package release

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/region"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// recipeState is the state of __skyline_recipe: the rows of a recipe, in codes of the
// table that it is applied to.
type recipeState struct{ columns []recipeColumn }

// recipeColumn are the rows about a column.
type recipeColumn struct {
	covers []coverRow
	labels []labelRow
}

// coverRow says that a group covers codes. A value that the table does not have has
// none: first is after last.
type coverRow struct {
	group       int32 // from 0
	first, last int32
	label       ShownRegion
	level       int64
	isNode      bool
}

// labelRow says what a code is generalized to, whatever the group.
type labelRow struct {
	code  int32
	level int64
	label ShownRegion
}

// RecipeAggregate is __skyline_recipe(key, column, group, node, first, last, level,
// label, apart): the rows of a recipe, kept for the kernel. A row without a group is a
// label of the code first.
func RecipeAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_recipe",
		Params: []host.Type{{Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Boolean}, {Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Bigint}, {Kind: host.Varchar}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(recipeState) },
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*recipeState)
			for row := begin; row < end; row++ {
				for _, number := range []*host.Column{&args[0], &args[1], &args[3], &args[4]} {
					if !number.IsNull(row) && (number.Int64s[row] < 0 || number.Int64s[row] > math.MaxInt32) {
						return fmt.Errorf("__skyline_recipe: codes must be numbers of 31 bits")
					}
				}
				if args[0].IsNull(row) || args[0].Int64s[row] > math.MaxInt16 {
					return fmt.Errorf("__skyline_recipe: column must be a small number")
				}
				s.column(int(args[0].Int64s[row])).add(args, row)
			}
			return nil
		},
		Combine: func(target, source any) error {
			t := target.(*recipeState)
			for i, c := range source.(*recipeState).columns {
				into := t.column(i)
				into.covers = append(into.covers, c.covers...)
				into.labels = append(into.labels, c.labels...)
			}
			return nil
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

func (s *recipeState) column(i int) *recipeColumn {
	for len(s.columns) <= i {
		s.columns = append(s.columns, recipeColumn{})
	}
	return &s.columns[i]
}

func (c *recipeColumn) add(args []host.Column, row int) {
	label := ShownRegion{hasLabel: !args[6].IsNull(row)}
	label.Low, label.High, label.Node = -1, -1, -1
	if label.hasLabel {
		label.label = c.text(args[6].Strings[row])
	}
	level := args[5].Int64OrZero(row)
	first, last := int32(0), int32(-1)
	if !args[3].IsNull(row) {
		first = int32(args[3].Int64s[row])
		last = first
		if !args[4].IsNull(row) {
			last = int32(args[4].Int64s[row])
		}
	}
	if args[1].IsNull(row) {
		if first <= last {
			c.labels = append(c.labels, labelRow{first, level, label})
		}
		return
	}
	c.covers = append(c.covers, coverRow{int32(args[1].Int64s[row]), first, last, label, level, !args[2].IsNull(row) && args[2].Bools[row]})
}

// text clones a text, or finds it in the row before: neighbours mostly share labels.
func (c *recipeColumn) text(view string) string {
	if n := len(c.covers); n > 0 && c.covers[n-1].label.label == view {
		return c.covers[n-1].label.label
	}
	if n := len(c.labels); n > 0 && c.labels[n-1].label.label == view {
		return c.labels[n-1].label.label
	}
	return strings.Clone(view)
}

// boxes returns the covers of a column, equal ones being one, each group's cover, and
// its label.
func (c *recipeColumn) boxes(groups int) (covers [][]region.Span, of []int32, labels []ShownRegion) {
	type nodeKey struct {
		level int64
		label string
	}
	nodes := map[nodeKey][]region.Span{}
	for _, l := range c.labels {
		key := nodeKey{l.level, l.label.key()}
		nodes[key] = append(nodes[key], region.Span{First: l.code, Last: l.code})
	}
	slices.SortFunc(c.covers, func(a, b coverRow) int {
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.first, b.first), cmp.Compare(a.last, b.last))
	})
	of, labels = make([]int32, groups), make([]ShownRegion, groups)
	nodeCovers, single := map[nodeKey]int32{}, map[region.Span]int32{}
	for rows := c.covers; len(rows) > 0; {
		n := 1
		for n < len(rows) && rows[n].group == rows[0].group {
			n++
		}
		r := &rows[0]
		labels[r.group] = r.label
		cover := int32(len(covers))
		have, known := cover, false
		key := nodeKey{r.level, r.label.key()}
		switch {
		case n == 1 && r.isNode:
			if have, known = nodeCovers[key]; !known {
				nodeCovers[key] = cover
				covers = append(covers, nodes[key])
			}
		case n == 1:
			span := region.Span{First: r.first, Last: r.last}
			if have, known = single[span]; !known {
				single[span] = cover
				covers = append(covers, []region.Span{span})
			}
		default:
			var spans []region.Span
			for _, r := range rows[:n] {
				if r.isNode {
					spans = append(spans, nodes[nodeKey{r.level, r.label.key()}]...)
				} else {
					spans = append(spans, region.Span{First: r.first, Last: r.last})
				}
			}
			covers = append(covers, spans)
		}
		if known {
			cover = have
		}
		of[r.group] = cover
		rows = rows[n:]
	}
	return covers, of, labels
}

// key tells labels apart, NULL being one.
func (r *ShownRegion) key() string {
	if !r.hasLabel {
		return ""
	}
	return "=" + r.label
}

// CodedState is the state of __skyline_coded: the different rows of a table, in codes,
// and how often each occurs.
type CodedState struct {
	Function string
	Columns  int
	Codes    []int64 // row by row
	Counts   []int64
	total    int64
}

// CodedAggregate is __skyline_coded(key, function, codes, n, apart).
func CodedAggregate() host.Aggregate {
	return host.Aggregate{
		Name:   "__skyline_coded",
		Params: []host.Type{{Kind: host.Varchar}, host.ListOf(host.Type{Kind: host.Bigint}), {Kind: host.Bigint}, {Kind: host.Double}},
		Result: host.Type{Kind: host.Varchar},
		New:    func() any { return new(CodedState) },
		Update: func(state any, args []host.Column, begin, end int) error {
			s := state.(*CodedState)
			for row := begin; row < end; row++ {
				first, last := args[1].ListRange(row)
				if args[0].IsNull(row) || args[2].IsNull(row) || slices.Contains(host.NullsOf(args[1].Elem, first, last), true) {
					return fmt.Errorf("__skyline_coded: arguments must not be NULL")
				}
				if s.Function == "" {
					s.Function, s.Columns = strings.Clone(args[0].Strings[row]), last-first
				}
				if s.Columns != last-first {
					return fmt.Errorf("__skyline_coded: rows must have the same columns")
				}
				s.Codes = append(s.Codes, args[1].Elem.Int64s[first:last]...)
				if err := s.count(args[2].Int64s[row]); err != nil {
					return oldpeople.Explain(s.Function, err)
				}
			}
			return nil
		},
		Combine: func(target, source any) error {
			t, s := target.(*CodedState), source.(*CodedState)
			if t.Function == "" {
				t.Function, t.Columns = s.Function, s.Columns
			}
			t.Codes = append(t.Codes, s.Codes...)
			for _, n := range s.Counts {
				if err := t.count(n); err != nil {
					return oldpeople.Explain(t.Function, err)
				}
			}
			return nil
		},
		Finalize: func(state any) (string, error) { return host.KeepText(state), nil },
	}
}

func (s *CodedState) count(n int64) error {
	if n < 0 || n > partition.MaxPeople-s.total {
		return partition.ErrTooManyPeople
	}
	s.total += n
	s.Counts = append(s.Counts, n)
	return nil
}
