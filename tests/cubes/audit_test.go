package cubes

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"skyline/sqlfuncs/sqltext"
	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// A publisher makes a table of counts by a and b, with totals and perhaps groups of a, in one of several ways.
type publisher struct {
	a, b   []string // values
	group  []int    // of each value of a; nil for none
	groups []string
	rows   []row
	way    string // mask, having or round
	number int    // numbers up to it are masked or left out, or the base that is rounded to
}

// A row is about some of the values of a and b; what is a total has no label.
type row struct {
	a, b   string
	as, bs []int
}

func newPublisher(rng *rand.Rand) *publisher {
	odd := []string{"x", "it's", "", "NULL", "é \"y\"", "10", "9", "z"}
	rng.Shuffle(len(odd), func(i, j int) { odd[i], odd[j] = odd[j], odd[i] })
	p := &publisher{a: odd[:2+rng.IntN(2)], b: odd[3:5], way: []string{"mask", "having", "round"}[rng.IntN(3)], number: 1 + rng.IntN(2)}
	if p.way == "round" {
		p.number = 3 // whose halves no number is
	}
	if len(p.a) == 3 && rng.IntN(2) == 0 {
		p.groups, p.group = []string{"g 1", "g 2"}, []int{0, 1, 1}
	}
	all := func(n int) (list []int) {
		for i := range n {
			list = append(list, i)
		}
		return list
	}
	as := []row{{as: all(len(p.a))}}
	for i, label := range p.a {
		as = append(as, row{a: label, as: []int{i}})
	}
	for g, label := range p.groups {
		r := row{a: label}
		for i, of := range p.group {
			if of == g {
				r.as = append(r.as, i)
			}
		}
		as = append(as, r)
	}
	for _, r := range as {
		p.rows = append(p.rows, row{r.a, "", r.as, all(len(p.b))})
		for j, label := range p.b {
			p.rows = append(p.rows, row{r.a, label, r.as, []int{j}})
		}
	}
	return p
}

func (p *publisher) count(people [][]int, r row) (n int) {
	for _, i := range r.as {
		for _, j := range r.bs {
			n += people[i][j]
		}
	}
	return n
}

// publish returns what is shown in each row; "" for a row that is left out.
func (p *publisher) publish(people [][]int) string {
	var shown []string
	for _, r := range p.rows {
		n := p.count(people, r)
		switch {
		case p.way == "mask" && n > 0 && n <= p.number:
			shown = append(shown, "NULL")
		case p.way == "mask" && n == 0, p.way == "having" && n <= p.number:
			shown = append(shown, "")
		case p.way == "round":
			shown = append(shown, fmt.Sprint((n+p.number/2)/p.number*p.number))
		default:
			shown = append(shown, fmt.Sprint(n))
		}
	}
	return strings.Join(shown, ",")
}

// tables calls f with all tables of a number of people.
func (p *publisher) tables(people int, f func(table [][]int)) {
	table := make([][]int, len(p.a))
	for i := range table {
		table[i] = make([]int, len(p.b))
	}
	var put func(at, left int)
	put = func(at, left int) {
		i, j := at/len(p.b), at%len(p.b)
		if i == len(table)-1 && j == len(p.b)-1 {
			table[i][j] = left
			f(table)
			return
		}
		for n := range left + 1 {
			table[i][j] = n
			put(at+1, left-n)
		}
	}
	put(0, people)
}

