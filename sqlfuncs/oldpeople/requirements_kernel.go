package oldpeople

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/privacy"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldtext"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/sqltext"
)

// RequirementsInput is what the kernels of the functions that check requirements
// work on.
type RequirementsInput struct {
	function     string
	Own          float64 // the function's own argument, if it has one
	Outside      string  // what else is amiss with the release, if the function says so
	Release      *privacy.Release
	Requirements []privacy.Requirement
	Hidden       bool // whether presence is among them
}

// RequirementsScalars returns the two private functions of such a kernel.
func RequirementsScalars(function string, fields []host.Field, kernel func(context.Context, *RequirementsInput) (host.Column, error)) []host.Scalar {
	params := []host.Type{
		{Kind: host.Varchar}, // the requirements' numbers
		// points: value, l, k, m, c
		host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}), host.ListOf(host.Type{Kind: host.Varchar}),
		{Kind: host.Varchar}, // what __skyline_histograms kept
		{Kind: host.Double},  // the function's own argument
		{Kind: host.Varchar}, // what else is amiss
	}
	return host.KernelScalars(function, function, params, fields, func(args []host.Column, row int) (host.Run, error) {
		read, err := readRequirementsInput(function, args, row)
		return func(ctx context.Context) (host.Column, error) {
			in, err := read()
			if err != nil {
				return host.Column{}, Explain(function, err)
			}
			result, err := kernel(ctx, in)
			return result, Explain(function, err)
		}, err
	})
}

// readRequirementsInput takes what a kernel was given; the rest is for its job.
func readRequirementsInput(function string, args []host.Column, row int) (func() (*RequirementsInput, error), error) {
	// Taken first, so that no error leaves it behind.
	state, err := host.Take[*people.Histograms](args[6].Strings[row])
	if err != nil {
		return nil, Explain(function, err)
	}
	own, outside := args[7].Float64s[row], strings.Clone(args[8].Strings[row])
	numbers := strings.Clone(args[0].Strings[row])
	points, err := ReadPoints(function, args[1:6], row)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 && Requires(numbers, "skyline") {
		return nil, Explain(function, errNoPoint)
	}
	return func() (*RequirementsInput, error) {
		in := &RequirementsInput{function: function, Own: own, Outside: outside, Hidden: HidesPresence(numbers)}
		release, number, err := state.Release()
		if err != nil {
			return nil, err
		}
		in.Release = release
		in.Requirements, err = requirements(numbers, points, &TableValues{release.Table.Values, number})
		return in, err
	}, nil
}

// Absent returns the number of the value of people who are not in the table, -1 if
// there are none.
func (in *RequirementsInput) Absent() int32 {
	return int32(slices.Index(in.Release.Table.Values, partition.Value{Text: partition.Absent}))
}

var errNoPoint = errors.New("privacy: skyline must have at least one point")

// PlanRequirements returns the CTEs up to __skyline_rows, the rows of the kernel of
// a function that checks requirements. own is its own argument, a number.
func PlanRequirements(in *Input, spec *PrivacySpec, own string) []string {
	return PlanRequirementsAnd(in, spec, own, "''")
}

// PlanRequirementsAnd is planRequirements with what else is amiss, a text.
func PlanRequirementsAnd(in *Input, spec *PrivacySpec, own, outside string) []string {
	guards := ""
	for _, guard := range in.GroupGuards() {
		guards += " JOIN " + guard + " ON " + guard + ".ok"
	}
	function := in.Call.Function.Name
	ctes := append([]string{in.TypesCTE(), spec.Points}, in.GroupsCTEs()...)
	gathered := fmt.Sprintf("system.main.__skyline_histograms(%s, %s, %s, h, %s) AS histograms", sqltext.PlanKey, oldtext.QuoteText(function), oldtext.QuoteText(in.Values), host.Apart)
	if in.Labels {
		ctes = append(ctes, "__skyline_gathered AS MATERIALIZED (SELECT "+gathered+", "+in.labelled()+" FROM __skyline_groups)")
		gathered = "__skyline_gathered"
	} else {
		gathered = "(SELECT " + gathered + " FROM __skyline_groups)"
	}
	return append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%s, v.value, v.l, v.k, v.m, v.c, x.histograms, %s::DOUBLE, %s) AS job, false AS done FROM (%s) AS v CROSS JOIN %s AS x%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			function, oldtext.QuoteText(spec.Numbers), own, outside, PointLists, gathered, guards),
		fmt.Sprintf("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function))
}
