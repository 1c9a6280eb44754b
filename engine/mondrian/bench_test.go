package mondrian

import (
	"encoding/csv"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/breach"
	"skyline/engine/cells"
	"skyline/engine/knowledge"
	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// adult returns the cells of a real table, with age as numbers and the other
// columns in the order of their texts.
func adult(tb testing.TB, qi []string, sensitive string) ([]Column, []person) {
	tb.Helper()
	file, err := os.Open("../../tests/data/adult.csv")
	if err != nil {
		tb.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	columns := make([]Column, len(qi))
	people := make([]person, len(records)-1)
	for d, name := range qi {
		at := slices.Index(records[0], name)
		var texts []string
		for _, r := range records[1:] {
			texts = append(texts, r[at])
		}
		slices.Sort(texts)
		texts = slices.Compact(texts)
		columns[d].Size = len(texts)
		if _, err := strconv.Atoi(texts[0]); err == nil {
			for _, text := range texts {
				x, _ := strconv.ParseFloat(text, 64)
				columns[d].Numbers = append(columns[d].Numbers, x)
			}
		}
		for i, r := range records[1:] {
			code, _ := slices.BinarySearch(texts, r[at])
			people[i].codes = append(people[i].codes, int64(code))
		}
	}
	at := slices.Index(records[0], sensitive)
	for i, r := range records[1:] {
		value := ""
		if at >= 0 {
			value = r[at]
		}
		people[i].values = []string{value}
	}
	return columns, people
}

var adultQI = []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}

// clone returns cells that Partition may reorder.
func (c *Cells) clone() *Cells {
	table := *c.Cells
	table.Value, table.N = slices.Clone(c.Value), slices.Clone(c.N)
	table.Codes = slices.Clone(c.Codes)
	for d := range c.Codes {
		table.Codes[d] = slices.Clone(c.Codes[d])
	}
	clone := *c
	clone.Cells = &table
	return &clone
}

// penalty returns the normalized certainty penalty of a release.
func penalty(r *Release, columns []Column) float64 {
	sum, people := 0.0, int64(0)
	for i := range r.Len() {
		people += r.Group(i).People
		for d := range columns {
			c := &r.cells.columns[d]
			codes := r.Members(i, d)
			if len(codes) == 1 {
				continue
			}
			if c.Numbers != nil {
				sum += c.width(codes[0], codes[len(codes)-1]) * float64(r.Group(i).People)
			} else {
				sum += float64(len(codes)) / float64(c.Size) * float64(r.Group(i).People)
			}
		}
	}
	return sum / float64(people) / float64(len(columns))
}

func BenchmarkAdult(b *testing.B) {
	for _, sensitive := range []string{"", "occupation"} {
		columns, people := adult(b, adultQI, sensitive)
		cells := cellsOf(b, knowledge.SVPI, columns, people)
		for _, k := range []int64{5, 10} {
			for _, strategy := range []Strategy{InformationGain, Median, InformationLoss} {
				b.Run(fmt.Sprintf("sensitive=%s/k=%d/strategy=%d", sensitive, k, strategy), func(b *testing.B) {
					b.ReportAllocs()
					var release *Release
					for b.Loop() {
						b.StopTimer()
						c := cells.clone()
						b.StartTimer()
						var err error
						release, err = Partition(b.Context(), c, Options{strategy, []privacy.Requirement{privacy.KAnonymity(k)}, runtime.GOMAXPROCS(0)})
						if err != nil {
							b.Fatal(err)
						}
					}
					b.ReportMetric(float64(release.Len()), "groups")
					b.ReportMetric(100*penalty(release, columns), "NCP%")
				})
			}
		}
	}
}

// BenchmarkCells partitions random cells of five columns, as they come of ten
// million rows.
func BenchmarkCells(b *testing.B) {
	for _, n := range []int{300_000, 5_000_000} {
		for _, strategy := range []Strategy{InformationGain, Median, InformationLoss} {
			b.Run(fmt.Sprintf("cells=%d/strategy=%d", n, strategy), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 1))
				columns := []Column{{Size: 74}, {Size: 2}, {Size: 1000}, {Size: 16}, {Size: 41}}
				builder := cells.Builder{}
				codes := make([]int64, len(columns))
				for range n {
					for d := range codes {
						codes[d] = int64(rng.IntN(columns[d].Size))
					}
					if err := builder.Add(codes, "\x02"+string(rune('a'+rng.IntN(14)))+"\x02"); err != nil {
						b.Fatal(err)
					}
				}
				c, err := newCells(&builder, columns)
				if err != nil {
					b.Fatal(err)
				}
				b.ReportAllocs()
				for b.Loop() {
					release, err := Partition(b.Context(), c, Options{strategy, []privacy.Requirement{privacy.KAnonymity(10), privacy.DistinctDiversity(2)}, runtime.GOMAXPROCS(0)})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(release.Len()), "groups")
				}
			})
		}
	}
}

// BenchmarkWide partitions people who nearly all differ, in eight columns or in thirty.
func BenchmarkWide(b *testing.B) {
	const n = 200_000
	for _, sizes := range [][]int{slices.Repeat([]int{n}, 8), slices.Repeat([]int{2, 5, 16, 74, 300, 1000, 20_000, n}, 4)[:30]} {
		for _, values := range []int{1, 14} {
			b.Run(fmt.Sprintf("columns=%d/values=%d", len(sizes), values), func(b *testing.B) {
				rng := rand.New(rand.NewPCG(1, 2))
				columns := make([]Column, len(sizes))
				for d, size := range sizes {
					columns[d].Size = size
				}
				builder := cells.Builder{}
				codes := make([]int64, len(columns))
				for range n {
					for d, size := range sizes {
						codes[d] = int64(rng.IntN(size))
					}
					if err := builder.Add(codes, "\x02"+string(rune('a'+rng.IntN(values)))+"\x01"); err != nil {
						b.Fatal(err)
					}
				}
				table, err := newCells(&builder, columns)
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					b.StopTimer()
					c := table.clone()
					b.StartTimer()
					release, err := Partition(b.Context(), c, Options{InformationLoss, []privacy.Requirement{privacy.KAnonymity(10)}, 1})
					if err != nil {
						b.Fatal(err)
					}
					b.ReportMetric(float64(release.Len()), "groups")
				}
			})
		}
	}
}

