package check

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"skyline/engine/exact"
	"skyline/engine/partition"
	"skyline/engine/risk"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
)

// reportParams are the parameters of the kernel of privacy_report, in this order.
var reportParams = []host.Type{
	{Kind: host.Varchar},                                                                                                            // values_per_person
	{Kind: host.Varchar},                                                                                                            // risk_threshold
	{Kind: host.Varchar},                                                                                                            // sensitive, or NULL
	host.ListOf(host.Type{Kind: host.Varchar}),                                                                                      // qi
	host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), // sizes: people, population, groups
	host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), // columns: number from 1, people, values
	host.ListOf(host.Type{Kind: host.Blob}), host.ListOf(host.Type{Kind: host.Bigint}), // histograms, groups
	host.ListOf(host.Type{Kind: host.Varchar}), // sensitive values in their order
	// groups of the public table: people in the table, people there, groups; NULL for none
	host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}), host.ListOf(host.Type{Kind: host.Bigint}),
}

var reportFields = []host.Field{
	{Name: "i", Type: host.Type{Kind: host.Bigint}},
	{Name: "measure", Type: host.Type{Kind: host.Varchar}},
	{Name: "attribute", Type: host.Type{Kind: host.Varchar}},
	{Name: "value", Type: host.Type{Kind: host.Double}},
}

// reportScalars are the private functions of privacy_report: the kernel as a job,
// and the texts of a histogram's values.
func reportScalars() []host.Scalar {
	kernel := host.KernelScalars("skyline_report", reportName, reportParams, reportFields, func(args []host.Column, row int) (host.Run, error) {
		in, err := readReportInput(args, row)
		if err != nil {
			return nil, err
		}
		return in.run, nil
	})
	values := host.Scalar{
		Name: "__skyline_report_values", Params: []host.Type{{Kind: host.Blob}}, Result: host.ListOf(host.Type{Kind: host.Varchar}),
		Call: func(args []host.Column, rows int) (host.Column, error) {
			lists := host.Column{Len: rows, Elem: new(host.Column), Ends: make([]int, rows)}
			for row := range lists.Ends {
				if !args[0].IsNull(row) {
					var err error
					if lists.Elem.Strings, err = partition.AppendTexts(lists.Elem.Strings, args[0].Strings[row]); err != nil {
						return host.Column{}, fmt.Errorf("__skyline_report_values: %w", err)
					}
				}
				lists.Ends[row] = len(lists.Elem.Strings)
			}
			lists.Elem.Len = len(lists.Elem.Strings)
			return lists, nil
		},
	}
	return append(kernel, values)
}

// reportInput is what the kernel works on.
type reportInput struct {
	values     string
	threshold  *big.Rat
	sensitive  string
	qi         []string
	sizes      []risk.GroupSize
	columns    [][]risk.ValueCount // for each of qi
	histograms []string
	times      []int64
	order      []string
	hasPublic  bool
	public     []risk.GroupSize
}

var errReportInput = errors.New("__skyline_report_start: only plans of this library can call it")

func readReportInput(args []host.Column, row int) (*reportInput, error) {
	if args[0].IsNull(row) || args[1].IsNull(row) {
		return nil, errReportInput
	}
	in := &reportInput{values: strings.Clone(args[0].Strings[row]), qi: host.TextsOf(&args[3], row), histograms: host.TextsOf(&args[10], row), order: host.TextsOf(&args[12], row)}
	if !args[2].IsNull(row) {
		in.sensitive = strings.Clone(args[2].Strings[row])
	}
	threshold, ok := call.ParseThreshold(args[1].Strings[row])
	if !ok {
		return nil, errReportInput
	}
	in.threshold = exact.Simplest(threshold)
	var numbers [16][]int64
	for _, i := range []int{4, 5, 6, 7, 8, 9, 11, 13, 14, 15} {
		begin, end := args[i].ListRange(row)
		numbers[i] = append(numbers[i], args[i].Elem.Int64s[begin:end]...)
	}
	people, population, groups := numbers[4], numbers[5], numbers[6]
	if len(population) != len(people) || len(groups) != len(people) {
		return nil, errReportInput
	}
	for i := range people {
		in.sizes = append(in.sizes, risk.GroupSize{People: people[i], Population: population[i], Groups: groups[i]})
	}
	column, having, values := numbers[7], numbers[8], numbers[9]
	if len(having) != len(column) || len(values) != len(column) {
		return nil, errReportInput
	}
	in.columns = make([][]risk.ValueCount, len(in.qi))
	for i, number := range column {
		if number < 1 || number > int64(len(in.qi)) {
			return nil, errReportInput
		}
		in.columns[number-1] = append(in.columns[number-1], risk.ValueCount{People: having[i], Values: values[i]})
	}
	in.times = numbers[11]
	in.hasPublic = !args[13].IsNull(row)
	there, public, groups := numbers[13], numbers[14], numbers[15]
	if len(public) != len(there) || len(groups) != len(there) {
		return nil, errReportInput
	}
	for i := range there {
		in.public = append(in.public, risk.GroupSize{People: there[i], Population: public[i], Groups: groups[i]})
	}
	return in, nil
}

