package definitions

import (
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/tests/internal/sqltest"
	"skyline/tests/trials"
)

// group is a QI group of its own: the class of each person, their values, and the rates of each
// class and value, in 64ths.
type group struct {
	classes, values []int
	rates           [][]int64
}

// randomGroup makes a group of few people. Small rates make zeros and equal ones frequent.
func randomGroup(rng *rand.Rand) *group {
	g := &group{}
	values := 1 + rng.IntN(3)
	most := []int64{2, 4, 20}[rng.IntN(3)]
	for range 1 + rng.IntN(3) {
		var row []int64
		for range values {
			row = append(row, rng.Int64N(most))
		}
		g.rates = append(g.rates, row)
	}
	for range 1 + rng.IntN(6) {
		g.classes = append(g.classes, rng.IntN(len(g.rates)))
		g.values = append(g.values, rng.IntN(values))
	}
	return g
}

// worlds adds up the weights of all ways to hand out values to the people of the group, as often as
// they occur: in all, and of those in which each person has each value.
func (g *group) worlds() (all int64, having [][]int64) {
	counts := make([]int, len(g.rates[0]))
	for _, v := range g.values {
		counts[v]++
	}
	having = make([][]int64, len(g.classes))
	for p := range having {
		having[p] = make([]int64, len(counts))
	}
	world := make([]int, len(g.classes))
	var hand func(person int, weight int64)
	hand = func(person int, weight int64) {
		if person == len(world) {
			all += weight
			for p, v := range world {
				having[p][v] += weight
			}
			return
		}
		for v := range counts {
			if counts[v] > 0 {
				counts[v]--
				world[person] = v
				hand(person+1, weight*g.rates[g.classes[person]][v])
				counts[v]++
			}
		}
	}
	hand(0, 1)
	return all, having
}

// TestKnowledgeByEnumeration compares thousands of groups with what enumeration says. Each group has
// values and classes of its own, so that a row is about one group.
func TestKnowledgeByEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 1))
	db := sqltest.Open(t, "")
	var rows, rules []string
	type expected struct {
		all, most, people int64
	}
	want := map[string]*expected{}
	impossible := 0
	for id := range trials.Number(1500, 8000) {
		g := randomGroup(rng)
		all, having := g.worlds()
		if all == 0 {
			impossible++
			continue
		}
		for p, class := range g.classes {
			rows = append(rows, fmt.Sprintf("(%d, %d, '%d %d')", id, class, id, g.values[p]))
			for v := range g.rates[0] {
				value := fmt.Sprintf("%d %d", id, v)
				if want[value] == nil {
					want[value] = &expected{all: all}
				}
				want[value].most = max(want[value].most, having[p][v])
				if 2*having[p][v] >= all {
					want[value].people++
				}
			}
		}
		for class, row := range g.rates {
			for v, rate := range row {
				rules = append(rules, fmt.Sprintf("(%d, %d, '%d %d', %d / 64)", id, class, id, v, rate))
			}
		}
	}
	if impossible < 20 {
		t.Errorf("%d groups have no assignment, which are too few", impossible)
	}
	for name, values := range map[string][]string{"people (g, class, v)": rows, "beliefs (g, class, v, rate)": rules} {
		table, columns, _ := strings.Cut(name, " ")
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE "+table+" AS FROM (VALUES "+strings.Join(values, ", ")+") AS t"+columns); err != nil {
			t.Fatal(err)
		}
	}
	n := 0
	sqltest.Scan(t, db, "SELECT value, breach, safe, people FROM knowledge_check('people', qi := ['g'], sensitive := 'v', known := ['g', 'class'], prior := 'beliefs')", func(found *sql.Rows) error {
		var value string
		var breach float64
		var safe bool
		var people int64
		if err := found.Scan(&value, &breach, &safe, &people); err != nil {
			return err
		}
		n++
		w := want[value]
		if breach != float64(w.most)/float64(w.all) || safe != (2*w.most < w.all) || people != w.people {
			t.Errorf("%s: %v, %v, %d people, want %d/%d, %d people", value, breach, safe, people, w.most, w.all, w.people)
		}
		return nil
	})
	if n < 1000 {
		t.Errorf("%d rows, which are too few", n)
	}
}
