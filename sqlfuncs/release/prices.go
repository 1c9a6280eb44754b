package release

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/mondrian"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/words"
)

// outputPrices is the value of the parameter output that asks what requirements cost, instead of
// making a release.
const outputPrices = "prices"

// What is asked beside what is required: so many people alike, so many others known, so sure.
var (
	pricedK     = []int64{2, 3, 5, 8, 12, 20, 30, 50}
	pricedKnown = []int64{0, 1, 3, 5}
	pricedC     = []float64{0.8, 0.5, 0.33, 0.2}
)

// pricesOf are the requirements whose prices are shown, given what is required: each number of
// people with each number of known ones, and each threshold with the two that are required.
func pricesOf(own people.Price, varies bool) []people.Price {
	with := func(list []int64, x int64) []int64 {
		list = append(slices.Clone(list), x)
		slices.Sort(list)
		return slices.Compact(list)
	}
	known := []int64{own.Known} // negative: attackers are as they are required now
	if varies {
		known = with(pricedKnown, own.Known)
	}
	var all []people.Price
	for _, n := range known {
		for _, k := range with(pricedK, own.K) {
			all = append(all, people.Price{K: k, Known: n, C: own.C})
		}
	}
	for _, c := range pricedC {
		if varies && own.Known >= 0 && c != own.C {
			all = append(all, people.Price{K: own.K, Known: own.Known, C: c})
		}
	}
	slices.SortStableFunc(all, func(a, b people.Price) int {
		return cmp.Or(cmp.Compare(b.C, a.C), cmp.Compare(a.Known, b.Known), cmp.Compare(a.K, b.K))
	})
	return all
}

// pricesSpec is what the kernel gets that finds what requirements cost.
type pricesSpec struct {
	SplitSpec
	Prices []people.Price `json:"prices"`
}

// priceRow is what a requirement costs; nothing is there where no release satisfies it.
type priceRow struct {
	K                int64
	Known            sql.Null[int64]
	C                sql.Null[float64]
	Loss             sql.Null[float64]
	Groups, Smallest sql.Null[int64]
	Losses           []float64
	Meaning          string
}

var pricesKernel = host.KernelOf("prices", runPrices)

func (p *SplitPlan) prices() (sqltext.SQL, error) {
	c := p.Call
	if p.suppression > 0 {
		return "", c.Errorf("suppression must be 0 for output := 'prices', got %v: the prices are those of releases that have everybody", p.suppression)
	}
	own, varies := p.privacy.Own(len(p.Sensitive))
	varies = varies && p.split != splitPublic && p.ValuesPerPerson == people.One
	job := p.Job(pricesKernel.Name, "what requirements cost", pricesSpec{SplitSpec: p.AddGathered(), Prices: pricesOf(own, varies)})
	job.Rows = "__skyline_prices"
	p.Run(job)
	return p.Statement(sqltext.Fill(`
		SELECT k AS k_anonymity, known, c, loss, meaning, groups, smallest, list_transform({names}, lambda name, i: struct_pack(attribute := name, loss := losses[i])) AS columns
		FROM __skyline_prices
	`, sqltext.Args{"names": p.Names()})), nil
}

func runPrices(ctx context.Context, s *pricesSpec) (*host.Rows[priceRow], error) {
	in, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[priceRow]()
	for _, price := range s.Prices {
		at := s.SplitSpec
		at.Privacy, at.Points = s.Privacy.At(price, s.Points)
		if in.options.Requirements, err = at.Requirements(in.table); err != nil {
			return nil, err
		}
		row := priceRow{K: price.K}
		if price.Known >= 0 {
			row.Known, row.C = host.Some(price.Known), host.Some(price.C)
		}
		release, err := in.split(ctx)
		switch {
		case errors.Is(err, mondrian.ErrUnsafe):
			row.Meaning = "No release satisfies it: even with everybody in one group, " + asked(price) + " is too much."
		case err != nil:
			return nil, err
		default:
			in.price(&row, release)
			row.Meaning = row.sentence(price, s.Columns)
		}
		out.Add(row)
	}
	return out, nil
}

// price fills in what a release loses.
func (in *splitting) price(row *priceRow, release *mondrian.Release) {
	total := 0.0
	for d := range in.columns {
		loss := release.Loss(d)
		row.Losses = append(row.Losses, loss)
		total += loss
	}
	row.Loss = host.Some(total / float64(len(in.columns)))
	row.Groups = host.Some(int64(release.Len()))
	for i := range release.Len() {
		if n := release.Group(i).People; !row.Smallest.Valid || n < row.Smallest.V {
			row.Smallest = host.Some(n)
		}
	}
}

// sentence says what a requirement costs, and which column most.
func (r *priceRow) sentence(price people.Price, columns []string) string {
	said := words.Percent(r.Loss.V) + " of the detail is lost"
	if len(columns) > 1 {
		worst := 0
		for d, loss := range r.Losses {
			if loss > r.Losses[worst] {
				worst = d
			}
		}
		said += fmt.Sprintf(" (%s %s)", columns[worst], words.Percent(r.Losses[worst]))
	}
	return said + ", in " + words.Count(r.Groups.V, "group", "groups") + ", for " + asked(price) + "."
}

// asked says what is required.
func asked(p people.Price) string {
	parts := []string{fmt.Sprintf("at least %d people alike", p.K)}
	if p.Known >= 0 {
		parts = append(parts, fmt.Sprintf("below %s sure knowing %s", words.Percent(p.C), words.Count(p.Known, "other", "others")))
	}
	return strings.Join(parts, " and ")
}
