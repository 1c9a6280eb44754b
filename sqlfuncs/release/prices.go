package release

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/knowledge"
	"skyline/engine/mondrian"
	"skyline/sqlfuncs/call"
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
	IfAny  bool           `json:"if_any,omitempty"` // no rows where there is an error, or nobody
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

// pricesOfRequirements is skyline_anonymize with output := 'prices'.
var pricesOfRequirements = call.Output{
	Names:       []string{outputPrices},
	Description: "What requirements cost, before you choose one. No release is made: a row for each of 2 to 50 people who must be alike, together with each of 0 to 5 other people whose sensitive values an attacker may know, and for some thresholds.",
	Columns: []call.ResultColumn{
		{Name: "k_anonymity", Type: "BIGINT", Doc: "how many people must be alike"},
		{Name: "known", Type: "BIGINT", Doc: "of how many others the attacker knows the sensitive value; NULL: attackers are as in `privacy`"},
		{Name: "loss", Type: "DOUBLE", Doc: "what is lost, in [0, 1]: `ncp` of [`release_utility`](#release_utility), before rounding, on average over the `qi` columns, where of a hierarchy the values count that the table has; NULL: no release satisfies it"},
		{Name: "c", Type: "DOUBLE", Doc: "how sure the attacker must not become of anybody's value; NULL: as in `privacy`"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "groups", Type: "BIGINT", Doc: "how many QI groups there are"},
		{Name: "smallest", Type: "BIGINT", Doc: "people in the smallest one"},
		{Name: "columns", Type: "STRUCT", Doc: "the loss of each `qi` column, a list: `attribute`, `loss`"},
	},
	Example: `SELECT k_anonymity, known, round(loss, 2) AS loss, groups, meaning
FROM skyline_anonymize('(VALUES (21, ''F'', ''Flu''), (23, ''M'', ''Cold''), (28, ''F'', ''AIDS''), (29, ''M'', ''Flu''), (44, ''F'', ''Cold''), (47, ''M'', ''Flu''), (52, ''F'', ''Cold''), (58, ''M'', ''AIDS'')) t(age, sex, disease)',
                       qi := ['age', 'sex'], sensitive := 'disease', privacy := {'k_anonymity': 2}, output := 'prices')
WHERE k_anonymity IN (2, 3, 5) AND known IS NULL`,
	Notes: []string{
		"The prices are those of releases that have everybody: `suppression` of a plan is not looked at.",
		"Everything else that `privacy` requires stays. The rows without `known` ask nothing more of attackers than `privacy` does.",
		"Attackers are varied where there is one sensitive column, one value a person, and `skyline` in `privacy` has no point or one with nothing but `k` and `c`; not with `split := 'public'`.",
		"A larger `k_anonymity` may lose less than a smaller one, now and then: splits are tried one after the other, and no algorithm finds the best release of a large table.",
	},
	Cost: "that of the release up to its counted cells, once; then time proportional to these for each row and each level of splits.",
	Plan: planPrices,
}

func planPrices(c *call.Call) (sqltext.SQL, error) {
	p, err := NewSplitPlan(c)
	if err != nil {
		return "", err
	}
	if p.suppression > 0 {
		return "", c.Errorf("suppression must be 0 for output := 'prices', got %v: the prices are those of releases that have everybody", p.suppression)
	}
	if c.IfAny && p.Public != "" {
		return "", c.Errorf("privacy must name no other table, which need not have the values of this one")
	}
	own, varies := p.privacy.Own(len(p.Sensitive))
	varies = varies && p.split != splitPublic && p.ValuesPerPerson == people.One
	p.countAnywhere()
	job := p.Job(pricesKernel.Name, "what requirements cost", pricesSpec{SplitSpec: p.AddGathered(), Prices: pricesOf(own, varies), IfAny: c.IfAny})
	job.Rows = "__skyline_prices"
	p.Run(job)
	return p.Statement(sqltext.Fill(`
		SELECT k AS k_anonymity, known, loss, c, meaning, groups, smallest,
		    CASE WHEN loss IS NOT NULL THEN list_transform(list_zip({names}, losses), lambda x: struct_pack(attribute := x[1], loss := x[2])) END AS columns
		FROM __skyline_prices
	`, sqltext.Args{"names": p.Names()})), nil
}

func runPrices(ctx context.Context, s *pricesSpec) (*host.Rows[priceRow], error) {
	rows, err := s.rows(ctx)
	if err != nil && s.IfAny && ctx.Err() == nil {
		return host.NewRows[priceRow](), nil
	}
	return rows, err
}

func (s *pricesSpec) rows(ctx context.Context) (*host.Rows[priceRow], error) {
	in, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	out := host.NewRows[priceRow]()
	if s.IfAny && in.table.Total.People == 0 {
		return out, nil
	}
	for _, price := range s.Prices {
		if price.Known >= 0 && (in.table.Unit != nil || in.table.Constraint != knowledge.SVPI) {
			continue // what attackers learn of people with several rows is not known here
		}
		at := s.SplitSpec
		at.Privacy, at.Points = s.Privacy.At(price, s.Points)
		if in.options.Requirements, err = at.Requirements(in.table); err != nil {
			return nil, err
		}
		row := priceRow{K: price.K}
		if price.Known >= 0 {
			row.Known, row.C = host.Some(price.Known), host.Some(price.C)
		}
		release, err := in.priced(ctx)
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

// priced returns the release for a price, which follows earlier ones where that of the same requirements does.
func (in *splitting) priced(ctx context.Context) (*mondrian.Release, error) {
	release, err := in.split(ctx)
	if in.earlier == nil || err != nil || !in.mayFollow(refuseStopped(release)) {
		return release, err
	}
	defer func() { in.earlier.Follow = false }()
	return in.split(ctx)
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
