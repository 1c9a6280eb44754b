package loglinear

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The oracle computes from the definitions on the whole domain of a tiny table:
// people are rows, a distribution has a share for each combination of values.

type oracle struct {
	people [][]int // values by attribute
	sizes  []int
}

// worlds lists the whole domain.
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

func agree(x, y, attributes []int) bool {
	for _, a := range attributes {
		if x[a] != y[a] {
			return false
		}
	}
	return true
}

// original is p.
func (o *oracle) original() []float64 {
	var p []float64
	for _, x := range o.worlds() {
		n := 0
		for _, t := range o.people {
			if slices.Equal(t, x) {
				n++
			}
		}
		p = append(p, float64(n)/float64(len(o.people)))
	}
	return p
}

// says returns, for each combination of values, what a table says of those it has.
func (o *oracle) says(t Table) []float64 {
	var p []float64
	for _, x := range o.worlds() {
		total := 0.0
		for i, person := range o.people {
			if len(t.Right) == 0 {
				if agree(x, person, t.Attributes) {
					total++
				}
				continue
			}
			if left := without(t.Attributes, t.Right); !agree(x, person, left) {
				continue
			}
			having, of := 0.0, 0.0
			for j, other := range o.people {
				if t.Groups[j] == t.Groups[i] && t.Groups[i] >= 0 || t.Groups[i] < 0 && t.Groups[j] >= 0 {
					of++
					if agree(x, other, t.Right) {
						having++
					}
				}
			}
			if of > 0 {
				total += having / of
			}
		}
		p = append(p, total/float64(len(o.people)))
	}
	return p
}

func without(all, some []int) []int {
	var rest []int
	for _, a := range all {
		if !slices.Contains(some, a) {
			rest = append(rest, a)
		}
	}
	return rest
}

// estimate fits a uniform distribution to all tables but those bucketized ones
// that are within a plain one, and says by how much the marginals are off.
func (o *oracle) estimate(tables []Table, rounds int) (q []float64, deviation float64) {
	worlds := o.worlds()
	q = make([]float64, len(worlds))
	for i := range q {
		q[i] = 1 / float64(len(q))
	}
	var targets [][]float64
	var sets [][]int
	for _, t := range tables {
		void := false
		for _, u := range tables {
			void = void || len(t.Right) > 0 && len(u.Right) == 0 && len(without(t.Attributes, u.Attributes)) == 0
		}
		if !void {
			targets, sets = append(targets, o.says(t)), append(sets, t.Attributes)
		}
	}
	// The combinations that agree with each, by table.
	cells := make([][]int, len(sets))
	for t, set := range sets {
		cells[t] = make([]int, len(worlds))
		for i, x := range worlds {
			cells[t][i] = slices.IndexFunc(worlds, func(y []int) bool { return agree(x, y, set) })
		}
	}
	for range rounds {
		deviation = 0
		for t := range sets {
			has := make([]float64, len(worlds))
			for i, c := range cells[t] {
				has[c] += q[i]
			}
			for i, c := range cells[t] {
				deviation = max(deviation, math.Abs(has[c]-targets[t][i]))
				if has[c] > 0 {
					q[i] *= targets[t][i] / has[c]
				}
			}
		}
		if deviation < 1e-14 {
			break
		}
	}
	return q, deviation
}

func divergence(p, q []float64) float64 {
	total := 0.0
	for i := range p {
		if p[i] > 0 {
			total += p[i] * math.Log(p[i]/q[i])
		}
	}
	return total
}

// cells counts the people of the oracle and returns which person is which of the
// cells' people.
func (o *oracle) cells() (*Cells, []int) {
	order := make([]int, len(o.people))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return slices.Compare(o.people[i], o.people[j]) })
	c := &Cells{Columns: make([][]int32, len(o.sizes)), Sizes: o.sizes}
	for k, i := range order {
		if k > 0 && slices.Equal(o.people[order[k-1]], o.people[i]) {
			c.Counts[len(c.Counts)-1]++
			continue
		}
		c.Counts = append(c.Counts, 1)
		for a, v := range o.people[i] {
			c.Columns[a] = append(c.Columns[a], int32(v))
		}
	}
	return c, order
}

