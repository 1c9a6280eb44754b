package mondrian

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/cells"
	"skyline/engine/hierarchy"
	"skyline/engine/knowledge"
	"skyline/engine/privacy"
	"skyline/tests/trials"
)

// publicTable is a table of tests/data, with hierarchies for all of these columns.
type publicTable struct {
	name    string
	columns []string
}

var publicTables = []publicTable{
	{"adult", []string{"age", "workclass", "education", "marital-status", "race", "sex", "native-country"}},
	{"fars", []string{"iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "istatenum"}},
}

// readCSV returns the rows of a file of tests/data.
func readCSV(t *testing.T, name string, comma rune) [][]string {
	t.Helper()
	f, err := os.Open(filepath.Join("..", "..", "tests", "data", filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.Comma, r.LazyQuotes = comma, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// read returns the table's columns and its people, without sensitive values.
func (p *publicTable) read(t *testing.T) ([]Column, []person) {
	t.Helper()
	rows := readCSV(t, p.name+".csv", ',')
	people := make([]person, len(rows)-1)
	columns := make([]Column, len(p.columns))
	for d, name := range p.columns {
		at := slices.Index(rows[0], name)
		var texts []string
		for _, row := range rows[1:] {
			texts = append(texts, row[at])
		}
		slices.SortFunc(texts, func(a, b string) int {
			x, err := strconv.ParseFloat(a, 64)
			y, other := strconv.ParseFloat(b, 64)
			if err == nil && other == nil {
				return cmp.Compare(x, y)
			}
			return cmp.Compare(a, b)
		})
		texts = slices.Compact(texts)
		codes := map[string]int32{}
		for code, text := range texts {
			codes[text] = int32(code)
		}
		for i, row := range rows[1:] {
			people[i].codes = append(people[i].codes, int64(codes[row[at]]))
		}
		var entries []hierarchy.Entry
		for _, path := range readCSV(t, "hierarchies/"+p.name+"_"+name+".csv", ';') {
			if code, ok := codes[path[0]]; ok {
				for level, label := range path[1:] {
					entries = append(entries, hierarchy.Entry{Value: code, Level: int64(level + 1), Label: label})
				}
			}
		}
		tree, err := hierarchy.New(len(texts), entries)
		if err != nil {
			t.Fatal(err)
		}
		columns[d] = Column{Size: len(texts), Hierarchy: tree}
	}
	return columns, people
}

// TestRestOnPublicTables measures what it is worth that children stand while others are kept
// together: groups and the normalized certainty penalty, in hundredths, with all children
// standing or none, and with some.
func TestRestOnPublicTables(t *testing.T) {
	trials.Long(t)
	tables, ks := publicTables, []int64{5, 10, 50}
	if !trials.Slow() {
		tables, ks = tables[:1], ks[1:2]
	}
	for _, table := range tables {
		columns, people := table.read(t)
		byCodes := map[string][]person{}
		for _, p := range people {
			byCodes[fmt.Sprint(p.codes)] = append(byCodes[fmt.Sprint(p.codes)], p)
		}
		for _, k := range ks {
			for i, strategy := range []Strategy{InformationLoss, Median} {
				name := []string{"information_loss", "median"}[i]
				var groups [2]int
				var loss [2]float64
				for i, together := range []bool{true, false} {
					b := cells.Builder{Constraint: knowledge.SVPI}
					for _, same := range byCodes {
						if err := b.Add(same[0].codes, string([]byte{2, 'a'})+string(appendCount(nil, len(same)))); err != nil {
							t.Fatal(err)
						}
					}
					c, err := newCells(&b, columns)
					if err != nil {
						t.Fatal(err)
					}
					p := newPartitioner(t.Context(), c, Options{Strategy: strategy, Requirements: []privacy.Requirement{privacy.KAnonymity(k)}, Workers: 2})
					p.together = together
					release, err := p.run()
					if err != nil {
						t.Fatal(err)
					}
					groups[i], loss[i] = release.Len(), labelPenalty(release, columns)
				}
				t.Logf("%-6s k = %2d %-17s %5d groups, NCP %5.2f; %5d groups, NCP %5.2f", table.name, k, name, groups[0], 100*loss[0], groups[1], 100*loss[1])
				if groups[1] <= groups[0] || loss[1] >= loss[0] {
					t.Errorf("%s, k = %d, %s: splits into some children are worth nothing", table.name, k, name)
				}
			}
		}
	}
}

func appendCount(b []byte, n int) []byte {
	for ; n >= 128; n >>= 7 {
		b = append(b, byte(n)|128)
	}
	return append(b, byte(n))
}

// labelPenalty is the normalized certainty penalty: how much of each column a label leaves open, on
// average over people and columns.
func labelPenalty(release *Release, columns []Column) float64 {
	sum, people := 0.0, int64(0)
	for i := range release.Len() {
		n := release.Group(i).People
		people += n
		for d := range columns {
			if r := release.Region(i, d); r.Node >= 0 {
				node := columns[d].Hierarchy.Node(r.Node)
				sum += float64(n) * float64(node.Last-node.First) / float64(columns[d].Size-1)
			}
		}
	}
	return sum / float64(people) / float64(len(columns))
}
