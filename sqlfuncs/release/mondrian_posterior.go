package release

import (
	"context"
	"database/sql"
	"errors"
	"math/big"

	"skyline/engine/exact"
	"skyline/engine/mondrian"
	"skyline/engine/partition"
	"skyline/engine/progress"
	"skyline/engine/refusal"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// MondrianPosterior is mondrian_posterior.
var MondrianPosterior = &call.Function{
	Name:      "mondrian_posterior",
	Summary:   "How sure somebody becomes who knows how skyline_anonymize split the table.",
	Questions: []string{"What does somebody learn who knows how my table was split?"},
	Description: "A row for each sensitive value of the release that `skyline_anonymize` makes with `split := 'public'` and the same arguments: how sure an adversary becomes that somebody has the value, who knows the algorithm, and everybody's quasi-identifiers. They know in which two halves a group would have been cut, and that it was not. [What is counted](#an-algorithm-that-may-be-known).\n\n" +
		"`share` is what the release says to somebody who does not know the algorithm. Where `posterior` is more, refusing a cut has told something.",
	Params: []call.Param{
		call.ParamOriginal, call.ParamQI,
		{Name: "sensitive", Type: "VARCHAR", Doc: "the sensitive column"},
		people.ParamPrivacy, paramPosterior, call.ParamThreshold, call.ParamHierarchies, call.ParamPerson, call.ParamWeight, paramImportance, paramMinLevels, paramMaxLevels,
		{Name: "max_steps", Type: "BIGINT", Default: "1000000000", Doc: "how many elementary steps to take for one group, about a second for 1e9; what takes more is bounded"},
		ParamAsIs,
		call.ParamShowValues,
	},
	Columns: []call.ResultColumn{
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value", Data: true},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `posterior < c`"},
		{Name: "posterior", Type: "DOUBLE", Doc: "the largest probability with which the adversary believes of somebody that they have it, in (0, 1]"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "share", Type: "DOUBLE", Doc: "the largest share of a group's people who have it, in (0, 1]"},
		{Name: "exact", Type: "BOOLEAN", Doc: "whether `posterior` was counted; otherwise it is a bound from above, of a group that is not counted in `max_steps`"},
		{Name: "people", Type: "BIGINT", Doc: "of how many people it is believed with `c` or more; where bounds are, at most so many"},
		{Name: "witness", Type: "STRUCT", Doc: "a worst case: `group_id`, as `skyline_anonymize` numbers groups, with `group_people` people of whom `group_having` have the value; `attribute`, the column in which it would have been cut, NULL if no cut was refused; and `part`, the part of it with the person, from 1 in the order of the column's values, with `part_people` people", Data: true},
	},
	Example: `SELECT value, share, posterior, exact, people, safe
FROM mondrian_posterior('(VALUES (22, ''Flu''), (24, ''Flu''), (31, ''Cold''), (31, ''Flu''), (31, ''Cold'')) t(age, disease)',
                        qi := ['age'], sensitive := 'disease', privacy := {'max_share': 0.7}, c := 0.7)`,
	Notes: []string{
		"Each probability is a fraction of counted assignments, rounded once; `safe` and `people` compare it exactly. The witness names the first group of several worst cases, and its first part.",
		"With `posterior` it is about the release by the rule that keeps everybody below that; then no row reaches it.",
		"It is an error where not even the table as one QI group satisfies `privacy`, as in `skyline_anonymize`.",
	},
	NotPromised: "Anything about several people at once; that the adversary takes all values to be equally likely before they see the release; what columns tell that are neither `qi` nor `sensitive`, or a second release of the same people.",
	Cost:        "that of `skyline_anonymize(output := 'groups')`; then, for each group whose cut was refused, time that depends on the requirements: nothing where all parts have as many people, about the square of the people for those on each value, with distinct diversity the square of the number of values that is asked for as well, and for others the number of ways in which the histogram can be divided.",
	Source:      "none; asked for in Chen, LeFevre, Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009), Sect. 9. The adversary is that of Wong, Fu, Wang, Pei, “Minimality Attack in Privacy Preserving Data Publishing”, VLDB 2007.",
	Plan:        planMondrianPosterior,
	Kernels:     []host.Kernel{mondrianPosteriorKernel},
	Aggregates:  []host.Aggregate{LimitsAggregate()},
}

func planMondrianPosterior(c *call.Call) (sqltext.SQL, error) {
	arguments := map[string]any{"split": splitPublic}
	for _, p := range c.Function.Params {
		if SkylineAnonymize.Param(p.Name) != nil {
			arguments[p.Name] = c.Arguments[p.Name]
		}
	}
	if _, err := c.OneSensitive(); err != nil {
		return "", err
	}
	p, err := NewSplitPlan(c.Inner(SkylineAnonymize, arguments))
	if err != nil {
		return "", err
	}
	threshold, err := c.Threshold("c")
	if err != nil {
		return "", err
	}
	steps, err := c.Steps()
	if err != nil {
		return "", err
	}
	spec := posteriorSpec{SplitSpec: p.AddGathered(), C: threshold, MaxSteps: steps}
	p.Run(p.Job(mondrianPosteriorKernel.Name, "what refused cuts tell of each value", spec))
	return p.Statement(sqltext.Fill(`
		SELECT {value} AS value, r.safe, r.posterior, {c} AS c, r.share, r.exact, r.people, CASE WHEN r.posterior IS NOT NULL THEN struct_pack(
		    group_id := r.group_id, group_people := r.group_people, group_having := r.group_having,
		    attribute := r.attribute, part := r.part, part_people := r.part_people
		) END AS witness
		FROM {rows}
		ORDER BY {order}
	`, sqltext.Args{"value": people.TypedValue(), "c": sqltext.Float(threshold), "rows": p.Readable(Release), "order": people.ByValue()})), nil
}

