package profile

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// guess is Guess by the definition: entries are what each person has in the columns and in
// another one; each is looked at with all others.
func (w world) guess(columns []int, column int) (g Guess) {
	type entry struct {
		person int
		row    []int32
	}
	same := func(a, b []int32, columns []int) bool {
		return !slices.ContainsFunc(columns, func(c int) bool { return a[c] != b[c] })
	}
	var entries []entry
	for p, rows := range w {
		for i, row := range rows {
			if !slices.ContainsFunc(rows[:i], func(other []int32) bool { return same(row, other, append(slices.Clone(columns), column)) }) {
				entries = append(entries, entry{p, row})
			}
		}
	}
	g.All = int64(len(entries))
	var shared []entry
	for _, e := range entries {
		if len(w.with(e.row, columns)) > 1 {
			shared = append(shared, e)
		}
	}
	g.Shared = int64(len(shared))
	// The least number that must go: for each choice of a value, those who have another.
	least := func(of []entry) int64 {
		fewest := int64(len(of))
		for _, chosen := range of {
			wrong := int64(0)
			for _, e := range of {
				if e.row[column] != chosen.row[column] {
					wrong++
				}
			}
			fewest = min(fewest, wrong)
		}
		return fewest
	}
	g.Without = least(shared)
	for i, e := range shared {
		alike := func(other entry) bool { return same(e.row, other.row, columns) }
		if slices.IndexFunc(shared, alike) < i {
			continue // counted
		}
		var group []entry
		for _, other := range shared {
			if alike(other) {
				group = append(group, other)
			}
		}
		g.With += least(group)
	}
	return g
}

// TestGuess compares with the definition.
func TestGuess(t *testing.T) {
	determined := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 11))
		table, w, _ := newWorld(rng)
		columns := rng.Perm(len(table.columns))
		column := columns[0]
		for size := range columns {
			by := columns[1 : 1+size]
			if slices.Contains(by, column) {
				continue
			}
			alike := table.Alike(by...)
			got, want := alike.Guess(column), w.guess(by, column)
			if got != want {
				t.Fatalf("seed %d: Alike(%v).Guess(%d) = %+v, want %+v", seed, by, column, got, want)
			}
			d := alike.Determines(column, table.MostWrong(column))
			if d != (want.Without > 0 && 20*want.With <= want.Without && 10*want.Shared > want.All-want.All%10) {
				t.Fatalf("seed %d: Alike(%v).Determines(%d) = %v of %+v", seed, by, column, d, want)
			}
			if table.MostWrong(column) < got.Without {
				t.Fatalf("seed %d: MostWrong(%d) = %d, below %d", seed, column, table.MostWrong(column), got.Without)
			}
			if d {
				determined++
			}
		}
	}
	if determined < 20 {
		t.Errorf("%d cases are determined: too few to mean something", determined)
	}
}

// TestNearly: 400 people in 4 wards with 4 diseases, and how many others there may be.
func TestNearly(t *testing.T) {
	for wrong, want := range map[int]bool{0: true, 14: true, 15: false, 16: false, 100: false} {
		ward, disease := make([]int32, 400), make([]int32, 400)
		for i := range ward {
			ward[i], disease[i] = int32(i%4), int32(i%4)
			if i/4 < wrong/4 || i/4 == wrong/4 && i%4 < wrong%4 {
				disease[i] = int32(i+1) % 4
			}
		}
		table := NewTable([][]int32{ward, disease}, slices.Repeat([]int64{1}, 400))
		// Without the ward 299 of 400 guesses are wrong for 14 and 15, since one disease has 101
		// people then. A twentieth of that is more than 14.
		if g := table.Alike(0).Guess(1); g.With != int64(wrong) {
			t.Errorf("with %d others: %+v", wrong, g)
		}
		if got := table.Alike(0).Determines(1, table.MostWrong(1)); got != want {
			t.Errorf("with %d others Determines = %v, want %v", wrong, got, want)
		}
	}
}

// TestSubsetsDetermine compares with the definition: pairs of rows.
func TestSubsetsDetermine(t *testing.T) {
	determined := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 13))
		table, w, _ := newWorld(rng)
		all, maxSize := len(table.columns), 1+rng.IntN(4)
		var rows [][]int32
		for _, p := range w {
			rows = append(rows, p...)
		}
		determines := func(columns []int, column int) bool {
			for _, a := range rows {
				for _, b := range rows {
					if a[column] != b[column] && !slices.ContainsFunc(columns, func(c int) bool { return a[c] != b[c] }) {
						return false
					}
				}
			}
			return true
		}
		found, err := table.Subsets(t.Context(), maxSize, 2)
		if err != nil {
			t.Fatal(err)
		}
		for _, got := range found {
			if len(rows) == 0 || len(got.Columns) == maxSize && maxSize < all {
				if got.Determines != nil {
					t.Fatalf("seed %d: %v determines %v, want nothing known", seed, got.Columns, got.Determines)
				}
				continue
			}
			want := []int{}
			for column := range all {
				if slices.Contains(got.Columns, column) || len(w.alone(got.Columns)) >= len(w)-len(w)/10 || !determines(got.Columns, column) {
					continue
				}
				smaller := determines(nil, column)
				for set := 1; set < 1<<len(got.Columns)-1; set++ {
					var columns []int
					for i, c := range got.Columns {
						if set>>i&1 == 1 {
							columns = append(columns, c)
						}
					}
					smaller = smaller || determines(columns, column)
				}
				if !smaller {
					want = append(want, column)
				}
			}
			if !slices.Equal(got.Determines, want) || got.Determines == nil {
				t.Fatalf("seed %d: %v determines %v, want %v", seed, got.Columns, got.Determines, want)
			}
			determined += len(want)
		}
	}
	if determined < 100 {
		t.Errorf("%d columns are determined: too few to mean something", determined)
	}
}

