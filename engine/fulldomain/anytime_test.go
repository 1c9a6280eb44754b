package fulldomain

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
)

// wideAdult returns Adult with all of its 15 columns as quasi-identifiers, of which
// numbers without a hierarchy of their own are generalized to intervals that double, and
// so many more that are drawn: numbers of five digits, cut off one by one.
func wideAdult(tb testing.TB, more int) (*cells.Cells, []*hierarchy.Tree) {
	tb.Helper()
	file, err := os.Open(data + "adult.csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 15))
	for d := range more {
		records[0] = append(records[0], fmt.Sprint("digits", d))
		for i := range records[1:] {
			records[1+i] = append(records[1+i], strconv.Itoa(10_000+rng.IntN(90_000)))
		}
	}
	header, rows := records[0], records[1:]
	var trees []*hierarchy.Tree
	var sizes []int
	codes := make([][]int64, len(rows))
	for d, name := range header {
		var texts []string
		for _, row := range rows {
			texts = append(texts, row[d])
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		number := map[string]int{}
		for i, text := range texts {
			number[text] = i
		}
		for i, row := range rows {
			codes[i] = append(codes[i], int64(number[row[d]]))
		}
		sizes = append(sizes, len(texts))
		switch name {
		case "fnlwgt":
			trees = append(trees, doubling(tb, texts, 1000, 12))
		case "education-num":
			trees = append(trees, doubling(tb, texts, 2, 4))
		case "capital-gain", "capital-loss":
			trees = append(trees, doubling(tb, texts, 500, 6))
		case "hours-per-week":
			trees = append(trees, doubling(tb, texts, 5, 5))
		case "relationship":
			trees = append(trees, doubling(tb, texts, 0, 1))
		default:
			if d >= 15 {
				trees = append(trees, digits(tb, texts))
			} else {
				trees = append(trees, realTree(tb, data+"hierarchies/adult_"+name+".csv", number))
			}
		}
	}
	b := cells.Builder{Constraint: knowledge.SVPI}
	one := histogram(map[string]int{"": 1}, -1)
	for i := range codes {
		if err := b.Add(codes[i], one); err != nil {
			tb.Fatal(err)
		}
	}
	table, err := b.Cells(sizes)
	if err != nil {
		tb.Fatal(err)
	}
	return table, trees
}

// doubling returns a hierarchy of numbers: intervals of a width, twice the width and so
// on, and everything.
func doubling(tb testing.TB, texts []string, width, levels int) *hierarchy.Tree {
	return treeOf(tb, texts, levels, func(text string, level int) string {
		x, _ := strconv.Atoi(text)
		return strconv.Itoa(x / (width << (level - 1)))
	})
}

func digits(tb testing.TB, texts []string) *hierarchy.Tree {
	return treeOf(tb, texts, 5, func(text string, level int) string { return text[:5-level] })
}

func treeOf(tb testing.TB, texts []string, levels int, label func(text string, level int) string) *hierarchy.Tree {
	tb.Helper()
	var entries []hierarchy.Entry
	for v, text := range texts {
		for level := 1; level < levels; level++ {
			entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(level), Label: label(text, level)})
		}
		entries = append(entries, hierarchy.Entry{Value: int32(v), Level: int64(levels), Label: "*"})
	}
	tree, err := hierarchy.New(len(texts), entries)
	if err != nil {
		tb.Fatal(err)
	}
	return tree
}

// BenchmarkAnytime tells how good the best is after so many checks, and how good anything
// that is not decided may be at most. The last line is of a search that came to its end.
func BenchmarkAnytime(b *testing.B) {
	for _, more := range []int{0, 5} {
		table, trees := wideAdult(b, more)
		for _, limit := range []int64{0, table.Total.People / 20} {
			options := Options{Requirements: []privacy.Requirement{privacy.KAnonymity(5)}, Limit: limit, Which: Best, Workers: 2}
			b.Run(fmt.Sprintf("columns=%d/limit=%d", 15+more, limit), func(b *testing.B) {
				for b.Loop() {
					b.Log(LatticeSize(trees), "generalizations", curve(b, table, trees, options))
				}
			})
		}
	}
}

// mostChecks is where a benchmark gives up.
const mostChecks = 10_000

// curve searches for the best, and tells how far that was after so many checks.
func curve(b *testing.B, table *cells.Cells, trees []*hierarchy.Tree, options Options) string {
	b.Helper()
	text, left := "", int64(0)
	for _, checks := range []int64{10, 30, 100, 300, 1000, 3000, mostChecks} {
		left = checks
		options.Stop = func() bool { left--; return left <= 0 }
		r, err := Search(b.Context(), table, trees, options)
		if err != nil {
			b.Fatal(err)
		}
		best := r.Nodes[0].Loss
		text += fmt.Sprintf("\n%5d checks: best %.3f", r.Checked, best)
		if r.Complete {
			return text + fmt.Sprint(", which is all: ", r.Nodes[0].Levels)
		}
		text += fmt.Sprintf(", bound %.3f, gap %.3f", r.Bound, best-r.Bound)
	}
	return text
}
