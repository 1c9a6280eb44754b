package evidence

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skyline/sqlfuncs/call"
	"skyline/sqlfuncs/check"
	"skyline/sqlfuncs/host"
	"skyline/sqlfuncs/people"
	"skyline/sqlfuncs/planning"
	"skyline/sqlfuncs/release"
	"skyline/sqlfuncs/sqltext"
	"skyline/sqlfuncs/utility"
	"skyline/sqlfuncs/words"
)

// outputTried is the value of the parameter output that asks what settings of a plan lose.
const outputTried = "tried"

// mostTries is how many settings are tried by default.
const mostTries = "8"

// settingsTried is release_plan with output := 'tried'.
var settingsTried = call.Output{
	Names:       []string{outputTried},
	Description: "What several settings of a plan lose, and the plan with each of them. A release is made with each, and measured: the plan's own setting first, then other splits, no steps, [hierarchies of the usual levels](#settings-that-are-tried) and columns that are more important.",
	Columns: []call.ResultColumn{
		{Name: "setting", Type: "VARCHAR", Doc: "the setting in words"},
		{Name: "chosen", Type: "BOOLEAN", Doc: "true for one row: with `purpose := 'public'` the plan's own setting, whatever it loses; else the one that loses least of those that hold"},
		{Name: "holds", Type: "BOOLEAN", Doc: "whether the release satisfies what the plan requires, and its labels show few people: [`exact_values`](#exact-values-in-labels) of `release_check`"},
		{Name: "loss", Type: "DOUBLE", Doc: "`ncp` of [`release_utility`](#release_utility), in [0, 1]: the share of the detail that is lost"},
		{Name: "groups", Type: "BIGINT", Doc: "how many QI groups the release has"},
		{Name: "smallest", Type: "BIGINT", Doc: "people in the smallest one; rows, where people may have several"},
		{Name: "meaning", Type: "VARCHAR", Doc: "the row in words"},
		{Name: "columns", Type: "STRUCT", Doc: "the loss of each `qi` column, a list: `attribute`, `loss`"},
		{Name: "plan", Type: "STRUCT", Doc: "the plan with this setting, a list of its rows, with one more that says how it was chosen: give it to any function as `plan`"},
	},
	Example: `SELECT setting, chosen, holds, round(loss, 2) AS loss, groups, smallest
FROM release_plan('(SELECT 20 + i % 50 AS age, CASE WHEN i % 3 = 0 THEN ''F'' ELSE ''M'' END AS sex, [''flu'', ''cold'', ''none''][1 + i * 7 % 3] AS diagnosis FROM range(300) r(i))',
                  plan := [{'attribute': 'age', 'role': 'qi', 'type': 'BIGINT'}, {'attribute': 'sex', 'role': 'qi'}, {'attribute': 'diagnosis', 'role': 'sensitive'}, {'requirement': 'k_anonymity', 'required': '12'}],
                  purpose := 'internal', tries := 3, output := 'tried')`,
	Notes: []string{
		"Take the chosen plan on: `SET VARIABLE plan = (SELECT plan FROM release_plan(…, output := 'tried') WHERE chosen)`; or store it: `CREATE OR REPLACE TABLE plan AS SELECT UNNEST(plan, max_depth := 2) FROM release_plan(…, output := 'tried') WHERE chosen`.",
		"Where the plan has an `importance`, the columns count by it in the choice; `loss` is that of `release_utility` all the same.",
		"To take the setting that loses least is to choose by the data, and whoever knows that it was done may conclude something of the data. So nothing is chosen like that for the public, and the plan of any other row says that its owner chose it.",
		"With `sample`, the settings are tried on the rows that are drawn: a release of fewer people loses more, but which setting loses least is mostly the same.",
	},
	Cost: "that of [`skyline_anonymize`](#skyline_anonymize), [`release_utility`](#release_utility) and [`release_check`](#release_check) for each setting, one after the other; the table is read once. DuckDB takes longer to plan the statement the more settings there are, with their square: 8 settings of 7 columns 5 s, 15 settings 16 s. In all, 11 settings of the 100,937 people of FARS take 27 s of processor time.",
	Plan: planTried,
}

// triedSpec is what the kernel gets.
type triedSpec struct {
	Settings []planning.Setting `json:"settings"`
	Rows     []planning.Row     `json:"rows"`
	Public   bool               `json:"public,omitempty"`
	Found    []triedFound       `json:"found,omitempty"`
}