// TestAudit publishes random tables of people, and compares what cube_audit says with all tables that would be published like
// that: the attacker knows how it was done.
func TestAudit(t *testing.T) {
	db := sqltest.Open(t, "")
	for seed := range trials.Seeds(t, 25, 1000) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := newPublisher(rng)
		people, most := make([][]int, len(p.a)), 0
		for i := range people {
			people[i] = make([]int, len(p.b))
			for j := range people[i] {
				people[i][j] = max(0, rng.IntN(5)-1)
				most += people[i][j]
			}
		}
		if most <= 2 {
			continue // the total would be masked, and anything is possible
		}
		published := p.publish(people)
		if !p.complete(strings.Split(published, ",")) {
			continue
		}
		bounds := make([][2]int, len(p.rows))
		for i := range bounds {
			bounds[i] = [2]int{1 << 30, -1}
		}
		for n := most - 2; n <= most+2; n++ { // a rounded total may be one of three numbers
			p.tables(n, func(table [][]int) {
				if p.publish(table) == published {
					for i, r := range p.rows {
						x := p.count(table, r)
						bounds[i] = [2]int{min(bounds[i][0], x), max(bounds[i][1], x)}
					}
				}
			})
		}
		statement := p.statement(rng, strings.Split(published, ","))
		got := map[string]string{}
		sqltest.Scan(t, db, statement, func(r *sql.Rows) error {
			var a, b sql.Null[string]
			var least, largest int
			var exact bool
			err := r.Scan(&a, &b, &least, &largest, &exact)
			got[fmt.Sprint(a, b)] = fmt.Sprint(least, largest, exact)
			return err
		})
		shown := strings.Split(published, ",")
		for i, r := range p.rows {
			a, b := sql.Null[string]{V: r.a, Valid: len(r.as) < len(p.a)}, sql.Null[string]{V: r.b, Valid: len(r.bs) < len(p.b)}
			want := fmt.Sprint(bounds[i][0], bounds[i][1], true)
			isRow := shown[i] == "NULL" || p.way == "round" || p.way == "having" && shown[i] == ""
			if is, ok := got[fmt.Sprint(a, b)]; ok != isRow || ok && is != want {
				t.Fatalf("seed %d: row %d of %s is %q, want %q\n%s", seed, i, published, is, want, statement)
			}
		}
	}
}

// complete reports whether each grouping has a row: it counts as published then.
func (p *publisher) complete(shown []string) bool {
	rows := map[[2]bool]map[bool]int{} // by whether a and b are totals, and whether a is a group
	for i, r := range p.rows {
		grouping := [2]bool{len(r.as) == len(p.a), len(r.bs) == len(p.b)}
		if rows[grouping] == nil {
			rows[grouping] = map[bool]int{}
		}
		isGroup := slices.Contains(p.groups, r.a)
		if rows[grouping][isGroup] += 0; shown[i] != "" {
			rows[grouping][isGroup]++
		}
	}
	for _, of := range rows {
		for _, n := range of {
			if n == 0 {
				return false
			}
		}
	}
	return true
}

// statement is the call of cube_audit; totals are NULL in its result.
func (p *publisher) statement(rng *rand.Rand, shown []string) string {
	label := func(isTotal bool, s string) string {
		if isTotal {
			return "NULL"
		}
		return literal(s)
	}
	var values []string
	for i, r := range p.rows {
		if shown[i] == "" {
			continue
		}
		allA, allB := len(r.as) == len(p.a), len(r.bs) == len(p.b)
		values = append(values, fmt.Sprintf("(%s, %s, %s, %d)", label(allA, r.a), label(allB, r.b), shown[i], 2*sqltest.BoolInt(allA)+sqltest.BoolInt(allB)))
	}
	rng.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	table := "(VALUES " + strings.Join(values, ", ") + ") t(a, b, n, g)"
	arguments, a, b := "", "a", "b"
	switch rng.IntN(3) {
	case 0:
		arguments = ", grouping_column := 'g'"
	case 1:
		table = "(SELECT coalesce(a, 'all!') AS a, coalesce(b, 'all!') AS b, n FROM " + table + ")"
		arguments, a, b = ", total := 'all!'", "nullif(a, 'all!')", "nullif(b, 'all!')"
	}
	switch p.way {
	case "mask":
		arguments += fmt.Sprintf(", masked := {'value': NULL, 'between': [1, %d]}, absent := 'zero'", p.number)
	case "having":
		arguments += fmt.Sprintf(", masked := {'value': NULL, 'between': [1, %d]}, absent := 'masked'", p.number)
	default:
		arguments += fmt.Sprintf(", rounding := {'base': %d, 'rule': 'nearest'}", p.number)
	}
	// Labels of which all rows were left out are known by the hierarchies.
	if p.group != nil || p.way == "having" {
		var entries []string
		for i, v := range p.a {
			parent := "*"
			if p.group != nil {
				parent = p.groups[p.group[i]]
			}
			entries = append(entries, fmt.Sprintf("('a', %s, 1, %s)", literal(v), literal(parent)))
		}
		for _, v := range p.b {
			entries = append(entries, fmt.Sprintf("('b', %s, 1, '*')", literal(v)))
		}
		arguments += ", hierarchies := " + literal("(VALUES "+strings.Join(entries, ", ")+") h(attribute, value, level, label)")
	}
	return fmt.Sprintf("SELECT %s, %s, least, largest, exact FROM cube_audit(%s, ['a', 'b'], 'n'%s) WHERE cell <> 'sum of masked'", a, b, literal(table), arguments)
}

func literal(s string) string { return string(sqltext.Text(s)) }
