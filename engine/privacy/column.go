package privacy

import (
	"context"
	"slices"
	"sync"

	"skyline/engine/knowledge"
	"skyline/engine/partition"
)

// Column is one of several sensitive columns of a table. There the sensitive value of a
// person is a tuple, which has a number as values have; the column has a part of it.
type Column struct {
	// Name is what findings call it.
	Name string
	// Values are the values of the column, NULL first, then in the order of their bytes.
	Values []partition.Value
	// Of says, by the number of a tuple, which of them it has.
	Of []int32
	// Known says, by the number of a tuple, what the adversary knows of people who have it: a
	// number for what they have in the other columns. nil: nothing.
	Known []int32

	scratch sync.Pool // of []int64, by value, all 0
}

// OfColumn requires of one of several sensitive columns what another requirement does of
// the only one: that gets QI groups with the column's values.
//
// Where the adversary knows the other sensitive columns, each QI group is several, one for
// each combination of the others' values, which count as quasi-identifiers.
//
// Each person has one tuple (knowledge.SVPI).
//
// Source: Machanavajjhala et al., "ℓ-Diversity", TKDD 1 (2007), Sect. 4.3, on multiple
// sensitive attributes.
//
// It takes the time of the requirement, and that for a copy of the groups; Release keeps
// its own for all requirements on the column.
func OfColumn(c *Column, r Requirement) Requirement { return &ofColumn{c, r} }

type ofColumn struct {
	column *Column
	of     Requirement
}

// Merging implements Requirement. With the others known, a group with which another is
// merged may have none of its combinations: then it makes up for nothing. What all of them
// satisfy they satisfy merged, combination by combination.
func (r *ofColumn) Merging(constraint knowledge.Constraint) Merging {
	if merging := r.of.Merging(constraint); merging != Absorbs || r.column.Known == nil {
		return merging
	}
	return Keeps
}

// Watch implements Requirement.
func (r *ofColumn) Watch(whole *Whole) Guard {
	return &columnGuard{r.column, r.of.Watch(&Whole{
		Constraint: whole.Constraint, Group: r.column.Marginal(&whole.Group), Values: len(r.column.Values),
	})}
}

type columnGuard struct {
	column *Column
	of     Guard
}

// several is a Guard that looks at the group that is split, for groups that are several.
type several interface {
	// AllowsInstead is Allows for several groups whose place parts would take.
	AllowsInstead(groups, parts []partition.Group) bool
	// SplitInstead is Split for them.
	SplitInstead(groups, parts []partition.Group)
}

// Floor implements Guard. Who has so many values of the column has as many tuples.
func (g *columnGuard) Floor() Floor { return g.of.Floor() }

// Coupled implements Guard.
func (g *columnGuard) Coupled() bool { return g.of.Coupled() }

// Allows implements Guard.
func (g *columnGuard) Allows(group *partition.Group, parts []partition.Group) bool {
	if guard, ok := g.of.(several); ok && g.column.Known != nil {
		return guard.AllowsInstead(g.instead(group), g.column.seen(parts))
	}
	return g.of.Allows(g.marginal(group), g.column.seen(parts))
}

// Split implements Guard.
func (g *columnGuard) Split(group *partition.Group, parts []partition.Group) {
	if guard, ok := g.of.(several); ok && g.column.Known != nil {
		guard.SplitInstead(g.instead(group), g.column.seen(parts))
		return
	}
	g.of.Split(g.marginal(group), g.column.seen(parts))
}

// instead returns the groups that the adversary sees of a group, none for nil.
func (g *columnGuard) instead(group *partition.Group) []partition.Group {
	if group == nil {
		return nil
	}
	return g.column.seen([]partition.Group{*group})
}

// marginal returns a group with the column's values; nil for none.
func (g *columnGuard) marginal(group *partition.Group) *partition.Group {
	if group == nil || g.column.Known != nil {
		return nil // of no matter to who is not several
	}
	marginal := g.column.Marginal(group)
	return &marginal
}

// seen returns the groups that the adversary sees of some.
func (c *Column) seen(groups []partition.Group) []partition.Group {
	seen := make([]partition.Group, 0, len(groups))
	for i := range groups {
		if c.Known == nil {
			seen = append(seen, c.Marginal(&groups[i]))
			continue
		}
		c.each(&groups[i], func(g partition.Group, _ int32) { seen = append(seen, g) })
	}
	return seen
}