// BenchmarkSkyline partitions Adult under one point for every value, and under ten
// thousand: points of the knowledge skylines that the release under the one point
// has, so that they allow about as much.
func BenchmarkSkyline(b *testing.B) {
	columns, people := adult(b, adultQI, "occupation")
	cells := cellsOf(b, knowledge.SVPI, columns, people)
	one := &privacy.Skyline{Others: []privacy.Point{skylinePoint(b, knowledge.Point{L: 2, K: 5, M: 2}, 0.7)}}
	first, err := Partition(b.Context(), cells.clone(), Options{InformationGain, []privacy.Requirement{one}, 1})
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		skyline *privacy.Skyline
	}{{"points=1", one}, {"points=10000", skylinesOf(b, first, 10_000)}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				cells := cells.clone()
				b.StartTimer()
				release, err := Partition(b.Context(), cells, Options{InformationGain, []privacy.Requirement{c.skyline}, runtime.GOMAXPROCS(0)})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(release.Len()), "groups")
			}
		})
	}
}

// BenchmarkImplications partitions Adult under (c,k)-safety.
func BenchmarkImplications(b *testing.B) {
	columns, people := adult(b, adultQI, "occupation")
	cells := cellsOf(b, knowledge.SVPI, columns, people)
	for _, k := range []int64{1, 3, 6} {
		b.Run(fmt.Sprint("k=", k), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				cells := cells.clone()
				b.StartTimer()
				release, err := Partition(b.Context(), cells, Options{InformationGain, []privacy.Requirement{privacy.Implications(k, 0.8)}, runtime.GOMAXPROCS(0)})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(release.Len()), "groups")
			}
		})
	}
}

func skylinePoint(b *testing.B, p knowledge.Point, c float64) privacy.Point {
	b.Helper()
	threshold, err := breach.NewThreshold(c)
	if err != nil {
		b.Fatal(err)
	}
	return privacy.Point{Requirement: breach.Requirement{Point: p, C: threshold}, Threshold: c}
}

// skylinesOf returns n points that a release is safe at, in equal parts of its
// values: of their skylines at several thresholds.
func skylinesOf(b *testing.B, release *Release, n int) *privacy.Skyline {
	b.Helper()
	table := &partition.Table{Values: release.cells.Values}
	for i := range release.Len() {
		g := *release.Group(i)
		g.Histogram = fmt.Sprint(i)
		table.Groups = append(table.Groups, g)
		table.People += g.People
	}
	r, err := breach.NewRelease(table, knowledge.SVPI)
	if err != nil {
		b.Fatal(err)
	}
	skyline := &privacy.Skyline{}
	for v := range table.Values {
		points := []privacy.Point{skylinePoint(b, knowledge.Point{L: 2, K: 5, M: 2}, 0.7)}
		for c := 0.71; len(points) < n/len(table.Values); c += 0.001 {
			threshold, err := breach.NewThreshold(c)
			if err != nil {
				b.Fatal(err)
			}
			found, err := r.Find(b.Context(), int32(v), threshold, 1<<20)
			if err != nil {
				b.Fatal(err)
			}
			for _, p := range found {
				points = append(points, privacy.Point{Requirement: breach.Requirement{Point: p, C: threshold}, Threshold: c})
			}
		}
		skyline.Named = append(skyline.Named, privacy.ValuePoints{Value: int32(v), Points: points[:n/len(table.Values)]})
	}
	return skyline
}

// BenchmarkPlaces finds the groups of random people in a tree of 150,000 groups, two
// thousand at a time.
func BenchmarkPlaces(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 1))
	columns := []Column{{Size: 74}, {Size: 2}, {Size: 1000}, {Size: 16}, {Size: 41}}
	builder := cells.Builder{}
	codes := make([]int64, len(columns))
	random := func() {
		for d := range codes {
			codes[d] = int64(rng.IntN(columns[d].Size))
		}
	}
	for range 1_000_000 {
		random()
		if err := builder.Add(codes, "\x02"+string(rune('a'+rng.IntN(14)))+"\x02"); err != nil {
			b.Fatal(err)
		}
	}
	table, err := newCells(&builder, columns)
	if err != nil {
		b.Fatal(err)
	}
	release, err := Partition(b.Context(), table, Options{InformationGain, []privacy.Requirement{privacy.KAnonymity(10)}, runtime.GOMAXPROCS(0)})
	if err != nil {
		b.Fatal(err)
	}
	var depth func(at int32, d int) int
	depth = func(at int32, d int) int {
		n := release.Tree.nodes[at]
		if n.children == 0 {
			return d
		}
		return depth(n.children, d+1) + depth(n.children+1, d+1)
	}
	levels := float64(depth(0, 0)) / float64(release.Len())
	const rows = 2048
	var all []int64
	for range 100 * rows {
		random()
		all = append(all, codes...)
	}
	groups := make([]int64, rows)
	next := 0
	for b.Loop() {
		release.Tree.Places(all[next*rows*len(columns):(next+1)*rows*len(columns)], groups)
		next = (next + 1) % 100
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/rows, "ns/row")
	b.ReportMetric(float64(release.Len()), "groups")
	b.ReportMetric(levels, "levels")
}
