package releases

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"skyline/engine/exact"
	"skyline/engine/releases"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/utility"
)

// checkSpec is what the kernel of republication_check gets.
type checkSpec struct {
	Releases []string            `json:"releases"`
	Named    *people.NamedValues `json:"named"`
	Points   []people.GivenPoint `json:"points,omitempty"` // one
	MaxSteps float64             `json:"max_steps"`

	// Given says which columns the releases have, where these are there themselves.
	Given []given `json:"given,omitempty"`

	Cells       host.Shared[*people.Gathered]   `json:"cells,omitzero"`
	Released    *host.Shared[*people.Gathered]  `json:"released,omitempty"`    // nil where none are given
	Readings    *host.Shared[*utility.Readings] `json:"readings,omitempty"`    // likewise
	Hierarchies *host.Shared[*utility.Nodes]    `json:"hierarchies,omitempty"` // nil for none
}

// checkRow is a row of the kernel.
type checkRow struct {
	Value             sql.Null[string]
	C                 float64
	Low, High         sql.Null[float64]
	Exact             bool
	Safe              sql.Null[bool]
	Certain           bool // Low is 1, and not only rounded to it
	People, Undecided int64
	ExactShare        sql.Null[float64]
	Cell              []sql.Null[string] `sql:",nil=null"` // the labels of those that Low is about, by release
	CellPeople        sql.Null[int64]
	StepCount         int64
	Alone             bool      // their groups have no other value in common, which is the only step
	Steps             []stepRow // the last of them
}

// stepRow is a group that tells how many of some people have a value. Without a release it is
// they themselves, who have nothing else left to have.
type stepRow struct {
	Release sql.Null[string]
	Label   sql.Null[string]
	Beside  []groupRow         // what is added to the group, or taken away
	Tells   []sql.Null[string] // the labels of the groups of those of whom it tells
	Value   sql.Null[string]
	Having  int64
	Of      int64
}

// groupRow is a group of a release, and whether it is taken away and not added.
type groupRow struct {
	Release, Label string
	Taken          bool
}

// shownSteps is how many steps a witness shows at most.
const shownSteps = 100

var checkKernel = host.KernelOf("republication_check", runCheck)

