package fulldomain

import (
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// realRows are the rows of a real table as far as a test looks at them, counted: the labels of the
// quasi-identifiers at each level, and the sensitive value. It is read anew, and shares
// nothing with what is tested.
type realRows struct {
	labels [][][]int // by row, column and level: the number of a label
	value  []string
	n      []int64
	total  map[string]int64
	people int64
	paths  map[string][]string // of the sensitive column
}

func readLines(tb testing.TB, path string) (lines [][]string) {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		lines = append(lines, strings.Split(strings.TrimSpace(line), ";"))
	}
	return lines
}

func readRows(tb testing.TB, set string, names []string, sensitive string) *realRows {
	tb.Helper()
	file, err := os.Open(data + set + ".csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	header := records[0]
	a := &realRows{total: map[string]int64{}, paths: map[string][]string{}}
	paths := make([]map[string][]int, len(names))
	for d, name := range names {
		numbers := map[string]int{}
		paths[d] = map[string][]int{}
		for _, line := range readLines(tb, data+"hierarchies/"+set+"_"+name+".csv") {
			var path []int
			for level, label := range line {
				key := fmt.Sprint(level, label)
				if _, ok := numbers[key]; !ok {
					numbers[key] = len(numbers)
				}
				path = append(path, numbers[key])
			}
			paths[d][line[0]] = path
		}
	}
	counts := map[string]int64{}
	for _, row := range records[1:] {
		var key []string
		for _, name := range append(slices.Clone(names), sensitive) {
			key = append(key, row[slices.Index(header, name)])
		}
		counts[strings.Join(key, ";")]++
	}
	for key, n := range counts {
		cells := strings.Split(key, ";")
		var labels [][]int
		for d := range names {
			labels = append(labels, paths[d][cells[d]])
		}
		v := cells[len(names)]
		a.labels, a.value, a.n = append(a.labels, labels), append(a.value, v), append(a.n, n)
		a.total[v] += n
		a.people += n
	}
	return a
}

// groups returns the QI groups at some levels: how often each value occurs in them.
func (a *realRows) groups(levels []int) []map[string]int64 {
	of := map[string]map[string]int64{}
	key := make([]byte, 0, 64)
	for i, labels := range a.labels {
		key = key[:0]
		for d, level := range levels {
			label := labels[d][min(level, len(labels[d])-1)]
			key = append(key, byte(label), byte(label>>8))
		}
		g, ok := of[string(key)]
		if !ok {
			g = map[string]int64{}
			of[string(key)] = g
		}
		g[a.value[i]] += a.n[i]
	}
	return slices.Collect(maps.Values(of))
}

// criterion is a requirement, and how far the worst group is within its bound, straight from
// the definition and in float64.
type criterion struct {
	name    string
	require privacy.Requirement
	margin  func(a *realRows, q func(v string) float64) float64
}

func number(v string) float64 {
	x, _ := strconv.ParseFloat(v, 64)
	return x
}

// inOrder returns the values of the table as numbers or texts in order.
func (a *realRows) inOrder() []string {
	return slices.SortedFunc(maps.Keys(a.total), func(v, w string) int {
		if x, y := number(v), number(w); x != y {
			return int(math.Copysign(1, x-y))
		}
		return strings.Compare(v, w)
	})
}

func (a *realRows) p(v string) float64 { return float64(a.total[v]) / float64(a.people) }

// extra is what a group has more of below each label of a level.
func (a *realRows) extra(level int, q func(v string) float64) map[string]float64 {
	more := map[string]float64{}
	for v := range a.total {
		label := v
		if level > 0 {
			label = a.paths[v][level-1]
		}
		more[label] += q(v) - a.p(v)
	}
	return more
}

func criteria(t *testing.T, a *realRows, values []partition.Value, numeric bool) []criterion {
	t.Helper()
	order := make([]int32, len(values))
	numbers := make([]*big.Rat, len(values))
	var texts []string
	for _, v := range values {
		texts = append(texts, v.Text)
	}
	for i, v := range a.inOrder() {
		order[i] = int32(slices.Index(texts, v))
	}
	var entries []hierarchy.Entry
	leaves := make([]int32, len(values))
	height := 0
	for i, v := range texts {
		leaves[i] = int32(i)
		numbers[i], _ = new(big.Rat).SetString(v)
		for level, label := range a.paths[v] {
			entries = append(entries, hierarchy.Entry{Value: int32(i), Level: int64(level + 1), Label: label})
			height = max(height, level+1)
		}
	}
	tree, err := hierarchy.New(len(values), entries)
	if err != nil {
		t.Fatal(err)
	}
	all := func(each func(q, p float64) float64) func(a *realRows, q func(v string) float64) float64 {
		return func(a *realRows, q func(v string) float64) float64 {
			worst := math.Inf(1)
			for v := range a.total {
				worst = min(worst, each(q(v), a.p(v)))
			}
			return worst
		}
	}
	list := []criterion{
		{"hierarchical", privacy.TClosenessHierarchical(0.3, tree, leaves), func(a *realRows, q func(v string) float64) float64 {
			sum := 0.0
			for level := range height {
				for _, x := range a.extra(level, q) {
					sum += math.Abs(x)
				}
			}
			return 0.3 - sum/float64(2*height)
		}},
		{"ordered", privacy.TClosenessOrdered(0.15, order), func(a *realRows, q func(v string) float64) float64 {
			sum, carried := 0.0, 0.0
			for _, v := range a.inOrder() {
				carried += q(v) - a.p(v)
				sum += math.Abs(carried)
			}
			return 0.15 - sum/float64(len(a.total)-1)
		}},
		{"basic", privacy.BetaLikeness(6, false), all(func(q, p float64) float64 { return 6 - (q-p)/p })},
		{"enhanced", privacy.BetaLikeness(2, true), all(func(q, p float64) float64 { return min(2, -math.Log(p)) - (q-p)/p })},
		{"disclosure", privacy.DeltaDisclosure(1.5, false), all(func(q, p float64) float64 { return 1.5 - math.Abs(math.Log(q/p)) })},
		{"disclosure of present values", privacy.DeltaDisclosure(2, true), all(func(q, p float64) float64 {
			if q == 0 {
				return math.Inf(1)
			}
			return 2 - math.Abs(math.Log(q/p))
		})},
	}
	if !numeric {
		return list
	}
	return append(list,
		criterion{"proximity", privacy.Proximity(5, 0.4, numbers), func(a *realRows, q func(v string) float64) float64 {
			most := 0.0
			for start := range a.total {
				sum := 0.0
				for v := range a.total {
					if number(v) >= number(start) && number(v) <= number(start)+5 {
						sum += q(v)
					}
				}
				most = max(most, sum)
			}
			return 0.4 - most
		}},
		criterion{"variance", privacy.Variance(60, numbers), func(a *realRows, q func(v string) float64) float64 {
			mean, sum := 0.0, 0.0
			for v := range a.total {
				mean += q(v) * number(v)
			}
			for v := range a.total {
				sum += q(v) * (number(v) - mean) * (number(v) - mean)
			}
			return sum - 60
		}})
}

// TestAdultValues: the verdict of each requirement on sensitive values at nodes of Adult's
// lattice, as they are checked one by one and, with all cases, as a search finds them for all
// nodes, is that of the definition.
func TestAdultValues(t *testing.T) {
	trials.Long(t)
	for _, c := range []struct {
		sensitive string
		qi        []string
	}{
		{"age", adultQI[1:]},
		{"occupation", []string{"age", "sex", "race", "marital-status", "native-country", "workclass"}},
	} {
		a := readRows(t, "adult", c.qi, c.sensitive)
		for _, line := range readLines(t, data+"hierarchies/adult_"+c.sensitive+".csv") {
			a.paths[line[0]] = line[1:]
		}
		table, trees := real(t, "adult", c.qi, c.sensitive)
		list := criteria(t, a, table.Values, c.sensitive == "age")
		nodes := nodesOf(trees)
		if !trials.Slow() { // those in which something holds
			slices.SortStableFunc(nodes, func(a, b []int) int { return sumOf(b) - sumOf(a) })
			nodes = nodes[:40]
		}
		rng := rand.New(rand.NewPCG(31, 32))
		rng.Shuffle(len(nodes), func(i, j int) { nodes[i], nodes[j] = nodes[j], nodes[i] })
		margins := make([][]float64, trials.Number(6, len(nodes)))
		for i := range margins {
			margins[i] = a.margins(nodes[i], list)
		}
		for j, criterion := range list {
			options := Options{Requirements: []privacy.Requirement{criterion.require}, Which: Safe}
			p, err := newProblem(table, trees, &options)
			if err != nil {
				t.Fatal(err)
			}
			found := map[string]bool{}
			if trials.Slow() {
				r, err := Search(t.Context(), table, trees, options)
				if err != nil {
					t.Fatal(err)
				}
				for _, n := range r.Nodes {
					found[fmt.Sprint(n.Levels)] = true
				}
			}
			safe, checker := 0, p.checker()
			for i := range margins {
				v, err := checker.check(t.Context(), p.base, nodes[i])
				if err != nil {
					t.Fatal(err)
				}
				want := margins[i][j] > 0
				if math.Abs(margins[i][j]) < 1e-9 {
					t.Logf("%s of %s at %v is at its bound", criterion.name, c.sensitive, nodes[i])
				} else if v.safe != want || trials.Slow() && found[fmt.Sprint(nodes[i])] != want {
					t.Errorf("%s of %s at %v holds %v, and is found %v, with a margin of %v", criterion.name, c.sensitive, nodes[i], v.safe, found[fmt.Sprint(nodes[i])], margins[i][j])
				}
				if want {
					safe++
				}
			}
			t.Logf("%s of %s: %d of %d nodes are safe", criterion.name, c.sensitive, safe, len(margins))
			if trials.Slow() && (safe == 0 || safe == len(nodes)) {
				t.Error("this tells nothing")
			}
		}
	}
}

// TestNotMerged: where merging may break a requirement, no node tells of those above or below
// it. p is 1/3 of each value: (0, 2, 2), (1, 1, 1) and (10, 8, 8) are within δ = 0.5, the
// first two as one are not, and all are. So it holds at level 0 and 2 only, and a search that
// halves the way up and believes level 1 misses level 0.
func TestNotMerged(t *testing.T) {
	b := cells.Builder{Constraint: knowledge.SVPI}
	for code, counts := range [][]int{{0, 2, 2}, {1, 1, 1}, {10, 8, 8}} {
		of := map[string]int{}
		for v, n := range counts {
			if n > 0 {
				of[string(rune('a'+v))] = n
			}
		}
		if err := b.Add([]int64{int64(code)}, histogram(of, -1)); err != nil {
			t.Fatal(err)
		}
	}
	table, err := b.Cells([]int{3})
	if err != nil {
		t.Fatal(err)
	}
	var entries []hierarchy.Entry
	for code, label := range []string{"x", "x", "y"} {
		entries = append(entries, hierarchy.Entry{Value: int32(code), Level: 1, Label: label})
	}
	tree, err := hierarchy.New(3, entries)
	if err != nil {
		t.Fatal(err)
	}
	for which, want := range map[Which][]int{Safe: {0, 2}, Minimal: {0}, Best: {0}} {
		r, err := Search(t.Context(), table, []*hierarchy.Tree{tree}, Options{Requirements: []privacy.Requirement{privacy.DeltaDisclosure(0.5, true)}, Which: which})
		if err != nil {
			t.Fatal(err)
		}
		var found []int
		for _, n := range r.Nodes {
			found = append(found, n.Levels[0])
		}
		slices.Sort(found)
		if !slices.Equal(found, want) {
			t.Errorf("Search for %v finds levels %v, want %v", which, found, want)
		}
	}
}

// margins are the least ones of the groups of a node.
func (a *realRows) margins(levels []int, list []criterion) []float64 {
	least := slices.Repeat([]float64{math.Inf(1)}, len(list))
	for _, counts := range a.groups(levels) {
		n := int64(0)
		for _, c := range counts {
			n += c
		}
		q := func(v string) float64 { return float64(counts[v]) / float64(n) }
		for j := range list {
			if least[j] > -1e-9 {
				least[j] = min(least[j], list[j].margin(a, q))
			}
		}
	}
	return least
}

func sumOf(levels []int) (sum int) {
	for _, level := range levels {
		sum += level
	}
	return sum
}

// nodesOf are all levels of a lattice.
func nodesOf(trees []*hierarchy.Tree) [][]int {
	nodes := [][]int{nil}
	for _, tree := range trees {
		var more [][]int
		for _, n := range nodes {
			for level := range int(tree.Height()) + 1 {
				more = append(more, append(slices.Clone(n), level))
			}
		}
		nodes = more
	}
	return nodes
}
