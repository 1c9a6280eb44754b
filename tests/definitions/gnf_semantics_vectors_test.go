package definitions

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"skyline/tests/vectors"
)

// gnfVector is what one adversary infers of published tables, computed elsewhere, with
// exact fractions.
type gnfVector struct {
	ID     int    `json:"id"`
	Note   string `json:"note"`
	Rule   string `json:"rule"`
	Tables []struct {
		Attributes []string `json:"attrs"`
		Rows       [][]any  `json:"rows"`
	} `json:"tables"`
	Worst map[reading]struct {
		P string `json:"p"`
	} `json:"worst"`
}

func readGNFVectors(t *testing.T) []gnfVector {
	t.Helper()
	var file struct {
		Vectors []gnfVector `json:"vectors"`
	}
	if err := vectors.Read("gnf_semantics.json", &file); err != nil {
		t.Fatal(err)
	}
	if len(file.Vectors) == 0 {
		t.Fatal("there are no vectors")
	}
	return file.Vectors
}

// published returns the tables of a vector, whose values are texts and numbers.
func (v gnfVector) published() []publishedTable {
	var tables []publishedTable
	for _, t := range v.Tables {
		p := publishedTable{attributes: t.Attributes}
		for _, row := range t.Rows {
			var values []string
			for _, value := range row {
				values = append(values, fmt.Sprint(value))
			}
			p.rows = append(p.rows, values)
		}
		tables = append(tables, p)
	}
	return tables
}

func (v gnfVector) rule() gnfRule {
	left, right, _ := strings.Cut(v.Rule, "->")
	return gnfRule{lhs: strings.Split(left, "+"), rhs: right}
}

// TestAdversaryVectors calibrates the adversary.
func TestAdversaryVectors(t *testing.T) {
	t.Parallel()
	all := readGNFVectors(t)
	for _, v := range all {
		for _, r := range readings {
			want, ok := new(big.Rat).SetString(v.Worst[r].P)
			if !ok {
				t.Fatalf("vector %d: %q is no fraction", v.ID, v.Worst[r].P)
			}
			got, err := worst(v.published(), v.rule(), r)
			if err != nil {
				t.Errorf("vector %d, %s: %v", v.ID, r, err)
			} else if got.p.Cmp(want) != 0 {
				t.Errorf("vector %d, %s, %s: worst = %s for %v and %s, want %s", v.ID, v.Rule, r, got.p, got.q, got.s, want)
			}
		}
	}
	t.Logf("%d vectors in %d readings", len(all), len(readings))
}
