package sqlfuncs

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skyline/engine/partition"
	"skyline/engine/privacy"
)

// requirementsInput is what the kernels of the functions that check requirements
// work on.
type requirementsInput struct {
	function     string
	own          float64 // the function's own argument, if it has one
	outside      string  // what else is amiss with the release, if the function says so
	release      *privacy.Release
	requirements []privacy.Requirement
	hidden       bool // whether presence is among them
}

// requirementsScalars returns the two private functions of such a kernel.
func requirementsScalars(function string, fields []Field, kernel func(context.Context, *requirementsInput) (Column, error)) []Scalar {
	params := []Type{
		{Kind: Varchar}, // the requirements' numbers
		// points: value, l, k, m, c
		ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}), ListOf(Type{Kind: Varchar}),
		{Kind: Varchar}, // what __skyline_histograms kept
		{Kind: Double},  // the function's own argument
		{Kind: Varchar}, // what else is amiss
	}
	return kernelScalars(function, function, params, fields, func(args []Column, row int) (run, error) {
		read, err := readRequirementsInput(function, args, row)
		return func(ctx context.Context) (Column, error) {
			in, err := read()
			if err != nil {
				return Column{}, explain(function, err)
			}
			result, err := kernel(ctx, in)
			return result, explain(function, err)
		}, err
	})
}

// readRequirementsInput takes what a kernel was given; the rest is for its job.
func readRequirementsInput(function string, args []Column, row int) (func() (*requirementsInput, error), error) {
	// Taken first, so that no error leaves it behind.
	state, err := take[*histogramsState](args[6].Strings[row])
	if err != nil {
		return nil, explain(function, err)
	}
	own, outside := args[7].Float64s[row], strings.Clone(args[8].Strings[row])
	numbers := strings.Clone(args[0].Strings[row])
	points, err := readPoints(function, args[1:6], row)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 && requires(numbers, "skyline") {
		return nil, explain(function, errNoPoint)
	}
	return func() (*requirementsInput, error) {
		in := &requirementsInput{function: function, own: own, outside: outside, hidden: hidesPresence(numbers)}
		release, number, err := state.release()
		if err != nil {
			return nil, err
		}
		in.release = release
		in.requirements, err = requirements(numbers, points, &tableValues{release.Table.Values, number})
		return in, err
	}, nil
}

// absent returns the number of the value of people who are not in the table, -1 if
// there are none.
func (in *requirementsInput) absent() int32 {
	return int32(slices.Index(in.release.Table.Values, partition.Value{Text: partition.Absent}))
}

var errNoPoint = errors.New("privacy: skyline must have at least one point")

// planRequirements returns the CTEs up to __skyline_rows, the rows of the kernel of
// a function that checks requirements. own is its own argument, a number.
func planRequirements(in *input, spec *privacySpec, own string) []string {
	return planRequirementsAnd(in, spec, own, "''")
}

// planRequirementsAnd is planRequirements with what else is amiss, a text.
func planRequirementsAnd(in *input, spec *privacySpec, own, outside string) []string {
	guards := ""
	for _, guard := range in.groupGuards() {
		guards += " JOIN " + guard + " ON " + guard + ".ok"
	}
	function := in.call.function.Name
	ctes := append([]string{in.typesCTE(), spec.points}, in.groupsCTEs()...)
	gathered := fmt.Sprintf("system.main.__skyline_histograms(%s, %s, %s, h, %s) AS histograms", planKey, quoteText(function), quoteText(in.values), apart)
	if in.labels {
		ctes = append(ctes, "__skyline_gathered AS MATERIALIZED (SELECT "+gathered+", "+in.labelled()+" FROM __skyline_groups)")
		gathered = "__skyline_gathered"
	} else {
		gathered = "(SELECT " + gathered + " FROM __skyline_groups)"
	}
	return append(ctes,
		fmt.Sprintf("__skyline_job AS (SELECT system.main.__%s_start(%s, v.value, v.l, v.k, v.m, v.c, x.histograms, %s::DOUBLE, %s) AS job, false AS done FROM (%s) AS v CROSS JOIN %s AS x%s UNION ALL SELECT job, system.main.__skyline_wait(job) FROM __skyline_job WHERE NOT done)",
			function, quoteText(spec.numbers), own, outside, pointLists, gathered, guards),
		fmt.Sprintf("__skyline_rows AS MATERIALIZED (SELECT UNNEST(system.main.__%s_rows(job), recursive := true) FROM __skyline_job WHERE done)", function))
}
