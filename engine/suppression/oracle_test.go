package suppression

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/exact"
	"skyline/engine/privacy"
)

// The oracle: a table as lists, patterns for its rows, and what the definitions say of them.
// It has nothing of the search.

// row is people who are alike: their codes, -1 for NULL, and how many have each sensitive value.
type row struct {
	codes  []int
	counts []int64
}

func (r *row) people() (n int64) {
	for _, c := range r.counts {
		n += c
	}
	return n
}

// shown is what people show where some columns are suppressed, a bit each.
func (r *row) shown(suppressed int) string {
	text := ""
	for d, code := range r.codes {
		if suppressed>>d&1 == 1 {
			code = -1
		}
		text += fmt.Sprintf("%d ", code)
	}
	return text
}

// groupsOf are the QI groups of a table with patterns, as histograms.
func groupsOf(rows []row, patterns []int) map[string][]int64 {
	groups := map[string][]int64{}
	for i := range rows {
		key := rows[i].shown(patterns[i])
		if groups[key] == nil {
			groups[key] = make([]int64, len(rows[i].counts))
		}
		for v, n := range rows[i].counts {
			groups[key][v] += n
		}
	}
	return groups
}

// criterion is a requirement by its definition: of a group, and the whole table.
type criterion struct {
	name        string
	requirement privacy.Requirement
	holds       func(group, whole []int64) bool
	// ofTable is what it says of all groups together, nil where it looks at each by itself.
	ofTable func(rows []row, patterns []int) bool
}

func total(counts []int64) (n int64) {
	for _, c := range counts {
		n += c
	}
	return n
}

func kAnonymity(k int64) criterion {
	return criterion{name: fmt.Sprint("k=", k), requirement: privacy.KAnonymity(k), holds: func(group, _ []int64) bool { return total(group) >= k }}
}

func distinct(l int) criterion {
	return criterion{name: fmt.Sprint("l=", l), requirement: privacy.DistinctDiversity(int64(l)), holds: func(group, _ []int64) bool {
		values := 0
		for _, n := range group {
			if n > 0 {
				values++
			}
		}
		return values >= l
	}}
}

func maxShare(alpha float64) criterion {
	bound := exact.Simplest(alpha)
	return criterion{name: fmt.Sprint("share=", alpha), requirement: privacy.MaxShare(alpha), holds: func(group, _ []int64) bool {
		return big.NewRat(slices.Max(group), total(group)).Cmp(bound) < 0
	}}
}

func closeness(t float64) criterion {
	bound := exact.Simplest(t)
	return criterion{name: fmt.Sprint("t=", t), requirement: privacy.TCloseness(t), holds: func(group, whole []int64) bool {
		distance := new(big.Rat)
		for v := range group {
			over := new(big.Rat).Sub(big.NewRat(group[v], total(group)), big.NewRat(whole[v], total(whole)))
			if over.Sign() > 0 {
				distance.Add(distance, over)
			}
		}
		return distance.Cmp(bound) <= 0
	}}
}

// isSafe reports whether all groups satisfy all criteria.
func isSafe(rows []row, patterns []int, criteria []criterion) bool {
	whole := make([]int64, len(rows[0].counts))
	for i := range rows {
		for v, n := range rows[i].counts {
			whole[v] += n
		}
	}
	for _, group := range groupsOf(rows, patterns) {
		for _, c := range criteria {
			if c.holds != nil && !c.holds(group, whole) {
				return false
			}
		}
	}
	for _, c := range criteria {
		if c.ofTable != nil && !c.ofTable(rows, patterns) {
			return false
		}
	}
	return true
}

// costOf is what the suppressed cells of a table cost: those that were NULL before cost nothing.
func costOf(rows []row, patterns []int, weight []float64) float64 {
	sum := 0.0
	for i := range rows {
		for d, code := range rows[i].codes {
			if patterns[i]>>d&1 == 1 && code >= 0 {
				sum += float64(float64(rows[i].people()) * weight[d])
			}
		}
	}
	return sum
}

// cheapestOf tries all patterns for all rows, and returns the least cost of safe ones, or
// best if none costs less.
func cheapestOf(rows []row, criteria []criterion, weight []float64, best float64) float64 {
	all := 1 << len(weight)
	patterns := make([]int, len(rows))
	for {
		if cost := costOf(rows, patterns, weight); cost < best && isSafe(rows, patterns, criteria) {
			best = cost
		}
		at := 0
		for at < len(patterns) && patterns[at] == all-1 {
			patterns[at] = 0
			at++
		}
		if at == len(patterns) {
			return best
		}
		patterns[at]++
	}
}

// improvable returns a step after which a table with patterns is still safe: of people who show
// the same, all who would show the same with some more columns show these, or one row of them.
// Columns are numbers from 0; it returns "" if there is none.
func improvable(rows []row, patterns []int, criteria []criterion) string {
	columns := len(rows[0].codes)
	try := func(going []int, more int) string {
		next := slices.Clone(patterns)
		for _, i := range going {
			next[i] &^= more
		}
		if !isSafe(rows, next, criteria) {
			return ""
		}
		return fmt.Sprintf("rows %v of %v with %v could show columns %b", going, rows, patterns, more)
	}
	for i := range rows {
		for more := 1; more < 1<<columns; more++ {
			if patterns[i]&more != more {
				continue
			}
			if found := try([]int{i}, more); found != "" {
				return found
			}
			going := []int{}
			for j := range rows {
				if rows[i].shown(patterns[i]) == rows[j].shown(patterns[j]) && rows[i].shown(patterns[i]&^more) == rows[j].shown(patterns[j]&^more) {
					going = append(going, j)
				}
			}
			if found := try(going, more); found != "" {
				return found
			}
		}
	}
	return ""
}