// inOrder returns the tables with the groups of the cells' people.
func inOrder(tables []Table, order []int) []Table {
	var out []Table
	for _, t := range tables {
		if len(t.Right) > 0 {
			var groups []int32
			for _, i := range order {
				groups = append(groups, t.Groups[i])
			}
			t.Groups = groups
		}
		out = append(out, t)
	}
	return out
}

// relations publishes tables: their rows in random order, right values permuted
// within the groups and blanked where they are suppressed.
func (o *oracle) relations(r *rand.Rand, tables []Table) []Relation {
	var out []Relation
	for _, t := range tables {
		order := r.Perm(len(o.people))
		rel := Relation{Attributes: t.Attributes, Right: t.Right, Columns: make([][]int32, len(t.Attributes))}
		taken := make([]bool, len(order))
		for _, i := range order {
			from := i
			if len(t.Right) > 0 {
				rel.Groups = append(rel.Groups, t.Groups[i])
				for _, j := range r.Perm(len(order)) {
					if !taken[j] && t.Groups[i] == t.Groups[j] {
						from = j
					}
				}
				taken[from] = true
			}
			for k, a := range t.Attributes {
				switch {
				case !slices.Contains(t.Right, a):
					rel.Columns[k] = append(rel.Columns[k], int32(o.people[i][a]))
				case t.Groups[i] < 0:
					rel.Columns[k] = append(rel.Columns[k], 0)
				default:
					rel.Columns[k] = append(rel.Columns[k], int32(o.people[from][a]))
				}
			}
		}
		if r.IntN(2) == 0 {
			rel = counted(rel)
		}
		out = append(out, rel)
	}
	return out
}

// counted merges neighbouring rows that are equal.
func counted(rel Relation) Relation {
	out := Relation{Attributes: rel.Attributes, Right: rel.Right, Columns: make([][]int32, len(rel.Columns))}
	for i := range rel.Columns[0] {
		same := i > 0 && (rel.Groups == nil || rel.Groups[i] == rel.Groups[i-1])
		for _, column := range rel.Columns {
			same = same && column[i] == column[i-1]
		}
		if same {
			out.Counts[len(out.Counts)-1]++
			continue
		}
		out.Counts = append(out.Counts, 1)
		if rel.Groups != nil {
			out.Groups = append(out.Groups, rel.Groups[i])
		}
		for k, column := range rel.Columns {
			out.Columns[k] = append(out.Columns[k], column[i])
		}
	}
	// Groups are numbered below the number of rows.
	numbers := map[int32]int32{-1: -1}
	for i, g := range out.Groups {
		if _, ok := numbers[g]; !ok {
			numbers[g] = int32(len(numbers) - 1)
		}
		out.Groups[i] = numbers[g]
	}
	return out
}

// randomOracle draws people whose attributes depend on each other a bit.
func randomOracle(r *rand.Rand, attributes, people int) *oracle {
	o := &oracle{}
	for range attributes {
		o.sizes = append(o.sizes, 2+r.IntN(2))
	}
	for range people {
		var x []int
		for a, size := range o.sizes {
			v := r.IntN(size)
			if a > 0 && r.IntN(2) == 0 {
				v = x[a-1] % size
			}
			x = append(x, v)
		}
		o.people = append(o.people, x)
	}
	return o
}

// randomTables draws a schema that covers all attributes.
func randomTables(r *rand.Rand, o *oracle, bucketized bool) []Table {
	var tables []Table
	covered := make([]bool, len(o.sizes))
	count := 1 + r.IntN(4)
	if !bucketized {
		count += 2
	}
	for range count {
		var t Table
		for _, a := range r.Perm(len(o.sizes))[:1+r.IntN(min(3, len(o.sizes)))] {
			t.Attributes = append(t.Attributes, a)
			covered[a] = true
		}
		if bucketized && r.IntN(2) == 0 {
			t.Right = t.Attributes[:1+r.IntN(len(t.Attributes))/2]
			groups := 1 + r.IntN(4)
			residue := r.IntN(4) == 0
			for range o.people {
				g := int32(r.IntN(groups))
				if residue && r.IntN(4) == 0 {
					g = -1
				}
				t.Groups = append(t.Groups, min(g, int32(len(o.people)-1)))
			}
			t.Groups[0] = max(0, t.Groups[0]) // somebody is not suppressed
		}
		tables = append(tables, t)
	}
	for a, is := range covered {
		if !is {
			tables = append(tables, Table{Attributes: []int{a}})
		}
	}
	return tables
}
