package cubes

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// contribution is a row of microdata: its labels, who it is of, and what they contribute.
type contribution struct {
	labels  []string // "" is NULL
	person  string
	holding string // "" is NULL
	value   int64  // -1 is NULL
}

// microdata are random rows, and hierarchies of their columns.
type microdata struct {
	rows    []contribution
	columns int
	paths   []map[string][]string // of each column, of each value the labels above it; nil for no hierarchy
	persons bool                  // whether person counts, and not rows
	holding bool
	sums    bool
}

func newMicrodata(random *rand.Rand) *microdata {
	m := &microdata{columns: 1 + random.IntN(3), persons: random.IntN(2) == 0, holding: random.IntN(3) == 0, sums: random.IntN(3) > 0}
	for range random.IntN(14) {
		row := contribution{person: fmt.Sprint("p", random.IntN(6)), value: random.Int64N(12) - 1}
		if h := random.IntN(4); h > 0 {
			row.holding = fmt.Sprint("h", h)
		}
		for range m.columns {
			row.labels = append(row.labels, []string{"", "a", "b", "c", "d"}[random.IntN(5)])
		}
		m.rows = append(m.rows, row)
	}
	m.paths = make([]map[string][]string, m.columns)
	if random.IntN(2) == 0 {
		i := random.IntN(m.columns)
		m.paths[i] = map[string][]string{"": {"x", "y"}, "a": {"x", "y"}, "b": {"z", "y"}, "c": {"z", "y"}, "d": {"v", "w"}}
	}
	return m
}

// call is the call of cube_check on the rows.
func (m *microdata) call(sets, rules string) string {
	text := func(s string) string {
		if s == "" {
			return "NULL"
		}
		return "''" + s + "''"
	}
	values := []string{}
	for _, row := range m.rows {
		var fields []string
		for _, label := range row.labels {
			fields = append(fields, text(label)+"::VARCHAR")
		}
		value := "NULL::INTEGER"
		if row.value >= 0 {
			value = fmt.Sprint(row.value)
		}
		values = append(values, "SELECT "+strings.Join(append(fields, text(row.person)+"::VARCHAR", text(row.holding)+"::VARCHAR", value), ", "))
	}
	names, quoted := []string{}, []string{}
	for i := range m.columns {
		names, quoted = append(names, fmt.Sprint("c", i)), append(quoted, fmt.Sprintf("'c%d'", i))
	}
	if len(values) == 0 {
		values = append(values, "SELECT "+strings.Repeat("NULL::VARCHAR, ", m.columns+2)+"1 WHERE false")
	}
	table := "(FROM (" + strings.Join(values, " UNION ALL ") + ") AS t(" + strings.Join(names, ", ") + ", p, h, x))"
	call := fmt.Sprintf("cube_check('%s', [%s], sets := %s, rules := %s", table, strings.Join(quoted, ", "), sets, rules)
	if m.sums {
		call += ", value := 'x'"
	}
	if m.persons {
		call += ", person := 'p'"
	}
	if m.holding {
		call += ", holding := 'h'"
	}
	var paths []string
	for i, of := range m.paths {
		for value, labels := range of {
			for level, label := range append(slices.Clone(labels), "*") {
				paths = append(paths, fmt.Sprintf("(''c%d'', %s, %d, ''%s'')", i, text(value), level+1, label))
			}
		}
	}
	if paths != nil {
		slices.Sort(paths)
		call += ", hierarchies := '(VALUES " + strings.Join(paths, ", ") + ") t(attribute, value, level, label)'"
	}
	return call + ")"
}

// total stands for a total among labels.
const total = "*"

// covers reports whether a label of a column stands for a value.
func (m *microdata) covers(column int, label, value string) bool {
	return label == total || label == value || slices.Contains(m.paths[column][value], label)
}

