package release

import (
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// findable is Adult as a population, a seventh of which is the table: people whose fnlwgt is a
// multiple of 7.
type findable struct {
	*realData
	table []int64 // by cell: how many are in the table
}

func readFindable(t *testing.T, folder string, columns []string) *findable {
	t.Helper()
	f := &findable{realData: readData(t, folder, "adult", columns)}
	at := map[string]int{}
	for i, cell := range f.cells {
		at[fmt.Sprint(cell)] = i
	}
	f.table = make([]int64, len(f.cells))
	rows := readCSV(t, f.file, ',')
	weight := slices.Index(rows[0], "fnlwgt")
	value := make([]map[string]int, len(columns))
	for d, column := range columns {
		value[d] = map[string]int{}
		for v, row := range readCSV(t, folder+"/hierarchies/adult_"+column+".csv", ';') {
			value[d][row[0]] = v
		}
	}
	for _, row := range rows[1:] {
		n := 0
		if _, err := fmt.Sscan(row[weight], &n); err != nil {
			t.Fatal(err)
		}
		if n%7 != 0 {
			continue
		}
		cell := make([]int, len(columns))
		for d, column := range columns {
			cell[d] = value[d][row[slices.Index(rows[0], column)]]
		}
		f.table[at[fmt.Sprint(cell)]]++
	}
	return f
}

// sizes returns, for each QI group of a node with somebody of the table, how many people it has
// there and in the population.
func (f *findable) sizes(levels []int) (groups [][2]int64) {
	sizes := map[int][2]int64{}
	for i, cell := range f.cells {
		at := 0
		for d, level := range levels {
			at = at*len(f.label[d][0]) + f.label[d][level][cell[d]]
		}
		s := sizes[at]
		sizes[at] = [2]int64{s[0] + f.table[i], s[1] + f.n[i]}
	}
	for _, s := range sizes {
		if s[0] > 0 {
			groups = append(groups, s)
		}
	}
	return groups
}

// zayatz is the estimate of the share of people who are alone, as the paper has it.
func zayatz(groups [][2]int64, fraction float64) float64 {
	n, alone := 0.0, 0.0
	for _, g := range groups {
		n += float64(g[0])
		if g[0] == 1 {
			alone++
		}
	}
	people, likely := n/fraction, 0.0
	for _, g := range groups {
		p := float64(g[0])
		for i := range g[0] - 1 {
			p *= (people - n - float64(i)) / (people - 1 - float64(i))
		}
		likely += p
	}
	return alone / likely * alone / n
}

// TestFindableOfData compares the verdicts on Adult's generalizations, of a seventh of it
// beside all of it, with sums over the groups: of all nodes of a small lattice, and some of a
// large one.
func TestFindableOfData(t *testing.T) {
	trials.Long(t)
	folder, columns, step := data(t), []string{"age", "sex", "race", "education"}, 1
	if trials.Slow() {
		columns, step = append(columns, "marital-status", "native-country", "workclass"), 23
	}
	f := readFindable(t, folder, columns)
	db := openDB(t, "")
	exec(t, db, fmt.Sprintf("CREATE TABLE population AS SELECT COLUMNS(['%s']), fnlwgt %% 7 = 0 AS here FROM '%s'", strings.Join(columns, "', '"), f.file))
	var hierarchies, levels []string
	for _, column := range columns {
		hierarchies = append(hierarchies, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/adult_%s.csv', '%[2]s')", folder, column))
		levels = append(levels, "levels['"+column+"']")
	}
	exec(t, db, "CREATE TABLE hierarchies AS "+strings.Join(hierarchies, " UNION ALL "))
	never := int64(math.MaxInt64)
	hold := func(ok bool) int64 {
		if ok {
			return 0
		}
		return never
	}
	for _, c := range []struct {
		privacy string
		share   float64
		// left is how many people are left out, never if it does not hold.
		left func(groups [][2]int64, people int64) int64
	}{
		{"{'k_map': {'population': 'population', 'k': 8}}", 0, func(groups [][2]int64, _ int64) int64 {
			return hold(!slices.ContainsFunc(groups, func(g [2]int64) bool { return g[1] < 8 }))
		}},
		{"{'journalist_risk': {'population': 'population', 'highest': 0.5, 'average': 0.003}}", 0, func(groups [][2]int64, people int64) int64 {
			population, found := int64(0), 0.0
			for _, g := range groups {
				if g[1] < 2 {
					return never
				}
				population += g[1]
				found += float64(g[0]) / float64(g[1])
			}
			return hold(float64(len(groups)) <= 0.003*float64(population) && found <= 0.003*float64(people))
		}},
		{"{'population_uniqueness': {'population': 'population', 'max_share': 0.001}}", 0, func(groups [][2]int64, people int64) int64 {
			alone := int64(0)
			for _, g := range groups {
				if g[1] == 1 {
					alone++
				}
			}
			return hold(1000*alone <= people)
		}},
		{"{'population_uniqueness': {'fraction': 0.14, 'model': 'zayatz', 'max_share': 0.0002}}", 0, func(groups [][2]int64, _ int64) int64 {
			return hold(zayatz(groups, 0.14) <= 0.0002 || !slices.ContainsFunc(groups, func(g [2]int64) bool { return g[0] == 1 }))
		}},
		{"{'average_risk': 0.01}", 0, func(groups [][2]int64, people int64) int64 { return hold(100*int64(len(groups)) <= people) }},
		{"{'average_risk': 0.04, 'k_anonymity': 3}", 0.05, func(groups [][2]int64, people int64) int64 {
			var sizes []int64
			left, limit := int64(0), people/20
			for _, g := range groups {
				if g[0] < 3 {
					left += g[0]
				} else {
					sizes = append(sizes, g[0])
				}
			}
			slices.Sort(sizes)
			for len(sizes) > 0 && 25*int64(len(sizes)) > people-left {
				left += sizes[0]
				sizes = sizes[1:]
			}
			if left > limit {
				return never
			}
			return left
		}},
	} {
		got := map[string]int64{}
		statement := fmt.Sprintf("SELECT [%s]::VARCHAR, suppressed FROM generalization_search('(FROM population WHERE here)', ['%s'], hierarchies := 'hierarchies', privacy := %s, suppression := %v, output := 'safe')",
			strings.Join(levels, ", "), strings.Join(columns, "', '"), c.privacy, c.share)
		scan(t, db, statement, func(rows *sql.Rows) error {
			var node string
			var suppressed int64
			err := rows.Scan(&node, &suppressed)
			got[node] = suppressed
			return err
		})
		people, looked, safe := sum64(f.table), 0, 0
		for i, node := range nodesOf(f.realData) {
			if i%step != 0 {
				continue
			}
			looked++
			want := c.left(f.sizes(node), people)
			left, ok := got[strings.ReplaceAll(fmt.Sprint(node), " ", ", ")]
			if ok {
				safe++
			}
			if ok != (want < never) || ok && left != want {
				t.Errorf("%s at %v: safe %v, %d left out, want %d", c.privacy, node, ok, left, want)
			}
		}
		t.Logf("%s: %d of %d nodes are safe", c.privacy, safe, looked)
		if safe == 0 || safe == looked {
			t.Errorf("%s: all nodes are alike", c.privacy)
		}
	}
}

// nodesOf returns the levels of all generalizations.
func nodesOf(data *realData) [][]int {
	all := [][]int{{}}
	for d := range data.columns {
		var next [][]int
		for _, node := range all {
			for level := range data.label[d] {
				next = append(next, append(slices.Clone(node), level))
			}
		}
		all = next
	}
	return all
}
