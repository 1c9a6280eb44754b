package release

import (
	"context"

	"skyline/engine/exact"
	"skyline/engine/mondrian"
	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/engine/refusal"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/people"
)

// splitPublic is the value of split by which the algorithm may be known.
const splitPublic = "public"

var paramPosterior = call.Param{Name: "posterior", Type: "DOUBLE", Default: "NULL", Doc: "with `split := 'public'`: how sure nobody must become of anybody's sensitive value who knows the algorithm, and everybody's quasi-identifiers, in (0, 1]; see [An algorithm that may be known](#an-algorithm-that-may-be-known)"}

// readPublic reads the parameter posterior, and refuses what depends on sensitive values in a
// way that is not counted.
func (p *SplitPlan) readPublic() (err error) {
	c := p.Call
	isGiven := c.Arguments[paramPosterior.Name] != nil
	if p.split != splitPublic {
		if isGiven {
			return c.Errorf("posterior must be NULL without split := 'public': what other splits tell of who has what is not counted")
		}
		return nil
	}
	p.OnlyOne = true
	notCounted := coupledRequirement(p.privacy)
	switch {
	case len(p.Sensitive) > 1:
		return c.Errorf("split := 'public' takes one sensitive column, got several; make them one in a query given as tbl, or use 'median'")
	case p.ValuesPerPerson != people.One:
		return c.Errorf("values_per_person must be 'one' with split := 'public', got '%s'; use 'median'", p.ValuesPerPerson)
	case p.suppression > 0:
		return c.Errorf("suppression must be 0 with split := 'public', got %v: who is left out depends on sensitive values; ask for less, or leave people out by their quasi-identifiers in a query given as tbl", p.suppression)
	case p.Earlier != nil:
		return c.Errorf("earlier_releases must be NULL with split := 'public': what refusing a split beside earlier releases tells is not counted; use 'median'")
	case p.Everybody != "":
		return c.Errorf("everybody must be NULL with split := 'public': its sensitive values are not published; release the whole table, or use 'median'")
	case notCounted != "":
		return c.Errorf("privacy must not have %s with split := 'public': it looks at more than each QI group by itself, so what refusing a split tells is not counted; use max_share, distinct_diversity or others on single groups, or split := 'median'", notCounted)
	case isGiven && len(p.Sensitive) == 0:
		return c.Errorf("sensitive must be given with posterior: the column whose values nobody must become sure of")
	case isGiven:
		p.posterior, err = c.Threshold(paramPosterior.Name)
	}
	return err
}

// coupledRequirement returns the name of a requirement that is not about each QI group by
// itself, "" if there is none.
func coupledRequirement(r *people.Requirements) string {
	switch {
	case r == nil:
	case r.Skyline != nil:
		return "skyline"
	case r.Implications != nil:
		return "implications"
	case r.AverageRisk > 0:
		return "average_risk"
	case r.PopulationUniqueness != nil:
		return "population_uniqueness"
	default:
		return r.Beside()
	}
	return ""
}

// refusalSteps is how many steps the algorithm takes to find out what refusing a split would
// tell. It is a part of the algorithm: where that does not suffice the split is not tried.
const refusalSteps = 1e8

// becomePublic prepares what a public algorithm needs.
func (in *splitting) becomePublic(s *SplitSpec) (err error) {
	if in.public = s.Split == splitPublic; !in.public {
		return nil
	}
	if s.Posterior > 0 {
		in.posterior = exact.Simplest(s.Posterior)
		in.options.Requirements = append(in.options.Requirements, privacy.ShareBelow(paramPosterior.Name, in.posterior))
	}
	in.counter, err = refusal.New(in.options.Requirements, in.cells.Whole())
	return err
}

// split splits the table.
func (in *splitting) split(ctx context.Context) (*mondrian.Release, error) {
	if !in.public {
		return mondrian.Partition(ctx, in.cells, in.options)
	}
	var tries mondrian.Tries
	if in.posterior != nil {
		tries = func(ctx context.Context, group *partition.Group, parts []int64) (bool, error) {
			return in.counter.Below(ctx, group, parts, in.posterior, refusalSteps)
		}
	}
	return mondrian.PartitionPublic(ctx, in.cells, in.options, tries)
}