// Marginal returns a group of tuples with the values of the column, whatever is known of
// the others. It has the histogram of the group, by which that is found.
func (c *Column) Marginal(g *partition.Group) partition.Group {
	counts, _ := c.scratch.Get().(*[]int64)
	if counts == nil {
		none := make([]int64, len(c.Values))
		counts = &none
	}
	values := 0
	for _, t := range g.Counts {
		n := &(*counts)[c.Of[t.Value]]
		if *n == 0 {
			values++
		}
		*n += t.N
	}
	marginal := partition.Group{Histogram: g.Histogram, People: g.People, Counts: make([]partition.Count, 0, values)}
	for _, t := range g.Counts {
		v := c.Of[t.Value]
		if n := (*counts)[v]; n > 0 {
			marginal.Counts = append(marginal.Counts, partition.Count{Value: v, N: n})
			(*counts)[v] = 0
		}
	}
	c.scratch.Put(counts)
	partition.SortCounts(marginal.Counts)
	return marginal
}

// each calls f with the groups that an adversary sees who knows the other columns, each with
// the number of what is known.
func (c *Column) each(g *partition.Group, f func(seen partition.Group, known int32)) {
	tuples := slices.Clone(g.Counts)
	slices.SortFunc(tuples, func(a, b partition.Count) int { return int(c.Known[a.Value]) - int(c.Known[b.Value]) })
	for begin := 0; begin < len(tuples); {
		known := c.Known[tuples[begin].Value]
		seen := partition.Group{Histogram: g.Histogram}
		end := begin
		for ; end < len(tuples) && c.Known[tuples[end].Value] == known; end++ {
			// One tuple each: with the others known, the column's value is what is left of it.
			seen.People += tuples[end].N
			seen.Counts = append(seen.Counts, partition.Count{Value: c.Of[tuples[end].Value], N: tuples[end].N})
		}
		partition.SortCounts(seen.Counts)
		f(seen, known)
		begin = end
	}
}

// derived is a release candidate as a requirement looks at it.
type derived struct {
	release *Release
	groups  []int   // by its groups, those of the release candidate that they are of
	known   []int32 // by its groups, what is known of their people; nil: nothing
}

// back returns a finding as one about the release candidate that d is of.
func (d *derived) back(f Finding) Finding {
	if f.Group >= 0 {
		f.Group = d.groups[f.Group]
	}
	return f
}

// column returns the release candidate as the adversary sees a column. Several requirements
// ask for it.
func (r *Release) column(c *Column) *derived {
	if known, ok := r.columns.Load(c); ok {
		return known.(*derived)
	}
	table := &partition.Table{Values: c.Values, People: r.Table.People, Groups: make([]partition.Group, 0, len(r.Table.Groups))}
	d := &derived{release: &Release{Constraint: r.Constraint, Table: table, Whole: make([]int64, len(c.Values))}}
	for tuple, n := range r.Whole {
		if n > 0 {
			d.release.Whole[c.Of[tuple]] += n
		}
	}
	add := func(i int, g partition.Group) {
		table.Groups = append(table.Groups, g)
		d.groups = append(d.groups, i)
		if r.Copies != nil {
			d.release.Copies = append(d.release.Copies, r.Copies[i])
		}
	}
	for i := range r.Table.Groups {
		if c.Known == nil {
			add(i, c.Marginal(&r.Table.Groups[i]))
			continue
		}
		c.each(&r.Table.Groups[i], func(g partition.Group, known int32) {
			add(i, g)
			d.known = append(d.known, known)
		})
	}
	known, _ := r.columns.LoadOrStore(c, d)
	return known.(*derived)
}

// besideKnown is what a rule says where the other sensitive columns are known.
const besideKnown = " where the other sensitive columns are known"

// back returns a finding of a derived release candidate as one about the column.
func (r *ofColumn) back(d *derived, f Finding) Finding {
	f.Of, f.Known = r.column, -1
	if f.Group >= 0 && d.known != nil {
		f.Known = d.known[f.Group]
	}
	f = d.back(f)
	if r.column.Known != nil {
		f.Rule += besideKnown
	}
	return f
}

// Check implements Requirement.
//
// Errors: those of the requirement.
func (r *ofColumn) Check(ctx context.Context, release *Release) ([]Finding, error) {
	d := release.column(r.column)
	findings, err := r.of.Check(ctx, d.release)
	if err != nil {
		return nil, err
	}
	for i := range findings {
		findings[i] = r.back(d, findings[i])
	}
	return findings, nil
}