// run measures everything and returns the rows of the report.
func (in *reportInput) run(ctx context.Context) (host.Column, error) {
	out := host.NewRowBuilder(reportFields)
	id, err := risk.Identify(in.sizes, in.threshold)
	if err != nil {
		return host.Column{}, explainReport(err)
	}
	addMeasures(out, groupMeasures, id, "")
	if in.hasPublic {
		presence, err := risk.Existence(in.public)
		if err != nil {
			return host.Column{}, explainReport(err)
		}
		addMeasures(out, presenceMeasures, presence, "")
	}
	var sizes []risk.ValueCount
	for _, s := range in.sizes {
		sizes = append(sizes, risk.ValueCount{People: s.People, Values: s.Groups})
	}
	addMeasures(out, attributeMeasures[1:], risk.Describe(sizes), "")
	for i, counts := range in.columns {
		addMeasures(out, attributeMeasures, risk.Describe(counts), in.qi[i])
	}
	if in.sensitive != "" {
		s, err := in.measureSensitive(ctx)
		if err != nil {
			return host.Column{}, explainReport(err)
		}
		addMeasures(out, sensitiveMeasures, s, in.sensitive)
	}
	return out.Column(), nil
}

func (in *reportInput) measureSensitive(ctx context.Context) (*sensitiveRisk, error) {
	s := &sensitiveRisk{distributions: in.values == "one", closeness: math.NaN(), ordered: math.NaN()}
	builder := partition.Builder{PeopleCounted: !s.distributions}
	for i, h := range in.histograms {
		if i%4096 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err := builder.Add(h); err != nil {
			return nil, err
		}
	}
	release, err := risk.NewRelease(ctx, builder.Table(), in.times)
	if err != nil || len(in.histograms) == 0 {
		return s, err
	}
	s.values = release.Values()
	if s.diversity, err = release.Diversity(ctx, maxRecursive); err != nil || s.values == 0 {
		return s, err
	}
	if s.likeness, err = release.Likeness(ctx); err != nil || !s.distributions {
		return s, err
	}
	if s.closeness, err = release.Closeness(ctx); err != nil {
		return s, err
	}
	ordered, ok, err := release.OrderedCloseness(ctx, in.order)
	if ok {
		s.ordered = ordered
	}
	return s, err
}

// addMeasures adds a row for each measure.
func addMeasures[R any](out *host.RowBuilder, measures []reportMeasure[R], of R, attribute string) {
	for _, m := range measures {
		out.Int64(0, int64(out.Rows))
		out.Text(1, m.name, false)
		out.Text(2, attribute, attribute == "")
		if value := m.value(of); math.IsNaN(value) {
			out.Null(3)
		} else {
			out.Float64(3, value)
		}
		out.Row()
	}
}

func explainReport(err error) error {
	if outside, ok := errors.AsType[*risk.OutsideError](err); ok {
		return fmt.Errorf("%s: population must contain everybody who is in tbl, and the number of QI groups with more people in tbl is %d; generalize the qi columns of both alike, or give the population that tbl comes from",
			reportName, outside.Groups)
	}
	if outside, ok := errors.AsType[*risk.NotPublicError](err); ok {
		return fmt.Errorf("%s: public must contain everybody who is in tbl, and the number of people of tbl that are not in the public table is %d; generalize the qi columns of both alike", reportName, outside.People)
	}
	return oldpeople.Explain(reportName, err)
}