// posteriorSpec is what the kernel gets.
type posteriorSpec struct {
	SplitSpec
	C        float64 `json:"c"`
	MaxSteps float64 `json:"max_steps"`
}

// mondrianPosteriorRow is about a sensitive value.
type mondrianPosteriorRow struct {
	Value                             sql.Null[string]
	Share, Posterior                  sql.Null[float64]
	Exact                             bool
	People                            int64
	Safe                              bool
	GroupID, GroupPeople, GroupHaving int64
	Attribute                         sql.Null[string]
	Part, PartPeople                  int64
}

var mondrianPosteriorKernel = host.KernelOf("mondrian_posterior", runMondrianPosterior)

// runMondrianPosterior splits the table and counts what each refusal tells.
func runMondrianPosterior(ctx context.Context, spec *posteriorSpec) (*host.Rows[mondrianPosteriorRow], error) {
	in, err := spec.read(ctx)
	if err != nil {
		return nil, err
	}
	release, _, err := in.partition(ctx)
	if err != nil {
		return nil, err
	}
	sure := newSureness(spec, in)
	for i := range release.Len() {
		progress.Report(ctx, float64(i), float64(release.Len()))
		if err := sure.add(ctx, release, i); err != nil {
			return nil, err
		}
	}
	return sure.rows(), nil
}

// sureness is how sure the adversary becomes of each value, so far.
type sureness struct {
	in               *splitting
	threshold        *big.Rat
	limit            float64
	share, posterior []*big.Rat // by value; nil: nobody has it
	found            []mondrianPosteriorRow
}

func newSureness(spec *posteriorSpec, in *splitting) *sureness {
	n := len(in.cells.Values)
	return &sureness{
		in: in, threshold: exact.Simplest(spec.C), limit: spec.MaxSteps,
		share: make([]*big.Rat, n), posterior: make([]*big.Rat, n), found: make([]mondrianPosteriorRow, n),
	}
}

// add adds a group.
func (s *sureness) add(ctx context.Context, release *mondrian.Release, i int) error {
	group := release.Group(i)
	refused := release.Refused(i)
	if refused == nil {
		refused = &mondrian.Refused{Column: -1, Parts: []int64{group.People}}
	}
	posterior, isExact, err := s.of(ctx, group, refused)
	if err != nil {
		return err
	}
	for place, count := range group.Counts {
		v := count.Value
		if share := big.NewRat(count.N, group.People); s.share[v] == nil || share.Cmp(s.share[v]) > 0 {
			s.share[v] = share
		}
		row := &s.found[v]
		for j, people := range refused.Parts {
			p := posterior[j][place]
			if p.Cmp(s.threshold) >= 0 {
				row.People += people
			}
			if s.posterior[v] != nil && p.Cmp(s.posterior[v]) <= 0 {
				continue
			}
			s.posterior[v], row.Exact = p, isExact
			row.GroupID, row.GroupPeople, row.GroupHaving = int64(i)+1, group.People, count.N
			row.Part, row.PartPeople = int64(j)+1, people
			row.Attribute = sql.Null[string]{}
			if refused.Column >= 0 {
				row.Attribute = host.Some(s.in.columns[refused.Column])
			}
		}
	}
	return nil
}

// of returns the posterior of a group's parts, or bounds: the shares, where nothing was refused.
func (s *sureness) of(ctx context.Context, group *partition.Group, refused *mondrian.Refused) (posterior [][]*big.Rat, isExact bool, err error) {
	if refused.Column < 0 {
		shares := make([]*big.Rat, len(group.Counts))
		for place, count := range group.Counts {
			shares[place] = big.NewRat(count.N, group.People)
		}
		return [][]*big.Rat{shares}, true, nil
	}
	posterior, err = s.in.counter.Posterior(ctx, group, refused.Parts, s.limit)
	if errors.Is(err, refusal.ErrTooLarge) {
		posterior, err = s.in.counter.Bound(group, refused.Parts)
		return posterior, false, err
	}
	return posterior, true, err
}

// rows returns a row for each value that somebody has.
func (s *sureness) rows() *host.Rows[mondrianPosteriorRow] {
	out := host.NewRows[mondrianPosteriorRow]()
	for v, value := range s.in.cells.Values {
		if s.posterior[v] == nil {
			continue
		}
		row := s.found[v]
		if !value.Null {
			row.Value = host.Some(value.Text)
		}
		share, _ := s.share[v].Float64()
		posterior, _ := s.posterior[v].Float64()
		row.Share, row.Posterior = host.Some(share), host.Some(posterior)
		row.Safe = s.posterior[v].Cmp(s.threshold) < 0
		out.Add(row)
	}
	if out.Len() == 0 { // nobody is in the table, which proves nothing
		out.Add(mondrianPosteriorRow{})
	}
	return out
}
