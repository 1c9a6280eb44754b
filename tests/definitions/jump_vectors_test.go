package definitions

import (
	"fmt"
	"math/big"
	"slices"
	"testing"

	"skyline/tests/trials"
	"skyline/tests/vectors"
	"skyline/tests/worlds"
)

// jumpVector is a case of kjump.json.
type jumpVector struct {
	Note            string    `json:"note"`
	Original        []string  `json:"t0"`
	Generalizations [][][]int `json:"generalizations"`
	Jump            []int64   `json:"k"`
	Property        struct {
		Type  string `json:"type"`
		Param string `json:"param"`
	} `json:"property"`
	Per   []jumpVectorSet `json:"per"`
	Naive struct {
		Disclosed int            `json:"disclosed"`
		Set       *jumpVectorSet `json:"ds_of_disclosed"`
	} `json:"naive"`
	Safe struct {
		Disclosed int             `json:"disclosed"`
		Sets      []jumpVectorSet `json:"ds"`
	} `json:"safe"`
	Jumping struct {
		Disclosed int                      `json:"disclosed"`
		Path      [][2]int                 `json:"path"`
		Sets      map[string]jumpVectorSet `json:"ds"`
	} `json:"jump"`
}

type jumpVectorSet struct {
	Size   int      `json:"size"`
	Shares []string `json:"max_ratio_per_person"`
	Holds  bool     `json:"p"`
}

// most is the largest share of anybody.
func (s *jumpVectorSet) most(t *testing.T) *big.Rat {
	t.Helper()
	most := new(big.Rat)
	for _, text := range s.Shares {
		share, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("%q is no fraction", text)
		}
		if share.Cmp(most) > 0 {
			most = share
		}
	}
	return most
}

// shows fails unless a row of jump_publish shows a set of a vector.
func (s *jumpVectorSet) shows(t *testing.T, row publishedStep) {
	t.Helper()
	if row.tables.String != fmt.Sprint(s.Size) || row.holds.Bool != s.Holds || !row.holds.Valid || row.method != "exact" || !rounds(row.highest.Float64, s.most(t)) {
		t.Errorf("%+v, want %d tables, holds: %v, %v", row, s.Size, s.Holds, s.most(t))
	}
}

// TestJumpVectors takes each vector through jump_publish, jump_release and
// jump_posterior by all strategies that it has.
func TestJumpVectors(t *testing.T) {
	trials.Long(t)
	t.Parallel()
	var all []jumpVector
	if err := vectors.Read("kjump.json", &all); err != nil || len(all) == 0 {
		t.Fatalf("%d vectors: %v", len(all), err)
	}
	db := openDB(t, "")
	for _, v := range trials.Part(t, 12, all) {
		names := slices.Compact(slices.Sorted(slices.Values(v.Original)))
		table := make([]int, len(v.Original))
		for person, name := range v.Original {
			table[person] = slices.Index(names, name)
		}
		var groups [][]int
		for _, members := range v.Generalizations {
			of := make([]int, len(table))
			for g, group := range members {
				for _, person := range group {
					of[person] = g
				}
			}
			groups = append(groups, of)
		}
		parameter, ok := new(big.Rat).SetString(v.Property.Param)
		if !ok {
			t.Fatalf("vector %s: %q is no fraction", v.Note, v.Property.Param)
		}
		p := maxShare(parameter)
		if v.Property.Type == "distinct" {
			p = worlds.Distinct(parameter.Num().Int64())
		}
		c := loadJump(t, db, "people", table, groups, p)
		w := newJumpWorlds(table, groups)
		released := map[string]int{"naive": v.Naive.Disclosed, "safe": v.Safe.Disclosed, "jump": v.Jumping.Disclosed}
		for _, strategy := range []string{"naive", "safe", "jump"} {
			steps := c.publish(t, db, strategy, v.Jump)
			if got := releasedBy(t, steps); got != released[strategy] {
				t.Errorf("%s releases g%d, want g%d", strategy, got, released[strategy])
			}
			r := w.run(strategy, v.Jump, p)
			c.follows(t, r, steps)
			c.posterior(t, db, w, r, strategy, v.Jump)
			c.releases(t, db, released[strategy], strategy, v.Jump)
			v.compare(t, strategy, steps)
			if set := v.Naive.Set; set != nil && strategy == "naive" && (len(r.believed) != set.Size || worlds.Highest(r.believed).Cmp(set.most(t)) != 0) {
				t.Errorf("after the naive strategy %d tables are believed in, want %d", len(r.believed), set.Size)
			}
		}
		if t.Failed() {
			t.Fatalf("vector %s: %v", v.Note, c.arguments())
		}
	}
	t.Logf("%d vectors", len(all))
}

// compare compares the rows of jump_publish with the sets of a vector.
func (v *jumpVector) compare(t *testing.T, strategy string, steps []publishedStep) {
	t.Helper()
	var taken [][2]int
	for _, row := range steps {
		var j int
		if _, err := fmt.Sscanf(row.generalization, "g%d", &j); err != nil {
			t.Fatal(err)
		}
		taken = append(taken, [2]int{j, boolInt(row.evaluated == "disclosure set")})
		set, ok := v.Per[j-1], true
		if row.evaluated == "disclosure set" {
			if set, ok = v.Jumping.Sets[fmt.Sprint(j)]; strategy == "safe" {
				set, ok = v.Safe.Sets[j-1], true
			}
		}
		if !ok {
			t.Errorf("the disclosure set of g%d is evaluated", j)
			continue
		}
		set.shows(t, row)
	}
	if strategy == "jump" && !slices.Equal(taken, v.Jumping.Path) {
		t.Errorf("the path is %v, want %v", taken, v.Jumping.Path)
	}
}
