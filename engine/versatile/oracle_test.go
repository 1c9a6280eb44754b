package versatile

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"skyline/engine/guardian"
	"skyline/engine/loglinear"
)

// The oracle computes from the definitions. People are rows, sets of attributes are
// the bits of a number, a distribution has a share for each combination of values.
type oracle struct {
	rows  [][]int
	sizes []int
}

// view is a published table: the values of right are shuffled within groups, where
// it is not empty. The people of group -1 have none.
type view struct {
	set, right uint
	groups     []int32
}

// randomOracle draws people in ascending order, whose attributes depend on each
// other a bit.
func randomOracle(r *rand.Rand, largest int) *oracle {
	o := &oracle{}
	for range 3 + r.IntN(largest-2) {
		o.sizes = append(o.sizes, 2+r.IntN(3))
	}
	for range 6 + r.IntN(35) {
		var row []int
		for a, size := range o.sizes {
			v := r.IntN(size)
			if a > 0 && r.IntN(2) == 0 {
				v = row[r.IntN(a)] % size
			}
			row = append(row, v)
		}
		o.rows = append(o.rows, row)
	}
	slices.SortFunc(o.rows, slices.Compare)
	return o
}

// cells counts the people.
func (o *oracle) cells() *loglinear.Cells {
	c := &loglinear.Cells{Sizes: o.sizes, Columns: make([][]int32, len(o.sizes))}
	for i, row := range o.rows {
		if i > 0 && slices.Equal(row, o.rows[i-1]) {
			c.Counts[len(c.Counts)-1]++
			continue
		}
		c.Counts = append(c.Counts, 1)
		for a, v := range row {
			c.Columns[a] = append(c.Columns[a], int32(v))
		}
	}
	return c
}

func (o *oracle) all() uint { return 1<<len(o.sizes) - 1 }

// eligible reports whether no value of an attribute is that of more than one in l.
func (o *oracle) eligible(attribute int, l int64) bool {
	counts := map[int]int64{}
	for _, row := range o.rows {
		counts[row[attribute]]++
	}
	for _, n := range counts {
		if n*l > int64(len(o.rows)) {
			return false
		}
	}
	return true
}

// key numbers the combinations of values of some attributes.
func (o *oracle) key(x []int, set uint) int {
	k := 0
	for a, size := range o.sizes {
		if has(set, a) {
			k = k*size + x[a]
		}
	}
	return k
}

func (o *oracle) count(set uint) int {
	n := 1
	for a, size := range o.sizes {
		if has(set, a) {
			n *= size
		}
	}
	return n
}

func (o *oracle) worlds() [][]int {
	all := [][]int{{}}
	for _, size := range o.sizes {
		var next [][]int
		for _, x := range all {
			for v := range size {
				next = append(next, append(slices.Clone(x), v))
			}
		}
		all = next
	}
	return all
}

// says is Σ_g n(left,g)/n · n(right,g)/n_g, by the combinations of the view.
func (o *oracle) says(v view) []float64 {
	target := make([]float64, o.count(v.set))
	n := float64(len(o.rows))
	for i, row := range o.rows {
		if v.right == 0 {
			target[o.key(row, v.set)] += 1 / n
			continue
		}
		var values [][]int // that i's group has
		for j, other := range o.rows {
			if v.groups[j] == v.groups[i] && v.groups[i] >= 0 || v.groups[i] < 0 && v.groups[j] >= 0 {
				values = append(values, other)
			}
		}
		for _, other := range values {
			mixed := slices.Clone(row)
			for a := range mixed {
				if has(v.right, a) {
					mixed[a] = other[a]
				}
			}
			target[o.key(mixed, v.set)] += 1 / n / float64(len(values))
		}
	}
	return target
}

// divergence is Σ p ln(p/p~) for the distribution p~ of the largest entropy with the
// marginals of the views, found by fitting a uniform one on the whole domain.
// A shuffled view within one that is not shuffled is left out. After rounds of
// fitting the marginals are off by the deviation.
func (o *oracle) divergence(views []view, rounds int) (kl, deviation float64) {
	worlds := o.worlds()
	q := make([]float64, len(worlds))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	type margin struct {
		target []float64
		of     []int // by world
	}
	var margins []margin
	for _, v := range views {
		if v.right != 0 && slices.ContainsFunc(views, func(u view) bool { return u.right == 0 && v.set&^u.set == 0 }) {
			continue
		}
		m := margin{target: o.says(v)}
		for _, x := range worlds {
			m.of = append(m.of, o.key(x, v.set))
		}
		margins = append(margins, m)
	}
	for range rounds {
		deviation = 0
		for _, m := range margins {
			got := make([]float64, len(m.target))
			for i, k := range m.of {
				got[k] += q[i]
			}
			for k, g := range got {
				deviation = max(deviation, math.Abs(g-m.target[k]))
			}
			for i, k := range m.of {
				if got[k] > 0 {
					q[i] *= m.target[k] / got[k]
				}
			}
		}
		if deviation < 1e-14 {
			break
		}
	}
	people := make([]int, len(worlds))
	for _, row := range o.rows {
		people[o.key(row, o.all())]++
	}
	for i, n := range people {
		if n > 0 {
			p := float64(n) / float64(len(o.rows))
			kl += p * math.Log(p/q[i])
		}
	}
	return kl, deviation
}

// randomRules draws irreducible rules about right sides that can be published.
func (o *oracle) randomRules(r *rand.Rand, l int64) []guardian.Rule {
	var rules []guardian.Rule
	for range r.IntN(7) {
		s := r.IntN(len(o.sizes))
		q := (1 + uint(r.IntN(int(o.all())))) &^ (1 << s)
		if r.IntN(2) == 0 {
			q = 1 << r.IntN(len(o.sizes)) &^ (1 << s)
		}
		if q == 0 || !o.eligible(s, l) {
			continue
		}
		rule := guardian.Rule{LHS: guardian.SetOf(members(q)...), RHS: s}
		implies := func(x, y guardian.Rule) bool { return x.RHS == y.RHS && bitsOf(y.LHS)&^bitsOf(x.LHS) == 0 }
		if slices.ContainsFunc(rules, func(other guardian.Rule) bool { return implies(other, rule) }) {
			continue
		}
		rules = slices.DeleteFunc(rules, func(other guardian.Rule) bool { return implies(rule, other) })
		rules = append(rules, rule)
	}
	return rules
}

// views is what a schema publishes, in the groups that are drawn of each right side.
func (o *oracle) views(t *testing.T, m *measured, schema []guardian.Table) []view {
	t.Helper()
	var views []view
	for _, table := range schema {
		v := view{set: bitsOf(table.Attributes)}
		if table.RHS != guardian.None && table.Attributes.Len() > 1 {
			groups, err := m.draw(context.Background(), table.RHS)
			if err != nil {
				t.Fatal(err)
			}
			v.right, v.groups = 1<<table.RHS, groups
		}
		views = append(views, v)
	}
	return views
}

// schemaOf is the schema of a release.
func schemaOf(release *Release) []guardian.Table {
	var schema []guardian.Table
	for _, table := range release.Tables {
		schema = append(schema, table.Table)
	}
	return schema
}

func has(set uint, a int) bool { return set>>a&1 == 1 }

func members(set uint) []int {
	var list []int
	for ; set != 0; set &= set - 1 {
		list = append(list, bits.TrailingZeros(set))
	}
	return list
}

func bitsOf(s guardian.Set) uint {
	var set uint
	for _, a := range s.Slice() {
		set |= 1 << a
	}
	return set
}
