package release

import (
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"skyline/engine/hierarchy"
	"skyline/tests/trials"

	"github.com/google/go-cmp/cmp"
)

// TestHierarchyCheck compares what SQL finds wrong with random hierarchies with
// what the engine does, which takes the rows one by one.
func TestHierarchyCheck(t *testing.T) {
	trials.Long(t)
	db := openDB(t, "")
	rng := rand.New(rand.NewPCG(11, 12))
	exec(t, db, "CREATE TABLE h (attribute VARCHAR, value INTEGER, level INTEGER, label VARCHAR)")
	const attributes, values = 300, 6
	want := map[string]int64{}
	for a := range attributes {
		var entries []hierarchy.Entry
		name := fmt.Sprint("a", a)
		for v := range int32(values) {
			// Mostly regular, so that each problem comes alone too.
			node := int(v)
			for level := int64(1); level <= 3; level++ {
				node /= 2
				label := fmt.Sprint("n", node)
				if a%2 == 0 {
					label = fmt.Sprint("n", level, node)
				}
				switch rng.IntN(60) {
				case 0:
					continue
				case 1:
					label = fmt.Sprint("n", rng.IntN(3))
				case 2:
					entries = append(entries, hierarchy.Entry{Value: v, Level: level, Label: fmt.Sprint("n", rng.IntN(3))})
				case 3:
					label = fmt.Sprint(rng.IntN(values))
				}
				entries = append(entries, hierarchy.Entry{Value: v, Level: level, Label: label})
			}
		}
		var rows []string
		for _, e := range entries {
			rows = append(rows, fmt.Sprintf("('%s', %d, %d, '%s')", name, e.Value, e.Level, e.Label))
		}
		exec(t, db, "INSERT INTO h VALUES "+strings.Join(rows, ", "))
		_, err := hierarchy.New(values, entries)
		if problems, ok := errors.AsType[*hierarchy.Error](err); ok {
			want[name+" levels missing"] = int64(problems.MissingLevels)
			want[name+" two labels at one level"] = int64(problems.TwoLabels)
			want[name+" two parents"] = int64(problems.TwoParents)
		}
		want[name+" label of different values"] = ambiguousLabels(entries)
	}
	for key, n := range want {
		if n == 0 {
			delete(want, key)
		}
	}
	if len(want) < 100 {
		t.Fatalf("%d problems, want 100 at least", len(want))
	}

	got := map[string]int64{}
	scan(t, db, "FROM hierarchy_check('h')", func(rows *sql.Rows) error {
		var attribute, problem string
		var n int64
		err := rows.Scan(&attribute, &problem, &n)
		got[attribute+" "+problem] = n
		return err
	})
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-engine +hierarchy_check):\n%s", diff)
	}
}

// ambiguousLabels counts the labels that stand for different sets of values, from the
// reference: labels of several values at two levels and not of the same ones, or texts of
// a value that label anything but it. Steps with two labels are passed over.
func ambiguousLabels(entries []hierarchy.Entry) int64 {
	type step struct {
		value int32
		level int64
	}
	labels := map[step]map[string]bool{}
	for _, e := range entries {
		at := step{e.Value, e.Level}
		if labels[at] == nil {
			labels[at] = map[string]bool{}
		}
		labels[at][e.Label] = true
	}
	valuesOf := map[string]map[int64]map[int32]bool{} // by label and level
	texts := map[string]int32{}
	for at, names := range labels {
		texts[fmt.Sprint(at.value)] = at.value
		if len(names) > 1 {
			continue
		}
		for name := range names {
			if valuesOf[name] == nil {
				valuesOf[name] = map[int64]map[int32]bool{}
			}
			if valuesOf[name][at.level] == nil {
				valuesOf[name][at.level] = map[int32]bool{}
			}
			valuesOf[name][at.level][at.value] = true
		}
	}
	var n int64
	for name, levels := range valuesOf {
		ambiguous := false
		for _, some := range levels {
			for _, others := range levels {
				if len(some) > 1 && len(others) > 1 && !maps.Equal(some, others) {
					ambiguous = true
				}
			}
			if value, isValue := texts[name]; isValue && !maps.Equal(some, map[int32]bool{value: true}) {
				ambiguous = true
			}
		}
		if ambiguous {
			n++
		}
	}
	return n
}
