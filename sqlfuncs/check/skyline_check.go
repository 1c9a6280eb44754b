package check

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/progress"
	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/oldpeople"
	"skyline/sqlfuncs/people"
)

const knowledgeMeaning = "With one value a person, the adversary knows `l` values that the target does not have, the values of `k` other people, and `m` people such that, if any of them has the value, so has the target. With several values a person, the adversary knows `l` values each of which the target has only together with the value in question, `k` other people who do not have it, and `m` people as before. All numbers mean “at most”."

var SkylineCheck = &call.Function{
	Name:        "skyline_check",
	Summary:     "How sure can an adversary with bounded knowledge become of somebody's sensitive value, and is that below c?",
	Description: "For each sensitive value and each knowledge point, the breach probability: the largest probability that any person has the value, over everything that an adversary with at most that much knowledge could know. " + knowledgeMeaning + " The release is safe for a value at a point if the breach probability is below `c`.",
	Params: []call.Param{
		call.ParamTable, call.ParamQI, call.ParamSensitive,
		{Name: "l", Type: "BIGINT", Default: "0", Doc: "knowledge about the target: values ruled out"},
		{Name: "k", Type: "BIGINT", Default: "0", Doc: "knowledge about other people: how many are known"},
		{Name: "m", Type: "BIGINT", Default: "0", Doc: "knowledge about relationships: the size of the target's same-value family"},
		call.ParamThreshold,
		{Name: "skyline", Type: "STRUCT[] or VARCHAR", Default: "NULL", Doc: "instead of `l`, `k`, `m`, `c`: a list of points `{'value': …, 'l': …, 'k': …, 'm': …, 'c': …}`, or the name of a table with these columns; a NULL `value` stands for every value that no point names, and absent or NULL numbers are l, k, m = 0 and c = 0.5"},
		call.ParamValues, call.ParamPerson, call.ParamWeight, people.ParamAbsent,
	},
	Columns: []call.ResultColumn{
		{Name: "value", Type: "as `sensitive`", Doc: "the sensitive value"},
		{Name: "l", Type: "BIGINT", Doc: "knowledge about the target"},
		{Name: "k", Type: "BIGINT", Doc: "knowledge about other people"},
		{Name: "m", Type: "BIGINT", Doc: "knowledge about relationships"},
		{Name: "c", Type: "DOUBLE", Doc: "the confidence threshold"},
		{Name: "breach", Type: "DOUBLE", Doc: "the breach probability, in [0, 1]; 0 for a value that the table does not have"},
		{Name: "safe", Type: "BOOLEAN", Doc: "whether `breach < c`"},
		{Name: "witness", Type: "STRUCT", Doc: "a worst case: `target_group`, the QI group of the target (a STRUCT of the `qi` columns), with `target_people` people in whom the value occurs `target_having` times; `family_group`, where the m relatives are (NULL if m = 0); `known_group`, where the k known others are (NULL if k = 0); `ruled_out`, the values that the adversary's l sentences about the target name. NULL for a value that the table does not have"},
	},
	Example: `SELECT value, breach, safe, witness.target_group
FROM skyline_check('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', k := 1, c := 0.5)`,
	Notes: []string{
		call.NoteNull, call.NoteSafe, call.NoteBreach, call.NoteOrder,
		"Cost: one scan and one GROUP BY of the `qi` columns; then, for each value, one pass over the distinct histograms for each distinct `l`, and for each point a glance at the few groups that no other dominates.",
		call.NoteModel, call.NoteSource + "Definitions 1–4, Sect. 6.1, 7.1.",
	},
	Plan:    call.Old(planSkylineCheck),
	Scalars: func() []host.Scalar { return breachScalars("skyline_check", checkFields, runSkylineCheck) },
}

func planSkylineCheck(c *call.Call) (string, error) {
	in, err := oldpeople.NewInput(c)
	if err != nil {
		return "", err
	}
	points, err := oldpeople.CheckPoints(c, in.Sensitive)
	if err != nil {
		return "", err
	}
	witness := "CASE WHEN r.target IS NOT NULL THEN system.main.struct_pack(target_group := target.g, target_people := r.people, " +
		"target_having := r.having, family_group := family.g, known_group := known.g, " +
		"ruled_out := system.main.cast_to_type(r.ruled_out, system.main.list_value(t.s))) END AS witness"
	joins := ""
	for _, role := range []string{"target", "family", "known"} {
		joins += fmt.Sprintf(" LEFT JOIN __skyline_names AS %[1]s ON %[1]s.i = r.%[1]s", role)
	}
	in.Named = true
	return planBreach(in, points, oldpeople.TypedValue+" AS value, r.l, r.k, r.m, r.c, r.breach, r.safe, "+witness, joins+" WHERE r.histogram IS NULL",
		oldpeople.ByValue+", r.l ASC, r.k ASC, r.m ASC, r.c ASC"), nil
}

