package release

import (
	"cmp"
	"database/sql"
	"encoding/csv"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"skyline/tests/trials"
)

// realData is a file of the data folder, with columns that have hierarchies.
type realData struct {
	file    string
	columns []string
	// label[d][level][value] is a number for the label of a value.
	label [][][]int
	// cells are the different combinations of values, and how many people have each.
	cells [][]int
	n     []int64
}

// readData reads a CSV file and its hierarchies without Skyline.
func readData(t *testing.T, folder, name string, columns []string) *realData {
	t.Helper()
	data := &realData{file: path.Join(folder, name+".csv"), columns: columns}
	value := make([]map[string]int, len(columns))
	for d, column := range columns {
		value[d] = map[string]int{}
		rows := readCSV(t, path.Join(folder, "hierarchies", name+"_"+column+".csv"), ';')
		levels := make([][]int, len(rows[0]))
		for level := range levels {
			seen := map[string]int{}
			for v, row := range rows {
				if level == 0 {
					value[d][row[0]] = v
				}
				if _, ok := seen[row[level]]; !ok {
					seen[row[level]] = len(seen)
				}
				levels[level] = append(levels[level], seen[row[level]])
			}
		}
		data.label = append(data.label, levels)
	}
	rows := readCSV(t, data.file, ',')
	place := make([]int, len(columns))
	for d, column := range columns {
		place[d] = slices.Index(rows[0], column)
	}
	at := map[string]int{}
	for _, row := range rows[1:] {
		cell := make([]int, len(columns))
		for d := range columns {
			v, ok := value[d][row[place[d]]]
			if !ok {
				t.Fatalf("%s has a value without a hierarchy in column %s", data.file, columns[d])
			}
			cell[d] = v
		}
		k := fmt.Sprint(cell)
		if _, ok := at[k]; !ok {
			at[k] = len(data.cells)
			data.cells, data.n = append(data.cells, cell), append(data.n, 0)
		}
		data.n[at[k]]++
	}
	return data
}

func readCSV(t *testing.T, name string, comma rune) [][]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comma = comma
	rows, err := r.ReadAll()
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", name, len(rows), err)
	}
	return rows
}

// suppressed is how many people are in groups smaller than k at a node.
func (data *realData) suppressed(levels []int, k int64) (left int64) {
	sizes := map[int]int64{}
	for i, cell := range data.cells {
		at := 0
		for d, level := range levels {
			// There are no more labels than values.
			at = at*len(data.label[d][0]) + data.label[d][level][cell[d]]
		}
		sizes[at] += data.n[i]
	}
	for _, size := range sizes {
		if size < k {
			left += size
		}
	}
	return left
}

// minimal returns the minimal nodes of k-anonymity by looking at every node from the
// bottom up, but those above a safe one: no more groups are too small there.
func (data *realData) minimal(k int64, share float64) (nodes [][]int, lattice int) {
	all := [][]int{{}}
	for d := range data.columns {
		var next [][]int
		for _, node := range all {
			for level := range data.label[d] {
				next = append(next, append(slices.Clone(node), level))
			}
		}
		all = next
	}
	total := sum64(data.n)
	sum := func(levels []int) (s int) {
		for _, level := range levels {
			s += level
		}
		return s
	}
	slices.SortStableFunc(all, func(a, b []int) int { return cmp.Compare(sum(a), sum(b)) })
	for _, node := range all {
		above := slices.ContainsFunc(nodes, func(below []int) bool {
			for d := range below {
				if below[d] > node[d] {
					return false
				}
			}
			return true
		})
		if !above && data.suppressed(node, k) <= int64(share*float64(total)+1e-9) {
			nodes = append(nodes, node)
		}
	}
	return nodes, len(all)
}

// TestGeneralizationOfData compares the minimal nodes of Adult and FARS with a
// search through the whole lattice.
func TestGeneralizationOfData(t *testing.T) {
	trials.Long(t)
	folder := data(t)
	for _, test := range []struct {
		name    string
		columns []string
		slow    bool
	}{
		{"adult", []string{"age", "sex", "race", "marital-status", "native-country"}, false},
		{"adult", []string{"age", "sex", "race", "marital-status", "education", "native-country", "workclass"}, true},
		{"fars", []string{"iage", "irace", "isex", "ihispanic", "ideathmon"}, false},
		{"fars", []string{"iage", "irace", "ideathmon", "ideathday", "isex", "ihispanic", "istatenum"}, true},
	} {
		t.Run(fmt.Sprint(test.name, " ", len(test.columns)), func(t *testing.T) {
			if test.slow {
				trials.OnlySlow(t)
			}
			t.Parallel()
			data := readData(t, folder, test.name, test.columns)
			db := openDB(t, "")
			var hierarchies, quoted, levels []string
			for _, column := range test.columns {
				hierarchies = append(hierarchies, fmt.Sprintf("FROM hierarchy_wide('%s/hierarchies/%s_%s.csv', '%[3]s')", folder, test.name, column))
				quoted = append(quoted, "'"+column+"'")
				levels = append(levels, "levels['"+column+"']")
			}
			exec(t, db, "CREATE TABLE hierarchies AS "+strings.Join(hierarchies, " UNION ALL "))
			for _, share := range []float64{0, 0.05} {
				want, lattice := data.minimal(5, share)
				var wants, got []string
				for _, node := range want {
					wants = append(wants, strings.ReplaceAll(fmt.Sprint(node), " ", ", "))
				}
				checked := int64(-1)
				statement := fmt.Sprintf("SELECT [%s]::VARCHAR, minimal AND complete, suppressed, checked FROM generalization_search('%s', [%s], hierarchies := 'hierarchies', privacy := {'k_anonymity': 5}, suppression := %v)",
					strings.Join(levels, ", "), data.file, strings.Join(quoted, ", "), share)
				scan(t, db, statement, func(rows *sql.Rows) error {
					var node string
					var minimal bool
					var suppressed int64
					err := rows.Scan(&node, &minimal, &suppressed, &checked)
					if i := slices.Index(wants, node); !minimal || i >= 0 && suppressed != data.suppressed(want[i], 5) {
						t.Errorf("%s: minimal and complete is %v, suppressed %d", node, minimal, suppressed)
					}
					got = append(got, node)
					return err
				})
				t.Logf("suppression %v: %d minimal nodes of %d; %d checked", share, len(want), lattice, checked)
				slices.Sort(wants)
				slices.Sort(got)
				if !slices.Equal(wants, got) || len(wants) == 0 {
					t.Errorf("suppression %v: %v, want %v", share, got, wants)
				}
			}
		})
	}
}