// cellsOf gives a table to the search.
func cellsOf(t *testing.T, rows []row) (*cells.Cells, []int32) {
	t.Helper()
	columns := len(rows[0].codes)
	sizes, null := make([]int, columns), slices.Repeat([]int32{-1}, columns)
	for d := range columns {
		for i := range rows {
			sizes[d] = max(sizes[d], rows[i].codes[d]+1)
		}
		if slices.ContainsFunc(rows, func(r row) bool { return r.codes[d] < 0 }) {
			null[d] = int32(sizes[d])
			sizes[d]++
		}
	}
	b := cells.Builder{}
	for _, r := range rows {
		codes := make([]int64, columns)
		for d, code := range r.codes {
			if codes[d] = int64(code); code < 0 {
				codes[d] = int64(null[d])
			}
		}
		histogram := ""
		for v, n := range r.counts {
			if n > 0 {
				histogram += "\x02" + string(rune('a'+v)) + string(rune(n))
			}
		}
		if err := b.Add(codes, histogram); err != nil {
			t.Fatal(err)
		}
	}
	c, err := b.Cells(sizes)
	if err != nil {
		t.Fatal(err)
	}
	return c, null
}

// patternsOf is what a release suppresses of each row, cells that were NULL before aside.
func patternsOf(t *testing.T, release *Release, rows []row, null []int32) []int {
	t.Helper()
	patterns := make([]int, len(rows))
	for i, r := range rows {
		codes := make([]int64, len(r.codes))
		for d, code := range r.codes {
			if codes[d] = int64(code); code < 0 {
				codes[d] = int64(null[d])
			}
		}
		place := []int64{0}
		release.Places(codes, place)
		if place[0] < 0 {
			t.Fatalf("%v has no group", r)
		}
		for d, code := range r.codes {
			switch {
			case code < 0 && !release.Hidden(int(place[0]), d):
				t.Fatalf("NULL is shown as a value in column %d of %v", d, r)
			case code >= 0 && release.Hidden(int(place[0]), d):
				patterns[i] |= 1 << d
			}
		}
	}
	return patterns
}

// randomRows are different people, some with NULL.
func randomRows(rng *rand.Rand, most, columns, codes, values int) []row {
	var rows []row
	for range 1 + rng.IntN(most) {
		r := row{make([]int, columns), make([]int64, values)}
		for d := range r.codes {
			if r.codes[d] = rng.IntN(codes); rng.IntN(12) == 0 {
				r.codes[d] = -1
			}
		}
		for range 1 + rng.IntN(3) {
			r.counts[rng.IntN(values)]++
		}
		if !slices.ContainsFunc(rows, func(other row) bool { return slices.Equal(other.codes, r.codes) }) {
			rows = append(rows, r)
		}
	}
	return rows
}

func randomCriteria(rng *rand.Rand) []criterion {
	all := []criterion{
		kAnonymity(int64(2 + rng.IntN(5))), distinct(2 + rng.IntN(2)), maxShare([]float64{0.5, 0.6, 0.75}[rng.IntN(3)]), closeness([]float64{0.1, 0.2, 0.4}[rng.IntN(3)]),
	}
	rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	return all[:1+rng.IntN(2)]
}

func requirementsOf(criteria []criterion) (requirements []privacy.Requirement) {
	for _, c := range criteria {
		if c.requirement != nil {
			requirements = append(requirements, c.requirement)
		}
	}
	return requirements
}

// suppressed runs the search, and compares what it counts with what it shows.
func suppressed(t *testing.T, rows []row, criteria []criterion, importance []float64, strata int) ([]int, error) {
	t.Helper()
	return suppressedBy(t, rows, Options{Requirements: requirementsOf(criteria), Importance: importance, Strata: strata})
}

// suppressedBy is suppressed with any options.
func suppressedBy(t *testing.T, rows []row, options Options) ([]int, error) {
	t.Helper()
	c, null := cellsOf(t, rows)
	options.Null = null
	release, err := Suppress(t.Context(), c, options)
	if err != nil {
		return nil, err
	}
	patterns := patternsOf(t, release, rows, null)
	want, groups := Suppressed{Cells: make([]int64, len(rows[0].codes))}, groupsOf(rows, patterns)
	for i := range rows {
		if patterns[i]>>(len(rows[i].codes)-options.Strata) != 0 {
			t.Fatalf("a stratum is suppressed of %v", rows[i])
		}
		if patterns[i] != 0 {
			want.People += rows[i].people()
		}
		for d := range want.Cells {
			want.Cells[d] += int64(patterns[i]>>d&1) * rows[i].people()
		}
	}
	if got := release.Suppressed(); got.People != want.People || !slices.Equal(got.Cells, want.Cells) {
		t.Fatalf("Suppressed = %v, want %v", got, want)
	}
	sizes := map[int64]int{}
	for _, g := range groups {
		sizes[total(g)]++
	}
	for i := range release.Len() {
		sizes[release.Group(i).People]--
	}
	for size, n := range sizes {
		if n != 0 {
			t.Fatalf("%d groups of %d people are missing", n, size)
		}
	}
	return patterns, nil
}
