package definitions

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// twins is a table in which everybody has a name, in two attributes, and the two people
// with the most frequent sensitive value, in two attributes, differ in nothing else.
var twins = gnfCall{
	original: publishedTable{attributes: []string{"a", "b", "s", "t"}, rows: cells(`
		p1 p1 x x
		p2 p2 x x
		p3 p3 y y
		p4 p4 z z`)},
	rules: []gnfRule{{[]string{"a"}, "s"}, {[]string{"b"}, "t"}},
	l:     2,
}

// chances are sums over releases of twins, of numbers that have mean 0 and at most
// variance 1 if all is left to chance. They are named after what they are about.
type chances map[string]float64

// add looks at a release, whose tables are numbered; -1 is the original.
func (c chances) add(publications []publication) {
	names := map[int][]string{-1: twins.original.column("a")}
	partner := map[int]float64{}
	for i, p := range publications {
		for _, name := range []string{"a", "b"} {
			if slices.Contains(p.attributes, name) {
				names[i] = p.column(name)
			}
		}
		if names[i] == nil || p.rhs != "s" && p.rhs != "t" {
			continue
		}
		groups, values := p.column("group_id"), p.column(p.rhs)
		y := slices.Index(values, "y")
		size := 0.0
		for _, g := range groups {
			if g == groups[y] {
				size++
			}
		}
		// Whether y stands beside its owner, who is in its group.
		beside := -1 / size
		if names[i][y] == "p3" {
			beside++
		}
		c[fmt.Sprintf("right sides in table %d", i)] += 2 * beside
		// Which of the two is in the group of y.
		for name, sign := range map[string]float64{"p1": 1, "p2": -1} {
			if groups[slices.Index(names[i], name)] == groups[y] {
				partner[i] += sign
			}
		}
		c[fmt.Sprintf("groups of table %d", i)] += partner[i]
	}
	for i, first := range names {
		for j, second := range names {
			if i >= j {
				continue
			}
			// A random permutation has one fixed point, with variance 1.
			fixed := -1.0
			for at := range first {
				if first[at] == second[at] {
					fixed++
				}
			}
			c[fmt.Sprintf("rows of tables %d and %d", i, j)] += fixed
			if i >= 0 {
				c[fmt.Sprintf("groups of tables %d and %d", i, j)] += partner[i] * partner[j]
			}
		}
	}
}

// draws is how often twins are published.
const draws = 60

// notLeftToChance publishes twins with many seeds, the same for all tables of a release,
// and names what is not as chance would have it: what is 5.5 standard deviations off.
// What is not random at all is further off than that.
func notLeftToChance(t *testing.T, f publish, method string) []string {
	t.Helper()
	c := chances{}
	for seed := range draws {
		call := twins
		call.method, call.seed = method, seed
		publications, err := f(t, call)
		if err != nil {
			t.Fatal(err)
		}
		c.add(publications)
	}
	t.Logf("method %q, sums of %d: %v", method, draws, c)
	var found []string
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if math.Abs(c[name]) > 5.5*math.Sqrt(draws) {
			found = append(found, name)
		}
	}
	return found
}

// TestAdversaryChance shows that each fault is noticed.
func TestAdversaryChance(t *testing.T) {
	t.Parallel()
	schema := []subTable{{[]string{"a", "s"}, "s"}, {[]string{"b", "t"}, "t"}}
	for f, want := range map[fault]string{
		faultless:     "",
		rowsInOrder:   "rows of tables -1 and 0, rows of tables -1 and 1, rows of tables 0 and 1",
		rowsAlike:     "rows of tables 0 and 1",
		rightInPlace:  "right sides in table 0, right sides in table 1",
		firstComeRows: "groups of table 0, groups of table 1, groups of tables 0 and 1",
		groupsAlike:   "groups of tables 0 and 1",
	} {
		found := strings.Join(notLeftToChance(t, reference{schema, f}.publish, ""), ", ")
		if found != want {
			t.Errorf("fault %d: found %q, want %q", f, found, want)
		}
	}
}