// triedFound is what was found of the release with a setting.
type triedFound struct {
	I        int64      `json:"i"`
	Loss     *float64   `json:"loss"`
	Losses   []lossOfQI `json:"losses"`
	Groups   int64      `json:"groups"`
	Smallest int64      `json:"smallest"`
	Holds    bool       `json:"holds"`
}

// lossOfQI is what a column lost.
type lossOfQI struct {
	Attribute string   `json:"attribute"`
	Loss      *float64 `json:"loss"`
}

// triedRow is a row of the result, the i-th; Plan is JSON.
type triedRow struct {
	I                int64
	Setting          string
	Chosen, Holds    bool
	Loss             sql.Null[float64]
	Groups, Smallest int64
	Meaning          string
	Plan             string
}

var triedKernel = host.KernelOf("tried", runTried)

func planTried(c *call.Call) (sqltext.SQL, error) {
	purpose, err := purposeOf(c)
	if err != nil {
		return "", err
	}
	if err := c.CheckCount("tries", c.Arguments["tries"]); err != nil {
		return "", err
	}
	tries, _ := call.WholeOf(c.Arguments["tries"])
	given, err := givenPlan(c, outputTried)
	if err != nil {
		return "", err
	}
	keep, err := c.NameList("keep", c.Arguments["keep"])
	if err != nil {
		return "", err
	}
	t := trying{Call: c, spec: triedSpec{Public: purpose == planning.Public}}
	var unknown string
	if t.spec.Rows, unknown = planning.Kept(given.Rows, keep); unknown != "" {
		return "", c.Errorf("keep: the plan has no column %s", sqltext.Ident(unknown))
	}
	t.spec.Settings = planning.Tries(t.spec.Rows, tries)
	for name := range given.Requirements {
		t.required = append(t.required, name)
	}
	slices.Sort(t.required)
	if err := t.addTable(); err != nil {
		return "", err
	}
	found := make([]sqltext.SQL, len(t.spec.Settings))
	for i := range found {
		row, err := t.add(i)
		if err != nil {
			return "", err
		}
		found[i] = "FROM " + triedFoundOf(i)
		t.Keep(triedFoundOf(i), "what is found of the release with setting "+strconv.Itoa(i), row)
	}
	t.Keep("__skyline_found", "what is found of each release", sqltext.Join("\nUNION ALL\n", found...))
	t.Run(sqltext.Job{
		Function: c.Function.Name, Kernel: triedKernel.Name, Why: "which setting is chosen, and the plans", Spec: t.spec, Rows: "__skyline_tried",
		Data: []sqltext.Member{{Name: "found", Value: "(SELECT list(f ORDER BY i ASC) FROM __skyline_found AS f)"}},
	})
	return t.Statement(sqltext.Fill(`
		SELECT t.setting, t.chosen, t.holds, t.loss, t.groups, t.smallest, t.meaning, f.losses AS columns, from_json(t.plan, {plan}) AS plan
		FROM __skyline_tried AS t JOIN __skyline_found AS f ON f.i = t.i
		ORDER BY t.i ASC
	`, sqltext.Args{"plan": sqltext.Text(planType())})), nil
}

// trying is the plan of a call that tries settings.
type trying struct {
	*call.Call
	sqltext.Plan
	spec     triedSpec
	required []string // the names of the plan's requirements
}

// The CTE of the table as the plan reads it, and those of each setting.
const (
	triedTable   = sqltext.SQL("__skyline_tried_table")
	triedRelease = sqltext.SQL("__skyline_tried_release")
	triedUtility = sqltext.SQL("__skyline_tried_utility")
	triedCheck   = sqltext.SQL("__skyline_tried_check")
	triedLevels  = sqltext.SQL("__skyline_tried_levels")
)

// triedFoundOf is the CTE of what is found of the i-th release.
func triedFoundOf(i int) sqltext.SQL { return "__skyline_found_" + sqltext.Int(int64(i)) }

// input is the table for the i-th setting: there once the release before it has been measured, so
// that one is made after the other.
func (t *trying) input(i int) sqltext.SQL {
	if i == 0 {
		return triedTable
	}
	return sqltext.Fill("(SELECT tbl.* FROM {table} AS tbl JOIN {before} AS f ON f.loss IS NULL OR f.loss >= 0)", sqltext.Args{"table": triedTable, "before": triedFoundOf(i - 1)})
}