func runCheck(ctx context.Context, spec *checkSpec) (*host.Rows[checkRow], error) {
	points, err := people.ReadPoints(spec.Points)
	if err != nil {
		return nil, err
	}
	if len(points) != 1 || len(spec.Releases) == 0 || spec.Named == nil {
		return nil, errCells
	}
	point := &points[0]
	k, err := spec.read(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[checkRow]()
	if k.all() == 0 && (!point.Named || spec.Named.Allowed) {
		out.Add(checkRow{C: point.C, Safe: host.Some(false)})
		return out, nil
	}
	if point.Named {
		if at := slices.Index(k.values, host.Some(point.Value)); at < 0 {
			if !spec.Named.Allowed {
				return nil, spec.Named.Refuse(point.Value, len(k.values))
			}
			out.Add(checkRow{Value: host.Some(point.Value), C: point.C, Low: host.Some(0.0), High: host.Some(0.0), Exact: true, Safe: host.Some(true), ExactShare: share(k.people(), k.people())})
			return out, nil
		}
	}
	if k.all() > math.MaxInt32 {
		return nil, fmt.Errorf("tbl must have at most %d people, counterfeits included", math.MaxInt32)
	}
	if k.people() == 0 {
		return nil, errors.New("person must not be NULL in all rows that are in a release, since rows without a person are counterfeits, and nobody would be looked at; name the column that identifies people, and in groups the columns with their labels")
	}
	threshold := exact.Simplest(point.C)
	verdicts, err := releases.Check(ctx, &k.table, threshold, spec.MaxSteps)
	if err != nil {
		return nil, err
	}
	total := k.people()
	for i := range verdicts {
		v := &verdicts[i]
		if value := k.values[v.Value]; !point.Named || value == host.Some(point.Value) {
			row := k.row(v, spec.Releases)
			row.Value, row.C, row.Safe, row.ExactShare = value, point.C, safe(v, threshold), share(v.Exact, total)
			out.Add(row)
		}
	}
	return out, nil
}

// row writes a verdict.
func (k *cells) row(v *releases.Verdict, names []string) checkRow {
	row := checkRow{Exact: v.Low.Cmp(v.High) == 0, Certain: v.Low.Cmp(one) == 0, People: v.People, Undecided: v.Undecided}
	row.Low, row.High = host.Some(below(v.Low)), host.Some(above(v.High))
	if row.Exact {
		row.Low.V, _ = v.Low.Float64()
		row.High = row.Low
	}
	if v.Low.Sign() > 0 {
		cell := &k.table.Cells[v.Cell]
		row.Cell, row.CellPeople = k.labelsOf(cell), host.Some(peopleOf(cell))
	}
	row.StepCount = int64(len(v.Steps))
	row.Alone = len(v.Steps) == 1 && v.Steps[0].Release == releases.Own
	for i := range v.Steps[max(0, len(v.Steps)-shownSteps):] {
		row.Steps = append(row.Steps, k.step(&v.Steps[max(0, len(v.Steps)-shownSteps)+i], names))
	}
	return row
}

// step writes a step.
func (k *cells) step(s *releases.Step, names []string) stepRow {
	cell := &k.table.Cells[s.Cell]
	row := stepRow{Tells: k.labelsOf(cell), Value: k.values[s.Value], Of: cell.People()}
	if s.Release != releases.Own {
		row.Release, row.Label = host.Some(names[s.Release]), k.labels[s.Release][s.Group]
	}
	for _, o := range s.Others {
		row.Beside = append(row.Beside, groupRow{names[o.Release], k.labels[o.Release][o.Group].V, o.Taken})
	}
	for _, c := range cell.Counts {
		if c.Value == s.Value {
			row.Having = c.People
		}
	}
	return row
}

// labelsOf are the labels of the groups of a cell, NULL where its people are in none.
func (k *cells) labelsOf(cell *releases.Cell) []sql.Null[string] {
	labels := make([]sql.Null[string], len(cell.Groups))
	for r, g := range cell.Groups {
		if g != releases.Absent {
			labels[r] = k.labels[r][g]
		}
	}
	return labels
}

// people is how many people there are, without counterfeits.
func (k *cells) people() int64 {
	n := int64(0)
	for i := range k.table.Cells {
		n += peopleOf(&k.table.Cells[i])
	}
	return n
}

// all is how many there are with counterfeits.
func (k *cells) all() int64 {
	n := k.people()
	for i := range k.table.Cells {
		n += k.table.Cells[i].Counterfeits
	}
	return n
}

// peopleOf is how many people a cell has, without counterfeits.
func peopleOf(cell *releases.Cell) int64 { return cell.People() - cell.Counterfeits }

var one = big.NewRat(1, 1)

// safe is whether the largest probability is below the threshold, NULL where that is not known.
func safe(v *releases.Verdict, threshold *big.Rat) sql.Null[bool] {
	below := v.High.Cmp(threshold) < 0
	return sql.Null[bool]{V: below, Valid: below || v.Low.Cmp(threshold) >= 0}
}

// share is a share of people, NULL of nobody.
func share(part, whole int64) sql.Null[float64] {
	if whole == 0 {
		return sql.Null[float64]{}
	}
	return host.Some(float64(part) / float64(whole))
}

// below is the largest float64 that is not above a fraction in [0, 1], and above the smallest
// that is not below it.
func below(x *big.Rat) float64 {
	f, isExact := x.Float64()
	if !isExact && new(big.Rat).SetFloat64(f).Cmp(x) > 0 {
		f = math.Nextafter(f, 0)
	}
	return f
}

func above(x *big.Rat) float64 {
	f, isExact := x.Float64()
	if !isExact && new(big.Rat).SetFloat64(f).Cmp(x) < 0 {
		f = math.Nextafter(f, 1)
	}
	return f
}
