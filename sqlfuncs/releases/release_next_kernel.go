package releases

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"

	"skyline/engine/invariance"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// nextSpec is what the kernel gets that makes the next release of a table that changes.
type nextSpec struct {
	Columns      []string              `json:"columns"`
	Sensitive    string                `json:"sensitive"`
	M            int64                 `json:"m"`
	Counterfeits bool                  `json:"counterfeits"`
	Shown        bool                  `json:"shown"` // regions are asked for
	AsIs         []string              `json:"as_is,omitempty"`
	Tables       *call.HierarchyTables `json:"tables,omitempty"`

	People     host.Handle[*changing]           `json:"people,omitzero"`
	Domain     host.Handle[*people.DomainState] `json:"domain,omitzero"`
	Signatures [][]int32                        `json:"signatures,omitempty"`
	Values     int64                            `json:"values,omitzero"`
}

// nextRow is the only row: the handle of the regions, 0 where nobody asks; the group of each person, from 1, by their
// numbers; of each group the number of its signature and how many counterfeits it has; the groups and values of
// counterfeits; and the signatures.
type nextRow struct {
	Release             int64
	Places              []int64
	Sets, Fakes         []int64
	FakeGroup, FakeWhat []int64
	Signatures          [][]int32
}

var nextKernel = host.KernelOf("release_next", runNext)

func runNext(ctx context.Context, spec *nextSpec) (*host.Rows[nextRow], error) {
	table, at, err := spec.People.Value.table(spec.Signatures, spec.Values)
	if err != nil {
		return nil, err
	}
	if spec.Domain.Value == nil || spec.People.Value.columns != len(spec.Columns) && len(at) > 0 {
		return nil, host.ErrNotKept
	}
	if err := release.CheckTexts(ctx, spec.Columns, spec.AsIs, spec.Domain.Value); err != nil {
		return nil, err
	}
	columns := make([]mondrian.Placed, len(spec.Columns))
	texts := make([][]string, len(spec.Columns))
	for d := range columns {
		var column mondrian.Column
		if column, texts[d], err = spec.Domain.Value.Column(d).Column(); err != nil {
			return nil, people.ExplainHierarchy(spec.Tables, spec.Columns[d], err)
		}
		columns[d] = column.Place()
		if err := spec.place(table, at, columns[d], d); err != nil {
			return nil, err
		}
	}
	made, err := invariance.Next(ctx, table, invariance.Options{M: spec.M, Counterfeits: spec.Counterfeits, Workers: runtime.GOMAXPROCS(0)})
	if err != nil {
		return nil, spec.explain(err)
	}
	row := rowOf(made)
	if spec.Shown {
		if row.Release, err = spec.keepRegions(ctx, table, made, columns, texts); err != nil {
			return nil, err
		}
	}
	out := host.NewRows[nextRow]()
	out.Add(row)
	return out, nil
}

// place adds a column to a table.
func (spec *nextSpec) place(t *invariance.Table, at []int, column mondrian.Placed, d int) error {
	c := spec.People.Value
	ranks := make([]int32, len(at))
	for number, i := range at {
		code := c.codes[(i-1)*c.columns+d]
		if int(code) >= column.Size {
			return host.ErrNotKept
		}
		ranks[number] = column.Rank(code)
	}
	t.Columns = append(t.Columns, invariance.Column{Codes: ranks, Positions: column.Positions})
	return nil
}

func rowOf(made *invariance.Release) nextRow {
	row := nextRow{Places: make([]int64, len(made.Of)), Signatures: made.Signatures}
	for i, g := range made.Of {
		row.Places[i] = int64(g) + 1
	}
	for g := range made.Groups {
		group := &made.Groups[g]
		row.Sets, row.Fakes = append(row.Sets, int64(group.Signature)), append(row.Fakes, int64(len(group.Counterfeits)))
		for _, v := range group.Counterfeits {
			row.FakeGroup, row.FakeWhat = append(row.FakeGroup, int64(g)+1), append(row.FakeWhat, int64(v))
		}
	}
	return row
}

// keepRegions keeps what the groups cover, for the plan to write, and returns the handle.
func (spec *nextSpec) keepRegions(ctx context.Context, t *invariance.Table, made *invariance.Release, columns []mondrian.Placed, texts [][]string) (int64, error) {
	sizes := make([]int64, len(made.Groups))
	regions := make([][]release.ShownRegion, len(columns))
	listed := release.NewListed(spec.Columns, spec.AsIs, int64(len(t.Value)))
	for g := range made.Groups {
		sizes[g] = int64(len(made.Groups[g].People))
	}
	for d := range columns {
		regions[d] = make([]release.ShownRegion, len(made.Groups))
		if texts[d] != nil {
			counts := make([]int64, columns[d].Size)
			for _, code := range t.Columns[d].Codes {
				counts[code]++
			}
			listed.Column(d).Count(counts)
		}
		var ranks []int32
		for g := range made.Groups {
			if g%1024 == 0 && ctx.Err() != nil {
				return 0, ctx.Err()
			}
			ranks = ranks[:0]
			for _, i := range made.Groups[g].People {
				ranks = append(ranks, t.Columns[d].Codes[i])
			}
			slices.Sort(ranks)
			ranks = slices.Compact(ranks)
			members := func(int) ([]int32, int) { return ranks, len(ranks) }
			regions[d][g] = release.Show(columns[d].Column, texts[d], columns[d].Covered(ranks), members, listed.Column(d))
		}
	}
	if err := listed.Refuse(); err != nil {
		return 0, err
	}
	return host.Keep(release.NewPlacement(nowhere{}, sizes, regions, 0)), nil
}

// nowhere places nobody: rows are not looked up by what they are.
type nowhere struct{}

// Places implements release.Placer.
func (nowhere) Places(_, groups []int64) {
	for i := range groups {
		groups[i] = -1
	}
}

// explain says what is wrong with a table, by counts.
func (spec *nextSpec) explain(err error) error {
	var changed *invariance.ChangedError
	var narrow *invariance.NarrowError
	var ineligible *invariance.IneligibleError
	var refused *invariance.RefusedError
	sensitive := sqltext.Ident(spec.Sensitive)
	switch {
	case errors.As(err, &changed):
		return fmt.Errorf("%s must be a value of the signature that previous has for the person, and is not for %d people of tbl: a value that hides nobody else would show who has changed; keep the earlier value, or leave these people out, in a query given as tbl", sensitive, changed.People)
	case errors.As(err, &narrow):
		return fmt.Errorf("invariance must be at most the number of values in each signature that previous has for people of tbl, the smallest of which is %d, got %d; people keep their signatures", narrow.Least, narrow.M)
	case errors.As(err, &ineligible):
		return errors.New(tooFrequent(string(sensitive), ineligible))
	case errors.As(err, &refused):
		return fmt.Errorf("counterfeits must be true here: without them there is no release; it takes %d, for values of %s that people who stay have in their signatures and too few people in tbl have", refused.Counterfeits, sensitive)
	}
	return err
}

// tooFrequent says why new people cannot be put into groups.
func tooFrequent(column string, e *invariance.IneligibleError) string {
	text := fmt.Sprintf("invariance must leave room for each value of the people who are new in tbl, and they are too alike: there are %d, with %d different values of %s, one of which is that of %d; ", e.People, e.Values, column, e.Count)
	if e.MaxM >= 2 {
		text += fmt.Sprintf("take invariance := %d, or ", e.MaxM)
	}
	return text + fmt.Sprintf("let new people wait for a later release, at least %d of them, or make values coarser", e.Waiting)
}
