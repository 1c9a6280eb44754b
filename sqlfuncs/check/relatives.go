package check

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"skyline/engine/breach"
	"skyline/engine/partition"
	"skyline/sqlfuncs/host"
)

// relatives is the state of __skyline_relatives: what relatives people have, by the numbers
// of QI groups, and the histograms of these.
type relatives struct {
	histograms map[int64]string
	alike      map[string]struct{} // counted, written one number behind the other
}

// counted is people of a QI group who have relatives in the same groups, as many in each.
type counted struct {
	target         int64
	groups, counts []int64
}

// relativesRow is a QI group with its histogram, or else somebody with relatives: how many in
// which QI groups.
type relativesRow struct {
	Group     int64
	Histogram sql.Null[host.Bytes]
	Groups    []int64 `sql:",nil=null"`
	Counts    []int64 `sql:",nil=null"`
}

// relativesAggregate is __skyline_relatives(key, function, group, histogram, groups, counts),
// kept for kernels to read.
func relativesAggregate() host.Aggregate {
	return host.KeptShared("__skyline_relatives", func() *relatives { return &relatives{map[int64]string{}, map[string]struct{}{}} },
		func(s *relatives, row *relativesRow) error {
			if row.Histogram.Valid {
				s.histograms[row.Group] = strings.Clone(string(row.Histogram.V))
				return nil
			}
			if len(row.Groups) != len(row.Counts) {
				return host.ErrNotKept
			}
			s.alike[(&counted{row.Group, row.Groups, row.Counts}).key()] = struct{}{}
			return nil
		},
		func(into, from *relatives) error {
			maps.Copy(into.histograms, from.histograms)
			maps.Copy(into.alike, from.alike)
			return nil
		})
}

// key writes the numbers of those who are alike.
func (c *counted) key() string {
	key := binary.AppendVarint(nil, c.target)
	for i, g := range c.groups {
		key = binary.AppendVarint(binary.AppendVarint(key, g), c.counts[i])
	}
	return string(key)
}

// readCounted reads what key has written.
func readCounted(key string) counted {
	numbers := []byte(key)
	next := func() int64 {
		n, size := binary.Varint(numbers)
		numbers = numbers[size:]
		return n
	}
	c := counted{target: next()}
	for len(numbers) > 0 {
		c.groups, c.counts = append(c.groups, next()), append(c.counts, next())
	}
	return c
}

// family is what a kernel knows of who is related.
type family struct {
	related []breach.Related
	whose   []whose // of each of them
}

// whose says which QI groups are meant, by their numbers: that of the target, and those of
// Others.
type whose struct {
	target int64
	others []int64
}

// addRelatives adds the groups with relatives to a table, and returns who has which. Of those
// whose numbers of relatives agree, in groups with the same histograms, there is one: the
// first.
func addRelatives(builder *partition.Builder, s *relatives) (*family, error) {
	at := map[string]int{} // by histogram
	groups := make([]int64, 0, len(s.histograms))
	for g := range s.histograms {
		groups = append(groups, g)
	}
	slices.Sort(groups)
	for _, g := range groups {
		h := s.histograms[g]
		if _, ok := at[h]; ok {
			continue
		}
		at[h] = builder.Len()
		if err := builder.Add(h); err != nil {
			return nil, err
		}
		if builder.Len() == at[h] {
			return nil, host.ErrNotKept // nobody is in it
		}
	}
	alike := make([]counted, 0, len(s.alike))
	for key := range s.alike {
		alike = append(alike, readCounted(key))
	}
	slices.SortFunc(alike, func(a, b counted) int {
		return cmp.Or(cmp.Compare(a.target, b.target), slices.Compare(a.groups, b.groups), slices.Compare(a.counts, b.counts))
	})
	f := &family{}
	seen := map[string]bool{}
	for i := range alike {
		related, whose, err := alike[i].related(s.histograms, at)
		if err != nil {
			return nil, err
		}
		if key := keyOf(related); !seen[key] {
			seen[key] = true
			f.related, f.whose = append(f.related, related), append(f.whose, whose)
		}
	}
	return f, nil
}

// related returns those who are alike in terms of the groups of a table.
func (c *counted) related(histograms map[int64]string, at map[string]int) (breach.Related, whose, error) {
	indexOf := func(g int64) (int, bool) {
		h, known := histograms[g]
		i, ok := at[h]
		return i, known && ok
	}
	target, ok := indexOf(c.target)
	related, of := breach.Related{Target: target}, whose{target: c.target}
	for i, g := range c.groups {
		index, known := indexOf(g)
		ok = ok && known && c.counts[i] > 0
		if g == c.target {
			related.Own += c.counts[i]
			continue
		}
		related.Others = append(related.Others, breach.Relatives{Group: index, People: c.counts[i]})
		of.others = append(of.others, g)
	}
	if !ok {
		return related, of, host.ErrNotKept
	}
	return related, of, nil
}

// keyOf tells apart those who are not alike for a breach probability.
func keyOf(r breach.Related) string {
	others := slices.SortedFunc(slices.Values(r.Others), func(a, b breach.Relatives) int {
		return cmp.Or(cmp.Compare(a.Group, b.Group), cmp.Compare(a.People, b.People))
	})
	key := binary.AppendVarint(binary.AppendVarint(nil, int64(r.Target)), r.Own)
	for _, o := range others {
		key = binary.AppendVarint(binary.AppendVarint(key, int64(o.Group)), o.People)
	}
	return string(key)
}

// check is Check, or CheckRelated where it is known who is related.
func (f *family) check(ctx context.Context, r *breach.Release, value int32, requirements []breach.Requirement) ([]breach.RelatedFinding, error) {
	if f != nil {
		return r.CheckRelated(ctx, value, requirements, f.related)
	}
	found, err := r.Check(ctx, value, requirements)
	findings := make([]breach.RelatedFinding, len(found))
	for i := range found {
		findings[i] = breach.RelatedFinding{Finding: found[i], Related: -1}
	}
	return findings, err
}

// groupKey says how rows of the kernel name a QI group: by the index of its histogram; or,
// where it is not any group with that, by its number, which is negative then.
type groupKey = int64

// groupsOf returns the groups that a witness names: of the target, of each of the families,
// and of the others known, -1 for none.
func (f *family) groupsOf(found *breach.RelatedFinding) (target groupKey, families []groupKey, known groupKey) {
	w := found.Witness
	target, known = groupKey(w.Target), groupKey(w.Known)
	families = make([]groupKey, len(w.Families))
	if found.Related < 0 {
		for i := range w.Families {
			families[i] = groupKey(w.Families[i].Group)
		}
		return target, families, known
	}
	of := &f.whose[found.Related]
	target = -of.target
	for i := range w.Families {
		families[i] = target
		if at := found.Of[i]; at >= 0 {
			families[i] = -of.others[at]
		}
	}
	if w.Known >= 0 {
		known = target
		for i := range w.Families {
			if w.TargetKnown == 0 && w.Families[i].Known > 0 && found.Of[i] >= 0 {
				known = families[i]
			}
		}
	}
	return target, families, known
}
