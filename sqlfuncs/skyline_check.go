package sqlfuncs

import (
	"context"
	"fmt"

	"skyline/engine/breach"
	"skyline/engine/progress"
)

// Parameters that the functions on QI groups share.
var (
	paramTable     = Param{Name: "tbl", Type: "VARCHAR", Doc: "the release candidate: a table, view, temp table, CTE of the same query, `schema.table`, `catalog.schema.table`, a file that DuckDB reads by name, or a query in parentheses"}
	paramQI        = Param{Name: "qi", Type: "VARCHAR[]", Doc: "quasi-identifier columns; rows equal on all of them form a QI group"}
	paramSensitive = Param{Name: "sensitive", Type: "VARCHAR", Doc: "the sensitive column"}
	paramValues    = Param{Name: "values_per_person", Type: "VARCHAR", Default: "'one'", Doc: "`'one'`: each person has one value (SVPI); `'set'`: any number of different values; `'multiset'`: any number of values, the same one several times too (both need `person`)"}
	paramPerson    = Param{Name: "person", Type: "VARCHAR", Default: "NULL", Doc: "the column that identifies the individual; NULL: each row is a person"}
	paramWeight    = Param{Name: "weight", Type: "VARCHAR", Default: "NULL", Doc: "an integer column; a row counts that many times; excludes `person`"}
	paramValue     = Param{Name: "value", Type: "ANY", Default: "NULL", Doc: "one sensitive value; NULL: each value of the table"}
)

// Notes that they share.
const (
	noteNull   = "NULL in a `qi` column, and in `sensitive` where each person has one value, is a value of its own, equal to itself. Where people have several values, a NULL in `sensitive` adds none. NULL in `person` or `weight` is an error. Values are told apart as [Equality](#equality) says."
	noteOrder  = "The result does not depend on the order of rows, on threads or on storage. Of several worst cases the witness names the first in a fixed order (fewer people, then the histogram, then the quasi-identifiers)."
	noteModel  = "Not promised: the adversary takes all reconstructions of the table as equally likely and has knowledge of these three kinds only; one with other knowledge may become surer."
	noteSafe   = "`safe` is decided with fractions, never by a rounded number; `c` stands for the simplest fraction that rounds to it (0.3 is 3/10, `2/3` is 2/3). Where a breach probability agrees with `c` in 20 digits and more, and comes from a product of hundreds of thousands of numbers, the call is refused."
	noteBreach = "`breach` is correctly rounded where the fraction is of workable size, and within 1e-12 elsewhere."
	noteSource = "Source: Chen, LeFevre, Ramakrishnan, “Adversarial-knowledge dimensions in data privacy”, VLDB Journal 18 (2009), "
)

const knowledgeMeaning = "With one value a person, the adversary knows `l` values that the target does not have, the values of `k` other people, and `m` people such that, if any of them has the value, so has the target. With several values a person, the adversary knows `l` values each of which the target has only together with the value in question, `k` other people who do not have it, and `m` people as before. All numbers mean “at most”."

var skylineCheck = &Function{
	Name:        "skyline_check",
	Summary:     "How sure can an adversary with bounded knowledge become of somebody's sensitive value, and is that below c?",
	Description: "For each sensitive value and each knowledge point, the breach probability: the largest probability that any person has the value, over everything that an adversary with at most that much knowledge could know. " + knowledgeMeaning + " The release is safe for a value at a point if the breach probability is below `c`.",
	Params: []Param{
		paramTable, paramQI, paramSensitive,
		{Name: "l", Type: "BIGINT", Default: "0", Doc: "knowledge about the target: values ruled out"},
		{Name: "k", Type: "BIGINT", Default: "0", Doc: "knowledge about other people: how many are known"},
		{Name: "m", Type: "BIGINT", Default: "0", Doc: "knowledge about relationships: the size of the target's same-value family"},
		paramThreshold,
		{Name: "skyline", Type: "STRUCT[] or VARCHAR", Default: "NULL", Doc: "instead of `l`, `k`, `m`, `c`: a list of points `{'value': …, 'l': …, 'k': …, 'm': …, 'c': …}`, or the name of a table with these columns; a NULL `value` stands for every value that no point names, and absent or NULL numbers are l, k, m = 0 and c = 0.5"},
		paramValues, paramPerson, paramWeight, paramAbsent,
	},
	Columns: []ResultColumn{
		{"value", "as `sensitive`", "the sensitive value"},
		{"l", "BIGINT", "knowledge about the target"},
		{"k", "BIGINT", "knowledge about other people"},
		{"m", "BIGINT", "knowledge about relationships"},
		{"c", "DOUBLE", "the confidence threshold"},
		{"breach", "DOUBLE", "the breach probability, in [0, 1]; 0 for a value that the table does not have"},
		{"safe", "BOOLEAN", "whether `breach < c`"},
		{"witness", "STRUCT", "a worst case: `target_group`, the QI group of the target (a STRUCT of the `qi` columns), with `target_people` people in whom the value occurs `target_having` times; `family_group`, where the m relatives are (NULL if m = 0); `known_group`, where the k known others are (NULL if k = 0); `ruled_out`, the values that the adversary's l sentences about the target name. NULL for a value that the table does not have"},
	},
	Example: `SELECT value, breach, safe, witness.target_group
FROM skyline_check('(VALUES (20, ''Flu''), (20, ''Flu''), (20, ''AIDS''), (30, ''Flu''), (30, ''Cold''), (30, ''AIDS'')) t(age, disease)',
                   qi := ['age'], sensitive := 'disease', k := 1, c := 0.5)`,
	Notes: []string{
		noteNull, noteSafe, noteBreach, noteOrder,
		"Cost: one scan and one GROUP BY of the `qi` columns; then, for each value, one pass over the distinct histograms for each distinct `l`, and for each point a glance at the few groups that no other dominates.",
		noteModel, noteSource + "Definitions 1–4, Sect. 6.1, 7.1.",
	},
	Plan:    planSkylineCheck,
	Scalars: func() []Scalar { return breachScalars("skyline_check", checkFields, runSkylineCheck) },
}

