package fulldomain

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
)

const data = "../../tests/data/"

// real returns the cells of a real table, and the hierarchies of its columns.
func real(tb testing.TB, set string, names []string, sensitive string) (*cells.Cells, []*hierarchy.Tree) {
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
	header, rows := records[0], records[1:]
	if names == nil {
		names = header
	}
	var trees []*hierarchy.Tree
	codes := make([][]int64, len(rows))
	sizes := make([]int, len(names))
	for d, name := range names {
		at := slices.Index(header, name)
		number := map[string]int{}
		for _, row := range rows {
			number[row[at]] = 0
		}
		var texts []string
		for text := range number {
			texts = append(texts, text)
		}
		slices.Sort(texts)
		for i, text := range texts {
			number[text] = i
		}
		for i, row := range rows {
			codes[i] = append(codes[i], int64(number[row[at]]))
		}
		sizes[d] = len(texts)
		trees = append(trees, realTree(tb, data+"hierarchies/"+set+"_"+name+".csv", number))
	}
	at := slices.Index(header, sensitive)
	counts, keys := map[string]map[string]int{}, []string{}
	of := map[string][]int64{}
	for i, row := range rows {
		key := fmt.Sprint(codes[i])
		if counts[key] == nil {
			counts[key], of[key] = map[string]int{}, codes[i]
			keys = append(keys, key)
		}
		value := ""
		if at >= 0 {
			value = row[at]
		}
		counts[key][value]++
	}
	b := cells.Builder{Constraint: knowledge.SVPI}
	for _, key := range keys {
		if err := b.Add(of[key], histogram(counts[key], -1)); err != nil {
			tb.Fatal(err)
		}
	}
	table, err := b.Cells(sizes)
	if err != nil {
		tb.Fatal(err)
	}
	return table, trees
}

func realTree(tb testing.TB, path string, number map[string]int) *hierarchy.Tree {
	tb.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		tb.Fatal(err)
	}
	var entries []hierarchy.Entry
	for line := range strings.Lines(string(text)) {
		labels := strings.Split(strings.TrimSpace(line), ";")
		if v, ok := number[labels[0]]; ok {
			for level, label := range labels[1:] {
				entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(level + 1), Label: label})
			}
		}
	}
	tree, err := hierarchy.New(len(number), entries)
	if err != nil {
		tb.Fatal(err)
	}
	return tree
}

var adultQI = []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}

// setting is a search of Adult.
type setting struct {
	name         string
	requirements []privacy.Requirement
	limit        int64
	// What ARX found: the levels of its best, its people left out, groups and smallest.
	levels                       []int
	suppressed, groups, smallest int64
}

var settings = []setting{
	{"k=5", []privacy.Requirement{privacy.KAnonymity(5)}, 0, []int{4, 0, 1, 0, 2, 2, 2}, 0, 40, 5},
	{"k=10", []privacy.Requirement{privacy.KAnonymity(10)}, 0, []int{4, 0, 0, 1, 3, 2, 2}, 0, 20, 21},
	{"k=5,5%", []privacy.Requirement{privacy.KAnonymity(5)}, 2261, []int{3, 0, 0, 0, 2, 1, 0}, 1984, 562, 5},
	{"k=10,5%", []privacy.Requirement{privacy.KAnonymity(10)}, 2261, []int{3, 0, 0, 0, 2, 1, 1}, 2037, 271, 10},
	{"k=5,distinct=3,5%", []privacy.Requirement{privacy.KAnonymity(5), privacy.DistinctDiversity(3)}, 2261, []int{3, 0, 0, 0, 2, 1, 0}, 2124, 540, 5},
	{"k=5,recursive,5%", []privacy.Requirement{privacy.KAnonymity(5), privacy.RecursiveDiversity(4, 3)}, 2261, []int{2, 0, 0, 0, 2, 1, 1}, 2100, 510, 5},
}

func (s *setting) data(tb testing.TB) (*cells.Cells, []*hierarchy.Tree) {
	sensitive := ""
	if len(s.requirements) > 1 {
		sensitive = "occupation"
	}
	return real(tb, "adult", adultQI, sensitive)
}

func BenchmarkAdult(b *testing.B) {
	for _, s := range settings {
		table, trees := s.data(b)
		for which, name := range []string{"minimal", "best", "safe"} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				bench(b, table, trees, Options{Requirements: s.requirements, Limit: s.limit, Which: Which(which), Measure: Loss})
			})
		}
	}
}

// BenchmarkAverageRisk is k=5 with and without the average risk, with 5 % of the people left out.
func BenchmarkAverageRisk(b *testing.B) {
	table, trees := real(b, "adult", adultQI, "")
	for _, s := range []setting{
		{name: "k=5", requirements: []privacy.Requirement{privacy.KAnonymity(5)}},
		{name: "k=5,average=0.05", requirements: []privacy.Requirement{privacy.KAnonymity(5), privacy.AverageRisk(0.05)}},
	} {
		b.Run(s.name, func(b *testing.B) {
			bench(b, table, trees, Options{Requirements: s.requirements, Limit: 2261, Which: Best, Measure: Loss})
		})
	}
}

// BenchmarkOptimum is the searches of TestOptimum.
func BenchmarkOptimum(b *testing.B) {
	for _, o := range optima {
		a := readRows(b, o.set, o.qi, o.sensitive)
		table, trees := real(b, o.set, o.qi, o.sensitive)
		for _, c := range combinations {
			options := o.options(&c, a.people, numbersOf(table, a.inOrder()))
			b.Run(o.String()+"/"+c.name, func(b *testing.B) {
				b.ReportAllocs()
				bench(b, table, trees, options)
			})
		}
	}
}

func BenchmarkFARS(b *testing.B) {
	for columns := 4; columns <= 8; columns++ {
		names := []string{"iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "istatenum", "iinjury"}[:columns]
		table, trees := real(b, "fars", names, "")
		for which, name := range []string{"minimal", "best"} {
			b.Run(fmt.Sprintf("columns=%d/%s", columns, name), func(b *testing.B) {
				bench(b, table, trees, Options{Requirements: []privacy.Requirement{privacy.KAnonymity(5)}, Which: Which(which)})
			})
		}
	}
}

func bench(b *testing.B, table *cells.Cells, trees []*hierarchy.Tree, options Options) {
	b.Helper()
	for b.Loop() {
		r, err := Search(b.Context(), table, trees, options)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Checked), "checked")
		b.ReportMetric(float64(len(r.Nodes)), "nodes")
	}
	b.ReportMetric(float64(LatticeSize(trees)), "lattice")
}

// BenchmarkStopped takes a search of a large lattice that is stopped at once: what it
// says of all that is open.
func BenchmarkStopped(b *testing.B) {
	e := &example{ladders: slices.Repeat([]ladder{{{"a", "b", "c", "d"}, {"ab", "ab", "cd", "cd"}, {"*", "*", "*", "*"}}}, 15)}
	for v := range 4 {
		e.people = append(e.people, person{slices.Repeat([]int{v}, len(e.ladders)), []string{"s"}})
	}
	table, trees := e.cells(b, rand.New(rand.NewPCG(1, 6)))
	for b.Loop() {
		r, err := Search(b.Context(), table, trees, Options{Which: Best, Stop: func() bool { return true }})
		if err != nil || r.Complete || r.Bound != 0 {
			b.Fatal(r, err)
		}
	}
}
