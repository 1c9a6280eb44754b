package evidence

import (
	"context"
	"math"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/page"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
)

// outputFigures is the value of the parameter output that asks for the pictures of a plan.
const outputFigures = "figures"

// figuresOfPlan is release_plan with output := 'figures'.
var figuresOfPlan = call.Output{
	Names:       []string{outputFigures},
	Description: "What the requirements of a plan cost, as a picture: the detail that is lost by how many people must be alike, a line for each number of people whom an attacker knows. It is that of [the page of a plan](#the-page-of-a-plan) and of [`release_report`](#release_report).",
	Columns: []call.ResultColumn{
		{Name: "figure", Type: "VARCHAR", Doc: "its name, `price`"},
		{Name: "title", Type: "VARCHAR", Doc: "what stands above it"},
		{Name: "meaning", Type: "VARCHAR", Doc: "what it shows, in words"},
		{Name: "svg", Type: "VARCHAR", Doc: "the picture, which needs nothing else"},
	},
	Example: `SELECT figure, title, svg LIKE '<svg %' AS picture
FROM release_plan('(SELECT 20 + i % 50 AS age, [''flu'', ''cold'', ''none''][1 + i * 7 % 3] AS diagnosis FROM range(300) r(i))',
                  plan := [{'attribute': 'age', 'role': 'qi'}, {'attribute': 'diagnosis', 'role': 'sensitive'}, {'requirement': 'k_anonymity', 'required': '12'}], output := 'figures')`,
	Notes: []string{"The numbers are those of [`skyline_anonymize(…, output := 'prices')`](#skyline_anonymize-prices). They are of the whole table: show the picture to those who may decide, not to everybody."},
	Cost:  "that of `skyline_anonymize(…, output := 'prices')`.",
	Plan:  planFigures,
}

// Priced is what a requirement costs, as the data of a job has it.
type Priced struct {
	K     int64    `json:"k"`
	Known int64    `json:"known"` // negative: attackers are as is required
	Loss  *float64 `json:"loss"`
}

// Prices are what a picture shows.
func Prices(all []Priced) []page.Price {
	prices := make([]page.Price, len(all))
	for i, p := range all {
		prices[i] = page.Price{K: p.K, Known: p.Known, Loss: math.NaN()}
		if p.Loss != nil {
			prices[i].Loss = *p.Loss
		}
	}
	return prices
}

// prices is the CTE of what requirements cost.
const prices = sqltext.SQL("__skyline_prices_asked")

// AddPrices adds what requirements cost to a plan: the plan of skyline_anonymize with
// output := 'prices'. It returns a member of a job's data, a list of Priced.
func AddPrices(p *sqltext.Plan, statement sqltext.SQL) sqltext.Member {
	p.Keep(prices, "what requirements cost", "SELECT k_anonymity, known, c, loss FROM (\n"+statement+"\n)")
	// Of several thresholds, that which is required has most rows.
	return sqltext.Member{Name: "prices", Value: sqltext.Fill(`
		(
		    SELECT list(struct_pack(k := k_anonymity, known := coalesce(known, -1), loss := loss))
		    FROM {prices} AS p
		    WHERE c IS NULL OR c = (SELECT mode(c) FROM {prices} AS p)
		)`, sqltext.Args{"prices": prices})}
}

// pricesByPlan is the call for the prices of a plan's requirements.
func pricesByPlan(c *call.Call, rows []planning.Row) (*call.Call, error) {
	inner := c.Inner(release.SkylineAnonymize, map[string]any{"tbl": c.Arguments["tbl"], call.ParamPlan.Name: argumentOf(rows), call.ParamOutput: "prices"})
	return inner, planning.Apply(inner)
}

// priceFigureSpec is what the kernel gets.
type priceFigureSpec struct {
	Prices []Priced `json:"prices,omitempty"`
}

type priceFigureRow struct{ Figure, Title, Meaning, SVG string }

var priceFigureKernel = host.KernelOf("price_figure", func(_ context.Context, s *priceFigureSpec) (*host.Rows[priceFigureRow], error) {
	out := host.NewRows[priceFigureRow]()
	if f, ok := page.PriceFigure(Prices(s.Prices)); ok {
		out.Add(priceFigureRow{f.Name, f.Title, f.Meaning, f.SVG})
	}
	return out, nil
})

// priceFigures is the CTE of the picture, of one row, or none.
const priceFigures = sqltext.SQL("__skyline_price_figure")

// addPriceFigure adds priceFigures.
func addPriceFigure(p *sqltext.Plan, c, inner *call.Call) error {
	statement, err := inner.Function.Plan(inner)
	if err != nil {
		return err
	}
	p.Run(sqltext.Job{Function: c.Function.Name, Kernel: priceFigureKernel.Name, Why: "the picture", Spec: priceFigureSpec{}, Data: []sqltext.Member{AddPrices(p, statement)}, Rows: priceFigures})
	return nil
}

func planFigures(c *call.Call) (sqltext.SQL, error) {
	given, err := givenPlan(c, outputFigures)
	if err != nil {
		return "", err
	}
	inner, err := pricesByPlan(c, given.Rows)
	if err != nil {
		return "", err
	}
	var p sqltext.Plan
	err = addPriceFigure(&p, c, inner)
	return p.Statement("SELECT figure, title, meaning, svg FROM " + priceFigures), err
}