// addTable adds triedTable. What the plan says of the table's columns is looked at here.
func (t *trying) addTable() error {
	inner, err := t.inner(release.SkylineAnonymize, t.spec.Rows, map[string]any{"tbl": t.Arguments["tbl"]})
	if err != nil {
		return err
	}
	source, err := inner.SourceOf("tbl")
	if err != nil {
		return err
	}
	if source, _, err = drawn(t.Call, source); err != nil {
		return err
	}
	t.Keep(triedTable, "the table as the plan reads it", "SELECT * FROM "+source+" AS tbl")
	return nil
}

// inner is a call of another function by rows of a plan, as somebody would write it.
func (t *trying) inner(f *call.Function, rows []planning.Row, arguments map[string]any) (*call.Call, error) {
	arguments[call.ParamPlan.Name] = argumentOf(rows)
	inner := t.Inner(f, arguments)
	return inner, planning.Apply(inner)
}

// ask adds a CTE of what another function says by rows of a plan, of tables of this plan.
func (t *trying) ask(p *sqltext.Plan, name sqltext.SQL, why string, f *call.Function, rows []planning.Row, arguments map[string]any, tables map[string]sqltext.SQL) error {
	inner, err := t.inner(f, rows, arguments)
	if err != nil {
		return err
	}
	for param, table := range tables {
		inner.On(param, table)
	}
	if inner.Arguments["hierarchies"] != nil {
		if !p.Has(triedLevels) {
			source, err := inner.OptionalSource("hierarchies")
			if err != nil {
				return err
			}
			p.Keep(triedLevels, "the hierarchies of the setting", "SELECT * FROM "+source+" AS levels")
		}
		inner.On("hierarchies", triedLevels)
	}
	statement, err := inner.Function.Plan(inner)
	p.Keep(name, why, "SELECT * FROM (\n"+statement+"\n)")
	return err
}

// add adds the release with the i-th setting and what is measured of it, and returns the row of
// what is found.
func (t *trying) add(i int) (sqltext.SQL, error) {
	setting := &t.spec.Settings[i]
	var p sqltext.Plan
	rows := setting.In(t.spec.Rows, "")
	tbl, table := t.Arguments["tbl"], t.input(i)
	err := t.ask(&p, triedRelease, "the release", release.SkylineAnonymize, rows, map[string]any{"tbl": tbl, "other_columns": "drop"}, map[string]sqltext.SQL{"tbl": table})
	if err != nil {
		return "", err
	}
	err = t.ask(&p, triedUtility, "what it loses", utility.ReleaseUtility, rows, map[string]any{"original": tbl, "release": tbl}, map[string]sqltext.SQL{"original": table, "release": triedRelease})
	if err != nil {
		return "", err
	}
	err = t.ask(&p, triedCheck, "what it satisfies", check.ReleaseCheck, rows, map[string]any{"tbl": tbl, "original": tbl, "other_columns": "keep"}, map[string]sqltext.SQL{"tbl": triedRelease, "original": table})
	if err != nil {
		return "", err
	}
	people, qi := sqltext.SQL("count(*)"), []string{}
	for _, row := range rows {
		switch row.Role {
		case planning.Weight:
			people = "sum(" + sqltext.Ident(row.Attribute) + ")::BIGINT"
		case planning.QI, planning.Stratum:
			qi = append(qi, row.Attribute)
		}
	}
	return p.Statement(sqltext.Fill(`
		SELECT {i} AS i, (SELECT value FROM {lost} WHERE measure = 'ncp' AND attribute IS NULL) AS loss,
		    (SELECT list(struct_pack(attribute := attribute, loss := value) ORDER BY list_position({qi}, attribute) ASC) FROM {lost} WHERE measure = 'ncp' AND attribute IS NOT NULL) AS losses,
		    g.groups, g.smallest, (SELECT coalesce(bool_and(holds), true) FROM {checked} WHERE requirement IN ({required})) AS holds
		FROM (SELECT count(*) AS groups, coalesce(min(people), 0) AS smallest FROM (SELECT {people} AS people FROM {made} GROUP BY group_id)) AS g
	`, sqltext.Args{
		"i": sqltext.Int(int64(i)), "lost": triedUtility, "checked": triedCheck, "made": triedRelease, "people": people, "qi": sqltext.Texts(qi),
		"required": sqltext.List(sqltext.Map(append(slices.Clone(t.required), "exact_values"), func(_ int, name string) sqltext.SQL { return sqltext.Text(name) })),
	})), nil
}