var checkFields = []host.Field{
	{Name: "value", Type: host.Type{Kind: host.Varchar}},
	{Name: "l", Type: host.Type{Kind: host.Bigint}},
	{Name: "k", Type: host.Type{Kind: host.Bigint}},
	{Name: "m", Type: host.Type{Kind: host.Bigint}},
	{Name: "c", Type: host.Type{Kind: host.Double}},
	{Name: "breach", Type: host.Type{Kind: host.Double}},
	{Name: "safe", Type: host.Type{Kind: host.Boolean}},
	{Name: "target", Type: host.Type{Kind: host.Bigint}},
	{Name: "people", Type: host.Type{Kind: host.Bigint}},
	{Name: "having", Type: host.Type{Kind: host.Bigint}},
	{Name: "family", Type: host.Type{Kind: host.Bigint}},
	{Name: "known", Type: host.Type{Kind: host.Bigint}},
	{Name: "ruled_out", Type: host.ListOf(host.Type{Kind: host.Varchar})},
	{Name: "histogram", Type: host.Type{Kind: host.Blob}},
}

// maxRuledOut is how many values the witnesses of a result may name in all.
const maxRuledOut = 20_000_000

// runSkylineCheck returns a row for each finding, with groups by their numbers,
// and before them one for each group that a witness names, with its histogram.
func runSkylineCheck(ctx context.Context, in *breachInput) (host.Column, error) {
	out := host.NewRowBuilder(checkFields)
	named := map[int]bool{}
	questions := in.questions()
	for at, q := range questions {
		findings, err := in.check(progress.Part(ctx, at, len(questions)), &q)
		if err != nil {
			return host.Column{}, err
		}
		for i, f := range findings {
			in.nameGroups(out, f.Witness, named)
			if out.Columns[12].Elem.Len > maxRuledOut {
				return host.Column{}, fmt.Errorf("%s: the witnesses must name at most %d ruled-out values in all; ask for fewer values or a smaller l",
					in.function, maxRuledOut)
			}
			p := q.requirements[i].Point
			out.Text(0, q.value.Text, q.value.Null)
			out.Int64(1, p.L)
			out.Int64(2, p.K)
			out.Int64(3, p.M)
			out.Float64(4, q.thresholds[i])
			out.Float64(5, f.Breach)
			out.Bool(6, f.Safe)
			in.addWitness(out, f.Witness)
			out.Text(13, "", true)
			out.Row()
		}
	}
	return out.Column(), nil
}

func (in *breachInput) check(ctx context.Context, q *question) ([]breach.Finding, error) {
	if q.number >= 0 {
		findings, err := in.release.Check(ctx, q.number, q.requirements)
		return findings, in.explain(err)
	}
	// The value occurs nowhere: its breach probability is 0.
	findings := make([]breach.Finding, len(q.requirements))
	for i := range findings {
		findings[i].Safe = true
	}
	return findings, nil
}

// nameGroups adds a row for each group of a witness that has none yet.
func (in *breachInput) nameGroups(out *host.RowBuilder, w *breach.Witness, named map[int]bool) {
	if w == nil {
		return
	}
	for _, group := range []int{w.Target, w.Family, w.Known} {
		if group < 0 || named[group] {
			continue
		}
		named[group] = true
		out.Nulls()
		out.Columns[7].Int64s[out.Rows], out.Columns[7].Null[out.Rows] = int64(group), false
		out.Columns[13].Strings[out.Rows], out.Columns[13].Null[out.Rows] = in.table.Groups[group].Histogram, false
		out.Row()
	}
}

// addWitness adds a witness, with groups by their numbers.
func (in *breachInput) addWitness(out *host.RowBuilder, w *breach.Witness) {
	if w == nil {
		for column := 7; column <= 12; column++ {
			out.Null(column)
		}
		return
	}
	out.Int64(7, int64(w.Target))
	out.Int64(8, in.table.Groups[w.Target].People)
	out.Int64(9, w.Having)
	for i, group := range []int{w.Family, w.Known} {
		if group < 0 {
			out.Null(10 + i)
		} else {
			out.Int64(10+i, int64(group))
		}
	}
	for _, v := range w.RuledOut {
		value := in.table.Values[v]
		out.Element(12, value.Text, value.Null)
	}
	out.EndList(12)
}
