package classes

import (
	"encoding/json"
	"errors"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"skyline/engine/jump/tables"
)

// vectorSet is a set of tables of a vector.
type vectorSet struct {
	Size   int64    `json:"size"`
	Shares []string `json:"max_ratio_per_person"`
	Holds  bool     `json:"p"`
}

// vector is a table with an instance, and what the algorithms come to.
type vector struct {
	Table           []string  `json:"t0"`
	Generalizations [][][]int `json:"generalizations"` // groups of people
	Jump            []int     `json:"k"`
	Property        struct {
		Type  string `json:"type"`
		Param string `json:"param"`
	} `json:"property"`
	Naive struct {
		Disclosed *int       `json:"disclosed"`
		Set       *vectorSet `json:"ds_of_disclosed"`
	} `json:"naive"`
	Safe struct {
		Sets []vectorSet `json:"ds"`
	} `json:"safe"`
	Jumped struct {
		Sets map[string]vectorSet `json:"ds"`
	} `json:"jump"`
}

func TestVectors(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "..", "shared", "vectors", "kjump.json"))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the vectors are not there: %v", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	var all []vector
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	sets := 0
	for id, v := range all {
		in := &Instance{Cells: slices.Repeat([]int64{1}, len(v.Table))}
		for _, groups := range v.Generalizations {
			of := make([]int, len(v.Table))
			for g, people := range groups {
				for _, person := range people {
					of[person] = g
				}
			}
			in.Generalizations = append(in.Generalizations, of)
		}
		values := slices.Compact(slices.Sorted(slices.Values(v.Table)))
		var p tables.Property
		switch v.Property.Type {
		case "ratio":
			share, _ := new(big.Rat).SetString(v.Property.Param)
			p = tables.MaxShare{Share: share}
		case "distinct":
			l, _ := strconv.ParseInt(v.Property.Param, 10, 64)
			p = tables.Distinct{Values: l}
		}
		compare := func(i int, step step, want vectorSet) {
			t.Helper()
			counts := make([][]int64, len(v.Generalizations[i-1]))
			for g, people := range v.Generalizations[i-1] {
				counts[g] = make([]int64, len(values))
				for _, person := range people {
					counts[g][slices.Index(values, v.Table[person])]++
				}
			}
			in.Step = step
			got, err := New(in, 1e6).Disclosure(t.Context(), i, counts)
			if err != nil {
				t.Fatal(err)
			}
			sets++
			if got.Tables.Cmp(big.NewInt(want.Size)) != 0 || got.Holds(p) != want.Holds {
				t.Errorf("vector %d, generalization %d: %v tables, holds %v, want %d, %v", id, i, got.Tables, got.Holds(p), want.Size, want.Holds)
				return
			}
			for person, share := range want.Shares {
				most := got.With[person][0]
				for _, n := range got.With[person] {
					if n.Cmp(most) > 0 {
						most = n
					}
				}
				if r := new(big.Rat).SetFrac(most, got.Tables); r.RatString() != share {
					t.Errorf("vector %d, generalization %d: person %d has a value in a share of %v, want %s", id, i, person, r, share)
				}
			}
		}
		for _, fast := range []bool{false, true} {
			in.Alike, in.First = fast, nil
			if fast {
				in.First = p.HoldsGroup
			}
			if v.Naive.Disclosed != nil {
				compare(*v.Naive.Disclosed, naive(p), *v.Naive.Set)
			}
			for i, want := range v.Safe.Sets {
				compare(i+1, safe(p), want)
			}
			for i, want := range v.Jumped.Sets {
				j, _ := strconv.Atoi(i)
				compare(j, jump(p, v.Jump...), want)
			}
		}
	}
	t.Logf("%d disclosure sets of %d vectors", sets, len(all))
}