// Violations implements Requirement. Of the groups that the adversary sees in one QI group,
// a finding is about the worst.
//
// Errors: those of the requirement.
func (r *ofColumn) Violations(ctx context.Context, release *Release, f func(Finding)) error {
	d := release.column(r.column)
	if r.column.Known == nil {
		return r.of.Violations(ctx, d.release, func(found Finding) { f(r.back(d, found)) })
	}
	type about struct {
		group, part int
		value       int32
	}
	at := map[about]int{}
	var worst []Finding
	err := r.of.Violations(ctx, d.release, func(found Finding) {
		found = r.back(d, found)
		key := about{found.Group, found.part, r.about(&found)}
		switch i, ok := at[key]; {
		case !ok:
			at[key] = len(worst)
			worst = append(worst, found)
		case excess(&found) > excess(&worst[i]):
			worst[i] = found
		}
	})
	if err != nil {
		return err
	}
	for i := range worst {
		f(worst[i])
	}
	return nil
}

// about returns the value that a requirement is about as such, not as the worst of a group.
func (r *ofColumn) about(f *Finding) int32 {
	if _, ok := r.of.(*Skyline); ok {
		return f.Value
	}
	return -1
}

// Blamed returns a value to blame for a finding about the column in a group: its own, otherwise
// the most frequent of the people whom it is about; -1 in a group without any.
func (c *Column) Blamed(f *Finding, group *partition.Group) int32 {
	if f.Value >= 0 {
		return f.Value
	}
	value, most := int32(-1), map[int32]int64{}
	for _, t := range group.Counts {
		if v := c.Of[t.Value]; c.IsAbout(f.Known, t.Value) {
			most[v] += t.N
			if value < 0 || most[v] > most[value] || most[v] == most[value] && v < value {
				value = v
			}
		}
	}
	return value
}

// IsAbout reports whether what is known of the people of a finding, Finding.Known, is so of
// those who have a tuple.
func (c *Column) IsAbout(known, tuple int32) bool {
	return known < 0 || c.Known[tuple] == known
}

// excess is how far beyond its bound a violation is.
func excess(f *Finding) float64 { return max(f.Achieved-f.Required, f.Required-f.Achieved) }

// Alone implements Requirement. With the others known a group by itself is several, which
// may have something to tell of each other.
//
// It takes the time of Violations then, and that of Check for each group that these name.
//
// Errors: those of the requirement.
func (r *ofColumn) Alone(ctx context.Context, release *Release, f func(group int)) error {
	d := release.column(r.column)
	if r.column.Known == nil {
		return r.of.Alone(ctx, d.release, func(group int) { f(d.groups[group]) })
	}
	suspect := make([]bool, len(release.Table.Groups))
	for i := range suspect {
		suspect[i] = ofWhole(r.of) // the whole would be another one
	}
	// What is not safe by itself is not so among others, of whom there is more to know.
	if err := r.of.Violations(ctx, d.release, func(found Finding) { suspect[d.groups[found.Group]] = true }); err != nil {
		return err
	}
	for i, is := range suspect {
		if !is {
			continue
		}
		alone := WholeRelease(&Whole{Constraint: release.Constraint, Group: release.Table.Groups[i], Values: len(release.Table.Values)}, release.Table.Values)
		findings, err := r.Check(ctx, alone)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(findings, func(f Finding) bool { return !f.Holds }) {
			f(i)
		}
	}
	return nil
}

// Meets implements Requirement. With the others known, it is about the people of whom the
// same is known as of some of the group that the finding names.
//
// It takes the time of Violations then, once for each merged group.
//
// Errors: those of the requirement.
func (r *ofColumn) Meets(release *Release, f *Finding, merged *Merged) (bool, error) {
	d := release.column(r.column)
	if r.column.Known == nil {
		return r.of.Meets(d.release, f, merged.column(d.release, r.column))
	}
	violated, err := merged.violated(release, r)
	if err != nil || len(violated) == 0 {
		return err == nil, err
	}
	ofGroup := map[int32]bool{}
	for _, t := range release.Table.Groups[f.Group].Counts {
		ofGroup[r.column.Known[t.Value]] = true
	}
	return !slices.ContainsFunc(violated, func(v violatedBy) bool {
		return ofGroup[v.known] && v.part == f.part && v.value == r.about(f)
	}), nil
}

// violated is what a merged group would violate: a part of a requirement, for people of whom
// something is known.
type violatedBy struct {
	known int32
	part  int
	value int32
}