// contributions are what contributors have in the cell of some labels, the largest first.
func (m *microdata) contributions(labels []string) []int64 {
	sums := map[string]int64{}
	for r, row := range m.rows {
		in := !m.sums || row.value >= 0
		for i, label := range labels {
			in = in && m.covers(i, label, row.labels[i])
		}
		if !in {
			continue
		}
		who := fmt.Sprint("row ", r)
		switch {
		case m.holding && row.holding != "":
			who = "holding " + row.holding
		case m.persons:
			who = "person " + row.person
		}
		sums[who] += row.value
	}
	var all []int64
	for _, x := range sums {
		all = append(all, x)
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

// known are the labels of a column that somebody has: values, and those above them. Rows without a value have none.
func (m *microdata) known(column int) (labels, values []string) {
	for _, row := range m.rows {
		if m.sums && row.value < 0 {
			continue
		}
		values = append(values, row.labels[column])
		labels = append(append(labels, row.labels[column]), m.paths[column][row.labels[column]]...)
	}
	for _, of := range []*[]string{&labels, &values} {
		slices.Sort(*of)
		*of = slices.Compact(*of)
	}
	return labels, values
}

// line is the label above one that covers more of the values that there are, the one that covers least of
// all; "" and false where none does.
func (m *microdata) line(column int, label string) (string, bool) {
	labels, values := m.known(column)
	size := func(label string) (n int, all []string) {
		for _, v := range values {
			if m.covers(column, label, v) {
				n, all = n+1, append(all, v)
			}
		}
		return n, all
	}
	own, members := size(label)
	best, found, least := "", false, 0
	for _, other := range append(labels, total) {
		n, _ := size(other)
		isAbove := !slices.ContainsFunc(members, func(v string) bool { return !m.covers(column, other, v) })
		if isAbove && n > own && (!found || n < least) {
			best, found, least = other, true, n
		}
	}
	return best, found
}

// broken are the rules that a cell breaks, by their definitions: of threshold 3 with zeros or not, p 40 %, the largest having more than half,
// two more than 70 % or three more than 85 %, pq (20, 50), group disclosure 2 and difference 3.
func (m *microdata) broken(labels []string, zeros bool) []string {
	all := m.contributions(labels)
	var broken []string
	n := len(all)
	if n < 3 && (n > 0 || zeros) {
		broken = append(broken, "threshold")
	}
	if m.sums {
		sum, bounds, near := int64(0), false, false
		for _, x := range all {
			sum += x
		}
		// The attacker has one of the contributions, or none, and the others have nothing, or half of theirs, at least.
		for i := -1; i < n; i++ {
			for j, x := range all {
				if i == j {
					continue
				}
				rest := sum - x
				if i >= 0 {
					rest -= all[i]
				}
				bounds = bounds || 10*rest < 4*x
				near = near || 10*rest < 2*2*x
			}
		}
		if bounds {
			broken = append(broken, "p_percent")
		}
		most := func(of int) (sum int64) {
			for _, x := range all[:min(n, of)] {
				sum += x
			}
			return sum
		}
		if 10*most(2) > 7*sum || 2*most(1) > sum || 20*most(3) > 17*sum {
			broken = append(broken, "dominance")
		}
		if near {
			broken = append(broken, "pq")
		}
	}
	group, difference := false, false
	for i, label := range labels {
		if label == total || n == 0 {
			continue
		}
		if above, ok := m.line(i, label); ok {
			line := slices.Clone(labels)
			line[i] = above
			outside := len(m.contributions(line)) - n
			group, difference = group || outside < 2, difference || outside == 1 || outside == 2
		}
	}
	if group {
		broken = append(broken, "group_disclosure")
	}
	if difference {
		broken = append(broken, "difference")
	}
	return broken
}

// cells are the rows that are expected: labels, people, sum and rules.
func (m *microdata) cells(isPublished func(labels []string) bool, zeros bool) []string {
	var all []string
	var extend func(labels []string)
	extend = func(labels []string) {
		if i := len(labels); i < m.columns {
			known, _ := m.known(i)
			for _, label := range append(known, total) {
				extend(append(slices.Clone(labels), label))
			}
			return
		}
		contributions := m.contributions(labels)
		if !isPublished(labels) || len(contributions) == 0 && !zeros {
			return
		}
		sum := int64(0)
		for _, x := range contributions {
			sum += x
		}
		value := "NULL"
		if m.sums {
			value = fmt.Sprint(sum)
		}
		all = append(all, fmt.Sprintf("%q %d %s %v", labels, len(contributions), value, m.broken(labels, zeros)))
	}
	extend(nil)
	slices.Sort(all)
	return all
}

// TestCheckByDefinition compares cube_check on random microdata with an enumeration of cells and of contributors: people of
// several rows, holdings, hierarchies, NULLs, cells of nobody, every choice of totals.
func TestCheckByDefinition(t *testing.T) {
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 25, 1500) {
		random := rand.New(rand.NewPCG(seed, 17))
		m := newMicrodata(random)
		zeros := random.IntN(3) == 0
		rules := "{'threshold': 3, 'group_disclosure': true, 'difference': 3"
		if zeros {
			rules += ", 'zeros': 'unsafe'"
		}
		if m.sums {
			rules += ", 'p_percent': 40, 'dominance': [[2, 70], [1, 50], [3, 85]], 'pq': [20, 50]"
		}
		sets, isPublished := "'cube'", func([]string) bool { return true }
		isTotal := func(labels []string, i int) bool { return labels[i] == total }
		switch random.IntN(3) {
		case 1:
			sets, isPublished = "'rollup'", func(labels []string) bool {
				for i := 1; i < len(labels); i++ {
					if isTotal(labels, i-1) && !isTotal(labels, i) {
						return false
					}
				}
				return true
			}
		case 2:
			kept := 1 + random.IntN(1<<m.columns-1)
			var names []string
			for i := range m.columns {
				if kept>>i&1 == 1 {
					names = append(names, fmt.Sprintf("'c%d'", i))
				}
			}
			sets, isPublished = "[["+strings.Join(names, ", ")+"]]", func(labels []string) bool {
				for i := range labels {
					if isTotal(labels, i) == (kept>>i&1 == 1) {
						return false
					}
				}
				return true
			}
		}
		call := m.call(sets, rules+"}")
		var got []string
		labels := make([]string, m.columns)
		columns := make([]string, m.columns)
		for i := range columns {
			columns[i] = fmt.Sprintf("CASE WHEN grouping >> %d & 1 = 1 THEN '*' ELSE coalesce(c%d, '') END", m.columns-1-i, i)
		}
		unsafe, nobody := false, false
		sqltest.Scan(t, db, "SELECT "+strings.Join(columns, ", ")+", people, value::VARCHAR, array_to_string(broken, ' '), safe, rule FROM "+call, func(rows *sql.Rows) error {
			var people sql.NullInt64
			var value, rule sql.NullString
			var broken string
			var safe bool
			into := []any{}
			for i := range labels {
				into = append(into, &labels[i])
			}
			err := rows.Scan(append(into, &people, &value, &broken, &safe, &rule)...)
			if !value.Valid {
				value.String = "NULL"
			}
			if err == nil && !people.Valid {
				nobody, safe = true, !safe // a row that says so, and is not safe
			}
			if safe != (broken == "") || rule.String != strings.Split(broken, " ")[0] || unsafe && !safe {
				t.Errorf("seed %d: safe %v, rule %q, broken %q, behind a safe one: %v", seed, safe, rule.String, broken, unsafe)
			}
			unsafe = safe
			if people.Valid {
				got = append(got, fmt.Sprintf("%q %d %s [%s]", labels, people.Int64, value.String, broken))
			}
			return err
		})
		slices.Sort(got)
		if nobody != (len(got) == 0) {
			t.Errorf("seed %d: %d cells, and a row on nobody: %v", seed, len(got), nobody)
		}
		if want := m.cells(isPublished, zeros); !slices.Equal(got, want) {
			t.Errorf("seed %d: %s\nreturns\n%s\nwant\n%s", seed, call, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}
