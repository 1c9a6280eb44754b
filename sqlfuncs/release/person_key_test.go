package release

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"skyline/engine/profile"
)

// findPerson is FindPerson by the definition, pair of rows by pair of rows.
func findPerson(rows [][]int32, columns, qi []int, names []string) (found NotPeople) {
	n := len(rows)
	fewest := n + 1
	agree := func(a, b, column int) bool { return rows[a][column] == rows[b][column] }
	// wrong is how many of these rows a guess at a column gets wrong that knows another one, or
	// none: all but those with the most frequent value.
	most := func(of []int, column int) (frequent int) {
		for _, a := range of {
			same := 0
			for _, b := range of {
				if agree(a, b, column) {
					same++
				}
			}
			frequent = max(frequent, same)
		}
		return frequent
	}
	guesses := func(by, column int) (with, without, shared int) {
		var sharing []int
		done := map[int32]bool{}
		for a := range n {
			var group []int
			for b := range n {
				if agree(a, b, by) {
					group = append(group, b)
				}
			}
			if len(group) < 2 {
				continue
			}
			sharing = append(sharing, a)
			if !done[rows[a][by]] {
				done[rows[a][by]] = true
				with += len(group) - most(group, column)
			}
		}
		return with, len(sharing) - most(sharing, column), len(sharing)
	}
	values := func(column int) int {
		different := map[int32]bool{}
		for _, row := range rows {
			different[row[column]] = true
		}
		return len(different)
	}
	tells := func(by, column int) bool {
		with, without, shared := guesses(by, column)
		return without > 0 && 20*with <= without && shared > n/10
	}
	for _, column := range columns {
		groups := values(column)
		if least := map[string]int{"patient_no": 2, "student": 10}[names[column]]; least > 0 && groups >= least && groups < min(n, fewest) {
			fewest = groups
			found = NotPeople{names[column], int64(n - groups), int64(n)}
		}
		if groups < 10 || n/10 >= groups || groups >= fewest {
			continue
		}
		isKey, total, independent := true, 0, false
		for _, q := range qi {
			if values(q) < 2 {
				continue
			}
			with, without, _ := guesses(column, q)
			isKey = isKey && 20*with <= without
			total += without
			for _, other := range qi {
				independent = independent || other > q && values(other) > 1 && !tells(q, other) && !tells(other, q)
			}
		}
		if isKey && independent && total >= 20 {
			fewest = groups
			found = NotPeople{names[column], int64(n - groups), int64(n)}
		}
	}
	return found
}

func TestFindPerson(t *testing.T) {
	some := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 77))
		// Patients with what does not change, then visits of theirs, now and then with an error.
		patients := make([][]int32, 5+rng.IntN(60))
		for i := range patients {
			patients[i] = []int32{int32(rng.IntN(1 + rng.IntN(6))), int32(rng.IntN(1 + rng.IntN(6))), int32(i), int32(i / (1 + rng.IntN(2)))}
		}
		wrong := []int{0, 0, 10, 40}[rng.IntN(4)]
		rows := make([][]int32, 20+rng.IntN(150))
		for i := range rows {
			p := patients[rng.IntN(len(patients))]
			rows[i] = append(append([]int32{}, p...), int32(i), int32(rng.IntN(15)))
			if rng.IntN(100) < wrong {
				rows[i][rng.IntN(2)] = int32(rng.IntN(6))
			}
		}
		columns := make([][]int32, 6)
		for c := range columns {
			codes := map[int32]int32{}
			for _, row := range rows {
				code, known := codes[row[c]]
				if !known {
					code = int32(len(codes))
					codes[row[c]] = code
				}
				columns[c] = append(columns[c], code)
			}
		}
		names := make([]string, 6)
		for i := range names {
			names[i] = "c" + strconv.Itoa(i)
		}
		if seed%4 == 0 { // a column that is called like a key of people, whatever it has
			names[2+rng.IntN(4)] = []string{"patient_no", "student"}[rng.IntN(2)]
		}
		table := profile.NewTableOfRows(columns, nil, len(rows))
		others, qi := []int{2, 3, 4, 5}, []int{0, 1}
		got, want := FindPerson(table, others, names, qi), findPerson(rows, others, qi, names)
		if got != want {
			t.Fatalf("seed %d: %+v, want %+v", seed, got, want)
		}
		if got.Further > 0 {
			some++
		}
	}
	if some < 40 || some > 360 {
		t.Errorf("%d of 400 tables have a key: too few, or too many, to mean something", some)
	}
}
