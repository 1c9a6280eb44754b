package people

import (
	"slices"

	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/sqltext"
)

// CandidateSpec is what a kernel gets that checks requirements of a release candidate.
type CandidateSpec struct {
	Privacy    *Requirements            `json:"privacy"`
	Sensitive  []string                 `json:"sensitive,omitempty"` // the sensitive columns
	Points     []GivenPoint             `json:"points,omitempty"`
	Histograms host.Shared[*Histograms] `json:"histograms,omitzero"`
	// Facts are those of the sensitive values, where requirements look at them.
	Facts *host.Shared[*ValueFacts] `json:"facts,omitzero"`
	// Whole is the table as one group, where people may be in several groups and requirements
	// look at it; nil: all groups together are that.
	Whole *host.Shared[*Histograms] `json:"whole,omitzero"`
}

// Candidate is a release candidate, and what is required of it.
type Candidate struct {
	Release      *privacy.Release
	Requirements []privacy.Requirement
	// Sensitive is the sensitive column where there is one, "" otherwise.
	Sensitive string
}

// Read makes a release candidate of what the plan has counted.
func (s *CandidateSpec) Read() (*Candidate, error) {
	release, number, err := s.Histograms.Value.Release()
	if err != nil {
		return nil, err
	}
	if s.Whole != nil {
		release.Whole = s.Whole.Value.Counts(release.Table.Values)
	}
	if err := s.Privacy.refuseSets(release.Constraint); err != nil {
		return nil, err
	}
	requirements, err := s.Privacy.Of(s.Points, &TableValues{Values: release.Table.Values, Number: number, facts: factsOf(s.Facts)})
	c := &Candidate{Release: release, Requirements: requirements}
	if len(s.Sensitive) == 1 {
		c.Sensitive = s.Sensitive[0]
	}
	return c, err
}

// Absent returns the number of the value of people who are not in the table, -1 if
// there are none.
func (c *Candidate) Absent() int32 {
	return int32(slices.Index(c.Release.Table.Values, partition.Value{Text: partition.Absent}))
}

// AddCandidate adds the CTEs of what a CandidateSpec needs of the table, and returns that
// specification, and the job that gets it, which has no kernel yet; its row x has the
// histograms.
func (in *Input) AddCandidate(p *sqltext.Plan, r *Requirements, read Reading) (CandidateSpec, sqltext.Job) {
	in.AddTypes(p)
	points, data := r.Give(p, in)
	read.Twice = read.Twice || r.AnyFacts()
	in.AddGroups(p, read)
	data = append(data, in.AddRequiredFacts(p, r)...)
	if in.Anywhere && r.Compared() != "" {
		data = append(data, in.WholeMember())
	}
	return CandidateSpec{Privacy: r, Sensitive: in.Sensitive, Points: points}, sqltext.Job{
		Function: in.Call.Function.Name, Data: append([]sqltext.Member{{Name: "histograms", Value: "x.histograms"}}, data...),
		From: sqltext.Fill("(SELECT {histograms} AS histograms FROM {groups}) AS x", sqltext.Args{"histograms": in.Histograms(), "groups": Groups}),
	}
}

// Histograms is the aggregate over Groups that keeps a release candidate for a kernel.
func (in *Input) Histograms() sqltext.SQL {
	return sqltext.Fill("__skyline_histograms({key}, {function}, {values}, h)", sqltext.Args{
		"key": sqltext.PlanKey, "function": sqltext.Text(in.Call.Function.Name), "values": in.Kind(),
	})
}
