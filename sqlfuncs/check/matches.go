package check

import (
	"context"
	"fmt"
	"math"

	"skyline/engine/matching"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
)

// matchesSpec is what the kernel gets that checks k-anonymity where NULL is any value.
type matchesSpec struct {
	people.MatchSpec
	K int64 `json:"k"`
}

var matchesKernel = host.KernelOf("matches", runMatches)

func runMatches(ctx context.Context, s *matchesSpec) (*host.Rows[people.Finding], error) {
	_, matches, err := s.Count(ctx)
	if err != nil {
		return nil, err
	}
	finding := people.Finding{
		Requirement: "k_anonymity", Required: float64(s.K), Achieved: math.NaN(), Holds: true,
		Rule: fmt.Sprintf("people whose row may be the person's, NULL being any value >= %d", s.K),
	}
	if len(matches) > 0 {
		fewest := fewestOf(matches)
		finding.Achieved, finding.Holds = float64(fewest), fewest >= s.K
	}
	out := host.NewRows[people.Finding]()
	out.Add(finding)
	return out, nil
}

// fewestOf returns how few people somebody matches; there is somebody.
func fewestOf(matches []matching.Matches) int64 {
	fewest := matches[0].People
	for _, m := range matches {
		fewest = min(fewest, m.People)
	}
	return fewest
}