// argumentOf is rows of a plan as a call has them.
func argumentOf(rows []planning.Row) []any {
	text, _ := json.Marshal(rows) // of texts and numbers
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var all []any
	_ = decoder.Decode(&all) // of what has been encoded here
	return all
}

// planType is the type of a plan as from_json has it.
func planType() string {
	members := make([]string, len(planColumns))
	for i := range planColumns {
		members[i] = fmt.Sprintf("%q: %q", planColumns[i].Name, planColumns[i].Type)
	}
	return "[{" + strings.Join(members, ", ") + "}]"
}

func runTried(_ context.Context, s *triedSpec) (*host.Rows[triedRow], error) {
	if len(s.Found) != len(s.Settings) || len(s.Found) == 0 {
		return nil, host.ErrNotKept
	}
	chosen := 0
	if !s.Public {
		chosen = s.least()
	}
	out := host.NewRows[triedRow]()
	for i := range s.Found {
		f, setting := &s.Found[i], &s.Settings[i]
		row := triedRow{I: f.I, Setting: setting.Words, Chosen: i == chosen, Holds: f.Holds, Groups: f.Groups, Smallest: f.Smallest, Meaning: f.sentence()}
		if f.Loss != nil {
			row.Loss = host.Some(*f.Loss)
		}
		how := s.how(i, chosen)
		if row.Chosen {
			row.Meaning += " " + how
		}
		plan, err := json.Marshal(setting.In(s.Rows, how))
		if err != nil {
			return nil, err
		}
		row.Plan = string(plan)
		out.Add(row)
	}
	return out, nil
}

// least returns which release loses least of those that hold, or of all where none does; the
// first of several.
func (s *triedSpec) least() int {
	best := -1
	for _, must := range []bool{true, false} {
		for i := range s.Found {
			f := &s.Found[i]
			if f.Loss != nil && (f.Holds || !must) && (best < 0 || s.counted(i) < s.counted(best)) {
				best = i
			}
		}
		if best >= 0 {
			return best
		}
	}
	return 0
}

// counted is the loss of the i-th release by the importance that columns have in the plan.
func (s *triedSpec) counted(i int) float64 {
	f := &s.Found[i]
	if !slices.ContainsFunc(s.Rows, func(row planning.Row) bool { return row.Role == planning.QI && row.Importance > 0 }) {
		return *f.Loss
	}
	lost, all := 0.0, 0.0
	for _, l := range f.Losses {
		weight := 1.0
		for j := range s.Rows {
			if row := &s.Rows[j]; row.Attribute == l.Attribute && row.Importance > 0 {
				weight = row.Importance
			}
		}
		if l.Loss != nil {
			lost += float64(weight * *l.Loss)
		}
		all += weight
	}
	return lost / all
}

// how says how the setting of the i-th row was chosen.
func (s *triedSpec) how(i, chosen int) string {
	switch {
	case len(s.Found) == 1:
		return "How it was chosen: no other setting was tried."
	case s.Public && i == chosen:
		return "How it was chosen: by the types of the columns and by counts of their values, not by what releases lose, as the release is for the public."
	case i == chosen:
		return fmt.Sprintf("How it was chosen: it loses least of %d settings that were tried on the table, so the choice depends on the data.", len(s.Found))
	}
	return fmt.Sprintf("How it was chosen: by the owner, of %d settings that were tried on the table, so the choice may depend on the data.", len(s.Found))
}

// sentence says what the release loses, and which column most.
func (f *triedFound) sentence() string {
	if f.Loss == nil {
		return "The release has no people."
	}
	said := words.Percent(*f.Loss) + " of the detail is lost"
	var worst *lossOfQI
	for i := range f.Losses {
		if l := &f.Losses[i]; l.Loss != nil && (worst == nil || *l.Loss > *worst.Loss) {
			worst = l
		}
	}
	if len(f.Losses) > 1 && worst != nil {
		said += fmt.Sprintf(" (%s %s)", people.PlainIdentifier(worst.Attribute), words.Percent(*worst.Loss))
	}
	said += ", in " + words.Count(f.Groups, "group", "groups") + " of at least " + words.Count(f.Smallest, "person", "people") + "."
	if !f.Holds {
		said += " It does not hold what it must: see release_check."
	}
	return said
}
