package profile

import (
	"context"
	"math"
	"slices"

	"skyline/engine/internal/countsort"
	"skyline/engine/internal/parallel"
)

// Alike are the rows of a table in groups that agree on some columns.
type Alike struct {
	*Table
	rows   []int32
	ends   []int32 // group i is rows[ends[i-1]:ends[i]]
	shared []bool  // whether several people are in group i
}

// Alike returns the groups of people who agree on these columns, in O(rows) for each column.
func (t *Table) Alike(columns ...int) *Alike {
	a := &Alike{Table: t, rows: identity(t.rows)}
	spare := make([]int32, t.rows)
	for _, c := range columns {
		if countsort.Sort(spare, a.rows, t.columns[c], t.values[c]) {
			a.rows, spare = spare, a.rows
		}
	}
	begin := 0
	for i := 1; i <= len(a.rows); i++ {
		if i < len(a.rows) && !slices.ContainsFunc(columns, func(c int) bool { return t.columns[c][a.rows[i]] != t.columns[c][a.rows[i-1]] }) {
			continue
		}
		group := a.rows[begin:i]
		a.ends, begin = append(a.ends, int32(i)), i
		// Rows of one person are beside each other, and persons rise.
		several := len(group) > 1 || t.people != nil && t.people[group[0]] > 1
		if t.persons != nil {
			several = t.persons[group[0]] != t.persons[group[len(group)-1]]
		}
		a.shared = append(a.shared, several)
	}
	return a
}

// Guess is how often a guess at the value of a column is wrong, for people who share what
// they have in other columns with somebody. A person who has several combinations of these
// and a value counts with each.
type Guess struct {
	All    int64 // people, those who are alone with it too
	Shared int64 // people who share it with somebody
	// Without is how often it is wrong to guess the most frequent value of all these people.
	Without int64
	// With is how often it is wrong to guess the most frequent value of those who share it:
	// the least number of people who would have to go, or to change, so that the other columns
	// determine this one, g₃ of Kivinen and Mannila times All.
	With int64
}

// nearly is how many guesses without the other columns must be wrong for one that is with
// them.
const nearly = 20

// Determined reports whether the other columns determine the value, or nearly do:
//
//	20·With ≤ Without, Without > 0 and Shared > ⌊All/10⌋
//
// so that who knows them errs at most once where others err twenty times: λ of Goodman and
// Kruskal, 1 - With/Without, is at least 0.95. A constant is not determined, nor is anything
// by columns that at least 90 % of the people are alone with: everything would be.
func (g Guess) Determined() bool { return g.Without > 0 && g.Follows() && g.Shared > g.All/10 }

// Follows reports whether who knows the other columns errs at most once where others err
// twenty times, however few share theirs.
func (g Guess) Follows() bool { return g.With <= g.Without/nearly }

// Guess returns how well people's values of a column can be guessed, in O(rows).
//
// Source: Kivinen, Mannila, "Approximate inference of functional dependencies from
// relations", Theoretical Computer Science 149 (1995); Goodman, Kruskal, "Measures of
// association for cross classifications", JASA 49 (1954).
func (a *Alike) Guess(column int) Guess { return a.guess(column, math.MaxInt64) }

// Determines is Guess(column).Determined(), and sooner: mostWrong is MostWrong of the column.
// Where guesses are wrong more often than that allows, nobody counts on.
func (a *Alike) Determines(column int, mostWrong int64) bool {
	return a.guess(column, mostWrong/nearly).Determined()
}

// MostWrong returns a number that Guess.Without of a column is not above, by whichever other
// columns: of fewer people, not more are without the most frequent value.
func (t *Table) MostWrong(column int) int64 {
	if t.persons != nil {
		return math.MaxInt64
	}
	c, all := t.counter(column), make([]int64, t.values[column])
	c.add(identity(t.rows))
	largest, n := c.take(all)
	return n - largest
}

// guess counts until With is above limit. Then the guess is not Determined.
func (a *Alike) guess(column int, limit int64) Guess {
	var g Guess
	c, together := a.counter(column), make([]int64, a.values[column])
	begin := int32(0)
	for i, end := range a.ends {
		group := a.rows[begin:end]
		begin = end
		if !a.shared[i] {
			c.add(group)
			_, n := c.take(nil)
			g.All += n
			continue
		}
		c.add(group)
		largest, n := c.take(together)
		g.All += n
		g.Shared += n
		if g.With += n - largest; g.With > limit {
			return g
		}
	}
	g.Without = g.Shared - slices.Max(append(together, 0))
	return g
}

// Groups returns how many groups there are.
func (a *Alike) Groups() int { return len(a.ends) }

// Sharing returns how many people share what they have in the columns with fewer than so many
// people, themselves included; and how many people there are. A person with several
// combinations counts with each.
func (a *Alike) Sharing(fewer int64) (n, all int64) {
	begin := int32(0)
	for _, end := range a.ends {
		people := a.peopleOf(a.rows[begin:end])
		if begin = end; people < fewer {
			n += people
		}
		all += people
	}
	return n, all
}

// peopleOf returns how many people are in a group.
func (a *Alike) peopleOf(group []int32) (n int64) {
	for i, row := range group {
		switch {
		case a.people != nil:
			n += a.people[row]
		case a.persons == nil || i == 0 || a.persons[row] != a.persons[group[i-1]]:
			n++
		}
	}
	return n
}

// Tells reports whether the columns tell another one exactly: no group has two of its values.
func (a *Alike) Tells(column int) bool {
	values, begin := a.columns[column], int32(0)
	for _, end := range a.ends {
		for _, row := range a.rows[begin+1 : end] {
			if values[row] != values[a.rows[begin]] {
				return false
			}
		}
		begin = end
	}
	return true
}