func planSkylineCheck(c *Call) (string, error) {
	in, err := newInput(c)
	if err != nil {
		return "", err
	}
	points, err := checkPoints(c, in.sensitive)
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
	in.named = true
	return planBreach(in, points, typedValue+" AS value, r.l, r.k, r.m, r.c, r.breach, r.safe, "+witness, joins+" WHERE r.histogram IS NULL",
		byValue+", r.l ASC, r.k ASC, r.m ASC, r.c ASC"), nil
}

var checkFields = []Field{
	{"value", Type{Kind: Varchar}},
	{"l", Type{Kind: Bigint}},
	{"k", Type{Kind: Bigint}},
	{"m", Type{Kind: Bigint}},
	{"c", Type{Kind: Double}},
	{"breach", Type{Kind: Double}},
	{"safe", Type{Kind: Boolean}},
	{"target", Type{Kind: Bigint}},
	{"people", Type{Kind: Bigint}},
	{"having", Type{Kind: Bigint}},
	{"family", Type{Kind: Bigint}},
	{"known", Type{Kind: Bigint}},
	{"ruled_out", ListOf(Type{Kind: Varchar})},
	{"histogram", Type{Kind: Blob}},
}

// maxRuledOut is how many values the witnesses of a result may name in all.
const maxRuledOut = 20_000_000

// runSkylineCheck returns a row for each finding, with groups by their numbers,
// and before them one for each group that a witness names, with its histogram.
func runSkylineCheck(ctx context.Context, in *breachInput) (Column, error) {
	out := newRowBuilder(checkFields)
	named := map[int]bool{}
	questions := in.questions()
	for at, q := range questions {
		findings, err := in.check(progress.Part(ctx, at, len(questions)), &q)
		if err != nil {
			return Column{}, err
		}
		for i, f := range findings {
			in.nameGroups(out, f.Witness, named)
			if out.columns[12].Elem.Len > maxRuledOut {
				return Column{}, fmt.Errorf("%s: the witnesses must name at most %d ruled-out values in all; ask for fewer values or a smaller l",
					in.function, maxRuledOut)
			}
			p := q.requirements[i].Point
			out.text(0, q.value.Text, q.value.Null)
			out.int64(1, p.L)
			out.int64(2, p.K)
			out.int64(3, p.M)
			out.float64(4, q.thresholds[i])
			out.float64(5, f.Breach)
			out.bool(6, f.Safe)
			in.addWitness(out, f.Witness)
			out.text(13, "", true)
			out.row()
		}
	}
	return out.column(), nil
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
func (in *breachInput) nameGroups(out *rowBuilder, w *breach.Witness, named map[int]bool) {
	if w == nil {
		return
	}
	for _, group := range []int{w.Target, w.Family, w.Known} {
		if group < 0 || named[group] {
			continue
		}
		named[group] = true
		out.nulls()
		out.columns[7].Int64s[out.rows], out.columns[7].Null[out.rows] = int64(group), false
		out.columns[13].Strings[out.rows], out.columns[13].Null[out.rows] = in.table.Groups[group].Histogram, false
		out.row()
	}
}

// addWitness adds a witness, with groups by their numbers.
func (in *breachInput) addWitness(out *rowBuilder, w *breach.Witness) {
	if w == nil {
		for column := 7; column <= 12; column++ {
			out.null(column)
		}
		return
	}
	out.int64(7, int64(w.Target))
	out.int64(8, in.table.Groups[w.Target].People)
	out.int64(9, w.Having)
	for i, group := range []int{w.Family, w.Known} {
		if group < 0 {
			out.null(10 + i)
		} else {
			out.int64(10+i, int64(group))
		}
	}
	for _, v := range w.RuledOut {
		value := in.table.Values[v]
		out.element(12, value.Text, value.Null)
	}
	out.endList(12)
}