// TestAlike compares what is said of groups, and of which columns determine one, with the
// definition.
func TestAlike(t *testing.T) {
	found := 0
	for seed := range uint64(600) {
		rng := rand.New(rand.NewPCG(seed, 17))
		table, w, _ := newWorld(rng)
		n := len(table.columns)
		column, fewer := rng.IntN(n), rng.Int64N(5)
		alike := table.Alike(column)
		var want, all int64
		groups, tells := map[int32]int{}, make([]bool, n)
		for c := range tells {
			tells[c] = true
		}
		for _, rows := range w {
			seen := map[int32]bool{}
			for _, row := range rows {
				groups[row[column]]++
				for _, others := range w {
					for _, other := range others {
						for c := range tells {
							tells[c] = tells[c] && (row[column] != other[column] || row[c] == other[c])
						}
					}
				}
				if seen[row[column]] {
					continue
				}
				seen[row[column]] = true
				if all++; int64(len(w.with(row, []int{column}))) < fewer {
					want++
				}
			}
		}
		if got, people := alike.Sharing(fewer); got != want || people != all || alike.Groups() != len(groups) {
			t.Fatalf("seed %d: Sharing(%d) = %d, %d of %d groups, want %d, %d of %d", seed, fewer, got, people, alike.Groups(), want, all, len(groups))
		}
		for c := range tells {
			if alike.Tells(c) != tells[c] {
				t.Fatalf("seed %d: Alike(%d).Tells(%d) = %v", seed, column, c, alike.Tells(c))
			}
		}
		var sets [][]int
		single := map[int]bool{}
		for i := range n - 1 {
			if single[i] = w.guess([]int{i}, n-1).Determined(); single[i] {
				sets = append(sets, []int{i})
			}
		}
		for i := range n - 1 {
			for j := i + 1; j < n-1; j++ {
				if !single[i] && !single[j] && w.guess([]int{i, j}, n-1).Determined() {
					sets = append(sets, []int{i, j})
				}
			}
		}
		got, err := table.Determining(t.Context(), n-1, n-1)
		if err != nil || !slices.EqualFunc(got, sets, slices.Equal) {
			t.Fatalf("seed %d: Determining = %v, %v, want %v", seed, got, err, sets)
		}
		found += len(sets)
	}
	if found < 20 {
		t.Errorf("%d sets determine a column: too few to mean something", found)
	}
}

// TestDeterminedBy is by pairs what Alike and Guess say, also where nearly all values are different.
func TestDeterminedBy(t *testing.T) {
	found := 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 19))
		rows := 20 + rng.IntN(60)
		columns := make([][]int32, 3)
		for i := range columns {
			columns[i] = make([]int32, rows)
			for row := range columns[i] {
				columns[i][row] = int32(row)
			}
			for range rng.IntN(10) {
				columns[i][rng.IntN(rows)] = int32(rng.IntN(rows / (1 + rng.IntN(8))))
			}
		}
		columns[2] = slices.Clone(columns[0])
		for row := range columns[2] {
			columns[2][row] /= int32(1 + seed%3)
		}
		for i := range columns {
			columns[i] = dense(columns[i])
		}
		table := NewTableOfRows(columns, nil, rows)
		got, err := table.DeterminedBy(t.Context(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for i := range columns {
			var want []int
			for by := range columns {
				if by != i && table.Alike(by).Guess(i).Determined() {
					want = append(want, by)
				}
			}
			if found += len(want); !slices.Equal(got[i], want) {
				t.Fatalf("seed %d: column %d is determined by %v, want %v", seed, i, got[i], want)
			}
		}
	}
	if found < 20 {
		t.Errorf("%d columns are determined: too few to mean something", found)
	}
}

// dense numbers values from 0.
func dense(column []int32) []int32 {
	codes := map[int32]int32{}
	for i, v := range column {
		if _, ok := codes[v]; !ok {
			codes[v] = int32(len(codes))
		}
		column[i] = codes[v]
	}
	return column
}