// counter counts the people of each value of a column. A person with a value in several rows
// that are added before it is taken counts once.
type counter struct {
	*Table
	column  []int32
	counts  []int64
	last    []int32 // by value: the person who was counted last; nil: nobody has several rows
	touched []int32 // values whose count is not 0
}

func (t *Table) counter(column int) *counter {
	c := &counter{Table: t, column: t.columns[column], counts: make([]int64, t.values[column])}
	if t.persons != nil {
		c.last = make([]int32, len(c.counts))
	}
	return c
}

func (c *counter) add(rows []int32) {
	for _, row := range rows {
		value, n := c.column[row], int64(1)
		if c.people != nil {
			n = c.people[row]
		}
		if c.counts[value] == 0 {
			c.touched = append(c.touched, value)
		}
		if c.last != nil {
			if c.counts[value] > 0 && c.last[value] == c.persons[row] {
				continue
			}
			c.last[value] = c.persons[row]
		}
		c.counts[value] += n
	}
}

// take returns how many people the most frequent value has, and how many all have, adds the
// counts to others, and begins anew.
func (c *counter) take(others []int64) (largest, all int64) {
	for _, value := range c.touched {
		n := c.counts[value]
		largest, all = max(largest, n), all+n
		if c.counts[value] = 0; others != nil {
			others[value] += n
		}
	}
	c.touched = c.touched[:0]
	return largest, all
}

// determine finds what each of the subsets of up to maxSize columns determines: adding it
// makes no further groups. If a smaller one does, some subset of one column less does.
func (t *Table) determine(subsets []Subset, maxSize int) {
	if t.rows == 0 {
		return
	}
	byColumns := make(map[string]*Subset, len(subsets))
	for i := range subsets {
		byColumns[keyOf(subsets[i].Columns)] = &subsets[i]
	}
	without := func(columns []int, i int) *Subset {
		return byColumns[keyOf(slices.Delete(slices.Clone(columns), i, i+1))]
	}
	for i := range subsets {
		if s := &subsets[i]; len(s.Columns) < maxSize || maxSize == len(t.columns) {
			s.Determines = []int{}
		}
	}
	for i := range subsets {
		larger := &subsets[i]
		for at, column := range larger.Columns {
			if len(larger.Columns) == 1 || t.isIdentifier(without(larger.Columns, at)) || without(larger.Columns, at).Groups < larger.Groups {
				continue
			}
			s := without(larger.Columns, at)
			smaller := byColumns[keyOf([]int{column})].Groups == 1
			for i := 0; i < len(s.Columns) && len(s.Columns) > 1 && !smaller; i++ {
				smaller = without(s.Columns, i).Groups == byColumns[keyOf(sorted(slices.Delete(slices.Clone(s.Columns), i, i+1), column))].Groups
			}
			if !smaller {
				s.Determines = append(s.Determines, column)
			}
		}
	}
	for i := range subsets {
		slices.Sort(subsets[i].Determines)
	}
}

// isIdentifier reports whether at least 90 % of the people are alone with a subset.
func (t *Table) isIdentifier(s *Subset) bool { return s.Unique >= t.total-t.total/10 }

// sorted returns columns and another one, in rising order.
func sorted(columns []int, column int) []int {
	all := append(columns, column)
	slices.Sort(all)
	return all
}

// Determining returns the sets of one or two of the first so many columns that determine
// another column, or nearly do, as Guess.Determined says: single ones, then pairs neither of
// which does by itself. It takes O(rows) for each pair.
//
// Errors: those of ctx.
func (t *Table) Determining(ctx context.Context, first, column int) ([][]int, error) {
	mostWrong := t.MostWrong(column)
	if mostWrong == 0 {
		return nil, ctx.Err()
	}
	var all [][]int
	var rest []int
	for i := range first {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if t.Alike(i).Determines(column, mostWrong) {
			all = append(all, []int{i})
		} else {
			rest = append(rest, i)
		}
	}
	for at, i := range rest {
		for _, j := range rest[at+1:] {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if t.Alike(i, j).Determines(column, mostWrong) {
				all = append(all, []int{i, j})
			}
		}
	}
	return all, nil
}

// DeterminedBy returns for each column the others that determine it, or nearly do, each by
// itself, as Guess.Determined says.
//
// It takes O(rows) for each column, and for each pair as long as guesses are not wrong too
// often, which is a small part of the rows where the columns have little to do with each
// other.
//
// Errors: those of ctx.
func (t *Table) DeterminedBy(ctx context.Context, workers int) ([][]int, error) {
	n := len(t.columns)
	mostWrong := make([]int64, n)
	parallel.For(workers, n, func(_, i int) { mostWrong[i] = t.MostWrong(i) })
	found := make([][]bool, n)
	parallel.For(workers, n, func(_, by int) {
		found[by] = make([]bool, n)
		// Of at most twice as many people as there are fewer values than rows is the value shared.
		// Where that is no more than a tenth, nothing is determined.
		few := t.persons == nil && t.people == nil && 20*(t.rows-t.values[by]) <= t.rows
		if few || ctx.Err() != nil {
			return
		}
		alike := t.Alike(by)
		for column := range n {
			if column != by && mostWrong[column] > 0 && ctx.Err() == nil {
				found[by][column] = alike.Determines(column, mostWrong[column])
			}
		}
	})
	all := make([][]int, n)
	for by := range n {
		for column, is := range found[by] {
			if is {
				all[column] = append(all[column], by)
			}
		}
	}
	return all, ctx.Err()
}
