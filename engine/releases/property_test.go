package releases_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"skyline/engine/releases"
	"skyline/tests/trials"
)

// describe prints the shares of each person of a village, in the order of people.
func describe(t *testing.T, v *village, limit float64) string {
	t.Helper()
	table, cellOf := v.table()
	shares, err := releases.Shares(t.Context(), table, limit)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, cell := range cellOf {
		for value := range v.values {
			low, high := shareOf(shares[cell], value)
			fmt.Fprint(&b, low, " ", high, " ")
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// TestRenumbered gives people, groups, releases and values other numbers.
func TestRenumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 6))
	for range trials.Number(100, 1000) {
		v := randomVillage(r, 5+r.IntN(10), 1+r.IntN(3), 3, 3, r.IntN(2) == 0)
		order, values, inRelease := r.Perm(len(v.has)), r.Perm(v.values), r.Perm(len(v.groups[0]))
		groups := r.Perm(3)
		w := &village{values: v.values}
		for _, person := range order {
			of := make([]int, len(inRelease))
			for release, g := range v.groups[person] {
				if of[inRelease[release]] = g; g >= 0 {
					of[inRelease[release]] = groups[g]
				}
			}
			w.groups, w.has = append(w.groups, of), append(w.has, values[v.has[person]])
		}
		lines := strings.Split(describe(t, v, math.Inf(1)), "\n")
		other := strings.Split(describe(t, w, math.Inf(1)), "\n")
		for i, person := range order {
			want, got := strings.Fields(lines[person]), strings.Fields(other[i])
			for value := range v.values {
				if k := values[value]; want[2*value] != got[2*k] || want[2*value+1] != got[2*k+1] {
					t.Fatalf("%+v: person %d, value %d: %v, and renumbered %v", *v, person, value, want, got)
				}
			}
		}
	}
}

// TestCoarser adds a release whose groups are made of groups of another: it changes nothing, with or without counting.
func TestCoarser(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 7))
	for range trials.Number(100, 1000) {
		v := randomVillage(r, 5+r.IntN(10), 1+r.IntN(2), 4, 3, false)
		coarse := []int{r.IntN(2), r.IntN(2), r.IntN(2), r.IntN(2)}
		w := &village{values: v.values, has: v.has}
		at := r.IntN(len(v.groups[0]) + 1)
		for _, of := range v.groups {
			w.groups = append(w.groups, slices.Insert(slices.Clone(of), at, coarse[of[0]]))
		}
		if got, want := describe(t, w, math.Inf(1)), describe(t, v, math.Inf(1)); got != want {
			t.Fatalf("%+v: with a coarser release\n%s, without\n%s", *v, got, want)
		}
	}
}

// TestOneRelease makes sure that one release tells the shares of its groups, without counting.
func TestOneRelease(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 8))
	for range 100 {
		v := randomVillage(r, 1+r.IntN(30), 1, 4, 5, false)
		table, _ := v.table()
		shares, err := releases.Shares(t.Context(), table, 0)
		if err != nil {
			t.Fatal(err)
		}
		for j, cell := range table.Cells {
			people := int64(0)
			for _, c := range cell.Counts {
				people += c.People
			}
			for i, c := range cell.Counts {
				want := big.NewRat(c.People, people)
				if s := shares[j][i]; len(shares[j]) != len(cell.Counts) || s.Value != c.Value || s.Low.Cmp(want) != 0 || s.High.Cmp(want) != 0 {
					t.Fatalf("%+v: %+v, want %v of %d", cell, s, want, c.Value)
				}
			}
		}
	}
}

// TestInvariant makes m-invariant releases with people who join and leave: each group has m values, each equally often, and
// whoever stays is always among the same m. Each of them has the probability 1/m for everybody, known without counting.
func TestInvariant(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 9))
	for range trials.Number(50, 500) {
		m := 2 + r.IntN(3)
		v := &village{values: 2 * m}
		const inReleases = 3
		for set := range 2 { // of values
			var sizes [inReleases]int
			people := make([][]int, m) // with each value
			for k := range m {
				for range 6 {
					people[k] = append(people[k], len(v.has))
					of := make([]int, inReleases)
					for release := range of {
						of[release] = -1
					}
					v.groups, v.has = append(v.groups, of), append(v.has, set*m+k)
				}
			}
			for release := range inReleases {
				sizes[release] = 3 + r.IntN(4)
				for k := range m {
					for i, p := range r.Perm(6)[:sizes[release]] {
						v.groups[people[k][p]][release] = 10*set + i/2
					}
				}
			}
		}
		for p := 0; p < len(v.has); p++ { // people who are in no release
			if slices.Max(v.groups[p]) < 0 {
				v.groups, v.has = slices.Delete(v.groups, p, p+1), slices.Delete(v.has, p, p+1)
				p--
			}
		}
		table, _ := v.table()
		shares, err := releases.Shares(t.Context(), table, 0)
		if err != nil {
			t.Fatal(err)
		}
		verdicts, err := releases.Check(t.Context(), table, big.NewRat(1, int64(m)), 0)
		if err != nil {
			t.Fatal(err)
		}
		for j, of := range shares {
			if len(of) != m {
				t.Fatalf("cell %d has %d values, want %d", j, len(of), m)
			}
			for _, s := range of {
				if want := big.NewRat(1, int64(m)); s.Low.Cmp(want) != 0 || s.High.Cmp(want) != 0 {
					t.Fatalf("%+v: [%v, %v], want 1/%d", *v, s.Low, s.High, m)
				}
			}
		}
		for _, of := range verdicts {
			if of.Exact != int64(len(v.has)) || of.Undecided != 0 || of.High.Cmp(big.NewRat(1, int64(m))) != 0 {
				t.Fatalf("%+v, want 1/%d", of, m)
			}
		}
	}
}

// TestOrderOfCells gives the cells of a larger table in another order, with little to count: where something is known
// exactly, it is the same.
func TestOrderOfCells(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 10))
	table := plane(r, 1000, 5, 6, 0.05)
	order := r.Perm(len(table.Cells))
	other := &releases.Table{Releases: table.Releases, Values: table.Values}
	for _, j := range order {
		other.Cells = append(other.Cells, table.Cells[j])
	}
	var all [2]string
	for i, of := range []*releases.Table{table, other} {
		shares, err := releases.Shares(t.Context(), of, math.Inf(1))
		if err != nil {
			t.Fatal(err)
		}
		var lines []string
		for j, s := range shares {
			line := fmt.Sprint(of.Cells[j].Groups)
			for _, share := range s {
				line += fmt.Sprint(" ", share.Value, share.Low, share.High)
				if share.Low.Cmp(share.High) != 0 {
					t.Fatalf("%s is not exact", line)
				}
			}
			lines = append(lines, line)
		}
		sort.Strings(lines)
		all[i] = strings.Join(lines, "\n")
	}
	if all[0] != all[1] {
		t.Error("cells in another order tell something else")
	}
}
