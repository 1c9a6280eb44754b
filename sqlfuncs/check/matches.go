package check

import (
	"context"
	"errors"
	"fmt"
	"math"

	"skyline/engine/matching"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// matchesSpec is what the kernel gets that checks k-anonymity where NULL is any value.
type matchesSpec struct {
	people.MatchSpec
	K     int64                `json:"k,omitzero"`
	Known *people.KnownColumns `json:"known,omitempty"`
	Rule  string               `json:"rule,omitempty"` // of known columns
}

var matchesKernel = host.KernelOf("matches", runMatches)

func runMatches(ctx context.Context, s *matchesSpec) (*host.Rows[people.Finding], error) {
	table, matches, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[people.Finding]()
	if s.K > 0 {
		out.Add(matched("k_anonymity", fmt.Sprintf("people whose row may be the person's, NULL being any value >= %d", s.K), s.K, fewestOf(matches)))
	}
	if s.Known == nil {
		return out, nil
	}
	var sets [][]int
	if len(matches) > 0 { // else there are no columns either
		if !s.Known.Fits(len(table.Codes)) {
			return nil, errors.New("columns must be from 1 to those of the rows")
		}
		sets = s.Known.Subsets(len(table.Codes))
	}
	fewest := int64(0) // in any subset
	for _, set := range sets {
		some := &matching.Table{People: table.People}
		for _, d := range set {
			some.Codes, some.Missing = append(some.Codes, table.Codes[d]), append(some.Missing, table.Missing[d])
		}
		matches, err := matching.Count(ctx, some)
		if err != nil {
			return nil, err
		}
		if n := fewestOf(matches); fewest == 0 || n < fewest {
			fewest = n
		}
	}
	finding := matched("known_columns", s.Rule, s.Known.K, fewest)
	finding.I = int64(out.Len())
	out.Add(finding)
	return out, nil
}

// matched is what is found of a requirement on how many people everybody matches; fewest is 0 for
// nobody.
func matched(requirement, rule string, required, fewest int64) people.Finding {
	finding := people.Finding{Requirement: requirement, Required: float64(required), Achieved: math.NaN(), Holds: true, Rule: rule}
	if fewest > 0 {
		finding.Achieved, finding.Holds = float64(fewest), fewest >= required
	}
	return finding
}

// fewestOf returns how few people somebody matches, 0 where there is nobody.
func fewestOf(matches []matching.Matches) int64 {
	fewest := int64(0)
	for i, m := range matches {
		if i == 0 || m.People < fewest {
			fewest = m.People
		}
	}
	return fewest
}
